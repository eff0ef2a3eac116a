import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/places.ts';

/** Lines of tests per line of the product. */
const mostTestLines = 1.4;
/** Test cases per 1,000 lines of the product. A loop of cases counts once. */
const mostCases = 55;

const textsOf = (pattern: string): readonly string[] =>
	globSync(pattern, { cwd: root })
		// The sandbox serves tests, although the package contains it.
		.filter((path) => !/^src[\\/]sandbox\b/.test(path))
		.map((path) => readFileSync(join(root, path), 'utf8'));
const linesOf = (texts: readonly string[]): number =>
	texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
const casesOf = (texts: readonly string[]): number =>
	texts.reduce((sum, text) => sum + (text.match(/^\s*(?:it|test)\(/gm) ?? []).length, 0);

describe('The budget', () => {
	const product = linesOf(textsOf('{src,media}/**/*.{ts,css}'));
	const tests = textsOf('test/**/*.{ts,mjs,cjs}');
	const advice =
		'Remove tests that others make superfluous, or raise the figure here and say why in the commit.';

	it('has room for the lines of the tests', () => {
		const lines = linesOf(tests) / product;
		const found = `There are ${lines.toFixed(3)} lines of tests for each line of the product.`;
		assert.ok(lines <= mostTestLines, `${found} ${advice}`);
	});

	it('has room for the test cases', () => {
		const cases = (casesOf(tests) * 1000) / product;
		const found = `There are ${cases.toFixed(1)} test cases for 1,000 lines of the product.`;
		assert.ok(cases <= mostCases, `${found} ${advice}`);
	});
});
