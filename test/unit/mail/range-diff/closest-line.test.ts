import assert from 'node:assert/strict';
import { closestLine, equalLine } from '../../../../src/mail/range-diff/closest-line.ts';
import { similarity } from '../../../../src/mail/range-diff/similarity.ts';

const between = (text: string) => ({ line: 1, text, isBetween: true });
const apart = (text: string) => ({ line: 2, text, isBetween: false });

describe('The line that replaced another', () => {
	const text = 'return open(file);';
	const cases: readonly [
		what: string,
		candidates: Parameters<typeof closestLine>[1],
		expected: string | undefined,
	][] = [
		[
			'is the most similar one',
			[between('close(file);'), between('return open(name);')],
			'return open(name);',
		],
		['is the first of equally similar ones', [between('x'), between('y')], 'x'],
		['may differ completely between the same lines', [between('xyz')], 'xyz'],
		['must be similar elsewhere', [apart('close(name);')], undefined],
		['may be elsewhere', [between('xyz'), apart('return open(file, mode);')], 'return open(file, mode);'],
		[
			'is between the same lines although one elsewhere is a little more similar',
			[between('return open(name);'), apart('return open(file, 0);')],
			'return open(name);',
		],
		['does not exist without candidates', [], undefined],
	];
	for (const [what, candidates, expected] of cases) {
		it(what, () => assert.equal(closestLine(text, candidates)?.text, expected));
	}
});

describe('An equal line', () => {
	it('between the same lines is preferred', () => {
		assert.deepEqual(equalLine('open();', [apart('open();'), between('open();')]), between('open();'));
	});

	it('elsewhere must have words', () => {
		assert.deepEqual(equalLine('open();', [apart('open();')]), apart('open();'));
		assert.equal(equalLine('})', [apart('})')]), undefined);
	});
});

describe('The similarity of two lines', () => {
	const cases: readonly [one: string, other: string, expected: number][] = [
		['open(file)', 'open(file)', 1],
		['\topen( file )', 'open(file)', 1],
		['abc', 'xyz', 0],
		['abcd', 'abxy', 1 / 3],
		['aaaa', 'aa', 0.5],
		['', '', 1],
		['}', '}', 1],
		['}', '{', 0],
		['', 'abc', 0],
	];
	for (const [one, other, expected] of cases) {
		it(`of "${one}" and "${other}" is ${expected.toFixed(2)}`, () => {
			assert.equal(similarity(one, other), expected);
			assert.equal(similarity(other, one), expected);
		});
	}
});
