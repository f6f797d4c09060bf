// Outcomes against expectations: how many agree, by whatever the vectors are grouped.

const empty = () => ({ asked: 0, agree: 0, threw: 0, hung: 0 });

function add(count, outcome, allowed) {
  count.asked++;
  if (outcome === allowed) count.agree++;
  else if (typeof outcome === "string") count[outcome]++;
}

export function countOf(vectors, outcomes) {
  const count = empty();
  for (const { id, allowed } of vectors) if (outcomes.has(id)) add(count, outcomes.get(id), allowed);
  return count;
}

/** Vectors by every name that `namesOf` gives them, most vectors first. */
export function grouped(vectors, namesOf) {
  const groups = new Map();
  for (const vector of vectors)
    for (const name of namesOf(vector)) groups.set(name, [...(groups.get(name) ?? []), vector]);
  return new Map([...groups].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true })));
}

/** Wrong verdicts, one a heading first: throws and hangs are counted only, because nothing here may be a recipe for them. */
export function disagreements(vectors, outcomes, most) {
  const wrong = vectors.filter(({ id, allowed }) => outcomes.get(id) === !allowed);
  const seen = new Set();
  const first = wrong.filter(({ title }) => !seen.has(title) && seen.add(title));
  return { count: wrong.length, shown: first.slice(0, most) };
}
