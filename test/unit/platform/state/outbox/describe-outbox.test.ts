import assert from 'node:assert/strict';
import { describeEntry } from '../../../../../src/platform/state/outbox/describe-outbox.ts';
import { hall, lampEntry, lamps } from './lamps.ts';

describe('A described entry', () => {
	const describeLamp = (entry: Parameters<typeof lampEntry>[1]) =>
		describeEntry(
			lamps,
			{
				noun: 'lamp',
				refOf: ({ house, room }, { color = '' }) => `${house}/${room} ${color}`.trim(),
				shortRefOf: ({ room }) => room,
				describe: ({ brightness, color }) => [brightness, color].join(' '),
				verbOf: ({ color }) => (color === undefined ? 'dim' : 'color'),
				describeProgress: ({ color }, what) => `${color === undefined ? 'Dimming' : 'Coloring'} ${what}`,
				rowOf: ({ id, key }) => ({
					...{ change: '', name: key.room, title: '', spokenName: key.room },
					about: { kind: 'change', entry: id },
				}),
			},
			lampEntry('one', entry),
		);
	const steps = [
		{ group: 'one', change: { brightness: 1 }, at: 0 },
		{ group: 'two', change: { color: 'red' }, at: 1 },
	];

	it('has the words for its merged change, and for what each step does', () => {
		const { ref, shortRef, text, verb, describeProgress, account, item } = describeLamp({
			steps,
		});
		assert.deepEqual([ref, shortRef, text, verb], ['home/kitchen red', 'kitchen', '1 red', 'color']);
		assert.deepEqual(
			['one', 'two', 'gone'].map((group) => describeProgress(group, '2 lamps')),
			['Dimming 2 lamps', 'Coloring 2 lamps', 'Changing 2 lamps'],
		);
		assert.deepEqual([account, item], ['home', 'lamp home/kitchen']);
	});

	it('is of another item if the key differs', () => {
		assert.notEqual(describeLamp({ steps }).item, describeLamp({ steps, key: hall }).item);
	});

	it('has no words if nothing is left of the change', () => {
		const { ref, text, verb } = describeLamp({ steps: [] });
		assert.deepEqual([ref, text, verb], ['', '', '']);
	});
});
