import assert from 'node:assert/strict';
import {
	type FilterPlace,
	type FilterRow,
	filterRows,
} from '../../../../src/tickets/commands/filter-rows.ts';
import { knownFrom } from '../../../../src/tickets/model/query/known.ts';
import { person, ticket } from '../model/query-tickets.ts';

const tickets = [
	ticket({ id: 1, labels: ['bug'] }),
	ticket({ id: 2, labels: ['bug', 'undo'], assignees: [person('ana')] }),
	ticket({ id: 3, status: 'resolved', resolution: 'fixed' }),
];
const labels = ['bug', 'undo', 'good first patch', ...Array.from({ length: 40 }, (_, n) => `area ${n}`)];
const place: FilterPlace = {
	tickets,
	isComplete: true,
	known: { ...knownFrom(tickets), labels },
	me: '~ana',
};

const said = (row: FilterRow) => {
	if (row.kind === 'completion') return `> ${row.text}`;
	return row.kind === 'problem' ? `! ${row.words}` : row.words;
};
const rowsFor = (text: string, more: Partial<FilterPlace> = {}) =>
	filterRows(text, { ...place, ...more }).map(said);
const problems = (rows: readonly string[]) => rows.filter((row) => row.startsWith('!'));

describe('The rows below a filter', () => {
	for (const [what, text, first] of [
		['finish the word that is being written', 'label:bug status:op', '> label:bug status:open'],
		['finish a phrase', 'label:"good f', '> label:"good first patch"'],
		['offer values where one is missing', 'status:', '> status:open'],
		['finish the last word where another is wrong, too', 'foo:bar status:op', '> foo:bar status:open'],
		[
			'tell a mistake that nothing can be made of',
			'status:opne',
			'! Unknown status opne. Did you mean status:open?',
		],
		[
			'tell a mistake in an earlier word',
			'status:opne label:bug',
			'! Unknown status opne. Did you mean status:open?',
		],
		['tell a mistake behind which a new word begins', 'status:op ', '! Unknown status op.'],
		['apply what has no mistake', 'label:bug', 'Show 2 tickets'],
		['apply a word that a key begins with', 'no', 'No matching tickets'],
		['ask for a label that is not known', 'label:nope', 'No matching tickets'],
		['ask for somebody who is not known', 'assigned:~anx', 'No matching tickets'],
		['show everything where nothing is written', '', 'Show all tickets'],
	] as const) {
		it(`first ${what}`, () => assert.equal(rowsFor(text)[0], first));
	}

	it('apply the rest second where a word is unfinished', () => {
		const rows = rowsFor('label:bug status:op');
		assert.deepEqual(rows.slice(0, 2), ['> label:bug status:open', 'No matching tickets']);
	});

	it('tell every problem, each by itself, and apply the rest below', () => {
		assert.deepEqual(rowsFor('state:bar status:opne lable:bug label:bug "x'), [
			'! Unknown filter "state:". Did you mean status:bar?',
			'! Unknown status opne. Did you mean status:open?',
			'! Unknown filter "lable:". Did you mean label:bug?',
			'! The closing quotation mark is missing. Add it at the end of the phrase.',
			'No matching tickets',
		]);
	});

	it('tell what is only not known below what applies it', () => {
		assert.deepEqual(rowsFor('label:nope'), ['No matching tickets', '! This tracker has no label nope.']);
	});

	it('say of labels nothing while nobody knows them', () => {
		const rows = rowsFor('label:nope', { known: knownFrom(tickets) });
		assert.deepEqual(rows, ['No matching tickets']);
	});

	it('leave room for a problem that stands before the word', () => {
		const before = rowsFor('foo:bar label:area');
		assert.ok(before.indexOf(problems(before)[0] ?? '') < 10);
		assert.ok(rowsFor('label:area').length > 30);
	});

	it('say how many are found as long as more may come', () => {
		assert.equal(rowsFor('label:undo', { isComplete: false })[0], 'Show 1 ticket so far');
		assert.equal(
			rowsFor('label:undo status:resolved', { isComplete: false })[0],
			'No matching tickets so far',
		);
		assert.equal(rowsFor('assigned:me')[0], 'Show 1 ticket');
	});
});
