import type { ShownUser } from '../model/user-card.ts';
import { fields, forAnyPage, nothing, oneOf, orNull, row, text } from './requests.ts';
import { outboxActs } from './snapshot-parts.ts';

/** The requests of pages of every kind. All but `retry` mean the same whatever the panel shows when they arrive. */
export const pageRequests = {
	/** The page has loaded and needs its first snapshot. */
	ready: forAnyPage(row(nothing)),
	/** The page got the focus: commands without a row now act on it. */
	focused: forAnyPage(row(nothing)),
	/** Moves the focus to the tree row that the page belongs to, or at least to its view. */
	leave: forAnyPage(row(nothing)),
	/** Opens a link or reference of the page. */
	open: forAnyPage(row(fields({ open: text(8192) }))),
	/** Returns what is known about the user of a link. */
	user: forAnyPage(row(fields({ open: text(8192) })).giving<ShownUser>()),
	/** Returns a clicked image as a `data:` address, because the page itself cannot fetch anything. */
	showImage: forAnyPage(row(fields({ src: text(8192) })).giving<{ readonly data: string }>()),
	/** Stores that the images of a host are shown without asking. */
	allowImages: forAnyPage(row(fields({ host: text(1024) }))),
	/** Reads what the page shows again. */
	retry: row(nothing),
	/**
	 * Steps to another item. Quick steps count from the last one, not from what is drawn. `done` marks the row of a mixed list as seen, and
	 * steps to what is new. `isElsewhere`: another page or a view takes the focus.
	 */
	go: forAnyPage(
		row(fields({ step: oneOf('next', 'previous', 'done') })).giving<{ readonly isElsewhere: boolean }>(),
	),
	/** Runs the action of a button for a change in the outbox. */
	actOnWaiting: forAnyPage(row(fields({ entry: text(), act: oneOf(...outboxActs) }))),
	/** Undoes a change that a button names, or the last one, whatever it was made to. */
	undo: forAnyPage(row(fields({ change: orNull(text()) }))),
};
