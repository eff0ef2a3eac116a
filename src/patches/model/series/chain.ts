import type { Address } from '../../../mail/message/mail.ts';
import type { ParseWarning } from '../../../mail/text/parse-warnings.ts';
import type { SeriesMail } from './mails/series-mail.ts';

/** All versions of a series, or of a single patch, or of a request to pull. */
export interface Chain<M extends SeriesMail> {
	/** `pull` if all versions ask to pull from a repository. */
	readonly kind: 'patches' | 'pull';
	/** As in the newest version. */
	readonly prefix: string;
	/** As in the newest version. */
	readonly title: string;
	/** Who sent the first version. */
	readonly submitter: Address;
	/** At least one, oldest first. */
	readonly versions: readonly Version<M>[];
}

/** What the subject says about a version. */
export interface VersionMarks {
	readonly version: number;
	readonly isRfc: boolean;
	/** Whether an earlier element has the same number, or the subject says RESEND. */
	readonly isResend: boolean;
}

/** What was sent once: v2 and its resend are two elements with the same number. */
export interface Version<M extends SeriesMail> extends VersionMarks {
	/** Whether only some patches were sent again, as replies to an earlier version, which has the others. */
	readonly isPartial: boolean;
	/** Without words such as RFC. Empty if there is none. */
	readonly prefix: string;
	/** The title of the cover letter, or else of the first patch. */
	readonly title: string;
	readonly submitter: Address;
	/** The date of the cover letter, or else of the first patch. */
	readonly date: number | undefined;
	readonly cover: M | undefined;
	/** By number, each number once. */
	readonly patches: readonly NumberedPatch<M>[];
	/** Patches with a number above `of`, such as 4/3, which some add to a series as an afterthought. */
	readonly extra: readonly NumberedPatch<M>[];
	/** Undefined if only the forge's patchset is known. */
	readonly of: number | undefined;
	/** The numbers that no mail has: the first hundred of them. */
	readonly missing: readonly number[];
	/** Mails that a later mail with the same number replaces. */
	readonly replaced: readonly M[];
	readonly baseCommit: string | undefined;
	/** The ids of the forge's patchsets with these mails. */
	readonly patchsets: readonly number[];
	readonly warnings: readonly ParseWarning[];
}

export interface NumberedPatch<M extends SeriesMail> {
	readonly number: number;
	readonly mail: M;
	/** Whether it was sent with an earlier version and still counts. */
	readonly isInherited: boolean;
}

/** The patches of a version, with those that it inherits and extra ones. */
export const allPatches = <M extends SeriesMail>(
	version: Version<M> | undefined,
): readonly NumberedPatch<M>[] => [...(version?.patches ?? []), ...(version?.extra ?? [])];

/** The mails of a version, with those that it inherits. */
export const allMails = <M extends SeriesMail>(version: Version<M>): readonly M[] => [
	...(version.cover ? [version.cover] : []),
	...allPatches(version).map(({ mail }) => mail),
	...version.replaced,
];
