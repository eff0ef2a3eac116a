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
});
