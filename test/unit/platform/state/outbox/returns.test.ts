import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { Queue } from '../../../../../src/platform/state/outbox/queue.ts';
import { Returns } from '../../../../../src/platform/state/outbox/returns.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { until } from '../../../../tools/until.ts';
import { readable, stage } from '../../../tickets/state/forge.ts';
import {
	Houses,
	hall,
	kitchen,
	type LampChange,
	type LampEntry,
	type LampKey,
	lampEntry,
	lamps,
} from './lamps.ts';

describe('What an outbox gives back', () => {
	const { folder, ending } = stage();
	const state = { kind: 'refused', reason: 'locked', mayBeDone: false } as const;
	const refused = (id: string, change: LampChange, key = kitchen): LampEntry =>
		lampEntry(id, { key, state, steps: [{ group: id, change, at: 0 }] });
	const noted = refused('noted', { note: 'It flickers.' });

	async function open(...entries: readonly LampEntry[]) {
		const { log, lines } = readable();
		let queue: Queue<LampKey, LampChange> = entries;
		const settled: string[] = [];
		const houses = new Houses();
		const lifetime = new Lifetime();
		ending(() => lifetime.dispose());
		const returns = new Returns<LampKey, LampChange>({
			...{ storage: fileStorage(await folder(), log), format: lamps, sender: houses.sender, lifetime, log },
			read: async () => queue,
			change: async (change, done) => {
				queue = change(queue);
				if (done) settled.push(`${done.entry.id} left the outbox`);
			},
			didSettle: ({ entry }) => settled.push(`${entry.id} stays`),
		});
		return {
			returns,
			houses,
			settled,
			lines,
			left: () => queue.map(({ id }) => id),
			remove: () => (queue = []),
		};
	}
	const failed = {
		entry: noted,
		result: { kind: 'failed', error: new ForgeError('refused', 'Locked.'), mayBeDone: false },
	} as const;

	it('is with the user before it leaves the outbox', async () => {
		const { returns, houses, settled, left } = await open(noted);
		houses.giveBack = () => assert.deepEqual(left(), ['noted']);
		await returns.giveBack(noted, failed);
		assert.deepEqual([houses.returned, left(), settled], [['It flickers.'], [], ['noted left the outbox']]);
	});

	it('stays in the outbox if it cannot be given back', async () => {
		const { returns, houses, settled, left, lines } = await open(noted);
		houses.giveBack = () => {
			throw new Error('The disk is full.');
		};
		await returns.giveBack(noted, failed);
		assert.deepEqual([left(), settled], [['noted'], ['noted stays']]);
		assert.match(lines[0]?.line ?? '', /A change could not be given back, and stays in the outbox/);
	});

	it('is what another window has abandoned, once, but nothing that can be merged', async () => {
		const mergeable = refused('mergeable', { brightness: 5 }, hall);
		const { returns, houses, left } = await open(noted, mergeable);
		for (let nth = 0; nth < 3; nth++) returns.giveBackAbandoned([noted, mergeable], 0);
		await until(() => left().length === 1);
		assert.deepEqual([houses.returned, left()], [['It flickers.'], ['mergeable']]);
	});

	it('is nothing that the other window has given back by itself in the meantime', async () => {
		const { returns, houses, remove } = await open(noted);
		returns.giveBackAbandoned([noted], 0);
		remove();
		await new Promise((resolve) => setTimeout(resolve, 50));
		assert.deepEqual(houses.returned, []);
	});
});
