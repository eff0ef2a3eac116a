import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import type { Quirk } from '../../../../src/sandbox/server/drift.ts';
import type { DirectChange } from '../../../../src/tickets/state/changes/ticket-outbox-format.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { bob, key as place, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';

const neverMs = 3_600_000;
const key: TicketKey = { ...place, account: 'ana', ticket: 1 };

describe('A direct change of tickets', () => {
	const { forge: start, folder, ending } = stage();

	/** Windows of ana. Without `isKnown`, they do not know the tickets. */
	async function open(quirks: readonly Quirk[] = [], { isKnown = true } = {}) {
		const forge = await start(...quirks);
		const user = new Lifetime();
		ending(() => user.dispose());
		forge.fill(3);
		const at = await folder();
		const { log } = readable();
		const window = async (nameOf?: () => undefined) => {
			const { forges, signIn, signOut, answer } = accountsOf(forge, at, log, nameOf);
			signIn('ana');
			const tickets = await Tickets.open({ forges, folder: at, log });
			ending(() => tickets.dispose());
			const trackerCache = tickets.trackerCache(key, user);
			if (isKnown) await trackerCache?.refresh();
			forge.asked.length = 0;
			return { tickets, signIn, signOut, answer };
		};
		const first = await window();
		const change = (change: DirectChange, delayMs = 0, keys: readonly TicketKey[] = [key]) =>
			first.tickets.change(keys, change, delayMs, first.tickets.basesOf(keys));
		const updateAsBob = (asked: Parameters<typeof forge.trackers.tickets.update>[2], ticket = 0) => {
			const one = forge.tracker.tickets[ticket] ?? assert.fail();
			forge.trackers.tickets.update(one, bob, asked);
		};
		const sent = () => until(() => first.tickets.outbox.entries.length === 0, { what: 'all is sent' });
		const state = () => first.tickets.outbox.entries.map((entry) => entry.state);
		const sendNow = () => first.tickets.outbox.sendNow(...first.tickets.outbox.entries.map(({ id }) => id));
		return { forge, user, window, change, updateAsBob, sent, state, sendNow, ...first };
	}

	const puts = (asked: readonly string[]) => asked.filter((what) => what.startsWith('PUT'));

	it('is shown at once, and sent by one PUT with everything that was merged into it', async () => {
		const { forge, tickets, change, sent, sendNow } = await open();
		await change({ status: 'confirmed' }, neverMs);
		await change({ addLabels: ['bug'] }, neverMs);
		assert.deepEqual(forge.asked, []);
		const { status, labels } = tickets.shown(key) ?? assert.fail();
		assert.deepEqual([status, labels], ['confirmed', ['bug']]);
		assert.equal(tickets.known(key)?.status, 'reported');
		await sendNow();
		await sent();
		assert.deepEqual(forge.asked, ['GET /tickets/1', 'PUT /tickets/1']);
		assert.equal(tickets.known(key)?.status, 'confirmed');
	});

	it('that has waited is not made to a ticket of another tracker that has taken the name', async () => {
		const { forge, tickets, change, state, sendNow, user } = await open();
		await change({ status: 'confirmed' }, neverMs);
		await change({ addLabels: ['bug'] }, neverMs);
		const other = forge.tracker.tickets[0] ?? assert.fail();
		const after = new Date(Date.parse(other.created) + 60_000).toISOString();
		Object.assign(other, { created: after, updated: after });
		await tickets.trackerCache(key, user)?.read(key.ticket);
		forge.asked.length = 0;
		await sendNow();
		await until(() => state()[0]?.kind === 'refused', { what: `it is refused: ${JSON.stringify(state())}` });
		assert.deepEqual(forge.asked, ['GET /tickets/1']);
	});

	it('of a status that another user has changed meanwhile is a conflict that names theirs, and so is each later change that the user has not seen', async () => {
		const { forge, change, updateAsBob, state, sent, sendNow } = await open();
		await change({ status: 'confirmed' }, neverMs);
		updateAsBob({ status: 'resolved', resolution: 'fixed' });
		await sendNow();
		await until(() => state()[0]?.kind === 'conflict');
		assert.deepEqual(state(), [{ kind: 'conflict', theirs: 'Resolved as fixed' }]);
		updateAsBob({ status: 'in_progress' });
		await sendNow();
		await until(() => isDeepStrictEqual(state(), [{ kind: 'conflict', theirs: 'In progress' }]));
		assert.deepEqual(puts(forge.asked), []);
		await sendNow();
		await sent();
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'confirmed');
	});

	it('is a conflict, too, if the user made it before an earlier one met the change of another user', async () => {
		const { forge, change, updateAsBob, state } = await open();
		updateAsBob({ status: 'resolved', resolution: 'fixed' });
		forge.line.held = /^GET/;
		await change({ status: 'confirmed' });
		await until(() => forge.line.waiting.length === 1);
		await change({ status: 'in_progress' });
		forge.release();
		const theirs = { kind: 'conflict', theirs: 'Resolved as fixed' };
		await until(() => isDeepStrictEqual(state(), [theirs, theirs]));
		assert.deepEqual(puts(forge.asked), []);
	});

	it('of labels that another user has changed meanwhile names their labels', async () => {
		const { user, change, updateAsBob, state, tickets, sendNow } = await open();
		updateAsBob({ labels: ['bug'] });
		await tickets.trackerCache(key, user)?.read(1);
		await change({ addLabels: ['bug', 'easy'] }, neverMs);
		updateAsBob({ labels: [] });
		await sendNow();
		await until(() => state()[0]?.kind === 'conflict');
		assert.deepEqual(state(), [{ kind: 'conflict', theirs: 'no labels' }]);
	});

	it('is no conflict with the same user’s earlier change that is still being sent', async () => {
		const { forge, change, sent } = await open();
		forge.line.held = /^PUT/;
		await change({ status: 'confirmed' });
		await until(() => forge.line.waiting.length === 1);
		await change({ status: 'in_progress' });
		forge.release();
		await sent();
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'in_progress');
		assert.equal(puts(forge.asked).length, 2);
	});

	it('of a ticket that is not known yet is sent without looking for conflicts', async () => {
		const { forge, change, sent } = await open([], { isKnown: false });
		await change({ status: 'confirmed' });
		await sent();
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'confirmed');
	});

	it('says what the forge did instead', async () => {
		const { forge, change, tickets } = await open(['resolve-only']);
		const notes: (string | undefined)[] = [];
		tickets.outbox.onDidSettle(({ result }) => notes.push('note' in result ? result.note : result.kind));
		await change({ status: 'confirmed', resolution: 'fixed' });
		await until(() => notes.length === 1);
		assert.deepEqual(notes, ['set the status to Resolved as fixed']);
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'resolved');
	});

	it('of an account that signs out stays, and is sent when it signs in again', async () => {
		const { forge, change, state, signOut, signIn, sent } = await open();
		await change({ status: 'confirmed' }, 300);
		await signOut('ana');
		await until(() => state()[0]?.kind === 'waiting');
		assert.deepEqual(forge.asked, []);
		signIn('ana');
		await sent();
		assert.equal(forge.tracker.tickets[0]?.standing.status, 'confirmed');
	});

	it('on a sample forge is not on the disk, where other windows would send it to theirs', async () => {
		const { window } = await open();
		const { tickets } = await window(() => undefined);
		await tickets.change([key], { status: 'confirmed' }, neverMs, tickets.basesOf([key]));
		const other = await window();
		assert.deepEqual(other.tickets.outbox.entries, []);
		assert.equal(tickets.outbox.entries.length, 1);
		await tickets.outbox.undo();
		assert.deepEqual(tickets.outbox.entries, []);
	});
});
