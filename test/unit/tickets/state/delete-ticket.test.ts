import assert from 'node:assert/strict';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { deleteTicket } from '../../../../src/tickets/state/delete-ticket.ts';
import { stage } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';
import { editor, openTracker } from './open-tracker.ts';

const key = { ...editor, ticket: 1 };

describe('Deleting a ticket', () => {
	const resources = stage();

	async function open({ isRest = false } = {}) {
		const forge = await resources.forge();
		forge.fill(2);
		const { tickets, trackerCache } = await openTracker(forge, resources, { isRest });
		await trackerCache.refresh();
		return { forge, tickets, trackerCache, known: () => [...trackerCache.tickets.keys()].sort() };
	}
	const onForge = ({ tracker }: Awaited<ReturnType<typeof open>>['forge']) =>
		tracker.tickets.map(({ number }) => number);

	it('removes it from the forge and from what is known', async () => {
		const { forge, tickets, trackerCache, known } = await open();
		const answer = trackerCache.tickets.get(1) ?? assert.fail();
		await deleteTicket(tickets, key);
		assert.deepEqual([onForge(forge), known()], [[2], [2]]);
		assert.deepEqual(
			[1, 2].map((one) => trackerCache.isDeleted(one)),
			[true, false],
		);
		trackerCache.put(answer);
		assert.deepEqual(known(), [2], 'the answer to a change from before does not bring it back');
	});

	it('discards the changes that wait for it', async () => {
		const { tickets } = await open();
		await tickets.change([key, { ...key, ticket: 2 }], { status: 'confirmed' }, 60_000, () => undefined);
		await deleteTicket(tickets, key);
		assert.deepEqual(
			tickets.outbox.entries.map(({ key: one }) => 'ticket' in one && one.ticket),
			[2],
		);
	});

	it('keeps a comment that waits as a draft', async () => {
		const { forge, tickets } = await open();
		Object.assign(forge.line, { gateway: 503, throughGateway: /^POST/ });
		await tickets.textSender.comment([key], 'Mine.', () => undefined);
		await until(() => tickets.outbox.entries[0]?.state.kind === 'waiting');
		forge.line.gateway = undefined;
		await deleteTicket(tickets, key);
		assert.deepEqual(tickets.outbox.entries, []);
		assert.deepEqual(
			tickets.texts.editing.map(({ body }) => body.text),
			['Mine.'],
		);
	});

	it('counts as done if only the answer was lost, or if another user was faster', async () => {
		const lost = await open();
		const isLost = (what: string) => what.startsWith('POST') && lost.forge.tracker.tickets.length === 1;
		Object.assign(lost.forge.line, { lost: { test: isLost } });
		await deleteTicket(lost.tickets, key);
		assert.deepEqual([onForge(lost.forge), lost.known()], [[2], [2]]);
		const slower = await open();
		slower.forge.trackers.tickets.delete(slower.forge.tracker.tickets[0] ?? assert.fail());
		await deleteTicket(slower.tickets, key);
		assert.deepEqual(slower.known(), [2]);
	});

	for (const [what, isSilent] of [
		['still has it', false],
		['does not say whether it has it', true],
	] as const) {
		it(`fails if it may be done and the forge ${what}`, async () => {
			const { forge, tickets, known } = await open();
			// The first request finds the number of the tracker.
			let posts = 0;
			const test = (what: string) =>
				what.startsWith('POST') ? ++posts === 2 : isSilent && posts === 2 && what === 'GET /tickets/1';
			Object.assign(forge.line, { gateway: 504, throughGateway: { test } });
			await assert.rejects(deleteTicket(tickets, key), { mayBeDone: true });
			assert.deepEqual([onForge(forge), known(), posts], [[1, 2], [1, 2], 2]);
		});
	}

	it('fails if its tracker has another name by now, and keeps the ticket and what waits for it', async () => {
		const { forge, tickets, known } = await open();
		await tickets.change([key], { status: 'confirmed' }, 60_000, () => undefined);
		Object.assign(forge.tracker, { name: 'plants' });
		await assert.rejects(deleteTicket(tickets, key), { kind: 'missing' });
		assert.deepEqual([onForge(forge), known(), tickets.outbox.entries.length], [[1, 2], [1, 2], 1]);
	});

	it('deletes no ticket of another tracker that has the name by now', async () => {
		const { forge, tickets, known } = await open();
		const [first] = forge.tracker.tickets;
		Object.assign(first ?? assert.fail(), { created: new Date('2020-01-01T00:00:00Z') });
		await assert.rejects(deleteTicket(tickets, key), /another tracker has taken the name/);
		assert.deepEqual(
			[onForge(forge), known()],
			[
				[1, 2],
				[1, 2],
			],
		);
	});

	it('fails where the forge cannot be asked for that, and keeps the ticket', async () => {
		const { forge, tickets, known } = await open({ isRest: true });
		await assert.rejects(
			deleteTicket(tickets, key),
			(error) => error instanceof ForgeError && /only be deleted in the browser/.test(error.message),
		);
		assert.deepEqual(
			[onForge(forge), known()],
			[
				[1, 2],
				[1, 2],
			],
		);
	});
});
