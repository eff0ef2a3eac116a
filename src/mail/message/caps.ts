/** Limits that keep a hostile mail small. Each has a warning for mails that exceed it. */
export interface Caps {
	/** How deeply multiparts may be nested. */
	readonly depth: number;
	/** How many parts a mail may have. Later parts are left out. */
	readonly parts: number;
	/** How many characters of the header of a mail or part are read. */
	readonly headerLength: number;
	/** How many lines of all texts and attachments are read. */
	readonly lines: number;
}

export const defaultCaps: Caps = { depth: 20, parts: 1000, headerLength: 256 * 1024, lines: 400_000 };
