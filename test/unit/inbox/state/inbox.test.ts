import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { WatchedResource } from '../../../../src/platform/state/watch/watch-source.ts';
import { untilPassed } from '../../../kit/window/clock.ts';
import { until } from '../../../tools/until.ts';
import { eventOf, inboxStage } from './inbox-stage.ts';

describe('The inbox', () => {
	const { folder, open, ending } = inboxStage();

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

	it('reads an account that has signed in again once, when the window has the focus', async () => {
		const { inbox, reads, cursors, signIn, signOut } = await open(await folder());
		inbox.setFocus(true);
		inbox.refresh();
		await until(() => inbox.pollOf('tracker')?.readAt !== undefined, { what: 'it is read' });
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

	it('does not count a read for an account that has signed in again before what was read was written', async () => {
		const { inbox, holdWrites, signIn, signOut } = await open(await folder());
		const release = holdWrites();
		inbox.refresh();
		await release.isWaiting;
		await signOut('ana');
		signIn('ana');
		await until(() => inbox.pollOf('tracker') !== undefined, { what: 'it is polled' });
		const ended = new Promise<void>((resolve) => inbox.onDidChangePolling(resolve));
		release.now();
		await ended;
		assert.equal(inbox.pollOf('tracker')?.readAt, undefined);
	});

	it('reads a resource again soon that had too much news for one read, also if its webhooks are live', async () => {
		let left = 3;
		const causes: unknown[] = [];
		const read: WatchedResource['read'] = async ({ cause, deliveries }) => {
			causes.push(cause);
			if (cause === 'delivery') return { events: [], cursor: left, wasKnown: true };
			left -= 1;
			if (left === 1) inbox.deliver('tracker', { isVerified: true, delivery: own });
			assert.equal(deliveries.length, left === 0 ? 1 : 0);
			return { events: [], cursor: left, hasMore: left > 0 };
		};
		const own = { kind: 'truncated', event: 'event:create', delivery: 'one' } as const;
		const { inbox, reads } = await open(await folder(), { read });
		inbox.refresh();
		await reads(3);
		await until(() => left === 0);
		assert.deepEqual(causes, ['refresh', 'schedule', 'refresh']);
	});

	it('asks the forge for the rest of what it had to read, also after a failure that ends the attempts', async () => {
		const causes: unknown[] = [];
		const read: WatchedResource['read'] = async ({ cause }) => {
			causes.push(cause);
			if (causes.length === 2) throw new ForgeError('refused', 'of the test');
			return { events: [], cursor: causes.length, hasMore: causes.length === 1 };
		};
		const { inbox } = await open(await folder(), { read });
		inbox.refresh();
		await until(() => inbox.pollOf('tracker')?.failure !== undefined, { what: 'the second read has failed' });
		const delivery = { kind: 'truncated', event: 'event:create', delivery: 'one' } as const;
		inbox.deliver('tracker', { isVerified: true, delivery });
		await until(() => causes.length === 3);
		assert.deepEqual(causes, ['refresh', 'schedule', 'refresh']);
	});

	const orders = [
		['before', 'after'],
		['after', 'before'],
	] as const;
	for (const [left, back] of orders) {
		it(`does not remember failures of an account that signs in again, if its tracker leaves ${left} it and comes back ${back} it`, async () => {
			let isRevoked = false;
			const read = async () => {
				if (isRevoked) throw new ForgeError('signed-out', 'The token is revoked.');
				return { events: [], cursor: 1 };
			};
			const { inbox, reads, follow, signIn, signOut } = await open(await folder(), { read });
			inbox.setFocus(true);
			inbox.refresh();
			await until(() => inbox.pollOf('tracker')?.readAt !== undefined, { what: 'it is read' });
			isRevoked = true;
			inbox.refresh();
			await reads(2);
			await until(() => inbox.pollOf('tracker')?.failure !== undefined, { what: 'the read has failed' });
			isRevoked = false;
			if (left === 'before') follow(false);
			await signOut('ana');
			await until(() => inbox.events.accountOf('ana') === undefined, { what: 'the account is closed' });
			follow(false);
			if (back === 'before') follow(true);
			signIn('ana');
			await until(() => inbox.events.accountOf('ana') !== undefined, { what: 'the account is open again' });
			follow(true);
			await until(() => inbox.pollOf('tracker') !== undefined, { what: 'it is polled' });
			const { failure, readAt } = inbox.pollOf('tracker') ?? {};
			assert.deepEqual({ failure, readAt }, { failure: undefined, readAt: undefined });
		});
	}

	it('reads again what was aborted because an account was closed, and reports no failure', async () => {
		let isClosing = true;
		const read = async () => {
			if (isClosing) {
				isClosing = false;
				throw new DOMException('This operation was aborted', 'AbortError');
			}
			return { events: [], cursor: 1 };
		};
		const { inbox, cursors, lines } = await open(await folder(), { read });
		mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
		ending(() => mock.timers.reset());
		inbox.setFocus(true);
		inbox.refresh();
		await untilPassed(() => cursors.length === 2);
		assert.equal(inbox.pollOf('tracker')?.failure, undefined);
		assert.deepEqual(
			lines.filter(({ line }) => /Could not check/.test(line)),
			[],
		);
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
		assert.deepEqual(inbox.events.entries, []);
		inbox.refresh();
		await shows('event 1 new');
		assert.deepEqual(cursors, [undefined, undefined]);
	});

	it('reads the item that a delivery to the hooks of an account is about, or else what the account has', async () => {
		let accountReads = 0;
		const all: WatchedResource = {
			...{ id: 'all trackers', account: 'ana', server: 'https://todo.forge.test' },
			hookTarget: { family: 'trackersUser', params: {} },
			itemIn: ({ delivery: { event } }) =>
				({ 'event:create': 'tracker', 'ticket:create': 'a tracker that is not followed' })[event],
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
		deliver('what is not followed', 'event:create');
		await setTimeout(20);
		assert.deepEqual([cursors.length, accountReads], [1, 2]);
	});

	/** An inbox whose first read fails, and how many deliveries each read is for. */
	async function openFailing() {
		const delivered: number[] = [];
		const read: WatchedResource['read'] = async ({ deliveries }) => {
			delivered.push(deliveries.length);
			if (delivered.length === 1) throw new ForgeError('refused', 'of the test');
			return { events: [], cursor: 1 };
		};
		const opened = await open(await folder(), { read });
		const delivery = { kind: 'truncated', event: 'event:create', delivery: 'one' } as const;
		opened.inbox.deliver('tracker', { isVerified: true, delivery });
		await until(() => delivered.length === 1);
		return { ...opened, delivered };
	}

	it('reads again for the same deliveries after a failure', async () => {
		const { inbox, delivered } = await openFailing();
		inbox.refresh();
		await until(() => delivered.length === 2);
		assert.deepEqual(delivered, [1, 1]);
	});

	for (const [name, count, cause] of [
		['keeps 500 deliveries that come during a read', 500, 'delivery'],
		['asks the forge if there are more, because the first may be the only new one', 501, 'refresh'],
	] as const) {
		it(name, async () => {
			const found: unknown[] = [];
			const read: WatchedResource['read'] = async ({ cause, deliveries }) => {
				found.push([cause, deliveries.length]);
				return { events: [], cursor: 1 };
			};
			const { inbox, hold, reads } = await open(await folder(), { read });
			const delivery = { kind: 'truncated', event: 'event:create', delivery: 'one' } as const;
			const release = hold();
			inbox.deliver('tracker', { isVerified: true, delivery });
			await reads(1);
			for (let nth = 0; nth < count; nth++) inbox.deliver('tracker', { isVerified: true, delivery });
			release();
			await until(() => found.length === 2);
			assert.deepEqual(found, [
				['delivery', 1],
				[cause, 500],
			]);
		});
	}

	it('forgets what was delivered to an account that signs out', async () => {
		const { inbox, delivered, signOut, signIn } = await openFailing();
		await signOut('ana');
		await until(() => inbox.watched.length === 0);
		signIn('ana');
		await until(() => inbox.watched.length === 1);
		inbox.refresh();
		await until(() => delivered.length === 2);
		assert.deepEqual(delivered, [1, 0]);
	});

	it('tries webhooks again that a forge has refused when the user refreshes', async () => {
		const { inbox, tried } = await open(await folder());
		assert.deepEqual(tried, []);
		inbox.refresh();
		assert.deepEqual(tried, ['webhooks']);
	});

	it('reads a tracker instead of its tickets, and a ticket by itself if its tracker is not followed', async () => {
		const ticketReads: string[] = [];
		const ticket = (id: string, partOf: string): WatchedResource => ({
			...{ id, partOf, account: 'ana', server: 'https://todo.forge.test', requests: 2 },
			hookTarget: { family: 'ticket', params: {} },
			read: async () => {
				ticketReads.push(id);
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
