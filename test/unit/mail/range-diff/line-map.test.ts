import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LineMap, type MappedLine } from '../../../../src/mail/range-diff/line-map.ts';
import { type LinePosition, lineNumber, type Side } from '../../../../src/mail/range-diff/line-position.ts';
import { rangeDiff } from '../../../../src/mail/range-diff/range-diff.ts';
import type { DiffLine, RangeDiffPatch } from '../../../../src/mail/range-diff/range-diff-patch.ts';
import { appliedChanges, generatedSeries, type Tree } from './generated-series.ts';
import { gitSeries } from './git-series.ts';
import { diffOf, patchOf, patchWithLines } from './patches.ts';
import { readPatches } from './read-patches.ts';

const mapOf = (old: readonly RangeDiffPatch[], current: readonly RangeDiffPatch[]) =>
	new LineMap(old, current, rangeDiff(old, current));

const inDiff = (patch: number, line: number, side: Side = 'new'): LinePosition => ({
	part: 'diff',
	patch,
	line,
	side,
});

/** The texts of both lines, and what happened between them. */
function shown(mapped: MappedLine, current: readonly RangeDiffPatch[]): string {
	const position = mapped.kind === 'gone' ? mapped.near : mapped.position;
	if (!position) return mapped.kind;
	const { diff, message } = current[position.patch] ?? { diff: [], message: [] };
	const text = position.part === 'message' ? message[position.line] : diff[position.line]?.text;
	return `${mapped.kind}: ${position.patch}: ${text}`;
}

/** Follows the line with this text, of the first patch with it. */
function follow(
	text: string,
	old: readonly RangeDiffPatch[],
	current: readonly RangeDiffPatch[],
	side: Side = 'new',
) {
	const patch = old.findIndex(({ diff }) => diff.some((line) => line.text === text));
	const line = old[patch]?.diff.findIndex((line) => line.text === text) ?? -1;
	return shown(mapOf(old, current).find(inDiff(patch, line, side)), current);
}

const numbered = (name: string, count: number) =>
	Array.from({ length: count }, (_, nth) => `+${name} line ${nth};`);
const filler = numbered('filler', 20);
const patch = (...lines: readonly string[]) => patchOf('Title', '', diffOf('a.c', lines));

describe('A line of an older version', () => {
	const cases: readonly [
		what: string,
		text: string,
		old: RangeDiffPatch[],
		current: RangeDiffPatch[],
		expected: string,
	][] = [
		[
			'is unchanged where the patch is',
			'+filler line 3;',
			[patch(...filler)],
			[patch(...filler)],
			'unchanged: 0: +filler line 3;',
		],
		[
			'is unchanged behind added lines',
			'+filler line 3;',
			[patch(...filler)],
			[patch('+x', '+y', ...filler)],
			'unchanged: 0: +filler line 3;',
		],
		[
			'is unchanged if an earlier patch adds it now',
			'+filler line 3;',
			[patch(...filler)],
			[patch(...filler.map((line) => line.replace('+filler line 3', ' filler line 3')))],
			'unchanged: 0:  filler line 3;',
		],
		[
			'has changed if a similar line is in its place',
			'+return open(file);',
			[patch(...filler, '+return open(file);')],
			[patch(...filler, '+if (!file)', '+return open(file, mode);', '+done();')],
			'changed: 0: +return open(file, mode);',
		],
		[
			'has changed if different lines are in its place',
			'+xyz',
			[patch(...filler, '+xyz', '+tail')],
			[patch(...filler, '+something else', '+tail')],
			'changed: 0: +something else',
		],
		[
			'is gone if nothing replaces it',
			'+xyz',
			[patch(...filler, '+xyz', '+tail')],
			[patch(...filler, '+tail')],
			'gone: 0: +filler line 19;',
		],
		[
			'is gone if only the lines above the one before it are new',
			'+xyz',
			[patch(...filler, '+same();', '+xyz', '+tail')],
			[patch(...filler, '+qqq', '+same();', '+tail')],
			'gone: 0: +same();',
		],
		[
			'is gone with the lines around it',
			'+uvw',
			[patch(...filler, '+xyz', '+uvw', '+tail', '+end')],
			[patch(...filler, '+tail', '+end')],
			'gone: 0: +tail',
		],
		[
			'is not found in a line that has another origin',
			'+call(one);',
			[patch(...filler, '+call(one);'), patch(...numbered('second', 8), '+call(one);')],
			[patch(...filler), patch(...numbered('second', 8), '+call(one);')],
			'gone: 0: +filler line 19;',
		],
		[
			'is found without its neighbors if it has four letters',
			'+init;',
			[patch(...filler, '+init;')],
			[patch(...filler), patch(...numbered('second', 8), '+init;')],
			'unchanged: 1: +init;',
		],
		[
			'is not found without its neighbors if it has three letters',
			'+end;',
			[patch(...filler, '+end;')],
			[patch(...filler), patch(...numbered('second', 8), '+end;')],
			'gone: 0: +filler line 19;',
		],
		[
			'is gone if its patch is',
			'+a line 3;',
			[patch(...numbered('a', 9))],
			[patch(...numbered('b', 9))],
			'gone',
		],
		[
			'is found in the other half of a patch that was split',
			'+second line 3;',
			[patch(...filler, ...numbered('second', 8))],
			[patch(...filler), patch(...numbered('second', 8))],
			'unchanged: 1: +second line 3;',
		],
		[
			'is found in the patch that its patch was joined with',
			'+second line 3;',
			[patch(...filler), patch(...numbered('second', 8))],
			[patch(...filler, ...numbered('second', 8))],
			'unchanged: 0: +second line 3;',
		],
		[
			'is not confused with an equal line elsewhere',
			'+}',
			[patch(...filler, '+}', '+tail')],
			[patch(...filler, '+tail'), patch('+other', '+}')],
			'gone: 0: +filler line 19;',
		],
		[
			'is told from equal lines by its neighbors',
			'+}',
			[patch(...filler, '+unique one;', '+}', '+unique two;')],
			[patch(...filler), patch('+other;', '+}', '+another;', '+unique one;', '+}', '+unique two;')],
			'unchanged: 1: +}',
		],
		[
			'is not found if several lines could be it',
			'+call(the, same);',
			[patch(...filler, '+call(the, same);')],
			[patch(...filler), patch('+call(the, same);'), patch('+call(the, same);')],
			'gone: 0: +filler line 19;',
		],
	];
	for (const [what, text, old, current, expected] of cases) {
		it(what, () => assert.equal(follow(text, old, current), expected));
	}

	it('is followed on the side that it was read on', () => {
		const old = [patch(...filler, ' before', ' kept', ' after')];
		const current = [patch(...filler, ' before', '-kept', '+replaced', ' after')];
		assert.equal(follow(' kept', old, current, 'old'), 'unchanged: 0: -kept');
		assert.equal(follow(' kept', old, current, 'new'), 'changed: 0: +replaced');
	});

	it('can be a header', () => {
		const old = [patchOf('Title', '', diffOf('a.c', filler))];
		const current = [patchOf('Title', '', diffOf('b.c', filler))];
		assert.equal(follow(' ## a.c ##', old, current), 'changed: 0:  ## b.c ##');
	});

	it('is gone if the position is outside the version', () => {
		const map = mapOf([patch(...filler)], [patch(...filler)]);
		for (const position of [inDiff(3, 0), inDiff(0, 99), inDiff(0, -1), inDiff(-1, 0)]) {
			assert.equal(map.find(position).kind, 'gone');
		}
	});

	it('is gone, with nothing near, if its patch has no line in common with the new one', () => {
		const [old, current] = [[patchWithLines('Title', ['-x'])], [patchWithLines('Title', ['+y'])]];
		const map = new LineMap(old, current, [{ kind: 'unchanged', old: 0, new: 0 }]);
		assert.deepEqual(map.find(inDiff(0, 0, 'old')), { kind: 'gone', near: undefined });
	});

	it('of a message is followed to the new message', () => {
		const withMessage = (...lines: readonly string[]) => [
			{ ...patch(...filler), message: ['Open files', '', ...lines] },
		];
		const old = withMessage('They are opened fast.', '', 'Fixes: #1', 'Signed-off-by: Ana', 'Dropped');
		const current = withMessage(
			'New paragraph.',
			'',
			'They are opened very fast.',
			'',
			'Fixes: #1',
			'Signed-off-by: Ana',
		);
		const map = mapOf(old, current);
		const follow = (line: number) => shown(map.find({ part: 'message', patch: 0, line }), current);
		assert.deepEqual([0, 2, 4, 5, 6].map(follow), [
			'unchanged: 0: Open files',
			'changed: 0: They are opened very fast.',
			'unchanged: 0: Fixes: #1',
			'unchanged: 0: Signed-off-by: Ana',
			'gone: 0: Signed-off-by: Ana',
		]);
	});

	it('of the message of a dropped patch is gone', () => {
		const [old, current] = [[patch(...numbered('a', 9))], [patch(...numbered('b', 9))]];
		assert.deepEqual(mapOf(old, current).find({ part: 'message', patch: 0, line: 0 }), {
			kind: 'gone',
			near: undefined,
		});
	});

	it('is followed without an error in any two versions', () => {
		const line = fc.constantFrom('+a', '+b', '-a', ' a', '+}', '+long enough', '', ' ## x ##', '@@ x: f');
		const version = fc.array(
			fc.array(line, { maxLength: 10 }).map((lines) => patchWithLines('Title', lines)),
			{ maxLength: 4 },
		);
		fc.assert(
			fc.property(version, version, (old, current) => {
				const map = mapOf(old, current);
				for (const [patch, { diff }] of old.entries()) {
					for (const line of diff.keys()) {
						const mapped = map.find(inDiff(patch, line));
						const position = mapped.kind === 'gone' ? mapped.near : mapped.position;
						if (position?.part === 'diff') assert.ok(current[position.patch]?.diff[position.line]);
					}
				}
			}),
		);
	});
});

describe('A line that is unchanged', () => {
	/** The content of the file that a line is in, on one side, before or after its patch. */
	function contentAt(
		line: DiffLine,
		side: Side,
		patch: RangeDiffPatch,
		trees: readonly Tree[],
		index: number,
	) {
		const header = patch.diff.find((one) => one.file === line.file && one.text.startsWith(' ## '));
		const [, before] = /^ ## (\S+) => /.exec(header?.text ?? '') ?? [];
		const path = side === 'old' ? (before ?? line.path) : line.path;
		const tree = trees[side === 'old' ? index : index + 1];
		return tree?.get(path)?.[(lineNumber(line, side) ?? 0) - 1];
	}

	it('has the same content in the files of the new version', async () => {
		const counts = { unchanged: 0, changed: 0, gone: 0 };
		for (let seed = 100; seed < 115; seed++) {
			const generated = generatedSeries(seed);
			const made = await gitSeries(generated);
			const [old, current] = [readPatches(made.old), readPatches(made.new)];
			const trees = [
				generated.newBase,
				...appliedChanges(generated.newBase, generated.new).map(({ tree }) => tree),
			];
			const map = mapOf(old, current);
			for (const [index, patch] of old.entries()) {
				for (const [nth, line] of patch.diff.entries()) {
					for (const side of ['old', 'new'] as const) {
						if (lineNumber(line, side) === undefined) continue;
						const mapped = map.find(inDiff(index, nth, side));
						counts[mapped.kind]++;
						if (mapped.kind !== 'unchanged') continue;
						const { patch: newIndex, line: newNth } = mapped.position;
						const [newPatch, newLine] = [current[newIndex], current[newIndex]?.diff[newNth]];
						assert.ok(newPatch && newLine);
						const content = contentAt(newLine, side, newPatch, trees, newIndex);
						assert.equal(content, line.text.slice(1), `series ${seed}, patch ${index}, line ${nth}`);
					}
				}
			}
		}
		assert.ok(counts.unchanged > 1000 && counts.changed > 20 && counts.gone > 100, JSON.stringify(counts));
	}).timeout(60_000);
});
