import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { Looks, lookMs } from '../../../../src/inbox/state/looks.ts';
import { stopTheClock } from '../../../kit/window/clock.ts';
import { ticketEvent, tracker } from '../events.ts';

describe('What the user looks at', () => {
	stopTheClock();

	function open() {
		const all = [1, 2, 3].map((ticket) => ticketEvent({ key: `on ${ticket}`, item: { ...tracker, ticket } }));
		const marked: string[] = [];
		const looks = new Looks(async (events, items) => {
			const seen = all.filter((event) => events.includes(event) || items.hasSeen(event));
			marked.push(...seen.map(({ key }) => key));
		}, new Lifetime());
		const ticketOf = (number: number) => all[number - 1] ?? assert.fail();
		return {
			looks,
			marked,
			beginRow: (number: number, before = looks.current) =>
				looks.beginRow(`row ${number}`, [ticketOf(number)], before),
			beginItem: (number: number) =>
				looks.beginItem({ at: { ...tracker, ticket: number }, upTo: ticketOf(number).at }),
		};
	}

	it('is marked after a moment, which is as long for what follows', () => {
		const { beginItem, marked } = open();
		beginItem(1);
		mock.timers.tick(lookMs - 10);
		beginItem(2);
		assert.deepEqual(marked, []);
		mock.timers.tick(10);
		assert.deepEqual(marked.splice(0), ['on 1']);
		mock.timers.tick(lookMs - 11);
		assert.deepEqual(marked, []);
		mock.timers.tick(1);
		assert.deepEqual(marked, ['on 2']);
	});

	it('is not marked if the user goes on at once, but what the next row shows while it opens is', () => {
		const { beginItem, beginRow, looks, marked } = open();
		beginRow(1);
		beginItem(1);
		const before = looks.current;
		beginItem(3);
		beginRow(2, before);
		assert.deepEqual([looks.hasBegunRow('row 1'), looks.hasBegunRow('row 2')], [false, true]);
		mock.timers.tick(lookMs);
		assert.deepEqual([looks.hasBegunRow('row 2'), marked], [false, ['on 2', 'on 3']]);
	});

	it('is marked once, when it ends', async () => {
		const { beginItem, beginRow, looks, marked } = open();
		beginItem(1);
		beginRow(3, []);
		await looks.end();
		assert.deepEqual(marked.splice(0), ['on 1', 'on 3']);
		mock.timers.tick(2 * lookMs);
		assert.deepEqual(marked, []);
	});
});
