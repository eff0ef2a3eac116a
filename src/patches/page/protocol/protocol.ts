import type { Icon } from '../../../platform/model/icon.ts';
import type { Person, Time } from '../../../platform/model/words.ts';
import { pageRequests } from '../../../platform/page/page-requests.ts';
import type { PastText } from '../../../platform/page/page-text.ts';
import {
	type Check,
	fields,
	listOf,
	nothing,
	oneOf,
	orNull,
	row,
	text,
} from '../../../platform/page/requests.ts';
import type {
	ListPosition,
	Note,
	Owner,
	Piece,
	ShownUnseen,
	Tone,
} from '../../../platform/page/snapshot-parts.ts';

import type { ReadingOptions } from '../../state/reading-options.ts';
import { commentRequests, type ShownComment } from './comment-protocol.ts';
import type { ComparisonPart, ComparisonSnapshot } from './comparison-protocol.ts';
import type { AnsweredBlocks, DiffTokens, ShownDiff, ShownLine } from './diff-protocol.ts';
import type { MailText, ShownMail, ShownQuotedLine } from './mail-protocol.ts';
import { noteActs } from './note-acts.ts';
import type { ShownPatch } from './patch-protocol.ts';
import { reviewRequests, type ShownReview, type ShownSending } from './review-protocol.ts';

/* What the page of a series shows, and what it asks the host. Long parts (diffs, texts of mails) are not in snapshots: the page asks for those that come into view. */

export type { ReadingOptions } from '../../state/reading-options.ts';
export type {
	ComparedVersionName,
	ComparisonPart,
	ComparisonRow,
	ComparisonSnapshot,
} from './comparison-protocol.ts';
export type {
	AnsweredBlocks,
	DiffTokens,
	ShownDiff,
	ShownHunk,
	ShownLine,
	ShownReply,
	ShownThread,
	TextWithReplies,
} from './diff-protocol.ts';
export type { DiffBlock, MailText, ShownMail, ShownMailBlock } from './mail-protocol.ts';
export type { ShownFile, ShownPatch } from './patch-protocol.ts';

/** A version that the user can choose. */
export interface ShownVersion {
	/** Sent with `version` to show it. */
	readonly key: string;
	/** `v3`, `v1 RFC`. */
	readonly name: string;
	/** `19 Nov, latest`. */
	readonly detail: string;
	readonly isShown: boolean;
}

/** A trailer that replies have given. */
export interface ShownTrailer {
	/** `Reviewed-by`. */
	readonly name: string;
	readonly icon: Icon;
	/** The name in the trailer. */
	readonly from: Piece;
	/** `1, 2` or `all`. */
	readonly patches: string;
	/** `sent from another address`; empty if nothing is odd. */
	readonly warning: string;
	/** `waiting`, if it is not on the list. */
	readonly sendState?: string;
}

/** A place of the page. */
export type ShownPlace =
	| { readonly kind: 'start' }
	| { readonly kind: 'patch'; readonly key: string }
	| { readonly kind: 'file'; readonly key: string }
	| { readonly kind: 'mail'; readonly mail: number };

/** A file of the page and, if they are known, the numbers of a line there. */
export interface FilePlace {
	readonly file: string;
	readonly oldLine: number | null;
	readonly newLine: number | null;
}

/** What a program, such as a CI service, says about the version. */
export interface ShownCheck {
	readonly key: string;
	readonly icon: Icon;
	readonly tone: Tone;
	/** `Passed`. */
	readonly state: string;
	readonly details: readonly Piece[];
	readonly time: Time | null;
}

export interface PatchsetSnapshot {
	/** Identifies the page. Another key means another version or series. */
	readonly key: string;
	readonly kind: 'series' | 'pull' | 'thread';
	/** The name of the user; empty after signing out. */
	readonly me: string;
	readonly list: { readonly name: string; readonly open: string };
	/** The account and the forge of the page, if the user has several accounts. */
	readonly owner: Owner | null;
	/** `patches 218`; empty if the forge has no patchset for it. */
	readonly number: string;
	/** `[PATCH editor v3 0/3]`. */
	readonly prefix: string;
	readonly title: string;
	readonly status: {
		readonly value: string;
		readonly text: string;
		readonly icon: Icon;
		readonly tone: Tone;
		/** The change is not on the forge yet. */
		readonly isWaiting: boolean;
	} | null;
	/** Whether the user may change it, as far as is known. */
	readonly canSetStatus: boolean;
	/** Why the series has no status; empty if it has one, and for a thread. */
	readonly withoutStatus: string;
	/** The id of the status change that the button for *Undo* undoes; null if there is no button. */
	readonly undoable: string | null;
	/** Empty in REST. */
	readonly checks: readonly ShownCheck[];
	/** Oldest first. Empty if there is only one. */
	readonly versions: readonly ShownVersion[];
	readonly submitter: Person | null;
	readonly time: Time | null;
	/** `3 patches, 6 files · +224 −19 · for ~ana/editor#42 · mentions ~ana/editor#7`. */
	readonly summary: readonly Piece[];
	/** Everyone who wrote a mail, without the submitter. */
	readonly participants: readonly Person[];
	/** Notes at the top of the page: no connection, not found, superseded by v3, patches missing, mails not loaded. */
	readonly notes: readonly Note[];
	readonly loadingText: string | null;
	readonly cover: {
		readonly mail: number;
		/** The beginning of its text, as far as replies quote it. */
		readonly answered: readonly AnsweredBlocks[];
		/** The rest of the text. */
		readonly text: MailText;
	} | null;
	readonly trailers: readonly ShownTrailer[];
	/** What was said about the version before; null if nothing is known of it. */
	readonly remarks: {
		/** `3 of 7 remarks on v3 are at lines that changed`. */
		readonly text: string;
		/** The first one at changed lines or, if there is none, the first one; null if none is at lines of the page. */
		readonly first: (ShownQuotedLine & { readonly mail: number }) | null;
	} | null;
	/** `Not reviewed yet: 3/3.`; empty if no patch or every patch has a review. */
	readonly missingReviews: string;
	/** The patches of the version. If the user wants to see what they change together, a single patch that stands for all. */
	readonly patches: readonly ShownPatch[];
	/** Whether there are several patches, whose changes can be shown together. */
	readonly canCombine: boolean;
	readonly discussion: readonly ShownMail[];
	readonly comparison: ComparisonSnapshot | null;
	/** What the user has written to answer, and not sent. */
	readonly comments: readonly ShownComment[];
	/** The comments that the user has sent or discarded lately. Those that are already on the list are not in `comments`. */
	readonly past: readonly PastText[];
	/** The panel in which the user finishes their review; null unless it is open. */
	readonly review: ShownReview | null;
	/** The mails of their review that are on their way; null if there are none. */
	readonly sending: ShownSending | null;
	/** Why the user may not answer mails of the list; empty if they may, or if that is not known. */
	readonly replyProblem: string;
	/** Another version means that the texts of mails may have other links. */
	readonly linksVersion: string;
	readonly options: ReadingOptions;
	readonly unseen: ShownUnseen | null;
	readonly position: ListPosition | null;
	/** The place that the page scrolls to, once for each `id`. Null until the place is known. */
	readonly requested: { readonly id: string; readonly place: ShownPlace | null } | null;
}

const key = text(8192);
/** In characters. */
const longestQuote = 1_000_000;
const isId: Check<number> = (value): value is number => Number.isSafeInteger(value);

export const patchsetRequests = {
	...pageRequests,
	/** Returns the diff of a file. */
	diff: row(fields({ file: key })).giving<ShownDiff>(),
	/** Returns how the code of a diff is colored that `diff` has returned. */
	tokens: row(fields({ file: key })).giving<DiffTokens>(),
	/** Returns lines of a hunk that `diff` left out, beginning with the line of this index. */
	hunk: row(fields({ file: key, hunk: isId, from: isId })).giving<{ readonly lines: readonly ShownLine[] }>(),
	/** Returns the texts of mails of the discussion, in this order; null for one that is not known. */
	mails: row(fields({ mails: listOf(isId) })).giving<{ readonly texts: readonly (MailText | null)[] }>(),
	/** Shows another version in this tab, and there a mail. `isElsewhere`: it is open in another one, which takes the focus. */
	version: row(fields({ version: key, mail: orNull(isId) })).giving<{ readonly isElsewhere: boolean }>(),
	/** Compares two versions, or ends the comparison. */
	compare: row(fields({ versions: orNull(fields({ old: key, new: key })) })),
	/** Returns what differs in a patch of the comparison. */
	comparedPatch: row(fields({ row: key })).giving<{ readonly parts: readonly ComparisonPart[] }>(),
	/** Opens a comparison, or one patch of it, in diff editors. */
	openComparison: row(fields({ row: orNull(key) })),
	/** Remembers that the user has viewed a file, as long as its content stays the same. */
	viewed: row(fields({ file: key, isViewed: oneOf('yes', 'no') })),
	/** Remembers that the user has viewed all files of a patch. */
	patchViewed: row(fields({ patch: key, isViewed: oneOf('yes', 'no') })),
	option: row(
		fields({
			name: oneOf('wrapsLines', 'ignoresWhitespace', 'showsOnePatch', 'showsNetDiff'),
			isOn: oneOf('yes', 'no'),
		}),
	),
	/** Returns where the net diff has a place of a patch, and the reverse; null if it does not have the file. */
	otherPlace: row(
		fields({ file: key, oldLine: orNull(isId), newLine: orNull(isId) }),
	).giving<FilePlace | null>(),
	/** Opens the series, a patch or a file in the diff editor. */
	openDiff: row(fields({ patch: orNull(key), file: orNull(key) })),
	/** Opens the local file at a line of the new version; null for its beginning. */
	goToFile: row(fields({ file: key, line: orNull(isId) })),
	/** Shows a mail as it was sent. */
	showOriginal: row(fields({ mail: isId })),
	/** Copies the link of the page or of a mail. */
	copyLink: row(fields({ mail: orNull(isId) })).giving<{ readonly announcement: string }>(),
	/** Copies the path of a file. */
	copyPath: row(fields({ file: key })).giving<{ readonly announcement: string }>(),
	/** Copies a diff that a mail suggests. */
	copyDiff: row(fields({ mail: isId, at: isId })).giving<{ readonly announcement: string }>(),
	/** Copies the Message-ID of a mail. */
	copyMessageId: row(fields({ mail: isId })).giving<{ readonly announcement: string }>(),
	/** Lets the user answer a mail. `quoted`: the text of it that is selected; empty for the whole text. */
	reply: row(fields({ mail: isId, quoted: text(longestQuote) })),
	/** Lets the user give a trailer to the series, or answer its first mail. */
	replyToSeries: row(nothing),
	...commentRequests,
	...reviewRequests,
	/** Lets the user edit a mail of the outbox, which makes its comments drafts again. */
	editMail: row(fields({ entry: key })),
	/** Asks for the status with a quick pick of VS Code. */
	pickStatus: row(nothing),
	/** Runs the action of a button in a note. `isElsewhere`: it shows a page that is open in another tab, which takes the focus. */
	act: row(fields({ act: oneOf(...noteActs) })).giving<{ readonly isElsewhere: boolean } | null>(),
};
export type PatchsetRequests = typeof patchsetRequests;
