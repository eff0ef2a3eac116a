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
	it('are the same after a reload, separately for each view', () => {
		const kept = memory();
		new OpenRows(kept, 'a').set(row('x'), true);
		assert.equal(new OpenRows(kept, 'a').isOpen(row('x')), true);
		assert.equal(new OpenRows(kept, 'b').isOpen(row('x')), false);
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
});
