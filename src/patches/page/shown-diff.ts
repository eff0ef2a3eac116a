import type { Person, Time } from '../../platform/model/words.ts';
import type { MailBlock } from './shown-mail.ts';

/**
 * A line of a diff: its sign (` `, `+`, `-`, or `\` for a note such as "No newline at end of file") and text, and the parts of the text that
 * differ: offsets, alternately of a start and an end. The text is shortened if it is very long; `more` says by how many characters.
 */
export interface ShownLine {
	readonly sign: ' ' | '+' | '-' | '\\';
	/** Numbers in the old and new file; null where the line does not exist. */
	readonly old: number | null;
	readonly new: number | null;
	/** Without invisible characters: see `odd`. */
	readonly text: string;
	readonly words: readonly number[];
	/** Invisible and reversing characters: where each was in the text, and the name to show there, such as `U+202E` or `CR`. */
	readonly odd: readonly { readonly at: number; readonly name: string }[];
	readonly more: number;
}

/** A reply, below the lines that it quotes. */
export interface ShownReply {
	readonly mail: number;
	readonly by: Person;
	readonly time: Time;
	/** What its author wrote there. */
	readonly blocks: readonly MailBlock[];
	readonly isUnseen: boolean;
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
