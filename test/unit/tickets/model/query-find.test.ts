import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { findTickets } from '../../../../src/tickets/model/query/find-tickets.ts';
import { indexParts, TicketIndex } from '../../../../src/tickets/model/query/ticket-index.ts';
import { anyText, anyTicket, person, ticket, user } from '../../../kit/items/query-tickets.ts';

const known = (number: number, fields: Partial<Ticket> = {}, tracker = 'editor', owner = '~ana') => ({
	key: { account: 'a', owner, tracker },
	tickets: [ticket({ id: number, ...fields })],
});
const indexOf = (trackers: Parameters<typeof indexParts>[0]) => new TicketIndex(indexParts(trackers));

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
	findTickets(text, indexOf(all), limit).map(({ key }) =>
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
			findTickets('crash', indexOf(all), limit, {
				compare: (one, other) => (one.title < other.title ? -1 : 1),
			}).map((one) => one.ticket.title);
		assert.deepEqual(byTitle(4), ['A crash, again', 'Another crash', 'Crash when saving', 'Icecrashes']);
		assert.deepEqual(byTitle(1), ['A crash, again']);
	});

	it('says where each word was found', () => {
		const parts = (text: string) => findTickets(text, indexOf(all), 1)[0]?.parts;
		assert.deepEqual(parts('#8 crash needs ~ana edi'), ['number', 'title', 'label', 'person', 'tracker']);
		assert.deepEqual(parts(''), []);
	});

	it('reads nothing of the tickets, except of those that it finds', () => {
		let reads = 0;
		const counted = (id: number) =>
			new Proxy(ticket({ id, title: `Line ${id} wraps`, status: id % 2 ? 'reported' : 'resolved' }), {
				get: (target, name) => {
					reads += 1;
					return Reflect.get(target, name);
				},
			});
		const tickets = Array.from({ length: 3000 }, (_, nth) => counted(3000 - nth));
		const index = indexOf([{ key: { account: 'a', owner: '~ana', tracker: 'editor' }, tickets }]);
		for (const text of ['w', 'wr', 'wrap', 'wrap line', '#1']) {
			reads = 0;
			assert.equal(findTickets(text, index, 10).length, 10);
			assert.ok(reads < 200, `${reads} reads for ${text}`);
		}
	});

	it('returns the first of the given tickets that match, each once, for any text', () => {
		const some = fc.array(fc.tuple(anyTicket, fc.nat(50), fc.constantFrom('editor', 'other')), {
			maxLength: 12,
		});
		fc.assert(
			fc.property(anyText, some, fc.nat(5), (text, tickets, limit) => {
				const there = tickets.map(([one, number, tracker]) => known(number, one, tracker));
				const index = indexOf(there);
				const answer = findTickets(text, index, limit).map((one) => one.ticket);
				const unlimited = findTickets(text, index, there.length).map((one) => one.ticket);
				assert.deepEqual(answer, unlimited.slice(0, limit));
				assert.equal(new Set(unlimited).size, unlimited.length);
				assert.ok(unlimited.every((one) => index.tickets.includes(one)));
			}),
		);
	});
});
