import type { SeriesKey } from '../../platform/model/keys.ts';
import type { ServiceAddresses } from '../../platform/model/references.ts';
import type { PageStatus } from '../../platform/page/page-status.ts';
import type { ListPosition, Owner } from '../../platform/page/snapshot-parts.ts';
import type { FullMail } from '../model/series/mails/full-mail.ts';
import type { SeriesReading } from '../model/series-reading.ts';
import type { ReadingOptions } from '../state/reading-options.ts';
import type { ViewedFile, ViewedState } from '../state/viewed-files.ts';
import type { CommentedVersion } from './commented-notes.ts';
import type { PatchsetStatuses } from './host.ts';
import type { MailRevealRequest } from './parts/mail-reveal-requests.ts';
import type { NetContent } from './parts/net-content.ts';
import type { EarlierVersion } from './parts/remarks.ts';
import type { SeriesContent } from './parts/series-content.ts';
import type { PeopleByAddress } from './people/people-by-address.ts';
import type { LinkContext } from './people/text-pieces.ts';
import type { PatchsetSnapshot } from './protocol/protocol.ts';

export interface SnapshotLinks extends LinkContext {
	/** The forge of the page; undefined after signing out. */
	readonly home: ServiceAddresses | undefined;
}

/** What the snapshot of a page is made of. */
export interface SnapshotInput {
	readonly key: SeriesKey;
	/** Undefined until something is known. */
	readonly known:
		| {
				readonly reading: SeriesReading;
				readonly content: SeriesContent;
				/** Set if the page shows what the whole series changes. */
				readonly net?: NetContent | undefined;
		  }
		| undefined;
	readonly pageStatus: PageStatus;
	/** Whether the account is signed in and the forge has not answered yet. */
	readonly isReading: boolean;
	/** Whether mails that are not known may still arrive. */
	readonly isReadingMails: boolean;
	/** The account and the forge of the page. */
	readonly owner: Owner | undefined;
	/** The same account and forge if the page has to name them, otherwise null. */
	readonly ownerToName: Owner | null;
	readonly links: SnapshotLinks;
	/** All known people, even if no text names them. */
	readonly people: PeopleByAddress;
	/** The address of the forge's lists. */
	readonly listsAddress: string | undefined;
	readonly comparison: PatchsetSnapshot['comparison'];
	readonly comments: PatchsetSnapshot['comments'];
	readonly past: PatchsetSnapshot['past'];
	readonly review: PatchsetSnapshot['review'];
	readonly sending: PatchsetSnapshot['sending'];
	/** The user's trailers that are on their way. */
	readonly waitingTrailers: PatchsetSnapshot['trailers'];
	readonly replyProblem: string;
	/** The newest other version that the user has comments on. */
	readonly commentedVersion: CommentedVersion | undefined;
	/** What the newest version has changed; empty if that is not known. */
	readonly newestChanges: string;
	/** What was said about the version before; undefined if nothing is known of it. */
	readonly earlier: EarlierVersion | undefined;
	readonly statuses: PatchsetStatuses;
	readonly viewedStateOf: (file: ViewedFile) => ViewedState;
	/** The paths of the files of a series that the user has viewed in any version. */
	readonly viewedPathsIn: (series: number) => ReadonlySet<string>;
	/** Whether a mail is new since the user's last visit. */
	readonly isUnseen: (mail: FullMail) => boolean;
	readonly options: ReadingOptions;
	readonly position: ListPosition | null;
	/** The mail that the user has opened the page for. */
	readonly requested?: MailRevealRequest | undefined;
	readonly now: number;
	readonly zone: string | undefined;
}

/** What is known of the series. */
export type KnownSeries = NonNullable<SnapshotInput['known']>;
