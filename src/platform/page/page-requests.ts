import type { ShownUser } from '../model/user-card.ts';
import { fields, forAnyPage, nothing, oneOf, row, text } from './requests.ts';

/** The requests of pages of every kind. */
export const pageRequests = {
	/** The page has loaded and needs its first snapshot. */
	ready: forAnyPage(row(nothing)),
	/** The page got the focus: commands without a row now act on it. */
	focused: forAnyPage(row(nothing)),
	/** Moves the focus to the row of the page, or at least to its view. */
	leave: forAnyPage(row(nothing)),
	/** Returns what is known about the user of a link. */
	user: forAnyPage(row(fields({ open: text(8192) })).giving<ShownUser>()),
	/** Returns a clicked image as a `data:` address, because the page itself cannot fetch anything. */
	showImage: forAnyPage(row(fields({ src: text(8192) })).giving<{ readonly data: string }>()),
	/** Stores that the images of a host are shown without asking. */
	allowImages: forAnyPage(row(fields({ host: text(1024) }))),
	/** Reads what the page shows again. */
	retry: row(nothing),
	/** Continues from the item requested last, even if the page has not shown it yet. `isElsewhere`: another page takes the focus. */
	go: forAnyPage(
		row(fields({ step: oneOf('next', 'previous') })).giving<{ readonly isElsewhere: boolean }>(),
	),
	/** Undoes the last change, whatever it was made to. */
	undo: forAnyPage(row(nothing)),
};
