/** How many, for people. */

export const number = (value: number): string => value.toLocaleString("en-US");
export const counted = (value: number, noun: string): string => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;
