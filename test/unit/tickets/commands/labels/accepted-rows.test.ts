import assert from 'node:assert/strict';
import { acceptedRows } from '../../../../../src/tickets/commands/labels/accepted-rows.ts';
import { labelRows } from '../../../../../src/tickets/commands/labels/label-rows.ts';

const known = ['bug', 'Debugger', 'bug in help', 'undo', 'redo', 'v10', 'v9'];
const tickets = [{ labels: ['undo', 'redo'] }, { labels: ['undo'] }];
const rows = labelRows(known, tickets);
const tickedAtFirst = rows.filter(({ on }) => on === 'all');

/** The rows that are ticked in the end. A minus is before a row that removes its label. */
function accepted({
	typed,
	ticked = ['undo'],
	hasTicked = false,
	active,
}: {
	readonly typed: string;
	readonly ticked?: readonly string[];
	readonly hasTicked?: boolean;
	readonly active?: string;
}) {
	const named = (names: readonly string[]) =>
		rows.filter(({ name, tick }) => names.includes(tick === 'all' ? name : `-${name}`));
	const result = acceptedRows(rows, {
		tickedAtFirst,
		ticked: named(ticked),
		hasTicked,
		active: active === undefined ? undefined : named([active])[0],
		typed,
	});
	return result?.map(({ name, tick }) => (tick === 'all' ? name : `-${name}`));
}

describe('Enter in the label box', () => {
	for (const [what, given, names] of [
		['ticks the only label with the letters', { typed: 'v9' }, ['undo', 'v9']],
		['prefers a label that begins with the letters, and a short one', { typed: 'BUG' }, ['undo', 'bug']],
		['otherwise takes a label that ends with them, by name', { typed: 'do' }, ['undo', 'redo']],
		['ignores spaces around the letters', { typed: ' v1 ' }, ['undo', 'v10']],
		['unticks a label that all tickets have', { typed: 'und' }, []],
		['adds a label that only some tickets have', { typed: 'redo' }, ['undo', 'redo']],
		['takes the row with the focus', { typed: 'redo', active: '-redo' }, ['undo', '-redo']],
		[
			'changes nothing more if the user has ticked',
			{ typed: 'v9', ticked: ['undo', 'bug'], hasTicked: true },
			['bug', 'undo'],
		],
		['changes nothing more if the user has unticked', { typed: 'v9', ticked: [], hasTicked: true }, []],
		['adds nothing that the user has ticked and unticked', { typed: 'v9', hasTicked: true }, ['undo']],
		[
			'ticks another label if the user has typed again',
			{ typed: 'v9', ticked: ['undo', 'bug'] },
			['bug', 'undo', 'v9'],
		],
		[
			'leaves a label ticked that the user had ticked before',
			{ typed: 'bu', ticked: ['undo', 'bug'] },
			['bug', 'undo'],
		],
		['leaves a label unticked that the user had unticked before', { typed: 'und', ticked: [] }, []],
		['accepts the ticks if nothing was typed', { typed: '', active: 'bug' }, ['undo']],
		['does nothing if no label has the letters', { typed: 'x' }, undefined],
	] as const) {
		it(what, () => {
			assert.deepEqual(accepted(given)?.sort(), names === undefined ? undefined : [...names].sort());
		});
	}
});
