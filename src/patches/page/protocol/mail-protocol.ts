import type { Person, Time } from '../../../platform/model/words.ts';
import type { Piece } from '../../../platform/page/snapshot-parts.ts';

/** A part of the text of a mail. */
export interface MailBlock {
	readonly kind: 'text' | 'quote' | 'attribution' | 'signature' | 'footer' | 'diff';
	/** How many `>` each line of a quote has. The text does not contain them. */
	readonly level: number;
	/** With its line breaks. Addresses and references are links. */
	readonly pieces: readonly Piece[];
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
	/** Where its quotes are shown in the diff: file keys, at most three. */
	readonly places: readonly { readonly file: string; readonly line: string; readonly text: string }[];
	readonly isUnseen: boolean;
	/** For the height of the text before it is known. */
	readonly lineCount: number;
}

/** The text of a mail. */
export interface MailText {
	readonly blocks: readonly MailBlock[];
	/** Names of attachments, with their sizes. */
	readonly attachments: readonly string[];
}
