import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { FoundCode } from '../../../../../src/forge/shapes/code-search.ts';
import '../../../../kit/window/editor.ts';

const { CodeRows } = await import('../../../../../src/repositories/commands/code-search/code-rows.ts');

type File = FoundCode['files'][number];

const file = (name: string, ...lines: readonly (readonly [text: string, number: number])[]): File => ({
	name,
	lines: lines.map(([text, number]) => ({ text, number, matches: [{ start: 0, length: 1 }] })),
});
const found = (files: readonly File[], total_files = 0, total_matches = 0): FoundCode => ({
	...{ files: [...files], total_files, total_matches },
});
const two = [file('src/a.c', ['int one', 7], ['int two', 1200]), file('b.c', ['int three', 1])];

describe('The rows of a search of code', () => {
	const ordered = new CodeRows(true);
	const shown = (items: readonly { readonly label: string; readonly description?: string }[]) =>
		items.map(({ label, description }) => (description === undefined ? label : `${label}: ${description}`));

	it('are lines below the paths of their files', () => {
		const items = ordered.of(found(two, 2, 3));
		assert.deepEqual(shown(items), [
			'src/a.c',
			'int one: a.c:7',
			'int two: a.c:1200',
			'b.c',
			'int three: b.c:1',
		]);
		assert.deepEqual(
			items.map(({ enter, alwaysShow }) => [enter !== undefined, alwaysShow]),
			[false, true, true, false, true].map((isLine) => [isLine, isLine || undefined]),
		);
	});

	it('have the path beside the number, and no text in the label, if VS Code sorts them', () => {
		const [first] = new CodeRows(false).of(found(two, 2, 3)).filter(({ enter }) => enter);
		const { label, description, detail } = first ?? assert.fail();
		assert.deepEqual([label, description, detail], ['', 'int one', 'src/a.c:7']);
	});

	it('end with how many matches and files there are, if that is more than the forge sends', () => {
		const last = (...totals: readonly [files: number, matches: number]) =>
			shown(ordered.of(found(two, ...totals))).at(-1);
		assert.equal(last(2, 3), 'int three: b.c:1');
		assert.equal(last(2, 1200), '3 of 1,200 matches in 2 of 2 files: add words to find fewer');
		assert.equal(last(40, 41), '3 of 41 matches in 2 of 40 files: add words to find fewer');
		// The forge counts in another way, or does not say how many there are.
		assert.equal(last(40, 2), '3 of 3 matches in 2 of 40 files: add words to find fewer');
		assert.equal(last(0, 41), '3 of 41 matches in 2 of 2 files: add words to find fewer');
	});

	it('name a file whose name matches', () => {
		assert.deepEqual(shown(ordered.of(found([file('src/a.c', ['src/a.c', 0])]))), [
			'src/a.c',
			'a.c: name of the file',
		]);
		const [sorted] = new CodeRows(false).of(found([file('src/a.c', ['src/a.c', 0])])).slice(1);
		assert.deepEqual([sorted?.description, sorted?.detail], ['a.c', 'name of src/a.c']);
	});

	it('say that nothing was found', () => {
		assert.deepEqual(shown(ordered.of(found([]))), ['No results: only the default branch is searched']);
	});

	it('show neither icons nor hidden characters of a file', () => {
		const items = ordered.of(found([file('$(bug)\u202e.c', ['$(zap) \u200bx\u0007', 1])]));
		assert.deepEqual(shown(items), [
			'\\$(bug)‹U+202E›.c',
			'\\$(zap) ‹U+200B›x‹U+0007›: \\$(bug)‹U+202E›.c:1',
		]);
	});

	it('say what is wrong with a query', () => {
		const row = ordered.refusedQuery(new ForgeError('refused', 'missing ): $(x).'));
		assert.deepEqual(shown([row]), ['The forge cannot read this query: missing ): \\$(x).']);
	});
});
