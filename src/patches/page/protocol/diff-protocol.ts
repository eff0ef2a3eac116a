import type { DisplayLine } from '../../../mail/hunk-display/display-line.ts';
import type { Person, Time } from '../../../platform/model/words.ts';
import type { Piece } from '../../../platform/page/snapshot-parts.ts';
import type { ShownMailBlock } from './mail-protocol.ts';

/** A line of a diff: its sign and text, the parts of the text that differ, and how much of it is left out. */
export type ShownLine = DisplayLine;

/** A reply, below the lines that it quotes. */
export interface ShownReply {
	readonly mail: number;
	readonly by: Person;
	readonly time: Time;
	/** `Re: [PATCH editor v3 1/3]`; empty if it is that of the reply above. */
	readonly subject: string;
	/** What its author wrote there. */
	readonly blocks: readonly ShownMailBlock[];
	readonly isUnseen: boolean;
	/** Set if it is a reply to the version before. */
	readonly earlier?: EarlierReply | undefined;
}

interface EarlierReply {
	/** `on v3 · changed since`. */
	readonly label: string;
	/** The first words of what its author wrote there. */
	readonly excerpt: string;
	/** The key of the version. */
	readonly version: string;
}

/** A part of a text, with the replies that quote its end. */
export interface TextWithReplies {
	/** The index of its first line in the text. */
	readonly line: number;
	readonly pieces: readonly Piece[];
	readonly replies: readonly ShownReply[];
}

/** A part of a mail, with the replies that quote its end. */
export interface AnsweredBlocks {
	readonly blocks: readonly ShownMailBlock[];
	readonly replies: readonly ShownReply[];
}

/** Replies to the same lines, oldest first. */
export interface ShownThread {
	readonly key: string;
	/** The index of the hunk, and of the quoted lines in it. The thread is shown below `last`. */
	readonly hunk: number;
	readonly first: number;
	readonly last: number;
	readonly replies: readonly ShownReply[];
}

export interface ShownHunk {
	/** `@@ -118,6 +118,9 @@ static int undo_write(struct buffer *b)`. */
	readonly header: string;
	/** Null if there are too many lines: the page then offers to ask for them with `hunk`. */
	readonly lines: readonly ShownLine[] | null;
	readonly lineCount: number;
}

/** The diff of a file. */
export interface ShownDiff {
	readonly hunks: readonly ShownHunk[];
	readonly threads: readonly ShownThread[];
}

/**
 * The syntax tokens in the code of a diff: for each hunk, and each of its lines, the start and the end of each token, and its index in
 * `syntaxTokenTypes`. Null for a hunk without colors.
 */
export interface DiffTokens {
	readonly hunks: readonly (readonly (readonly number[])[] | null)[];
}
