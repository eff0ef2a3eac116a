import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { tokens } from './tokens.ts';

/** The words after each `void` operator. In a type, a mark follows `void`. */
function discarded(code: string): readonly string[] {
	const all = tokens(code);
	return all.flatMap(({ kind, text }, nth) => {
		const next = all[nth + 1];
		const isOperator =
			kind === 'word' && text === 'void' && next && (next.kind === 'word' || next.text === '(');
		return isOperator && next.text !== 'new' ? [next.text] : [];
	});
}

describe('A promise that is not awaited', () => {
	it('goes through the one function that reports its failure', () => {
		const found = globSync(['src/**/*.ts', 'media/**/*.ts'], { cwd: root }).flatMap((file) =>
			discarded(readFileSync(join(root, file), 'utf8')).map((what) => `${file}: void ${what}`),
		);
		assert.deepEqual(found, [], 'Use background of src/base/background.ts, or of media/kit/background.ts.');
	});

	for (const [code, found] of [
		['void refresh();', ['refresh']],
		['list.map((one) => void this.read(one));', ['this']],
		['return void (await x);', ['(']],
		['void this.#meet();', ['this']],
		['void new Headers();', []],
		['const a = (): void => {}; let b: Promise<void>; type C = () => void | string;', []],
	] as const) {
		it(`is ${found.length > 0 ? 'found' : 'not found'} in ${code}`, () => {
			assert.deepEqual(discarded(code), found);
		});
	}
});
