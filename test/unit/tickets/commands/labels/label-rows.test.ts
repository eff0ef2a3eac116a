import assert from 'node:assert/strict';
import { labelChange, labelRows } from '../../../../../src/tickets/commands/labels/label-rows.ts';

const on = (...labels: string[]) => ({ labels });
const three = [on('bug', 'undo'), on('bug'), on('bug', 'Search')];
const known = ['wish', 'v10', 'v9', 'undo', 'bug', 'search', 'Search', 'élan', 'Docs'];

describe('A label in the label picker', () => {
	const rows = labelRows(known, three);
	/** Ticks rows by name. A minus selects the row that removes the label. */
	const ticking = (...names: string[]) => {
		const ticked = rows.filter(({ name, tick }) => names.includes(tick === 'all' ? name : `-${name}`));
		assert.equal(ticked.length, names.length);
		return labelChange(rows, ticked);
	};

	for (const [what, names, change] of [
		['changes nothing if the ticks stay as they were', ['bug'], undefined],
		['is added to all tickets when it is ticked', ['bug', 'wish'], { addLabels: ['wish'], removeLabels: [] }],
		[
			'is added to the tickets that lack it when “add to all” is ticked',
			['bug', 'undo'],
			{ addLabels: ['undo'], removeLabels: [] },
		],
		[
			'is removed from the tickets that have it when “remove from all” is ticked',
			['bug', '-undo'],
			{ addLabels: [], removeLabels: ['undo'] },
		],
		[
			'can be added while another one is removed',
			['bug', 'wish', '-undo'],
			{ addLabels: ['wish'], removeLabels: ['undo'] },
		],
		[
			'is added when both of its rows are ticked',
			['bug', 'undo', '-undo'],
			{ addLabels: ['undo'], removeLabels: [] },
		],
		['is removed from all tickets when it is unticked', [], { addLabels: [], removeLabels: ['bug'] }],
		[
			'can be added, removed and unticked together with others',
			['wish', '-Search'],
			{ addLabels: ['wish'], removeLabels: ['bug', 'Search'] },
		],
	] as const) {
		it(what, () => assert.deepEqual(ticking(...names), change));
	}
});
