import assert from 'node:assert/strict';
import type { Row } from '../../../../../src/platform/view/row.ts';
import { OpenRows } from '../../../../../src/platform/view/tree/open-rows.ts';

function memory(stored: Record<string, unknown> = {}) {
	const values = new Map(Object.entries(stored));
	return {
		values,
		get: (name: string) => values.get(name),
		update: async (name: string, value: unknown) => {
			values.set(name, value);
		},
	};
}

const row = (id: string, isOpen = false): Row => ({ id, label: id, isOpen });

describe('The expanded rows of a view', () => {
	it('are those that are expanded by default, until the user expands or collapses them', () => {
		const rows = new OpenRows(memory(), 'a');
		assert.deepEqual([rows.isOpen(row('x')), rows.isOpen(row('x', true))], [false, true]);
		rows.set(row('x'), true);
		rows.set(row('y'), false);
		assert.deepEqual([rows.isOpen(row('x')), rows.isOpen(row('y', true))], [true, false]);
	});

	it('are the same after a reload, separately for each view', () => {
		const kept = memory();
		new OpenRows(kept, 'a').set(row('x'), true);
		assert.equal(new OpenRows(kept, 'a').isOpen(row('x')), true);
		assert.equal(new OpenRows(kept, 'b').isOpen(row('x')), false);
	});

	it('are forgotten beyond 300, those first that the user expanded or collapsed longest ago', () => {
		const rows = new OpenRows(memory(), 'a');
		for (let nth = 0; nth < 300; nth++) rows.set(row(`row ${nth}`), true);
		rows.set(row('row 0'), true);
		rows.set(row('another'), true);
		assert.deepEqual(
			['row 0', 'row 1', 'row 2', 'another'].map((id) => rows.isOpen(row(id))),
			[true, false, true, true],
		);
	});

	it('stay so if their ids change, with the rows below them', () => {
		const rows = new OpenRows(memory(), 'a');
		for (const id of ['x', 'x/group', 'xy']) rows.set(row(id), true);
		rows.rename('x', 'z');
		assert.deepEqual(
			['z', 'z/group', 'xy', 'x', 'x/group'].map((id) => rows.isOpen(row(id))),
			[true, true, true, false, false],
		);
	});

	for (const stored of [null, 'words', { x: 'yes' }]) {
		it(`are those by default if the memory has ${JSON.stringify(stored)}`, () => {
			const rows = new OpenRows(memory({ 'view.open/a': stored }), 'a');
			assert.equal(rows.isOpen(row('x', true)), true);
		});
	}
});
