import { join } from 'node:path';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { listRows } from '../../../src/forge/rows/lists.ts';
import type { ListCache } from '../../../src/patches/state/lists/list-cache.ts';
import { MailingLists } from '../../../src/patches/state/mailing-lists.ts';
import type { SeriesReader } from '../../../src/patches/state/series/series-reader.ts';
import { StatusChanges } from '../../../src/patches/state/status/status-changes.ts';
import type { StatusOutboxChange } from '../../../src/patches/state/status/status-outbox-format.ts';
import type { PatchsetKey, SeriesKey } from '../../../src/platform/model/keys.ts';
import { createMailDrafts } from '../../../src/review/state/mail-drafts.ts';
import type { MailEntry } from '../../../src/review/state/outbox-mail.ts';
import type { Deliver } from '../../../src/review/state/outbox-mail-sender.ts';
import { createReviewComments } from '../../../src/review/state/review-comments.ts';
import { ReviewMails } from '../../../src/review/state/review-mails.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { demoWindows, type Name } from '../window/demo-window.ts';
import { connectArea } from './connected-area.ts';

/** The typed functions for lists, with the requests that they send, such as `/lists/editor-devel/posts`. */
function connectLists(address: string, token: string) {
	const refusal: { searches?: RegExp } = {};
	const refuse = (url: string) =>
		refusal.searches?.test(url) ? url.replace(/search=[^&]*/, 'search=is:unheard') : url;
	const connection = connectArea({
		...{ rows: listRows, address, token, redirect: refuse },
		shorten: (path) => path.replace(/^\/api(?:\/user\/~\w+)?/, ''),
	});
	return { ...connection, refusal };
}

/** A forge with the demo world, while the tests of a `describe` run. `open` opens a window on its mailing lists. */
export function demoLists(quirks: readonly Quirk[] = []) {
	const { open, ending, forge } = demoWindows({
		area: 'lists',
		connect: ({ addresses }, token) => connectLists(addresses.lists, token),
		clients: ({ client }) => ({ lists: client }),
		open: (options) => MailingLists.open(options),
		quirks,
	});
	return {
		...{ forge, ending },
		open: async (options: Parameters<typeof open>[0] = {}) => {
			const { opened: lists, connections, ...window } = await open(options);
			return {
				...{ ...window, lists },
				/** The cache of a list, as an account sees it. */
				cache: async (name: Name, list: string, owner = '~ana'): Promise<ListCache> => {
					const lifetime = new Lifetime();
					ending(lifetime);
					const cache = lists.of(name)?.lists.cache({ owner, name: list }, lifetime);
					if (!cache) throw new Error(`${name} is not signed in.`);
					await cache.open();
					return cache;
				},
				connections,
				/** The reader of a series, which is held until the test ends. */
				reader: (key: SeriesKey): SeriesReader => {
					const lifetime = new Lifetime();
					ending(lifetime);
					const reader = lists.of(key.account)?.series.hold(key, lifetime);
					if (!reader) throw new Error(`${key.account} is not signed in.`);
					return reader;
				},
				/** The statuses that the user sets. */
				statuses: async (): Promise<StatusChanges> => {
					const { folder, log, seen } = window;
					const changes = await StatusChanges.open({
						lists,
						forges: { isTemporary: () => false, seen },
						folder,
						log,
					});
					ending(changes);
					return changes;
				},
				/** The mails that the user sends, and their comments. `deliver` hands a mail over. */
				reviewMails: async (
					deliver: Deliver,
					more: {
						readonly lookAfterMs?: readonly number[];
						readonly setStatus?: () => Promise<unknown>;
						readonly canSetStatus?: () => boolean;
						/** Whether the account exists only in this window. */
						readonly isTemporary?: boolean;
						readonly reopen?: (entry: MailEntry) => Promise<void>;
					} = {},
				) => {
					const { folder, log } = window;
					const comments = createReviewComments(fileStorage(join(folder, 'reviews'), log), log);
					const drafts = createMailDrafts(fileStorage(join(folder, 'mail-drafts'), log), log);
					await drafts.open();
					const set: (readonly [PatchsetKey, StatusOutboxChange])[] = [];
					const mails = await ReviewMails.open({
						...{ lists, forges: { isTemporary: () => more.isTemporary === true }, folder, log, deliver },
						comments: async () => comments,
						drafts: async () => drafts,
						setStatus: async (...status) => set.push(status),
						canSetStatus: () => true,
						...more,
					});
					ending(mails, comments, drafts);
					return { mails, comments, drafts, set };
				},
				/** The forge refuses searches that match. */
				refuse: (pattern: RegExp) => {
					for (const { refusal } of connections) refusal.searches = pattern;
				},
			};
		},
	};
}
