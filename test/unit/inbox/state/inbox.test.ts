import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { HookState } from '../../../../src/inbox/model/live-state.ts';
import { Inbox } from '../../../../src/inbox/state/inbox.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import { fileStorage } from '../../../../src/platform/state/files.ts';
import type { Watched } from '../../../../src/platform/state/watched.ts';
import { until } from '../../../tools/until.ts';
import { accountsOf } from '../../tickets/state/accounts.ts';
import { readable, stage } from '../../tickets/state/forge.ts';
import { ticketEvent } from '../events.ts';
import { live } from '../model/live-facts.ts';

const place = { account: 'ana', owner: '~ana', tracker: 'editor' };
const eventOf = (nth: number, more: Partial<ReturnType<typeof ticketEvent>> = {}): ForgeEvent =>
	ticketEvent({
		key: `event ${nth}`,
		place,
		item: { ...place, ticket: nth },
		at: new Date().toISOString(),
		...more,
	});

interface OpenOptions {
	readonly isTemporary?: boolean;
	readonly others?: readonly Watched[];
	/** How the tracker is read. By default, it has what happens in this window. */
	readonly read?: Watched['read'];
}

describe('The inbox', () => {
	const { forge: start, folder, ending } = stage();

	/** A window of ana with a tracker in which the test makes things happen. */
	async function open(at: string, { isTemporary = false, others = [], read: ownRead }: OpenOptions = {}) {
		const { log, lines } = readable();
		const { forges, signIn, signOut } = accountsOf(
			await start(),
			at,
			log,
			isTemporary ? () => undefined : undefined,
		);
		signIn('ana');
		const changes = new Emitter<void>();
		const seen = new Emitter<{ readonly at: TicketKey; readonly upTo: string }>();
		let happened: readonly ForgeEvent[] = [];
		const cursors: unknown[] = [];
		let gate: Promise<void> | undefined;
		const tracker: Watched = {
			...{ spelled: 'tracker', account: 'ana', server: 'https://todo.forge.test' },
			...{ hookTarget: { family: 'tracker', params: { owner: '~ana', tracker: 'editor' } } },
			read: async (reading) => {
				const { cursor } = reading;
				cursors.push(cursor);
				const next = cursors.length;
				await gate;
				if (ownRead) return ownRead(reading);
				return { events: happened, cursor: next };
			},
		};
		const liveChanges = new Emitter<void>();
		const heard: string[] = [];
		let isLeading = false;
		let isDeaf = false;
		let hook: HookState = { kind: 'pending' };
		const storage = fileStorage(at, log);
		const inbox = await Inbox.open({
			forges,
			rules: { rules: [], onDidChange: new Emitter<void>().event },
			live: {
				setResources: (resources) => heard.push(resources.map(({ spelled }) => spelled).join()),
				setFocus: (hasFocus) => heard.push(`focus ${hasFocus}`),
				get isLeading() {
					return isLeading;
				},
				stateOf: () => hook,
				onDidChange: liveChanges.event,
			},
			sources: [{ watched: [tracker, ...others], onDidChange: changes.event }],
			seen: [{ onDidSee: seen.event }],
			storage: { ...storage, watch: (name, changed) => storage.watch(name, () => !isDeaf && changed()) },
			log,
		});
		ending(() => inbox.dispose());
		const reads = (count: number) => until(() => cursors.length >= count, { what: `${count} reads` });
		const states = () =>
			inbox.entries.map(({ event, seenAt }) => `${event.key} ${seenAt === undefined ? 'new' : 'seen'}`);
		const shows = (...wanted: readonly string[]) =>
			until(() => states().join() === wanted.join(), { what: `the inbox has ${wanted}: ${states()}` });
		return {
			...{ inbox, cursors, reads, states, shows, lines, signIn, signOut, heard },
			/** Keeps reads from ending until the result is called. */
			hold: () => {
				const { promise, resolve } = Promise.withResolvers<void>();
				gate = promise;
				return () => {
					gate = undefined;
					resolve();
				};
			},
			/** Like a window that the system does not tell of changed files. */
			becomeDeaf: () => {
				isDeaf = true;
			},
			lead: () => {
				isLeading = true;
				liveChanges.fire();
			},
			becomeLive: () => {
				hook = live;
				liveChanges.fire();
			},
			happen: (...events: readonly ForgeEvent[]) => {
				happened = events;
			},
			look: (ticket: number) => {
				// Also at what happens in the next minute.
				const upTo = new Date(Date.now() + 60_000).toISOString();
				seen.fire({ at: { ...place, ticket }, upTo });
			},
		};
	}

	it('reads what has happened while the window has the focus, and asks for nothing without it', async () => {
		const at = await folder();
		const earlier = await open(at);
		earlier.happen(eventOf(9));
		earlier.inbox.refresh();
		await earlier.shows('event 9 new');
		earlier.inbox.dispose();
		const { inbox, cursors, reads, happen, shows } = await open(at);
		happen(eventOf(1));
		await setTimeout(50);
		assert.equal(cursors.length, 0);
		inbox.setFocus(true);
		await shows('event 9 new', 'event 1 new');
		inbox.setFocus(false);
		const before = cursors.length;
		inbox.refresh();
		await setTimeout(50);
		assert.equal(cursors.length, before);
		inbox.setFocus(true);
		await reads(before + 1);
		assert.equal(cursors[0], 1, 'continues where the earlier window has ended');
	});

	it('wants to hear of what it polls, and polls it only rarely once it is live', async () => {
		const { inbox, heard, reads, becomeLive } = await open(await folder());
		assert.deepEqual(heard.splice(0), ['tracker']);
		let changes = 0;
		inbox.onDidChangePolling(() => {
			changes += 1;
		});
		assert.equal(inbox.hasFocus, false);
		inbox.setFocus(true);
		assert.deepEqual([inbox.hasFocus, heard, changes], [true, ['focus true'], 1]);
		inbox.refresh();
		await reads(1);
		await until(() => changes === 2);
		const minutes = () => (inbox.pollOf('tracker')?.everyMs ?? 0) / 60_000;
		assert.ok(minutes() < 1, `${minutes()} minutes`);
		becomeLive();
		assert.ok(minutes() >= 25, `${minutes()} minutes`);
		assert.equal(inbox.pollOf('another'), undefined);
	});

	it('has each event once, in all windows, and remembers after a restart what was seen', async () => {
		const at = await folder();
		const [one, other] = [await open(at), await open(at)];
		for (const window of [one, other]) {
			window.happen(eventOf(1), eventOf(2));
			window.inbox.refresh();
		}
		for (const { shows } of [one, other]) await shows('event 1 new', 'event 2 new');
		await other.inbox.markSeen([eventOf(1)]);
		for (const { shows } of [one, other]) await shows('event 1 seen', 'event 2 new');
		const restarted = await open(at);
		assert.deepEqual(restarted.states(), ['event 1 seen', 'event 2 new']);
	});

	it('has each push once if two windows read at once, and one of them is slow', async () => {
		const at = await folder();
		let head = 0;
		/** As of a branch, of which the forge only tells where it is. */
		const read: Watched['read'] = async ({ cursor }) => {
			const now = head;
			const isNews = typeof cursor === 'number' && cursor !== now;
			return { events: isNews ? [eventOf(now, { key: `from ${cursor} to ${now}` })] : [], cursor: now };
		};
		const fast = await open(at, { read });
		fast.inbox.refresh();
		await fast.reads(1);
		head = 1;
		fast.inbox.refresh();
		await fast.shows('from 0 to 1 new');
		const slow = await open(at, { read });
		const letGo = slow.hold();
		slow.inbox.refresh();
		await slow.reads(1);
		head = 2;
		fast.inbox.refresh();
		await fast.shows('from 0 to 1 new', 'from 1 to 2 new');
		head = 3;
		letGo();
		for (const { shows } of [slow, fast])
			await shows('from 0 to 1 new', 'from 1 to 2 new', 'from 2 to 3 new');
		assert.deepEqual(slow.cursors, [1, 2]);
	});

	it('shows what other windows have read when it gets the focus or begins to lead, although it has not heard of it', async () => {
		const at = await folder();
		const [one, focused, leader] = [await open(at), await open(at), await open(at)];
		for (const { becomeDeaf } of [focused, leader]) becomeDeaf();
		const hold = focused.hold();
		one.happen(eventOf(1));
		one.inbox.refresh();
		await one.shows('event 1 new');
		assert.deepEqual([focused.states(), leader.states()], [[], []]);
		focused.inbox.setFocus(true);
		leader.lead();
		for (const { shows } of [focused, leader]) await shows('event 1 new');
		hold();
	});

	it('reads a resource again in which another window has found something, even if it is no event, once it has the focus', async () => {
		const at = await folder();
		let happened: readonly ForgeEvent[] = [];
		const read: Watched['read'] = async () => ({ events: happened, cursor: happened.length });
		/** What a window has just read it polls only much later. */
		const openAndRead = async () => {
			const window = await open(at, { read });
			window.inbox.refresh();
			await until(() => window.inbox.pollOf('tracker')?.readAt !== undefined);
			return window;
		};
		const [leader, focused, other] = [await openAndRead(), await openAndRead(), await openAndRead()];
		focused.inbox.setFocus(true);
		happened = [eventOf(1)];
		leader.inbox.refresh();
		await focused.reads(2);
		await other.shows('event 1 new');
		await setTimeout(50);
		assert.deepEqual([leader.cursors.length, other.cursors.length], [2, 1]);
		other.inbox.setFocus(true);
		await other.reads(2);
		for (const { states } of [leader, focused, other]) assert.deepEqual(states(), ['event 1 new']);
	});

	it('reads an account that has signed in again once, when the window has the focus', async () => {
		const { inbox, reads, cursors, signIn, signOut } = await open(await folder());
		inbox.setFocus(true);
		inbox.refresh();
		await reads(1);
		await signOut('ana');
		await until(() => inbox.watched.length === 0);
		inbox.setFocus(false);
		signIn('ana');
		await until(() => inbox.watched.length > 0);
		await setTimeout(50);
		assert.equal(cursors.length, 1);
		inbox.setFocus(true);
		await reads(2);
	});

	it('leaves out what the user has done', async () => {
		const { inbox, happen, shows } = await open(await folder());
		happen(eventOf(1, { by: '~ana' }), eventOf(2));
		inbox.refresh();
		await shows('event 2 new');
	});

	it('marks what the user has looked at elsewhere, before or after the inbox hears of it', async () => {
		const { inbox, happen, look, shows } = await open(await folder());
		look(1);
		happen(eventOf(1), eventOf(2));
		inbox.refresh();
		await shows('event 1 seen', 'event 2 new');
		look(2);
		await shows('event 1 seen', 'event 2 seen');
	});

	it('shows nothing of an account that has signed out', async () => {
		const { inbox, happen, shows, signOut, states } = await open(await folder());
		happen(eventOf(1));
		inbox.refresh();
		await shows('event 1 new');
		await signOut('ana');
		await until(() => states().length === 0, { what: 'the inbox is empty' });
	});

	it('keeps nothing of a read during which the account has signed out', async () => {
		const { inbox, cursors, reads, happen, hold, shows, signIn, signOut } = await open(await folder());
		happen(eventOf(1));
		const letGo = hold();
		inbox.refresh();
		await reads(1);
		await signOut('ana');
		letGo();
		await setTimeout(50);
		signIn('ana');
		await until(() => inbox.watched.length > 0, { what: 'the account is open again' });
		assert.deepEqual(inbox.entries, []);
		inbox.refresh();
		await shows('event 1 new');
		assert.deepEqual(cursors, [undefined, undefined]);
	});

	it('knows while the window is open what has happened to an account that only this window has', async () => {
		const { inbox, cursors, reads, happen, shows } = await open(await folder(), { isTemporary: true });
		happen(eventOf(1), eventOf(2));
		inbox.refresh();
		await shows('event 1 new', 'event 2 new');
		await inbox.markSeen([eventOf(1)]);
		inbox.refresh();
		await reads(2);
		await shows('event 1 seen', 'event 2 new');
		assert.equal(cursors[1], 1);
	});

	it('reads the item that a delivery to the hooks of an account is about, or else what the account has', async () => {
		let accountReads = 0;
		const all: Watched = {
			...{ spelled: 'all trackers', account: 'ana', server: 'https://todo.forge.test' },
			hookTarget: { family: 'trackersUser', params: {} },
			itemIn: ({ event }) =>
				({ 'event:create': 'tracker', 'ticket:create': 'a tracker that nobody watches' })[event],
			read: async () => {
				accountReads += 1;
				return { events: [], cursor: null };
			},
		};
		const { inbox, reads, cursors } = await open(await folder(), { others: [all] });
		const deliver = (resource: string, event: string) =>
			inbox.deliver(resource, {
				isVerified: true,
				delivery: { kind: 'truncated', event, delivery: 'one' },
			});
		deliver('all trackers', 'event:create');
		await reads(1);
		assert.equal(accountReads, 0);
		deliver('all trackers', 'ticket:create');
		await until(() => accountReads === 1);
		deliver('all trackers', 'tracker:update');
		await until(() => accountReads === 2);
		deliver('what nobody watches', 'event:create');
		await setTimeout(20);
		assert.deepEqual([cursors.length, accountReads], [1, 2]);
	});

	it('reads a tracker instead of its tickets, and a ticket by itself if its tracker is not followed', async () => {
		const ticketReads: string[] = [];
		const ticket = (spelled: string, partOf: string): Watched => ({
			...{ spelled, partOf, account: 'ana', server: 'https://todo.forge.test', requests: 2 },
			hookTarget: { family: 'ticket', params: {} },
			read: async () => {
				ticketReads.push(spelled);
				return { events: [], cursor: undefined, hasChanged: true };
			},
		});
		const others = [ticket('ticket 1', 'tracker'), ticket('ticket 2', 'another tracker')];
		const { inbox, heard, reads, cursors, becomeLive } = await open(await folder(), { others });
		assert.deepEqual(heard.splice(0), ['tracker,ticket 1,ticket 2']);
		inbox.refresh();
		await reads(1);
		await until(() => ticketReads.length === 1);
		const minutes = () => (inbox.pollOf('ticket 2')?.everyMs ?? 0) / 60_000;
		await until(() => minutes() > 0 && minutes() < 0.4, { what: `it is read soon again: ${minutes()}` });
		assert.equal(inbox.pollOf('ticket 1'), undefined);
		const delivery = { kind: 'truncated', event: 'event:create', delivery: 'one' } as const;
		inbox.deliver('ticket 1', { isVerified: true, delivery });
		await reads(2);
		inbox.deliver('ticket 2', { isVerified: true, delivery });
		await until(() => ticketReads.length === 2);
		assert.deepEqual([ticketReads, cursors.length], [['ticket 2', 'ticket 2'], 2]);
		becomeLive();
		assert.deepEqual(heard.splice(0), ['tracker,ticket 2']);
	});
});
