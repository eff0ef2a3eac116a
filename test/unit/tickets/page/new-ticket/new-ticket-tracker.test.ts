import assert from 'node:assert/strict';
import { parseTicketId } from '../../../../../src/platform/model/keys.ts';
import { newTicketContent } from '../../../../../src/tickets/page/new-ticket/new-ticket-content.ts';
import { NewTicketTracker } from '../../../../../src/tickets/page/new-ticket/new-ticket-tracker.ts';
import { key } from '../../../../kit/forge/tracker-forge.ts';
import { untilSettled as until } from '../../../../kit/window/clock.ts';
import { ticketPages } from '../ticket-pages.ts';

const ofAna = { ...key, account: 'ana' };

describe('The tracker of a new ticket', () => {
	const openPages = ticketPages();

	async function open() {
		const opened = await openPages();
		const state = { changes: 0 };
		const tracker = new NewTicketTracker(ofAna, opened.tickets, () => {
			state.changes += 1;
		});
		return { ...opened, of: tracker, state };
	}

	it('may be labeled by its owner, but not without an account', async () => {
		const { of, state, swapAccounts } = await open();
		assert.equal(of.mayLabel, true);
		of.didDraw();
		await until(() => state.changes === 1);
		of.didDraw();
		assert.equal(state.changes, 1);
		await swapAccounts();
		assert.deepEqual([of.mayLabel, of.labels, of.similarTo('Undo'), of.newestTicket], [false, [], [], 0]);
	});

	it('is said not to take tickets of the user only if the forge says what this user may do', async () => {
		const { tickets, trackers } = await open();
		const tools = trackers.create('bob', { name: 'tools' });
		trackers.update(tools, { permissions: { anonymous: [], submitter: [], user: ['browse'] } });
		const changed = Promise.withResolvers<void>();
		const ofBob = { ...ofAna, owner: '~bob', tracker: 'tools' };
		const of = new NewTicketTracker(ofBob, tickets, changed.resolve);
		of.didDraw();
		await changed.promise;
		assert.deepEqual(newTicketContent(of).notes, []);
		const { permissions } = tickets.of('ana') ?? assert.fail();
		permissions.put(ofBob, { ...(permissions.tracker(ofBob) ?? assert.fail()), access: ['browse'] });
		assert.deepEqual(
			newTicketContent(of).notes.map(({ pieces }) => pieces),
			[["You don't have permission to submit tickets to ~bob/tools."]],
		);
		of.dispose();
	});

	it('is all that the page shows of a ticket that does not exist yet', async () => {
		const { of, swapAccounts } = await open();
		const { key: id, page, tracker, notes, composer } = newTicketContent(of);
		assert.deepEqual([parseTicketId(id), page, notes], [ofAna, 'new', []]);
		assert.deepEqual(tracker, { name: '~ana/editor', open: 'https://todo.forge.test/~ana/editor' });
		assert.deepEqual([composer?.me.name, composer?.moves, composer?.labels], ['~ana', [], []]);
		assert.equal(composer?.mayLabel, true);
		await swapAccounts();
		const later = newTicketContent(of);
		assert.deepEqual([later.tracker.open, later.notes.map(({ key }) => key)], ['', ['signed-out']]);
		assert.deepEqual([later.composer?.me.name, later.composer?.mayLabel], ['~ana', false]);
	});
});
