import { tryAsync } from '../../base/abort.ts';
import { background } from '../../base/background.ts';
import type { UserSource } from '../state/users.ts';
import type { PageHost, PageInList } from './page-host.ts';
import type { pageRequests } from './page-requests.ts';
import type { Handlers } from './requests.ts';

interface Page<Key> {
	readonly key: Key;
	readonly host: PageHost & Omit<PageInList<Key, never>, 'requested'>;
	readonly didShow: () => void;
	/** Throws if it is signed out. */
	readonly account: () => UserSource;
	readonly refresh: () => Promise<void>;
}

/** The handlers of the requests of pages of every kind, except of `open`: what a link opens depends on the page. */
export const pageHandlers = <Key>({
	key,
	host,
	didShow,
	account,
	refresh,
}: Page<Key>): Handlers<Omit<typeof pageRequests, 'open'>> => ({
	ready: () => {
		didShow();
		return null;
	},
	focused: () => {
		host.didFocus();
		return null;
	},
	leave: async () => {
		await host.leave();
		return null;
	},
	user: ({ open }) => host.users.of(account(), open),
	showImage: async ({ src }) => ({ data: await host.loadImage(src) }),
	allowImages: async ({ host: name }) => {
		await host.allowImages(name);
		return null;
	},
	retry: async () => {
		await refresh();
		return null;
	},
	go: async ({ step }) => ({
		isElsewhere: await host.go(step === 'done' ? step : step === 'next' ? 1 : -1, key),
	}),
	actOnWaiting: ({ act, entry }) => {
		background(tryAsync(() => host.actOnWaiting(act, entry)));
		return null;
	},
	undo: async ({ change }) => {
		await host.undoChange(change);
		return null;
	},
});
