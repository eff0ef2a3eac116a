import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { type ana, bob, key as place, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { seenIn } from '../../../kit/items/seen.ts';
import { stopTheClock, untilPassed } from '../../../kit/window/clock.ts';

const key = { ...place, account: 'ana', ticket: 1 };

describe('A change that the user has made', () => {
	stopTheClock();
	const { forge: start, folder, ending } = stage();

	/** A forge with a ticket that ana has seen, and a function that opens a window of hers. */
	async function open() {
		const forge = await start();
		forge.fill(1);
		const [ticket = assert.fail()] = forge.tracker.tickets;
		const { log } = readable();
		const at = await folder();
		const window = async () => {
			const { forges, signIn } = accountsOf(forge, at, log);
			signIn('ana');
			let isEnding = false;
			const storageOf = (account: string) => {
				const storage = forges.caches.of(account);
				const replace: typeof storage.replace = (...args) =>
					isEnding ? assert.fail('ENOSPC') : storage.replace(...args);
				return { ...storage, replace };
			};
			Object.assign(forges, { seen: seenIn({ of: storageOf }) });
			const tickets = await Tickets.open({ forges, folder: at, log });
			const { seen } = tickets;
			const user = new Lifetime();
			ending(() => {
				user.dispose();
				tickets.dispose();
			});
			const cache = tickets.trackerCache(key, user) ?? assert.fail();
			await cache.refresh();
			const isUnseen = () => seen.isUnseen(key, cache.tickets.get(1) ?? assert.fail(), '~ana');
			/** Closes the window before or after its outbox has had the time to send. It stores no mark any more. */
			const close = async (signal: AbortSignal) => {
				isEnding = true;
				const finishing = tickets.outbox.finish(signal);
				forge.release();
				await finishing;
				tickets.dispose();
			};
			return { tickets, seen, cache, isUnseen, close };
		};
		const one = await window();
		one.seen.begin(key, one.cache.tickets.values(), undefined);
		const confirm = () =>
			one.tickets.change([key], { status: 'confirmed', addLabels: ['bug'] }, 0, one.tickets.basesOf([key]));
		/** Other events come later than the forge's tolerance for the same time. */
		const update = (by: typeof ana, asked: Parameters<typeof forge.trackers.tickets.update>[2]) => {
			forge.trackers.tickets.update(ticket, by, asked);
		};
		const pass = (seconds: number) => forge.skip(seconds);
		pass(60);
		return { forge, ...one, window, confirm, update, pass };
	}

	it('is not new to them if a poll learns of it before its answer arrives', async () => {
		const { forge, tickets, cache, isUnseen, confirm } = await open();
		forge.line.held = /^PUT/;
		await confirm();
		await untilPassed(() => forge.line.waiting.length > 0);
		await cache.refresh();
		assert.equal(cache.tickets.get(1)?.status, 'confirmed');
		forge.release();
		await untilPassed(() => tickets.outbox.entries.length === 0);
		assert.equal(isUnseen(), false);
	});

	it('leaves new what another user had done before', async () => {
		const { tickets, isUnseen, confirm, update, pass } = await open();
		update(bob, { comment: 'Look!' });
		pass(60);
		await confirm();
		await untilPassed(() => tickets.outbox.entries.length === 0);
		assert.equal(isUnseen(), true);
	});

	for (const [what, didBobAct] of [
		['is not new to them if its answer is lost', false],
		['leaves new what another user has done since if its answer is lost', true],
	] as const) {
		it(what, async () => {
			const { forge, tickets, cache, isUnseen, confirm, update, pass } = await open();
			await cache.readWithEvents(1);
			forge.line.lost = /^PUT/;
			forge.line.held = /^PUT/;
			await confirm();
			await untilPassed(() => forge.asked.some((what) => what.startsWith('PUT')));
			await untilPassed(() => forge.tracker.tickets[0]?.standing.status === 'confirmed');
			pass(60);
			if (didBobAct) update(bob, { comment: 'Look!' });
			await untilPassed(() => tickets.outbox.entries.length === 0);
			await cache.refresh();
			assert.equal(isUnseen(), didBobAct);
		});
	}

	for (const [what, didBobAct, endAfterMs] of [
		['is not new to them if the window closes before the answer arrives', false, 0],
		['is not new to them if the answer arrives while the window closes', false, 10_000],
		['leaves new what another user does before the next window opens', true, 0],
	] as const) {
		it(what, async () => {
			const { forge, confirm, update, pass, window, close } = await open();
			forge.line.held = /^PUT/;
			await confirm();
			await untilPassed(() => forge.line.waiting.length > 0);
			await close(endAfterMs === 0 ? AbortSignal.abort() : AbortSignal.timeout(endAfterMs));
			pass(60);
			if (didBobAct) update(bob, { comment: 'Look!' });
			const next = await window();
			assert.equal(next.isUnseen(), true, 'The next window knows the changed ticket.');
			await untilPassed(() => next.tickets.outbox.entries.length === 0);
			assert.equal(next.isUnseen(), didBobAct);
		});
	}
});
