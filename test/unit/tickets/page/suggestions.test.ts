import assert from 'node:assert/strict';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { quoted, Suggestions } from '../../../../src/tickets/page/suggestions.ts';
import { person, ticket, user } from '../../../kit/items/query-tickets.ts';
import { key } from '../../../kit/pages/ticket-view.ts';

const known = (id: number, fields: Partial<Ticket> = {}) =>
	ticket({
		id,
		title: `Ticket ${id}`,
		updated: `2026-01-${String(id).padStart(2, '0')}T00:00:00Z`,
		...fields,
	});

const tickets = [
	known(1, { title: 'A crash', status: 'in_progress', submitter: user('Bert'), assignees: [person('ana')] }),
	known(2, { title: 'A crash, too', status: 'resolved', submitter: user('ana'), assignees: [person('ana')] }),
	known(3, { submitter: { type: 'email', address: 'bertha@example.org', name: 'Bertha' } }),
	known(4, { submitter: null }),
];
const inserted = (prefix: '#' | '~', word: string, from: Iterable<Ticket> = tickets) =>
	new Suggestions().for(prefix, word, key, from).map(({ insert }) => insert);

describe('The suggestions for a reference', () => {
	it('are people whose names begin with what was typed, in any case', () => {
		assert.deepEqual(inserted('~', 'bE'), ['~Bert']);
		assert.deepEqual(inserted('~', 'ert'), []);
	});

	it('are at most twenty', () => {
		const many = Array.from({ length: 25 }, (_, nth) => known(nth + 1, { submitter: user(`user${nth}`) }));
		assert.equal(inserted('#', '', many).length, 20);
		assert.equal(inserted('~', 'user', many).length, 20);
	});
});

describe('A quoted text', () => {
	for (const [what, text, quote] of [
		['has a mark before each line', 'One\ntwo', '> One\n> two'],
		['has no spaces at the ends of its empty lines', 'One\n\ntwo', '> One\n>\n> two'],
		['leaves out the space around the text', '\n  One  \n\n', '> One'],
		['quotes a quote once more', '> One', '> > One'],
		['is empty if there is no text', ' \n ', ''],
	] as const) {
		it(what, () => assert.equal(quoted(text), quote));
	}
});
