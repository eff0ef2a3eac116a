import assert from 'node:assert/strict';
import { type LabelRow, labelChange, labelRows } from '../../../../src/tickets/commands/label-rows.ts';

const on = (...labels: string[]) => ({ labels });
const three = [on('bug', 'undo'), on('bug'), on('bug', 'Search')];
const known = ['wish', 'v10', 'v9', 'undo', 'bug', 'search', 'Search', 'élan', 'Docs'];

const said = ({ name, note }: LabelRow) => (note === '' ? name : `${name} (${note})`);

describe('The rows of the picker of labels', () => {
	it('begin with what is there, then go by name, and end with what only some have, to be taken away', () => {
		assert.deepEqual(labelRows(known, three).map(said), [
			'bug',
			'Search (1 of 3 · add to all)',
			'undo (1 of 3 · add to all)',
			'Docs',
			'élan',
			'search',
			'v9',
			'v10',
			'wish',
			'Search (1 of 3 · remove from all)',
			'undo (1 of 3 · remove from all)',
		]);
	});

	it('have no second half where no label is on some of them only', () => {
		for (const tickets of [[], [on('bug')], [on('bug'), on('bug')]]) {
			assert.ok(labelRows(known, tickets).every(({ tick, note }) => tick === 'all' && note === ''));
		}
	});

	it('show a label of a ticket that the tracker is not known to have', () => {
		assert.deepEqual(labelRows(['bug'], [on('gone')]).map(said), ['gone', 'bug']);
	});
});

describe('What is ticked in the picker of labels', () => {
	const rows = labelRows(known, three);
	/** Ticks rows by name. A minus selects the row that removes the label. */
	const ticking = (...names: string[]) => {
		const ticked = rows.filter(({ name, tick }) => names.includes(tick === 'all' ? name : `-${name}`));
		assert.equal(ticked.length, names.length);
		return labelChange(rows, ticked);
	};

	for (const [what, names, change] of [
		['changes nothing as it came', ['bug'], undefined],
		['is given to all', ['bug', 'wish'], { addLabels: ['wish'], removeLabels: [] }],
		['is given to those that lack it', ['bug', 'undo'], { addLabels: ['undo'], removeLabels: [] }],
		['is taken from those that have it', ['bug', '-undo'], { addLabels: [], removeLabels: ['undo'] }],
		[
			'is given where it is ticked both ways',
			['bug', 'undo', '-undo'],
			{ addLabels: ['undo'], removeLabels: [] },
		],
		['leaves what it no longer names to none of them', [], { addLabels: [], removeLabels: ['bug'] }],
		[
			'may be all of it at once',
			['wish', '-Search'],
			{ addLabels: ['wish'], removeLabels: ['bug', 'Search'] },
		],
	] as const) {
		it(what, () => assert.deepEqual(ticking(...names), change));
	}

	it('is given to a ticket of which nothing is known', () => {
		const unknown = labelRows(known, []);
		const ticked = unknown.filter(({ name }) => name === 'bug');
		assert.deepEqual(labelChange(unknown, ticked), { addLabels: ['bug'], removeLabels: [] });
	});
});
