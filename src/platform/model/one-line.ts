/** A text on one line, for an input box. Breaks become `\n`. */
export const toOneLine = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll(/\r?\n/g, '\\n');

/** Reads a text that `toOneLine` has returned, or that a user has typed. */
export const fromOneLine = (line: string): string =>
	line.replaceAll(/\\(\\|n)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : '\\'));
