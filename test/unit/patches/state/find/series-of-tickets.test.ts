import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import {
	followSeriesOfTicket,
	type NamingSeries,
} from '../../../../../src/patches/state/find/series-of-tickets.ts';
import { allQuirks } from '../../../../../src/sandbox/server/drift.ts';
import { demoLists } from '../../../../kit/forge/demo-lists.ts';
import { endings } from '../../../../tools/endings.ts';
import { until } from '../../../../tools/until.ts';

const ticket = { account: 'ana', owner: '~ana', tracker: 'editor', ticket: 6 };
const list = { account: 'ana', owner: '~ana', list: 'editor-devel' };
const wrapping = 'Wrap long lines';

for (const [name, quirks] of [
	['a strict forge', []],
	['a forge as in practice', allQuirks],
] as const) {
	describe(`The series that name a ticket on ${name}`, () => {
		const { open: openWindow } = demoLists(quirks);
		const ending = endings();

		async function open(options: Parameters<typeof openWindow>[0] = {}) {
			const window = await openWindow(options);
			const account = window.lists.of('ana') ?? assert.fail();
			const lifetime = new Lifetime();
			ending(lifetime);
			const found: (readonly string[])[] = [];
			let last: readonly NamingSeries[] = [];
			const follow = (one = ticket, tracker = 'editor') =>
				followSeriesOfTicket({
					...{ ticket: one, account, lifetime },
					findKnown: async () => ({ owner: '~ana', name: tracker }),
					didFind: (series) => {
						last = series;
						found.push(series.map(({ series: { chain } }) => chain.title));
					},
				});
			/** Reads the first version of the series, whose cover letter names the ticket, as its page does. */
			const readFirst = async () => {
				const cache = await window.cache('ana', 'editor-devel');
				await cache.refresh();
				const series = cache.threads.series.find(({ chain }) => chain.title === wrapping);
				const [patchset = assert.fail()] = series?.chain.versions[0]?.patchsets ?? [];
				const reader = window.reader({ ...list, patchset });
				await reader.refresh();
				await reader.settled();
			};
			return { ...window, account, lifetime, found, last: () => last, follow, readFirst };
		}

		it('are found as soon as a mail of theirs was read, also later, without requests', async () => {
			const { account, found, last, follow, readFirst, folder, forget, asked } = await open();
			await account.lists.own.refresh();
			await follow();
			assert.deepEqual(found, [[]]);
			await readFirst();
			await until(() => found.at(-1)?.length === 1);
			assert.deepEqual(found.at(-1), [wrapping]);
			assert.equal(last()[0]?.series.newest.version, 3);
			assert.deepEqual(last()[0]?.list, list);
			forget();
			await account.lists.own.settled();
			const later = await open({ folder });
			await later.follow();
			assert.deepEqual(later.found, [[wrapping]]);
			assert.deepEqual([...asked(), ...later.asked()], []);
		});

		it('are none for other tickets, or if the list is of another tracker', async () => {
			const { account, found, follow, readFirst } = await open();
			await account.lists.own.refresh();
			await readFirst();
			await follow({ ...ticket, ticket: 7 });
			await follow({ ...ticket, tracker: 'notes' });
			await follow(ticket, 'notes');
			assert.deepEqual(found, [[], [], []]);
			await follow();
			assert.deepEqual(found.at(-1), [wrapping]);
		});
	});
}
