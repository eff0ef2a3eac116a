import type { DiffRun } from '../../../mail/hunk-display/diff-runs.ts';
import type { Person, Time } from '../../../platform/model/words.ts';
import type { Piece } from '../../../platform/page/snapshot-parts.ts';

/** A part of the text of a mail. */
export type ShownMailBlock = TextBlock | DiffBlock;

interface TextBlock {
	readonly kind: 'text' | 'quote' | 'attribution' | 'signature' | 'original' | 'footer';
	/** How many `>` each line of a quote has. The text does not contain them. */
	readonly level: number;
	/** The index of its first line in the text of the mail. */
	readonly line: number;
	/** With its line breaks. Addresses and references are links. */
	readonly pieces: readonly Piece[];
}

/** A diff, or a diffstat. */
export interface DiffBlock {
	readonly kind: 'diff';
	readonly level: 0;
	readonly line: number;
	/** Its lines by kind. */
	readonly runs: readonly DiffRun[];
	/** Undefined for a diffstat. */
	readonly suggestion: SuggestedDiff | undefined;
}

/** A diff that a mail of the discussion suggests. */
interface SuggestedDiff {
	readonly mail: number;
	/** Identifies the diff in the mail. */
	readonly at: number;
	/** Where it begins to change each file, at most three. The path is empty if the series does not change the file. */
	readonly places: readonly { readonly path: string; readonly line: string; readonly text: string }[];
}

/** A line of the series. */
export interface ShownQuotedLine {
	/** The key of the file; empty for a line of another text. */
	readonly file: string;
	/** The key of the patch if the line is in its message, notes or diffstat; `cover` if it is in the cover letter. */
	readonly patch: string;
	/** Its number, or the text of the patch that it is in: `message`, `notes` or `diffstat`. Empty in the cover letter. */
	readonly line: string;
	/** `words.c:6`. */
	readonly text: string;
}

/** A mail of the discussion. `mails` returns its text. */
export interface ShownMail {
	/** The forge's id of the mail. */
	readonly id: number;
	readonly by: Person;
	readonly time: Time;
	/** How deeply it is indented: 0 for the mail that starts the thread. */
	readonly depth: number;
	/** `cover letter`, `on 1/3`; empty for any other reply. */
	readonly role: string;
	/** Only if it differs from that of the thread. */
	readonly subject: string;
	/** The trailers that it gives: `Tested-by`. */
	readonly trailers: readonly string[];
	/** A warning about its sender: `sent from another address`. */
	readonly warning: string;
	/** Where its quotes are shown in the series, at most three. */
	readonly places: readonly ShownQuotedLine[];
	readonly isUnseen: boolean;
	/** For the height of the text before it is known. */
	readonly lineCount: number;
}

/** The text of a mail. */
export interface MailText {
	readonly blocks: readonly ShownMailBlock[];
	/** Names of attachments, with their sizes. */
	readonly attachments: readonly string[];
}
