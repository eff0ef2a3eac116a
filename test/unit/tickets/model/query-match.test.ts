import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Ticket } from '../../../../src/forge/shapes/trackers.ts';
import { quoted } from '../../../../src/platform/model/query/write.ts';
import { toSearchForm } from '../../../../src/platform/model/search-form.ts';
import { defaultQueries } from '../../../../src/tickets/model/query/default-queries.ts';
import { matcher } from '../../../../src/tickets/model/query/match.ts';
import { parseTicketQuery } from '../../../../src/tickets/model/query/query.ts';
import { sorter } from '../../../../src/tickets/model/query/sort.ts';
import { anyQuery, anyText, anyTicket, person, ticket, user } from '../../../kit/items/query-tickets.ts';

const matches = (text: string, one: Ticket, me: string | undefined = '~ana') =>
	matcher(parseTicketQuery(text), { me })(one);

describe('A query', () => {
	const found: readonly [text: string, fields: Partial<Ticket>][] = [
		['', {}],
		['status:any', { status: 'resolved' }],
		['status:open', { status: 'triaged' }],
		['status:triaged', { status: 'Triaged' }],
		['status:in-progress', { status: 'IN_PROGRESS' }],
		['status:confirmed status:pending', { status: 'pending' }],
		['resolution:fixed', { status: 'resolved', resolution: 'fixed' }],
		['resolution:fixed resolution:invalid', { status: 'resolved', resolution: 'invalid' }],
		['!resolution:fixed', { status: 'resolved', resolution: 'invalid' }],
		['label:bug label:"needs info"', { labels: ['Needs Info', 'bug', 'ui'] }],
		['!label:wip', { labels: ['bug'] }],
		['no:label no:assignee', {}],
		['!no:label', { labels: ['bug'] }],
		['assigned:me', { assignees: [person('bob'), person('ana')] }],
		['assigned:ANA', { assignees: [person('ana')] }],
		['submitter:~bob', {}],
		[
			'submitter:carol@example.org',
			{ submitter: { type: 'email', address: 'Carol@example.org', name: null } },
		],
		['submitter:"Carol C"', { submitter: { type: 'email', address: 'c@example.org', name: 'Carol C' } }],
		['submitter:"old:17"', { submitter: { type: 'external', external_id: 'old:17', external_url: null } }],
		['slow editor', { description: 'The EDITOR hangs.' }],
		['"is slow"', { title: 'It is\n  slow' }],
		['"hangs when"', { description: 'It hangs\nwhen saved' }],
		['cafe', { description: 'Café' }],
		['CAFÉ', { description: 'a cafe' }],
		['strasse', { title: 'Straße' }],
		['lodz', { title: 'Łódź' }],
		['οδος', { title: 'ΟΔΟΣ' }],
		['"don\'t"', { title: 'I don’t know' }],
		['c++', { title: 'Use C++ (again)' }],
		['"a.b[c]\\\\d$"', { description: 'x A.b[c]\\d$' }],
		['!fast', {}],
	];
	for (const [text, fields] of found) {
		it(`${text ? `"${text}"` : 'without text'} finds ${JSON.stringify(fields)}`, () =>
			assert.ok(matches(text, ticket(fields))));
	}

	const missed: readonly [text: string, fields: Partial<Ticket>][] = [
		['', { status: 'resolved' }],
		['label:bug', { labels: ['bug'], status: 'resolved' }],
		['status:closed', { status: 'pending' }],
		['!status:pending !status:confirmed', { status: 'pending' }],
		['status:open !status:pending', { status: 'pending' }],
		['!status:any', {}],
		['label:bug label:ui', { labels: ['bug'] }],
		['label:bug', { labels: ['bugs'] }],
		['label:bug !label:wip', { labels: ['bug', 'wip'] }],
		['assigned:me', { assignees: [person('bob')] }],
		['assigned:~me', { assignees: [person('ana')] }],
		['submitter:me', { submitter: null }],
		['submitter:me', { submitter: { type: 'email', address: 'x@example.org', name: '~ana' } }],
		['slow editor', {}],
		['"slow is"', {}],
		['a.b', { description: 'axb' }],
		['"slow the"', { description: 'the end' }],
		['!slow', {}],
		['é', {}],
	];
	for (const [text, fields] of missed) {
		it(`${text ? `"${text}"` : 'without text'} does not find ${JSON.stringify(fields)}`, () =>
			assert.ok(!matches(text, ticket(fields))));
	}

	it('finds the user’s own tickets by “me”, and none without an account', () => {
		const mine = ticket({ submitter: user('ana'), assignees: [person('ana')] });
		assert.ok(matches('submitter:me assigned:me', mine));
		assert.ok(!matcher(parseTicketQuery('submitter:me'), { me: undefined })(mine));
		assert.ok(!matcher(parseTicketQuery('assigned:me'), { me: undefined })(mine));
	});

	it('can be applied to every ticket', () => {
		fc.assert(
			fc.property(fc.oneof(anyQuery, anyText), anyTicket, (text, one) => {
				assert.equal(typeof matches(text, one), 'boolean');
			}),
		);
	});

	it('with a negated term finds exactly the tickets that the term alone does not find', () => {
		const all = { key: 'status', value: 'any', isNegated: false } as const;
		const isWide = (key: string) => key === 'status' || key === 'resolution';
		fc.assert(
			fc.property(anyQuery, anyTicket, (text, one) => {
				for (const term of parseTicketQuery(text).terms) {
					const [plain, turned] = [false, true].map((isNegated) =>
						matcher(
							{ terms: [{ ...term, isNegated }, ...(isWide(term.key) ? [] : [all])], order: [] },
							{ me: '~ana' },
						),
					);
					assert.notEqual(plain?.(one), turned?.(one));
				}
			}),
		);
	});

	it('finds the same words in an ASCII text and in a text with other characters', () => {
		const ascii = fc.string({
			unit: fc.constantFrom('a', 'B', ' ', '\n', '\t', '.', '(', '\\', '^', '-', '"'),
		});
		fc.assert(
			fc.property(ascii, ascii, ascii, (words, title, description) => {
				const text = `status:any ${quoted(words)}`;
				const plain = ticket({ title, description });
				const other = ticket({ title, description: `${description}\u00a7` });
				assert.equal(matches(text, plain), matches(text, other));
				if (words.trim() !== '')
					assert.equal(
						matches(text, plain),
						[title, description].some((one) => toSearchForm(one).trim().includes(toSearchForm(words).trim())),
					);
			}),
		);
	});

	it('is soon done with a hostile description', () => {
		const hostile = ticket({ description: `a${' '.repeat(60_000)}>` });
		const huge = ticket({ description: `${'> '.repeat(500_000)}é` });
		for (const words of ['a b', ' a', '> x', '> > y', 'a >x']) {
			assert.ok(!matches(`"${words.trim()}z"`, hostile));
			assert.ok(!matches(`"${words.trim()}z"`, huge));
		}
		assert.ok(!matches('x'.repeat(1_000_000), hostile));
	});
});

describe('The order of a query', () => {
	const day = (updated: string, fields: Partial<Ticket> = {}) => ticket({ updated, ...fields });
	const tickets = [
		day('2026-03-01T00:00:00Z', { id: 1, title: 'b', created: '2026-01-03T00:00:00Z' }),
		day('', { id: 2, title: 'Änd', created: '2026-01-02T00:00:00Z' }),
		day('2026-03-01T02:00:00+02:00', { id: 3, title: 'a', created: '2026-01-01T00:00:00Z' }),
		day('2026-03-02T00:00:00.5Z', { id: 4, title: 'B', created: '2026-01-04T00:00:00Z' }),
	];
	const orders: readonly [text: string, ids: readonly number[]][] = [
		['', [4, 3, 1, 2]],
		['sort:updated', [4, 3, 1, 2]],
		['rsort:updated', [2, 3, 1, 4]],
		['sort:created', [4, 1, 2, 3]],
		['rsort:created', [3, 2, 1, 4]],
		['sort:id', [4, 3, 2, 1]],
		['rsort:id', [1, 2, 3, 4]],
		['sort:title', [3, 2, 4, 1]],
		['sort:title rsort:id', [3, 2, 1, 4]],
	];
	for (const [text, ids] of orders) {
		it(`is ${ids} with ${text || 'no sort order'}`, () => {
			assert.deepEqual(
				tickets.toSorted(sorter(parseTicketQuery(text))).map(({ id }) => id),
				ids,
			);
		});
	}

	it('is total for any tickets', () => {
		fc.assert(
			fc.property(anyQuery, anyTicket, anyTicket, anyTicket, (text, a, b, c) => {
				const compare = sorter(parseTicketQuery(text));
				assert.equal(compare(a, a), 0);
				assert.equal(Math.sign(compare(a, b)) + Math.sign(compare(b, a)), 0);
				if (compare(a, b) <= 0 && compare(b, c) <= 0) assert.ok(compare(a, c) <= 0);
				if (compare(a, b) === 0) assert.deepEqual([a.id || 0, a.ref], [b.id || 0, b.ref]);
			}),
		);
	});
});

describe('The default queries', () => {
	it('have no problems and different names', () => {
		for (const { text } of defaultQueries) assert.deepEqual(parseTicketQuery(text).problems, []);
		assert.equal(new Set(defaultQueries.map(({ name }) => name)).size, defaultQueries.length);
	});

	it('find the tickets that their names promise', () => {
		const own = ticket({ submitter: user('ana') });
		const given = ticket({ assignees: [person('ana')] });
		const done = ticket({ status: 'resolved', resolution: 'fixed' });
		const found = defaultQueries.map(({ name, text }) => [
			name,
			...[own, given, done].map((one) => matches(text, one)),
		]);
		assert.deepEqual(found, [
			['Open', true, true, false],
			['Submitted by me', true, false, false],
			['Assigned to me', false, true, false],
			['Recently resolved', false, false, true],
		]);
	});
});
