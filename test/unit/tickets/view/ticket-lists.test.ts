import assert from 'node:assert/strict';
import { TicketLists } from '../../../../src/tickets/view/ticket-lists.ts';
import type { TicketsViewOptions } from '../../../../src/tickets/view/tickets-view.ts';
import { key, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { openTicketsScreen } from '../../../kit/window/tickets-screen.ts';

const numbered = (ticket: number) => ({ ...key, account: 'ana', ticket });

describe('The lists of the Tickets view', () => {
	const { forge: start, folder, ending } = stage();

	/** The lists of ana's view, whose tracker has some tickets. All of them are on the screen. */
	async function open({
		settings,
		count = 3,
	}: {
		readonly settings: Partial<TicketsViewOptions['settings']>;
		readonly count?: number;
	}) {
		const forge = await start();
		forge.fill(count);
		const opened = await openTicketsScreen({ forge, folder: await folder(), log: readable().log, settings });
		ending(() => opened.dispose());
		opened.signIn('ana');
		await opened.screen.draw();
		await opened.settle();
		const { lists } = opened.view;
		assert.ok(lists instanceof TicketLists);
		return { lists };
	}

	it('are found by a ticket, and give their tickets in order', async () => {
		const { lists } = await open({
			settings: {
				queries: [
					{ name: 'Second', text: 'Ticket 1' },
					{ name: 'Open', text: 'status:open' },
				],
			},
		});
		const list = (name: string) => `ana/~ana/editor/query/${name}`;
		assert.deepEqual(
			[lists.firstListWith(numbered(2)), lists.firstListWith(numbered(1))],
			[list('Second'), list('Open')],
		);
		assert.deepEqual(
			[lists.firstListWith(numbered(9)), lists.firstListWith({ ...numbered(1), tracker: 'other' })],
			[undefined, undefined],
		);
		assert.deepEqual(lists.itemsOf(list('Second')), [numbered(2)]);
		assert.deepEqual(lists.itemsOf(list('Open')), [numbered(3), numbered(2), numbered(1)]);
		assert.deepEqual([lists.itemsOf(list('Ope')), lists.itemsOf('')], [[], []]);
		assert.equal(lists.rowIdIn(list('Open'), numbered(2)), `${list('Open')}/2`);
		assert.notEqual(lists.idOf(numbered(1)), lists.idOf(numbered(2)));
	});

	for (const grouping of ['none', 'status'] as const)
		it(`are those of their query if its name begins with that of another one (grouping: ${grouping})`, async () => {
			const queries = [
				{ name: 'Open', text: 'status:open' },
				{ name: 'Open/second', text: 'Ticket 1' },
			];
			const { lists } = await open({ settings: { queries, grouping } });
			const list = 'ana/~ana/editor/query/Open/second';
			assert.deepEqual(lists.itemsOf(list), [numbered(2)]);
			if (grouping === 'status') assert.deepEqual(lists.itemsOf(`${list}/group/Reported`), [numbered(2)]);
		});

	it('show all of their rows when the user wants it, or comes near the end of the first ones', async () => {
		const { lists } = await open({ settings: {}, count: 70 });
		const list = 'ana/~ana/editor/query/Open';
		let changes = 0;
		lists.onDidChange(() => {
			changes += 1;
		});
		lists.willShow(list, 44);
		assert.deepEqual([lists.isInFull(list), changes], [false, 0]);
		lists.willShow(list, 45);
		lists.willShow(list, 46);
		assert.deepEqual([lists.isInFull(list), changes], [true, 1]);
		assert.equal(lists.showAll(list), `${list}/20`);
		assert.deepEqual([lists.isInFull(list), changes], [true, 2]);
	});
});
