import type { Address } from '../message/mail.ts';
import type { Trailer } from '../text/commit-trailers.ts';
import type { ParseWarning } from '../text/parse-warnings.ts';
import type { FileDiff } from '../unified-diff/file-diff.ts';

/** What the subject of a mail says: `Re: [RFC PATCH editor v2 3/7] Open files faster`. */
export interface MailSubject {
	/** Whether it begins with a prefix such as `Re:`, `AW:`, or `Fwd:`, so that it names another mail's subject. */
	readonly isReply: boolean;
	/** Whether its brackets contain the word PATCH, or a number or version that only patches have. */
	readonly isPatch: boolean;
	/** Other words in the brackets, such as `editor` or `RFC`; empty if there are none. */
	readonly prefix: string;
	readonly isRfc: boolean;
	/** 1 if the subject does not say. */
	readonly version: number;
	/** `i` of `i/n`; undefined if the subject has none. 0 is a cover letter. */
	readonly number: number | undefined;
	readonly of: number | undefined;
	/** The rest. Of a patch, it is the title that `git am` would commit. */
	readonly title: string;
}

/** A patch as `git format-patch` writes it. */
export interface Patch {
	/** The text that all offsets point into. */
	readonly source: string;
	readonly subject: MailSubject;
	/** `From:` of the body if there is one, otherwise of the mail. */
	readonly author: Address;
	/** `Date:` of the body if there is one, otherwise of the mail, as written. */
	readonly authorDate: string;
	/** The commit message as `git am --scissors` would commit it, without the title. Ends with a line feed unless it is empty. */
	readonly message: string;
	readonly trailers: readonly Trailer[];
	/** The text between `---` and the diff, without the diffstat. */
	readonly notes: string;
	readonly files: readonly FileDiff[];
	readonly warnings: readonly ParseWarning[];
}
