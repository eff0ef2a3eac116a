import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Pair, rangeDiff } from '../../../../src/mail/range-diff/range-diff.ts';
import type { RangeDiffPatch } from '../../../../src/mail/range-diff/range-diff-patch.ts';
import { diffOf, patchOf, patchWithLines } from '../../../kit/mails/patches.ts';
import { Random } from '../../../kit/mails/random.ts';

/** A patch of ten lines that no other has. */
const patch = (name: string, ...more: readonly string[]): RangeDiffPatch =>
	patchOf(
		`Add ${name}`,
		`It is ${name}.`,
		diffOf(`${name}.c`, [...Array.from({ length: 10 }, (_, nth) => `+${name} ${nth}`), ...more]),
	);

const shown = (pairs: readonly Pair[]): readonly string[] =>
	pairs.map((pair) => {
		const old = 'old' in pair ? pair.old + 1 : '-';
		const current = 'new' in pair ? pair.new + 1 : '-';
		const moved = pair.kind === 'changed' && pair.isMoved ? ' and moved' : '';
		return `${old} ${pair.kind}${moved} ${current}`;
	});

const [a, b, c, d] = [patch('a'), patch('b'), patch('c'), patch('d')];
const changedB = patch('b', '+one more');

describe('Two versions of a series', () => {
	const cases: readonly [
		what: string,
		old: readonly RangeDiffPatch[],
		current: readonly RangeDiffPatch[],
		string[],
	][] = [
		['without patches have no pairs', [], [], []],
		['that are equal have unchanged patches', [a, b], [a, b], ['1 unchanged 1', '2 unchanged 2']],
		['show a changed patch', [a, b], [a, changedB], ['1 unchanged 1', '2 changed 2']],
		[
			'show a dropped patch where it was',
			[a, b, c],
			[a, c],
			['1 unchanged 1', '2 dropped -', '3 unchanged 2'],
		],
		['show an added patch where it is', [a, c], [a, b, c], ['1 unchanged 1', '- added 2', '2 unchanged 3']],
		[
			'show a dropped patch before an added one',
			[a, b],
			[a, d],
			['1 unchanged 1', '2 dropped -', '- added 2'],
		],
		['show the one patch that moved', [a, b, c], [c, a, b], ['3 moved 1', '1 unchanged 2', '2 unchanged 3']],
		[
			'show a patch that moved and changed',
			[a, b, c],
			[changedB, a, c],
			['2 changed and moved 1', '1 unchanged 2', '3 unchanged 3'],
		],
		[
			'show a dropped patch only after those before it',
			[a, b, c],
			[c, a],
			['3 moved 1', '1 unchanged 2', '2 dropped -'],
		],
		[
			'keep patches with equal diffs in order',
			[a, b, a],
			[a, b, a],
			['1 unchanged 1', '2 unchanged 2', '3 unchanged 3'],
		],
		[
			'without common patches drop all and add all',
			[a, b],
			[c, d],
			['1 dropped -', '2 dropped -', '- added 1', '- added 2'],
		],
		['show that all was dropped', [a], [], ['1 dropped -']],
	];
	for (const [what, old, current, expected] of cases) {
		it(what, () => assert.deepEqual(shown(rangeDiff(old, current)), expected));
	}

	it('show how the diff, the message and the author of a patch changed', () => {
		const current = patchOf(
			'Add more of b',
			'It is b.\n\nAcked-by: Bob <bob@example.org>',
			diffOf('b.c', [...Array.from({ length: 10 }, (_, nth) => `+b ${nth === 8 ? 'eight' : nth}`)]),
			{ name: 'Bob', email: 'bob@example.org' },
		);
		const [pair] = rangeDiff([b], [current]);
		assert.equal(pair?.kind, 'changed');
		const signs = { same: ' ', removed: '-', added: '+' };
		const { author, message, diff } = pair.difference;
		assert.deepEqual(author, { old: 'Ana <ana@example.org>', new: 'Bob <bob@example.org>' });
		assert.deepEqual(
			[...message, ...diff].map(({ section, lines }) => [
				section,
				...lines.map(({ kind, text }) => signs[kind] + text),
			]),
			[
				['', '-Add b', '+Add more of b', ' ', ' It is b.', '+', '+Acked-by: Bob <bob@example.org>'],
				['@@', ' +b 5', ' +b 6', ' +b 7', '-+b 8', '++b eight', ' +b 9'],
			],
		);
	});

	it('show a patch as changed if only its message is', () => {
		const current = { ...b, message: [...b.message, 'Really.'] };
		const [pair] = rangeDiff([b], [current]);
		assert.equal(pair?.kind, 'changed');
		assert.deepEqual(pair.difference.diff, []);
	});

	it('pair patches without a diff only if their messages are equal', () => {
		const empty = (title: string) => patchWithLines(title, []);
		assert.deepEqual(shown(rangeDiff([empty('x'), empty('y')], [empty('y'), empty('z')])), [
			'1 dropped -',
			'2 unchanged 1',
			'- added 2',
		]);
	});

	it('pair the patch with the same title if the differences are equally long', () => {
		const lines = Array.from({ length: 10 }, (_, nth) => `+${nth}`);
		const version = (...titles: readonly string[]) =>
			titles.map((title, nth) => patchWithLines(title, [...lines, `+${titles.length}${title}${nth}`]));
		const pairs = shown(rangeDiff(version('x', 'y'), version('new', 'x', 'y')));
		assert.deepEqual(pairs, ['- added 1', '1 changed 2', '2 changed 3']);
	});

	it('pair similar patches although their order and all their titles changed', () => {
		const random = new Random(5);
		const old = Array.from({ length: 30 }, (_, nth) => patch(`p${nth}`));
		const order = [...old.keys()].sort(() => random.below(3) - 1);
		const current = order.map((nth) => ({ ...patch(`p${nth}`, '+more'), message: ['Other'] }));
		for (const pair of rangeDiff(old, current)) {
			assert.equal(pair.kind, 'changed');
			assert.equal(pair.old, order[pair.new]);
		}
	});

	const line = fc.constantFrom('+a', '+b', '-a', ' a', '', ' ## x ##', '@@ x: f', '\r', '+');
	const version = fc.array(
		fc
			.tuple(fc.string(), fc.array(line, { maxLength: 12 }))
			.map(([title, lines]) => patchWithLines(title, lines)),
		{ maxLength: 7 },
	);

	it('have each patch in exactly one pair, those of the new version in order', () => {
		fc.assert(
			fc.property(version, version, (old, current) => {
				const pairs = rangeDiff(old, current);
				assert.deepEqual(
					pairs.flatMap((pair) => ('new' in pair ? [pair.new] : [])),
					[...current.keys()],
				);
				assert.deepEqual(
					pairs.flatMap((pair) => ('old' in pair ? [pair.old] : [])).sort((a, b) => a - b),
					[...old.keys()],
				);
				for (const pair of pairs) {
					if (pair.kind === 'unchanged' || pair.kind === 'moved') {
						assert.deepEqual(old[pair.old], current[pair.new]);
					}
				}
			}),
			{ numRuns: 500 },
		);
	});

	it('compared with themselves are unchanged', () => {
		fc.assert(
			fc.property(version, (old) => {
				assert.ok(rangeDiff(old, old).every(({ kind }) => kind === 'unchanged'));
			}),
		);
	});
});

describe('The comparison of two versions ends soon', () => {
	const random = new Random(3);
	const shuffled = (lines: readonly string[]) =>
		lines
			.map((line) => ({ line, at: random.below(1e9) }))
			.sort((a, b) => a.at - b.at)
			.map(({ line }) => line);
	const numbered = (length: number, prefix = '+') => Array.from({ length }, (_, nth) => `${prefix}${nth}`);
	const versions = (count: number, linesOf: () => readonly string[]) =>
		[0, 1].map((nth) =>
			Array.from({ length: count }, (_, index) => patchWithLines(`${nth} ${index}`, linesOf())),
		);
	const cases: readonly [what: string, make: () => RangeDiffPatch[][]][] = [
		[
			'of patches with the same lines in different orders',
			() => {
				const lines = numbered(300);
				return versions(30, () => shuffled(lines));
			},
		],
		[
			'of many short patches that are all similar',
			() => versions(150, () => ['+a', '+b', '+c', `+${random.below(9)}`]),
		],
		[
			'of a very long patch',
			() => {
				const lines = numbered(30_000);
				const change = (line: string) => (random.chance(20) ? `${line}!` : line);
				return [lines, lines.map(change)].map((lines) => [patchWithLines('long', lines)]);
			},
		],
		[
			'of a very long patch in another order',
			() => {
				const lines = numbered(30_000);
				return [lines, shuffled(lines)].map((lines) => [patchWithLines('long', lines)]);
			},
		],
		[
			'of patches of one repeated line',
			() => versions(30, () => new Array<string>(500 + random.below(500)).fill('+')),
		],
		[
			'of very long lines',
			() => versions(3, () => numbered(20, `+${'x'.repeat(100_000)}`).slice(random.below(10))),
		],
	];
	for (const [what, make] of cases) {
		it(what, () => {
			const [old = [], current = []] = make();
			const pairs = rangeDiff(old, current);
			assert.equal(pairs.filter((pair) => 'new' in pair).length, current.length);
		}).timeout(20_000);
	}
});
