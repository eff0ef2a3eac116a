import { Lifetime } from '../../../../src/base/lifetime.ts';
import { connect } from '../../../../src/forge/connect.ts';
import { FirstUses } from '../../../../src/forge/first-use.ts';
import { plainTransport } from '../../../../src/forge/plain-transport.ts';
import { Queues } from '../../../../src/forge/queue.ts';
import { listRows } from '../../../../src/forge/rows/lists.ts';
import { wire } from '../../../../src/forge/wire.ts';
import type { ListCache } from '../../../../src/patches/state/list-cache.ts';
import { MailingLists } from '../../../../src/patches/state/mailing-lists.ts';
import type { Quirk } from '../../../../src/sandbox/drift.ts';
import { demoWindows, type Name } from '../../demo-window.ts';

/** The typed functions for lists, with the requests that they send, such as `/lists/editor-devel/posts`. */
function connectLists(address: string, token: string) {
	const network = plainTransport();
	const asked: string[] = [];
	const line: { isCut: boolean; refuses?: RegExp } = { isCut: false };
	const client = connect(
		listRows,
		wire({
			base: address,
			token: () => token,
			fetch: async (url, request) => {
				if (line.isCut) throw Object.assign(new Error('the cable is out'), { code: 'ECONNREFUSED' });
				const { pathname, search } = new URL(url);
				const path = pathname.replace(/^\/api(?:\/user\/~\w+)?/, '') + decodeURIComponent(search);
				asked.push(path);
				const isRefused = line.refuses?.test(path) === true;
				return network.fetch(isRefused ? url.replace(/search=[^&]*/, 'search=is:unheard') : url, request);
			},
			queues: new Queues(new FirstUses()),
			agent: 'Tildeforge/test',
			retryPolicy: { times: 0, baseMs: 1, capMs: 1, maxWaitMs: 1 },
		}),
	);
	return { client, asked, line, dispose: () => network.dispose() };
}

/** A forge with the demo world, while the tests of a `describe` run. `open` opens a window on its mailing lists. */
export function demoLists(quirks: readonly Quirk[] = []) {
	const { open, forge } = demoWindows({
		area: 'lists',
		connect: ({ addresses }, token) => connectLists(addresses.lists, token),
		clients: ({ client }) => ({ lists: client }),
		open: (options) => MailingLists.open(options),
		quirks,
	});
	return {
		forge,
		open: async (options: Parameters<typeof open>[0] = {}) => {
			const { opened: lists, ending, connections, ...window } = await open(options);
			return {
				...{ ...window, lists },
				/** The cache of a list, as an account sees it. */
				cache: async (name: Name, list: string, owner = '~ana'): Promise<ListCache> => {
					const lifetime = new Lifetime();
					ending.push(() => lifetime.dispose());
					const cache = lists.of(name)?.lists.cache({ owner, name: list }, lifetime);
					if (!cache) throw new Error(`${name} is not signed in.`);
					await cache.open();
					return cache;
				},
				/** The forge refuses searches that match. */
				refuse: (pattern: RegExp) => {
					for (const { line } of connections) line.refuses = pattern;
				},
			};
		},
	};
}
