/** Copies a text. A slice keeps the whole string that it was cut from in memory; a copy does not. */
export const detach = (text: string): string => ` ${text}`.slice(1);
