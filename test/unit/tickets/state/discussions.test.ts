import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { TicketEvent } from '../../../../src/forge/shapes/trackers.ts';
import { Discussions } from '../../../../src/tickets/state/discussions.ts';
import { key, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { event, said } from '../../../kit/pages/ticket-view.ts';
import { settle, stopTheClock } from '../../../kit/window/clock.ts';
import { until } from '../../../tools/until.ts';

describe('The discussions of a tracker', () => {
	stopTheClock();
	const { forge: start, folder, ending } = stage();

	async function open() {
		const forge = await start();
		forge.fill(12);
		const { log } = readable();
		const cache = fileStorage(await folder(), log);
		const client = forge.client('ana');
		const discussions = new Discussions(key, { client, cache, log }, new Map());
		ending(() => discussions.dispose());
		return { ...forge, cache, discussions };
	}
	const numbers = (events: readonly TicketEvent[] | undefined) => events?.map(({ id }) => id);

	it('are the same for the same ticket, as long as they are among the last eight or in use', async () => {
		const { discussions } = await open();
		const [first, second] = [discussions.of(1), discussions.of(2)];
		const listening = second.onDidChange(() => {});
		for (let ticket = 3; ticket <= 8; ticket++) discussions.of(ticket);
		assert.equal(discussions.of(1), first);
		for (let ticket = 9; ticket <= 18; ticket++) discussions.of(ticket);
		assert.notEqual(discussions.of(1), first);
		assert.equal(discussions.of(2), second);
		listening.dispose();
	});

	it('take the events of an answer, but only those of the ticket, and only once they are read', async () => {
		const { discussions } = await open();
		const cached = discussions.of(1);
		discussions.put(1, [said(901, 'Too early.')]);
		assert.deepEqual(numbers(discussions.of(1).value), undefined);
		await cached.open();
		await cached.refresh();
		const [created] = cached.value ?? [];
		const other = event(902, {
			ticket: { ...(created?.ticket ?? assert.fail()), id: 2, ref: '~ana/editor#2' },
		});
		discussions.put(1, [said(903, 'New.'), other, created ?? assert.fail()]);
		assert.deepEqual(numbers(cached.value), [created?.id, 903]);
		assert.deepEqual([...discussions.answered(1)], [903], 'and not what a read had brought before');
		discussions.put(5, [said(904, 'Of no open discussion.')]);
		assert.equal(discussions.of(5).value, undefined);
	});

	it('are removed from the disk if there are more than five hundred, the oldest first', async () => {
		const { discussions, cache } = await open();
		for (let nth = 0; nth < 505; nth++) await cache.replace(['events', `old${nth}`], 'x');
		discussions.of(1);
		mock.timers.tick(4999);
		await settle();
		assert.equal((await cache.list(['events'])).length, 505);
		mock.timers.tick(1);
		mock.timers.reset();
		await until(async () => (await cache.list(['events'])).length === 500);
	});
});
