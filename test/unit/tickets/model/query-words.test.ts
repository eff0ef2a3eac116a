import assert from 'node:assert/strict';
import { nearest } from '../../../../src/platform/model/query/nearest.ts';
import { pieces } from '../../../../src/platform/model/query/pieces.ts';
import {
	createdAt,
	foldedLabels,
	foldedPeople,
	foldedText,
	foldedTitle,
	isPlain,
	namesOf,
	updatedAt,
} from '../../../../src/tickets/model/query/facts.ts';
import { person, ticket, user } from '../../../kit/items/query-tickets.ts';

describe('The word that the user may have meant', () => {
	const words = ['status', 'label', 'assigned', 'submitter', 'no', 'sort', 'rsort'];
	for (const [written, meant] of [
		['status', 'status'],
		['STATUS', 'status'],
		['lable', 'label'],
		['labell', 'label'],
		['labe', 'label'],
		['lab', undefined],
		['satus', 'status'],
		['sattus', 'status'],
		['staats', 'status'],
		['assgined', 'assigned'],
		['asgnd', undefined],
		['submiter', 'submitter'],
		['srot', 'sort'],
		['osrt', 'sort'],
		['sotr', 'sort'],
		['trso', undefined],
		['n', 'no'],
		['foo', undefined],
		['rsrt', 'rsort'],
		['', undefined],
		['nothing like it', undefined],
	] as const) {
		it(`is ${meant} for ${JSON.stringify(written)}`, () => assert.equal(nearest(written, words), meant));
	}

	it('is the first of several that are equally near', () => {
		assert.equal(nearest('bat', ['cat', 'hat']), 'cat');
	});
});

describe('A part of a query', () => {
	/** Where it, its text and its value begin, where it ends, and what it says. */
	const parts = (text: string) =>
		pieces(text).map(({ start, end, bodyStart, isNegated, key, valueStart, value, isQuoted, isClosed }) => {
			const quotes = isQuoted ? (isClosed ? 'quoted ' : 'open ') : '';
			const subject = key === undefined ? '' : `${key} is `;
			return `${start} ${bodyStart} ${valueStart} ${end} ${isNegated ? '!' : ''}${subject}${quotes}${value}`;
		});
	const cases: readonly [text: string, ...expected: string[]][] = [
		[''],
		['  '],
		['slow', '0 0 0 4 slow'],
		[' label:bug ', '1 1 7 10 label is bug'],
		['!Label:bug', '0 1 7 10 !Label is bug'],
		['!', '0 1 1 1 !'],
		['label:', '0 0 6 6 label is '],
		['"a b"', '0 0 0 5 quoted a b'],
		['label:"a b"c', '0 0 6 11 label is quoted a b', '11 11 11 12 c'],
		['"a b', '0 0 0 4 open a b'],
		['"a \\"b\\" \\\\ \\c"', '0 0 0 15 quoted a "b" \\ \\c'],
		['"a\\"', '0 0 0 4 open a"'],
		['12" a', '0 0 0 3 12"', '4 4 4 5 a'],
		['https://a.b', '0 0 6 11 https is //a.b'],
		['a1:b', '0 0 0 4 a1:b'],
	];
	for (const [text, ...expected] of cases)
		it(`is found in ${JSON.stringify(text)}`, () => assert.deepEqual(parts(text), expected));
});

describe('A fact of a ticket', () => {
	const one = ticket({
		title: ' Ä  slow',
		description: 'When É',
		labels: ['Needs Info', 'ui'],
		submitter: { type: 'email', address: 'Bob@example.org', name: null },
		assignees: [person('Ana')],
		updated: '2026-01-02T00:00:00Z',
		created: 'yesterday',
	});

	it('is its text without case and accents', () => {
		assert.equal(foldedTitle(one), 'a slow');
		assert.equal(foldedText(one), 'a slow\nwhen e');
		assert.equal(foldedLabels(one), '\nneeds info\nui\n');
		assert.equal(foldedPeople(one), '\nbob@example.org\n\n~ana\nana\n');
		assert.equal(foldedPeople({ ...one, submitter: null }), '\n~ana\nana\n');
	});

	it('is its time, and a ticket without a valid date is the oldest', () => {
		assert.deepEqual(
			[updatedAt(one), createdAt(one)],
			[Date.parse('2026-01-02T00:00:00Z'), Number.NEGATIVE_INFINITY],
		);
	});

	it('is whether it can be searched without folding its text', () => {
		const plain = ticket({ description: 'x'.repeat(65_535) });
		assert.equal(isPlain(plain), true);
		assert.equal(isPlain({ ...plain, description: 'x'.repeat(65_536) }), false);
		assert.equal(isPlain({ ...plain, title: 'é' }), false);
		assert.equal(isPlain({ ...plain, description: 'é' }), false);
	});

	it('is computed once', () => {
		let times = 0;
		const counted = {
			...one,
			get title() {
				times += 1;
				return 'Slow';
			},
		};
		for (let nth = 0; nth < 3; nth++) foldedTitle(counted);
		assert.equal(times, 1);
	});
});

describe('The names of a person', () => {
	it('begin with the one that is shown', () => {
		assert.deepEqual(namesOf(user('ana')), ['~ana', 'ana']);
		assert.deepEqual(namesOf({ type: 'email', address: 'a@b.c', name: 'A' }), ['a@b.c', 'A']);
		assert.deepEqual(namesOf({ type: 'email', address: 'a@b.c', name: null }), ['a@b.c', '']);
		assert.deepEqual(namesOf({ type: 'external', external_id: 'x:1', external_url: null }), ['x:1']);
	});
});
