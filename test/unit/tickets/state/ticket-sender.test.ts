import assert from 'node:assert/strict';
import type { PendingChange } from '../../../../src/tickets/state/pending-change.ts';
import { changeAsAccount, ticketSender } from '../../../../src/tickets/state/ticket-sender.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from './accounts.ts';
import { bob, key as place, readable, stage } from './forge.ts';

const key = { ...place, account: 'ana', ticket: 1 };
const never = new AbortController().signal;

describe('The sender of pending changes', () => {
	const { forge: start, folder, ending } = stage();

	async function open() {
		const forge = await start();
		forge.fill(1);
		const { log } = readable();
		const at = await folder();
		const { forges, signIn, signOut } = accountsOf(forge, at, log);
		signIn('ana');
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		forge.asked.length = 0;
		const updateAsBob = (asked: Parameters<typeof forge.trackers.tickets.update>[2]) =>
			forge.trackers.tickets.update(forge.tracker.tickets[0] ?? assert.fail(), bob, asked);
		return { forge, tickets, sender: ticketSender(tickets), signOut, updateAsBob };
	}

	it('knows by one request whether the forge has a change', async () => {
		const { forge, sender, updateAsBob } = await open();
		const wasApplied = (status: 'confirmed' | 'reported') =>
			sender.wasApplied(key, { change: { status, addLabels: ['bug'] } }, never);
		assert.equal(await wasApplied('reported'), false);
		updateAsBob({ status: 'confirmed', labels: ['bug'] });
		assert.deepEqual([await wasApplied('reported'), await wasApplied('confirmed')], [false, true]);
		assert.deepEqual(new Set(forge.asked), new Set(['GET /tickets/1']));
	});

	it('names the other status and labels of a conflict, unless the change is forced', async () => {
		const { sender, updateAsBob } = await open();
		updateAsBob({ status: 'resolved', resolution: 'fixed', labels: ['easy'] });
		const pending: PendingChange = {
			change: { status: 'confirmed', removeLabels: ['easy'] },
			base: { status: 'reported', resolution: 'unresolved', labels: [] },
		};
		const send = (isForced: boolean) => sender.send(key, pending, { isForced, signal: never });
		assert.deepEqual(await send(false), { kind: 'conflict', theirs: 'Resolved as fixed, labels easy' });
		assert.equal((await send(true)).kind, 'sent');
	});

	it('fails for an account that is signed out, without a request', async () => {
		const { forge, tickets, sender, signOut } = await open();
		await signOut('ana');
		const change = { status: 'confirmed' } as const;
		for (const attempt of [
			() => sender.send(key, { change }, { isForced: false, signal: never }),
			() => sender.wasApplied(key, { change }, never),
			() => changeAsAccount(tickets, key, change, undefined),
		])
			await assert.rejects(attempt, { kind: 'signed-out' });
		assert.deepEqual(forge.asked, []);
	});
});
