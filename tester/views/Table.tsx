/** Rows under titles. A phone shows a row as a block, in which each cell repeats its title. */
import type { ComponentChildren, VNode } from "preact";

interface TableProps {
  readonly titles: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

export const Head = ({ titles }: Pick<TableProps, "titles">): VNode => (
  <thead>
    <tr>
      {titles.map((title) => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
    </tr>
  </thead>
);

export const Table = ({ titles, rows }: TableProps): VNode => (
  <table class="stackable">
    <Head titles={titles} />
    <tbody>
      {rows.map(([name, ...cells], row) => (
        <tr key={String(row)}>
          <th scope="row">{name}</th>
          {cells.map((cell, i) => (
            <td key={titles[i + 1]} data-l={titles[i + 1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
