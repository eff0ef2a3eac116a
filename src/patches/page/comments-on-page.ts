import type { Disposable } from '../../base/disposable.ts';
import type { PastText } from '../../platform/page/page-text.ts';
import type { Handlers } from '../../platform/page/requests.ts';
import type { CommentedVersion } from './commented-notes.ts';
import type { commentRequests, ShownComment } from './protocol/comment-protocol.ts';
import type { ShownTrailer } from './protocol/protocol.ts';
import type { reviewRequests, ShownReview, ShownSending } from './protocol/review-protocol.ts';
import type { SeriesPage } from './series-page.ts';

/** The comments that the user writes on the mails of a page, and the panel in which they send them. */
export interface CommentsOnPage extends Disposable {
	readonly handlers: Handlers<typeof commentRequests & typeof reviewRequests>;
	/** `comments`: those on something that the page shows. `past`: those that were sent or discarded. */
	shown(): {
		readonly comments: readonly ShownComment[];
		readonly past: readonly PastText[];
		readonly review: ShownReview | null;
		readonly sending: ShownSending | null;
		/** The trailers that are on their way. */
		readonly waitingTrailers: readonly ShownTrailer[];
	};
	/** The newest other version of the series that the user has comments on; undefined if there is none. */
	otherVersion(): CommentedVersion | undefined;
	/** Moves the comments on an older version to the same lines of this version. Comments on lines that it does not have stay. */
	carryOver(): Promise<void>;
	didHide(): void;
}

export type CreateComments = (page: SeriesPage, changed: () => void) => CommentsOnPage;
