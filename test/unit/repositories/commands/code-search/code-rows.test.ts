import assert from 'node:assert/strict';
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

	it('show neither icons nor hidden characters of a file', () => {
		const items = ordered.of(found([file('$(bug)\u202e.c', ['$(zap) \u200bx\u0007', 1])]));
		assert.deepEqual(shown(items), [
			'\\$(bug)‹U+202E›.c',
			'\\$(zap) ‹U+200B›x‹U+0007›: \\$(bug)‹U+202E›.c:1',
		]);
	});
});
