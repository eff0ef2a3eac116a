import assert from 'node:assert/strict';
import {
	type FilterContext,
	type FilterRow,
	filterRows,
} from '../../../../../src/tickets/commands/find/filter-rows.ts';
import { collectFieldValues } from '../../../../../src/tickets/model/query/field-values.ts';
import { person, ticket } from '../../../../kit/items/query-tickets.ts';

const tickets = [
	ticket({ id: 1, labels: ['bug'] }),
	ticket({ id: 2, labels: ['bug', 'undo'], assignees: [person('ana')] }),
	ticket({ id: 3, status: 'resolved', resolution: 'fixed' }),
];
const labels = ['bug', 'undo', 'good first patch', ...Array.from({ length: 40 }, (_, n) => `area ${n}`)];
const place: FilterContext = {
	tickets,
	isComplete: true,
	known: { ...collectFieldValues(tickets), labels },
	me: '~ana',
};

const said = (row: FilterRow) => {
	if (row.kind === 'completion') return `> ${row.text}`;
	return row.kind === 'problem' ? `! ${row.label}` : row.label;
};
const rowsFor = (text: string, more: Partial<FilterContext> = {}) =>
	filterRows(text, { ...place, ...more }).map(said);
const problems = (rows: readonly string[]) => rows.filter((row) => row.startsWith('!'));

describe('The rows below a filter', () => {
	for (const [what, text, first] of [
		['finishes the word that is being typed', 'label:bug status:op', '> label:bug status:open'],
		['finishes a phrase', 'label:"good f', '> label:"good first patch"'],
		['offers values if one is missing', 'status:', '> status:open'],
		['finishes the last word even if another word is wrong', 'foo:bar status:op', '> foo:bar status:open'],
		[
			'explains a mistake that no completion fixes',
			'status:opne',
			'! Unknown status "opne". Did you mean status:open?',
		],
		[
			'explains a mistake in an earlier word',
			'status:opne label:bug',
			'! Unknown status "opne". Did you mean status:open?',
		],
		['explains a mistake once a new word begins', 'status:op ', '! Unknown status "op".'],
		['applies a filter without mistakes', 'label:bug', 'Show 2 tickets'],
		['applies a word that a key begins with', 'no', 'No matching tickets'],
		['applies a filter with an unknown label', 'label:nope', 'No matching tickets'],
		['applies a filter with an unknown user', 'assigned:~anx', 'No matching tickets'],
		['shows all tickets if nothing is typed', '', 'Show all tickets'],
	] as const) {
		it(`start with one that ${what}`, () => assert.equal(rowsFor(text)[0], first));
	}

	it('tell keys from values', () => {
		const kinds = (text: string) =>
			filterRows(text, place).flatMap((row) => (row.kind === 'completion' ? [row.what] : []));
		assert.deepEqual(new Set(kinds('label:bug status:op')), new Set(['value']));
		assert.deepEqual(new Set(kinds('label:bug stat')), new Set(['key']));
		assert.deepEqual(new Set(kinds('')), new Set(['key']));
	});

	it('apply the rest in the second row if a word is unfinished', () => {
		const rows = rowsFor('label:bug status:op');
		assert.deepEqual(rows.slice(0, 2), ['> label:bug status:open', 'No matching tickets']);
	});

	it('show every problem in a row of its own, and apply the rest below', () => {
		assert.deepEqual(rowsFor('state:bar status:opne lable:bug label:bug "x'), [
			'! Unknown filter "state:". Did you mean status:bar?',
			'! Unknown status "opne". Did you mean status:open?',
			'! Unknown filter "lable:". Did you mean label:bug?',
			'! The closing quotation mark is missing. Add it at the end of the phrase.',
			'No matching tickets',
		]);
	});

	it('show an unknown value below the row that applies it', () => {
		assert.deepEqual(rowsFor('label:nope'), ['No matching tickets', '! Unknown label "nope".']);
	});

	it('say nothing about a label while the labels are not loaded', () => {
		const rows = rowsFor('label:nope', { known: collectFieldValues(tickets) });
		assert.deepEqual(rows, ['No matching tickets']);
	});

	it('show a problem in an earlier word within the first ten rows', () => {
		const before = rowsFor('foo:bar label:area');
		assert.ok(before.indexOf(problems(before)[0] ?? '') < 10);
		assert.equal(rowsFor('label:area').filter((row) => row.startsWith('>')).length, 30);
		assert.equal(before.filter((row) => row.startsWith('>')).length, 8);
	});

	it('count the tickets found so far while more may come', () => {
		assert.equal(rowsFor('label:undo', { isComplete: false })[0], 'Show 1 ticket so far');
		assert.equal(
			rowsFor('label:undo status:resolved', { isComplete: false })[0],
			'No matching tickets so far',
		);
		assert.equal(rowsFor('assigned:me')[0], 'Show 1 ticket');
	});
});
