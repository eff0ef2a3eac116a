import assert from 'node:assert/strict';
import { TrackerCache } from '../../../../../src/tickets/state/tracker-cache.ts';
import { trackersCheck } from '../../../../../src/tickets/state/watch/check-trackers.ts';
import { bob, key, readable, stage, type TrackerForge } from '../../../../kit/forge/tracker-forge.ts';
import { stopTheDate } from '../../../../kit/window/clock.ts';

describe('A check of trackers', () => {
	const { forge: start, storage, ending } = stage();
	const { signal } = new AbortController();
	const clock = stopTheDate(0);

	/** The tracker `editor`, a tracker without tickets, and one that does not exist, all read at minute 0. */
	async function open(connect = (forge: TrackerForge) => forge.client('ana')) {
		const forge = await start();
		forge.fill(2);
		forge.fill(0, 'empty');
		const cacheOf = async (tracker: string) => {
			const cache = new TrackerCache({
				...{ key: { ...key, tracker }, client: connect(forge), cache: await storage() },
				log: readable().log,
			});
			ending(() => cache.dispose());
			return cache;
		};
		const caches = [await cacheOf('editor'), await cacheOf('empty'), await cacheOf('gone')];
		const extras = forge.extras('ana');
		for (const cache of caches.slice(0, 2)) await cache.refresh();
		/** When each cache counts as read after a check, by default at minute 1. */
		const check = async (now = 60_000) => {
			clock.now = now;
			await trackersCheck(extras).run(caches, signal);
			return caches.map(({ asOf }) => asOf);
		};
		return { forge, caches, extras, check };
	}
	const first = ({ tracker }: TrackerForge) => tracker.tickets[0] ?? assert.fail();

	it('counts as a read of those in which nothing has happened, with one request', async () => {
		const { forge, caches, check } = await open();
		const answers: string[] = [];
		for (const cache of caches) cache.list.onDidAnswer(() => answers.push(cache.key.tracker));
		forge.asked.length = 0;
		assert.deepEqual(await check(), [60_000, 60_000, undefined]);
		assert.deepEqual(forge.asked, ['POST /query']);
		assert.deepEqual(answers, ['editor', 'empty']);
	});

	for (const [what, change] of [
		['a comment', (forge) => forge.trackers.tickets.update(first(forge), bob, { comment: 'Yes.' })],
		['a label', (forge) => forge.trackers.tickets.update(first(forge), bob, { labels: ['bug'] })],
		['an assignment', (forge) => forge.trackers.tickets.assign(first(forge), bob, 'ana')],
		['a new ticket', (forge) => forge.fill(1)],
		[
			'a deletion',
			(forge) => forge.extras('ana').deleteTicket({ owner: '~ana', tracker: 'editor', ticket: 1 }),
		],
	] as const satisfies readonly (readonly [string, (forge: TrackerForge) => unknown])[])
		it(`leaves a tracker to a read of its own after ${what}`, async () => {
			const { forge, check } = await open();
			await change(forge);
			assert.deepEqual(await check(), [0, 60_000, undefined]);
		});

	it('does not count for a tracker that could not be read since', async () => {
		const { forge, caches, check } = await open();
		forge.line.broken = /GET \/tickets/;
		await caches[0]?.refresh();
		forge.line.broken = undefined;
		assert.deepEqual(await check(), [0, 60_000, undefined]);
	});
});
