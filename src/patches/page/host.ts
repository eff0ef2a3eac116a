import type { Event } from '../../base/emitter.ts';
import type { RunRangeDiff } from '../../mail/range-diff/run-range-diff.ts';
import type { ListKey, MailKey, PatchsetKey, SeriesKey, TicketKey } from '../../platform/model/keys.ts';
import type { TrackerPath } from '../../platform/model/references.ts';
import type { OutboxNote } from '../../platform/page/outbox-note.ts';
import type { PageHost, PageInList } from '../../platform/page/page-host.ts';
import type { FullMail } from '../model/series/mails/full-mail.ts';
import type { DiffToOpen, NetDiffToOpen, VersionsToOpen } from '../model/side-texts/diff-rows.ts';
import type { VersionFileLine } from '../model/side-texts/local-line.ts';
import type { MailingLists } from '../state/mailing-lists.ts';
import type { StoredReadingOptions } from '../state/reading-options.ts';
import type { ViewedFiles } from '../state/viewed-files.ts';
import type { PlaceOfMail } from './parts/mail-reveal-requests.ts';

/** What the page shows of the user's status changes. */
export interface PatchsetStatuses {
	/** The status of a change that is not on the forge yet. */
	waitingStatusOf(key: PatchsetKey): string | undefined;
	/** True if it is unknown: the forge checks each change itself. */
	canChange(key: PatchsetKey): boolean;
	/** Learns what `canChange` returns from what is known of the list, without a request. */
	learnPermissions(key: PatchsetKey): Promise<void>;
	/** As `learnPermissions`, but asks the forge if what is known is old. Returns whether it has asked. */
	readPermissions(key: PatchsetKey, signal: AbortSignal): Promise<boolean>;
	/** The id of the status change of this patchset, if *Undo* would undo that one. */
	undoableOf(key: PatchsetKey): string | undefined;
	/** What to say about a status that waits to be sent, or that was refused. */
	waitingOf(key: PatchsetKey): OutboxNote | undefined;
	readonly onDidChange: Event<void>;
}

/** What the page of a series asks for of the user's reviews. */
export interface ReviewActions {
	/** Lets the user edit a mail of the outbox, which is then not sent. */
	readonly editMail: (entry: string) => PromiseLike<unknown>;
	/** Lets the user send the comments on the mails of a series. */
	readonly finishReview: (key: SeriesKey) => PromiseLike<unknown>;
	/** Lets the user give a trailer to a series, or answer its first mail. */
	readonly replyToSeries: (key: SeriesKey) => PromiseLike<unknown>;
	/** Lets the user answer a mail. `quoted`: only this part of its text. */
	readonly replyToMail: (key: SeriesKey, mail: FullMail, quoted: string | undefined) => PromiseLike<unknown>;
}

/** What the page of a series uses of VS Code and of the rest of the extension. */
export interface SeriesPageHost extends PageHost, PageInList<SeriesKey, PlaceOfMail>, ReviewActions {
	readonly lists: MailingLists;
	readonly viewed: ViewedFiles;
	readonly options: StoredReadingOptions;
	readonly statuses: PatchsetStatuses;
	readonly pickStatus: (key: PatchsetKey) => PromiseLike<unknown>;
	readonly openTicket: (key: TicketKey, options: { readonly event: number | undefined }) => unknown;
	/** Opens patches of a version, or one file of a patch, in VS Code's diff editor. */
	readonly openDiff: (diff: DiffToOpen) => PromiseLike<unknown>;
	/** Opens what a series changes as a whole, or in a file, in VS Code's diff editor. */
	readonly openNetDiff: (diff: NetDiffToOpen) => PromiseLike<unknown>;
	/** Opens what differs between two versions of patches in VS Code's diff editor. */
	readonly openVersions: (versions: VersionsToOpen) => PromiseLike<unknown>;
	readonly runRangeDiff: RunRangeDiff;
	/** Opens the local file. */
	readonly goToFile: (place: VersionFileLine) => PromiseLike<unknown>;
	/** Opens a mail as it was sent. */
	readonly showOriginal: (mail: MailKey, subject: string) => PromiseLike<unknown>;
	/** Finds the tracker that `#12` in mails refers to, by the list and the prefix of its patches. Undefined if there is none. */
	readonly trackers: {
		readonly known: (list: ListKey, prefix: string) => TrackerPath | undefined;
		readonly find: (list: ListKey, prefix: string, maxRequests: number) => Promise<TrackerPath | undefined>;
		/** Whether the last `find` ran out of requests before it asked for all that is not known. */
		readonly hasMoreToAsk: (list: ListKey, prefix: string) => boolean;
	};
}
