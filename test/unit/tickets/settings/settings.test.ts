import assert from 'node:assert/strict';
import { setSetting } from '../../../kit/window/editor.ts';

const { defaultQueries } = await import('../../../../src/tickets/model/query/default-queries.ts');
const { TicketSettings } = await import('../../../../src/tickets/settings/settings.ts');

const key = { account: 'ana', owner: '~ana', tracker: 'editor' };

/** The settings of a window, and how often they have changed. */
function open() {
	const stored = new Map<string, unknown>();
	const settings = new TicketSettings({
		get: (name: string) => stored.get(name),
		update: async (name: string, value: unknown) => void stored.set(name, value),
		keys: () => [...stored].flatMap(([name, value]) => (value === undefined ? [] : [name])),
	} as never);
	const count = { changes: 0 };
	settings.onDidChange(() => {
		count.changes += 1;
	});
	return { settings, stored, count };
}

describe('The settings of the Tickets view', () => {
	it('group nothing and have the usual order at first, and if they cannot be read', () => {
		const { settings, stored } = open();
		const usual = [settings.grouping, settings.order, settings.filterOf(key)];
		assert.deepEqual(usual, ['none', { by: 'updated', isReversed: false }, undefined]);
		for (const name of ['tickets.grouping', 'tickets.order', 'tickets.filter/ana/~ana/editor'])
			stored.set(name, 7);
		assert.deepEqual([settings.grouping, settings.order, settings.filterOf(key)], usual);
	});

	it('are kept, and tell that they changed', async () => {
		const { settings, stored, count } = open();
		await settings.setGrouping('label');
		await settings.setOrder({ by: 'title', isReversed: true });
		await settings.setOrder({ by: 'created', isReversed: false });
		await settings.setFilter(key, 'label:bug');
		assert.equal(count.changes, 4);
		assert.deepEqual(
			[...stored],
			[
				['tickets.grouping', 'label'],
				['tickets.order', 'sort:created'],
				['tickets.filter/ana/~ana/editor', 'label:bug'],
			],
		);
		assert.deepEqual(
			[settings.grouping, settings.order, settings.filterOf(key)],
			['label', { by: 'created', isReversed: false }, 'label:bug'],
		);
		await settings.setOrder({ by: 'title', isReversed: true });
		assert.deepEqual(settings.order, { by: 'title', isReversed: true });
	});

	it('have filters for each tracker, and an empty one is none', async () => {
		const { settings } = open();
		await settings.setFilter(key, 'label:bug');
		assert.equal(settings.filterOf({ ...key, tracker: 'tools' }), undefined);
		await settings.setFilter(key, '');
		assert.equal(settings.filterOf(key), undefined);
	});

	it('have default queries while the user has no valid one', () => {
		setSetting('tildeforge.ticketQueries', [{ name: 'No query' }]);
		assert.equal(open().settings.queries, defaultQueries);
		setSetting('tildeforge.ticketQueries', [{ name: 'Bugs', query: 'label:bug' }]);
		assert.deepEqual(open().settings.queries, [{ name: 'Bugs', text: 'label:bug' }]);
	});

	it('change with the queries in the settings of the editor only, until they are disposed', () => {
		const { settings, count } = open();
		setSetting('tildeforge.other', 1);
		assert.equal(count.changes, 0);
		setSetting('tildeforge.ticketQueries', []);
		assert.equal(count.changes, 1);
		settings.dispose();
		setSetting('tildeforge.ticketQueries', []);
		assert.equal(count.changes, 1);
	});
});
