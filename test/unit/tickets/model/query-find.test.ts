import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { findTickets, type KnownTicket } from '../../../../src/tickets/model/query/find.ts';
import { anyText, anyTicket, person, ticket, user } from './query-tickets.ts';

const known = (
	number: number,
	fields: Partial<Ticket> = {},
	tracker = 'editor',
	owner = '~ana',
): KnownTicket => ({
	key: { account: 'a', owner, tracker, ticket: number },
	ticket: ticket({ id: number, ...fields }),
});

const all = [
	known(42, { title: 'Crash when saving' }),
	known(4, { title: 'Add 42 colors', labels: ['ui'] }),
	known(421, { title: 'Icecrashes', submitter: user('crasher') }),
	known(7, { title: 'A crash, again', status: 'resolved', updated: '2026-06-01T00:00:00Z' }),
	known(8, { title: 'Another crash', labels: ['needs info'], assignees: [person('ana')] }),
	known(9, { title: 'Élan', labels: ['crash'], updated: '2026-02-01T00:00:00Z' }),
	known(42, { title: 'Of another tracker' }, 'crashes', '~bob'),
];

const found = (text: string, limit = 10) =>
	findTickets(text, all, limit).map(({ found: { key } }) =>
		`${key.tracker}#${key.ticket}`.replace('editor', ''),
	);

describe('Finding a ticket', () => {
	const cases: readonly [text: string, ...refs: string[]][] = [
		['42', '#42', 'crashes#42', '#4', '#421'],
		['#42', '#42', 'crashes#42', '#421'],
		['editor#42', '#42', '#421'],
		['~ANA/Editor#42', '#42', '#421'],
		['https://todo.example/~bob/crashes/42', 'crashes#42'],
		['~bob/', 'crashes#42'],
		['crash', '#42', '#8', '#7', '#9', '#421', 'crashes#42'],
		['crash saving', '#42'],
		['a crash', '#7', '#8', '#42', '#9', '#421', 'crashes#42'],
		['  ELAN ', '#9'],
		['needs info', '#8'],
		['~ana cra', '#8'],
		['info', '#8'],
		['#8 crash', '#8'],
		['~ana/editor#', '#9', '#421', '#42', '#8', '#4', '#7'],
		['nothing'],
		['', '#9', '#421', '#42', 'crashes#42', '#8', '#4', '#7'],
	];
	for (const [text, ...refs] of cases) {
		it(`by ${JSON.stringify(text)} finds ${refs.join(', ') || 'none'}`, () =>
			assert.deepEqual(found(text), refs));
	}

	it('returns the best matches, and no more than requested', () => {
		assert.deepEqual(found('crash', 3), ['#42', '#8', '#7']);
		assert.deepEqual(found('', 2), ['#9', '#421']);
		assert.deepEqual(found('', 0), []);
	});

	it('puts the tickets in the given order, however likely they are', () => {
		const byTitle = (limit: number) =>
			findTickets('crash', all, limit, (one, other) => (one.title < other.title ? -1 : 1)).map(
				(one) => one.found.ticket.title,
			);
		assert.deepEqual(byTitle(4), ['A crash, again', 'Another crash', 'Crash when saving', 'Icecrashes']);
		assert.deepEqual(byTitle(1), ['A crash, again']);
	});

	it('says where each word was found', () => {
		const parts = (text: string) => findTickets(text, all, 1)[0]?.parts;
		assert.deepEqual(parts('#8 crash needs ~ana edi'), ['number', 'title', 'label', 'person', 'tracker']);
		assert.deepEqual(parts(''), []);
	});

	it('returns the first of the given tickets that match, each once, for any text', () => {
		const some = fc.array(fc.tuple(anyTicket, fc.nat(50), fc.constantFrom('editor', 'other')), {
			maxLength: 12,
		});
		fc.assert(
			fc.property(anyText, some, fc.nat(5), (text, tickets, limit) => {
				const there = tickets.map(([one, number, tracker]) => known(number, one, tracker));
				const answer = findTickets(text, there, limit).map((one) => one.found);
				const unlimited = findTickets(text, there, there.length).map((one) => one.found);
				assert.deepEqual(answer, unlimited.slice(0, limit));
				assert.equal(new Set(unlimited).size, unlimited.length);
				assert.ok(unlimited.every((one) => there.includes(one)));
			}),
		);
	});
});
