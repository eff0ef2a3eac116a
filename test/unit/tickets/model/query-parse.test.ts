import assert from 'node:assert/strict';
import fc from 'fast-check';
import { quoted } from '../../../../src/platform/model/query/write.ts';
import { parseTicketQuery, type TicketQuery } from '../../../../src/tickets/model/query/query.ts';
import { anyQuery, anyText } from '../../../kit/items/query-tickets.ts';

function writeQuery({ terms, order }: TicketQuery): string {
	const filters = terms.map(({ key, value, isNegated }) => {
		const written = key === 'text' ? quoted(value) : `${key}:${quoted(value)}`;
		return isNegated ? `!${written}` : written;
	});
	return [...filters, ...order.map(({ by, isReversed }) => `${isReversed ? 'rsort' : 'sort'}:${by}`)].join(
		' ',
	);
}
const readBack = (text: string) => writeQuery(parseTicketQuery(text));
const problemsOf = (text: string, known = {}) =>
	parseTicketQuery(text, known).problems.map(
		({ start, end, message }) => `${text.slice(start, end)} | ${message}`,
	);

describe('A query', () => {
	const texts: readonly [text: string, means: string][] = [
		['status:open label:bug', 'status:open label:bug'],
		['  STATUS:Open\tlabel:Bug ', 'status:open label:Bug'],
		['status:in-progress !status:"In Progress"', 'status:in_progress !status:in_progress'],
		['label:"needs info"', 'label:"needs info"'],
		['label:"a\\"b"', 'label:"a\\"b"'],
		['"a phrase" !"another one"', '"a phrase" !"another one"'],
		['"one"two', 'one two'],
		['no:labels no:assigned', 'no:label no:assignee'],
		['assigned:me submitter:~ana', 'assigned:me submitter:~ana'],
		['sort:title crash rsort:created', 'crash sort:title rsort:created'],
		['12" screen', '"12\\"" screen'],
		['C:\\Temp', '"C:\\\\Temp"'],
		['"C:\\Temp"', '"C:\\\\Temp"'],
		['"status:open"', '"status:open"'],
		['std::vector https://a.example/b TypeError: x', '"std::vector" "https://a.example/b" "TypeError:" x'],
		['-1 --flag', '-1 --flag'],
		['!!', '!"!"'],
		['"" "  " !', ''],
	];
	for (const [text, means] of texts) {
		it(`${JSON.stringify(text)} means ${JSON.stringify(means)}`, () => assert.equal(readBack(text), means));
	}

	it('keeps its sort orders in sequence', () => {
		assert.deepEqual(parseTicketQuery('sort:title rsort:id').order, [
			{ by: 'title', isReversed: false },
			{ by: 'id', isReversed: true },
		]);
	});

	const problems: readonly [text: string, ...problems: string[]][] = [
		['lable:bug slow', 'lable:bug | Unknown filter "lable:". Did you mean label:bug?'],
		['!tag:"a b"', '!tag:"a b" | Unknown filter "tag:". Did you mean !label:"a b"?'],
		[
			'color:red',
			'color:red | Unknown filter "color:". Available filters: status:, resolution:, label:, assigned:, submitter:, no:, sort:, rsort:. To search for this text, quote it: "color:red".',
		],
		['label:', 'label: | Filter label: needs a value, such as label:bug or label:"needs info".'],
		['x status:opne', 'status:opne | Unknown status "opne". Did you mean status:open?'],
		[
			'resolution:wontfix',
			'resolution:wontfix | Unknown resolution "wontfix". Did you mean resolution:wont_fix?',
		],
		['no:milestone', 'no:milestone | Only no:label and no:assignee are supported.'],
		[
			'sort:update',
			'sort:update | Unknown sort order "update". Use updated, created, id or title. Did you mean sort:updated?',
		],
		[
			'sort:comments',
			'sort:comments | Tickets cannot be sorted by comments, because the forge does not provide their number. Use updated, created, id or title.',
		],
		['!sort:id', '!sort:id | To reverse the order, use rsort:id.'],
		['-label:wip', '-label:wip | To exclude tickets, use !label:wip.'],
		['a !', '! | Add a word or filter after ! to exclude tickets.'],
		['a "b c', '"b c | The closing quotation mark is missing. Add it at the end of the phrase.'],
	];
	for (const [text, ...expected] of problems) {
		it(`reports the problem in ${text}`, () => assert.deepEqual(problemsOf(text), expected));
	}

	it('keeps its valid parts next to invalid ones', () => {
		assert.equal(
			readBack('lable:bug status:opne sort:comments slow "open end'),
			'status:opne slow "open end"',
		);
	});

	it('accepts the words that the server uses', () => {
		const known = { statuses: ['Triaged'], resolutions: ['WORKSFORME'], labels: ['bug'], people: ['~bob'] };
		assert.deepEqual(
			problemsOf('status:triaged resolution:worksforme label:BUG assigned:bob submitter:~carol', known),
			[],
		);
		assert.deepEqual(problemsOf('label:bgu submitter:~bbo', known), [
			'label:bgu | Unknown label "bgu". Did you mean label:bug?',
			'submitter:~bbo | Unknown user "~bbo". Did you mean submitter:~bob?',
		]);
		assert.deepEqual(problemsOf('label:bgu', { ...known, hasAllLabels: false }), []);
		assert.deepEqual(
			parseTicketQuery('status:triaged label:bgu').terms,
			parseTicketQuery('status:triaged label:bgu', known).terms,
		);
	});

	it('is parsed whatever it contains, and its problems lie within the text', () => {
		fc.assert(
			fc.property(fc.oneof(anyQuery, anyText), (text) => {
				for (const { start, end, message } of parseTicketQuery(text, { labels: ['bug'], people: ['~ana'] })
					.problems) {
					assert.ok(0 <= start && start < end && end <= text.length, `${start}–${end}`);
					assert.ok(message.length < 400, message);
					assert.match(message, /^[A-Z].*[.?]$/s);
				}
			}),
		);
	});

	it('stays the same when it is written and parsed again', () => {
		fc.assert(
			fc.property(fc.oneof(anyQuery, anyText), (text) => {
				const { terms, order } = parseTicketQuery(text);
				const again = parseTicketQuery(writeQuery({ terms, order }));
				assert.deepEqual({ terms: again.terms, order: again.order }, { terms, order });
			}),
		);
	});

	it('can contain any label', () => {
		fc.assert(
			fc.property(anyText, (label) => {
				fc.pre(label.trim() !== '');
				assert.deepEqual(parseTicketQuery(`label:${quoted(label)} x`).terms[0], {
					key: 'label',
					value: label,
					isNegated: false,
				});
			}),
		);
	});

	it('of a hundred thousand characters is parsed at once', () => {
		for (const text of ['"', 'a:', '! ', '\\"', 'label:"', '>'])
			parseTicketQuery(text.repeat(100_000 / text.length));
	});
});
