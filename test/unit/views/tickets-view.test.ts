import assert from 'node:assert/strict';
import { sleep } from '../../../src/base/backoff.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { Tickets } from '../../../src/host/tickets.ts';
import { usualOrder } from '../../../src/model/query/query.ts';
import { defaultQueries } from '../../../src/model/query/saved.ts';
import type { TrackerShelf } from '../../../src/state/tracker-shelf.ts';
import { TicketsView } from '../../../src/views/tickets/tickets-view.ts';
import { stillHeld } from '../../tools/released.ts';
import { Screen } from '../../tools/screen.ts';
import { until } from '../../tools/until.ts';
import { accountsOf } from '../host/accounts.ts';
import { ana, bob, readable, stage, type TrackerForge } from '../state/forge.ts';

const minute = 60_000;

describe('The Tickets view', () => {
	const { forge: start, folder, ending } = stage();

	/** The view of ana's own trackers, with all rows open; `trackers` more than the one that she has. */
	async function open(trackers = 0, tickets = 3) {
		const forge = await start();
		forge.fill(tickets);
		for (let nth = 0; nth < trackers; nth++) {
			const tracker = forge.trackers.create({ name: 'ana' }, { name: `other-${nth}` });
			for (let i = 0; i < tickets; i++) forge.trackers.tickets.open(tracker, bob, { title: `Ticket ${i}` });
		}
		const at = await folder();
		const { log } = readable();
		const { forges, signIn, signOut } = accountsOf(forge, at, log);
		const known = await Tickets.open({ forges, folder: at, log });
		ending(() => known.dispose());
		const clock = { now: Date.now() };
		const view: TicketsView = new TicketsView({
			tickets: known,
			settings: {
				queries: defaultQueries,
				grouping: 'none',
				order: usualOrder,
				filter: () => undefined,
				onDidChange: () => ({ dispose: () => {} }),
			},
			changed: (row) => screen.changed(row),
			isVisible: () => true,
			now: () => clock.now,
		});
		const screen = new Screen({
			roots: async () => (await Promise.all(known.accounts.map((account) => view.rows(account)))).flat(),
			shown: (row) => view.shown(row),
		});
		ending(() => view.dispose());
		ending(() => screen.dispose());
		signIn('ana');
		await screen.draw();
		/** All pages of its own trackers have been read and are on the screen, and nothing is being asked for. */
		const settle = async () => {
			const user = new Lifetime();
			const shelves = known.accounts.flatMap(({ trackers: mine }) =>
				(mine.own.value ?? []).map(({ owner, name }) => mine.tracker(owner.canonical_name, name, user)),
			);
			const isDrawn = ({ key, tickets: { size } }: TrackerShelf) =>
				screen.row(`ana/~ana/${key.tracker}`)?.description === `${size} open`;
			await until(() => shelves.every((shelf) => shelf.complete && !shelf.reading && isDrawn(shelf)));
			user.dispose();
			await screen.settled();
			// The last change may still be on its way to the view.
			for (let made = -1; made !== screen.made.length; await sleep(100)) made = screen.made.length;
		};
		await settle();
		return { forge, tickets: known, view, screen, signIn, signOut, clock, settle };
	}

	const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
	const asksFor = (forge: TrackerForge, what: RegExp) => forge.asked.filter((one) => what.test(one)).length;

	it('asks twice for each of ten trackers when it is refreshed, and draws nothing where there is no news', async () => {
		const { forge, view, screen, settle } = await open(9, 120);
		const changed = forge.tracker.tickets[119] ?? assert.fail();
		forge.asked.length = 0;
		screen.drawn.length = 0;
		screen.made.length = 0;
		view.refresh();
		await settle();
		await until(() => forge.asked.length >= 21);
		await settle();
		assert.deepEqual(
			[asksFor(forge, /tickets$/), asksFor(forge, /labels$/), forge.asked.length],
			[10, 10, 21],
			forge.asked.join('\n'),
		);
		forge.trackers.tickets.update(changed, ana, { labels: ['bug'] });
		view.refresh();
		await until(() => screen.drawn.length > 0);
		await settle();
		const list = 'ana/~ana/editor/query/Open';
		assert.deepEqual(new Set(screen.drawn), new Set([list, ...upTo(120).map((id) => `${list}/${id}`)]));
		assert.deepEqual(
			screen.made.filter((id) => !id.startsWith('ana/~ana/editor')),
			[],
		);
	});

	it('asks for what is old when it is shown again, and for nothing that is not', async () => {
		const { forge, view, clock, settle } = await open(1);
		forge.asked.length = 0;
		view.looked();
		clock.now += 2 * minute;
		view.looked();
		await until(() => asksFor(forge, /tickets$/) === 2 && asksFor(forge, /trackers$/) === 1);
		await settle();
		assert.equal(forge.asked.length, 5, forge.asked.join('\n'));
	});

	it('asks no more for the last tracker once it is not pinned any more', async () => {
		const { forge, tickets, view, screen, settle } = await open();
		const trackers = tickets.of('ana')?.trackers;
		assert.ok(trackers);
		forge.trackers.create({ name: 'bob' }, { name: 'tools' });
		await trackers.pin({ owner: '~bob', name: 'tools' });
		await until(() => screen.row('ana/~bob/tools'));
		await trackers.own.refresh();
		trackers.remove('editor');
		await until(() => !screen.row('ana/~ana/editor'));
		await trackers.unpin({ owner: '~bob', name: 'tools' });
		await until(() => screen.row('notice/none/ana'));
		forge.asked.length = 0;
		view.refresh();
		await until(() => screen.row('ana/~ana/editor'));
		await settle();
		assert.equal(asksFor(forge, /tools/), 0, forge.asked.join('\n'));
	});

	it('holds nothing of accounts that have signed out', async () => {
		const { tickets, screen, signIn, signOut, settle } = await open();
		// A function of its own, so that the test itself holds nothing.
		const signOutAndIn = async (): Promise<readonly WeakRef<object>[]> => {
			const { trackers, connection } = tickets.accounts[0] ?? assert.fail();
			const gone = [new WeakRef<object>(trackers), new WeakRef<object>(connection)];
			await signOut('ana');
			await screen.settled();
			signIn('ana');
			await until(() => screen.row('ana/~ana/editor'));
			await settle();
			return gone;
		};
		const gone: WeakRef<object>[] = [];
		for (let times = 0; times < 5; times++) gone.push(...(await signOutAndIn()));
		await until(async () => (await stillHeld(gone)) === 0, { seconds: 5, what: 'they are released' });
	});
});
