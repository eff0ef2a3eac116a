import type { Trailer } from '../../../platform/model/trailers.ts';
import type { Address } from '../mail/mail.ts';
import type { Oddity } from '../oddities.ts';

/** What the subject of a mail says: `Re: [RFC PATCH editor v2 3/7] Open files faster`. */
export interface Subject {
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

/** A hunk. `start` and `end` are offsets into the text that the patch was parsed from. */
export interface Hunk {
	/** Where its header, the line with `@@`, starts. */
	readonly start: number;
	/** Where its first line starts, after the header. */
	readonly bodyStart: number;
	/** The end of its last line, with its line break and a following `\ No newline at end of file`. */
	readonly end: number;
	readonly oldStart: number;
	readonly oldCount: number;
	readonly newStart: number;
	readonly newCount: number;
	/** What follows the second `@@`, such as the function. */
	readonly section: string;
}

/** Data of a `GIT binary patch`, compressed and in base 85. `start` and `end` are offsets of its lines. */
export interface BinaryBlock {
	readonly kind: 'literal' | 'delta';
	/** In bytes, after decompression. */
	readonly size: number;
	readonly start: number;
	readonly end: number;
}

export interface FileDiff {
	/** A added, M modified, D deleted, R renamed, C copied, T type changed. */
	readonly status: 'A' | 'M' | 'D' | 'R' | 'C' | 'T';
	/** Without `a/`; unquoted. Undefined for a new file. */
	readonly old: string | undefined;
	/** Without `b/`; unquoted. Undefined for a deleted file. */
	readonly new: string | undefined;
	/** Octal as git writes it, such as `100644`. Undefined if the diff does not say. */
	readonly oldMode: string | undefined;
	readonly newMode: string | undefined;
	/** As on the `index` line, usually shortened. */
	readonly oldId: string | undefined;
	readonly newId: string | undefined;
	/** In percent, of a rename or copy. */
	readonly similarity: number | undefined;
	readonly additions: number;
	readonly deletions: number;
	/** `data`: a `GIT binary patch` with data. `none`: `Binary files differ`. */
	readonly binary: 'data' | 'none' | undefined;
	/** The new content and, to undo it, the old one. A changed type has those of the deleted and the added file. */
	readonly blocks: readonly BinaryBlock[];
	/** A changed type has those of the deleted and the added file. Empty if the diff is combined. */
	readonly hunks: readonly Hunk[];
	/** Whether it is the diff of a merge, with a column for each parent. Such a diff cannot be applied. */
	readonly isCombined: boolean;
	/** Offsets of all that belongs to the file, its headers included. */
	readonly start: number;
	readonly end: number;
}

/** A patch as `git format-patch` writes it. */
export interface Patch {
	/** The text that all offsets point into. */
	readonly source: string;
	readonly subject: Subject;
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
	/** What follows the last diff, such as `-- \n2.43.0` and the footer of a list. */
	readonly footer: string;
	readonly odd: readonly Oddity[];
}
