import type { Users } from '../state/users.ts';
import type { RevealRequests } from './reveal-requests.ts';
import type { ListStep } from './shared-tab.ts';
import type { ListPosition, OutboxAct } from './snapshot-parts.ts';

/** What pages of every kind use of VS Code and of the rest of the extension. */
export interface PageHost {
	/** Shared by all pages. */
	readonly users: Users;
	readonly openInBrowser: (address: string) => unknown;
	/** Opens something of a forge by its address, with this account if that may see it. */
	readonly openAddress: (address: string, account: string | undefined) => PromiseLike<unknown>;
	/** Says that Tildeforge does not open an address. */
	readonly showUnsupportedLink: (address: string) => unknown;
	readonly copy: (text: string) => PromiseLike<unknown>;
	readonly signIn: (instance: string | undefined) => unknown;
	/** Fetches an image from the web and returns it as a `data:` address. */
	readonly loadImage: (address: string) => Promise<string>;
	/** From now on, pages show the images of a host without asking. */
	readonly allowImages: (host: string) => PromiseLike<unknown>;
	/** Undoes a change by its id or, with null, the last one, whatever it was made to. */
	readonly undoChange: (change: string | null) => PromiseLike<unknown>;
	/** Acts on an entry of the outbox. */
	readonly actOnWaiting: (act: OutboxAct, entry: string) => PromiseLike<unknown>;
}

/** What a page uses of the list that it was opened from, and of the place that it was opened for. */
export interface PageInList<Key, Place extends object> {
	/** Shows the next or previous item. Returns whether another page or the view has the focus afterwards. */
	readonly go: (step: ListStep, from: Key) => boolean | Promise<boolean>;
	/** The page got the focus. */
	readonly didFocus: () => void;
	/** Moves the focus from the page in front to its row, or at least to the view. */
	readonly leave: () => PromiseLike<unknown>;
	/** The position of the item in the list that it was opened from, or else in the first list that has it. */
	readonly position: (key: Key) => ListPosition | null;
	/** The page has shown its position. From now on, it keeps its place in that list. */
	readonly joinList: (key: Key) => void;
	readonly requested: RevealRequests<Key, Place>;
}
