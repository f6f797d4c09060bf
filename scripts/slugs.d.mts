export function slugOf(heading: string): string;
export function slugsOf(headings: readonly string[]): string[];
export function headingsOf(markdown: string): string[];
