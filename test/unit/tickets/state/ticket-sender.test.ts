import assert from 'node:assert/strict';
import { ownLock } from '../../../../src/base/files/held-lock.ts';
import type { TicketOutboxChange } from '../../../../src/tickets/state/changes/ticket-outbox-format.ts';
import { ticketSender } from '../../../../src/tickets/state/ticket-sender.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { ana, bob, key as place, readable, stage } from '../../../kit/forge/tracker-forge.ts';

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
		const accounts = {
			of: (account: string) => tickets.of(account),
			...{ quirks: tickets.quirks, ownChanges: tickets.ownChanges },
		};
		const sender = ticketSender({
			...accounts,
			label: () => assert.fail('It has labels.'),
			didCreate: () => assert.fail('It was created.'),
		});
		const mark = sender.mark?.(key, 0);
		const missing = (pending: TicketOutboxChange) =>
			sender.missing(key, pending, { mark, confirmedAt: 0, signal: never });
		return { forge, tickets, sender, missing, signOut, updateAsBob };
	}

	it('names the other status and labels of a conflict, and sends the change when the user has seen them', async () => {
		const { sender, updateAsBob } = await open();
		updateAsBob({ status: 'resolved', resolution: 'fixed', labels: ['easy'] });
		const pending: TicketOutboxChange = {
			change: { status: 'confirmed', removeLabels: ['easy'] },
			base: { status: 'reported', resolution: 'unresolved', labels: [] },
		};
		const send = (change: TicketOutboxChange) =>
			sender.send(key, change, { waitedMs: 0, signal: never, confirm: ownLock.confirm });
		const conflict = await send(pending);
		assert.ok(conflict.kind === 'conflict');
		assert.equal(conflict.theirs, 'Resolved as fixed, labels easy');
		assert.equal((await send(conflict.rebased)).kind, 'sent');
	});

	it('finds that the original of a duplicate was named, without the resolution', async () => {
		const { forge, missing } = await open();
		const state = { status: 'resolved', resolution: 'duplicate' } as const;
		const pending: TicketOutboxChange = { change: { ...state, duplicateOf: '#3' } };
		assert.equal(await missing(pending), pending);
		const [ticket = assert.fail()] = forge.tracker.tickets;
		forge.trackers.tickets.update(ticket, ana, { comment: 'Duplicate of #3' });
		assert.deepEqual(await missing(pending), { change: state });
	});

	it('fails for an account that is signed out, without a request', async () => {
		const { forge, sender, missing, signOut } = await open();
		await signOut('ana');
		const change = { status: 'confirmed' } as const;
		for (const attempt of [
			() => sender.send(key, { change }, { waitedMs: 0, signal: never, confirm: ownLock.confirm }),
			() => missing({ change }),
		])
			await assert.rejects(attempt, { kind: 'signed-out' });
		assert.deepEqual(forge.asked, []);
	});

	it('does not take an equal comment from long before for one that did not arrive', async () => {
		const { forge, sender } = await open();
		const [ticket = assert.fail()] = forge.tracker.tickets;
		forge.trackers.tickets.update(ticket, ana, { comment: 'Still slow?' });
		const confirmedAt = Date.parse(ticket.updated) + 365 * 24 * 3_600_000;
		const mark = sender.mark?.(key, confirmedAt);
		const pending: TicketOutboxChange = { change: { comment: 'Still slow?' } };
		assert.equal(await sender.missing(key, pending, { mark, confirmedAt, signal: never }), pending);
	});

	it('finds a comment that has arrived, and what is missing of the choices that were sent with it', async () => {
		const { forge, missing } = await open();
		const pending: TicketOutboxChange = {
			change: { comment: 'Mine.', status: 'confirmed' },
		};
		assert.equal(await missing(pending), pending);
		const [ticket = assert.fail()] = forge.tracker.tickets;
		forge.trackers.tickets.update(ticket, bob, { comment: 'Mine.' });
		assert.equal(await missing(pending), pending, 'another user has said the same');
		forge.trackers.tickets.update(ticket, ana, { comment: 'Mine.' });
		assert.deepEqual(await missing(pending), { change: { status: 'confirmed' } });
		forge.trackers.tickets.update(ticket, bob, { status: 'confirmed' });
		assert.equal(await missing(pending), undefined);
	});
});
