import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/places.ts';
import { testFiles } from '../tools/suites.ts';
import { testTitles } from './test-titles.ts';

/** The cells of the rows of all tables that have a column for tests. */
function attacksIn(document: string): readonly (readonly string[])[] {
	const tables = document.match(/^\| Attack \| What is done \| Test \|\n\|[-|]+\|\n(?:\|.*\n?)*/gm) ?? [];
	return tables.flatMap((table) =>
		table
			.trimEnd()
			.split('\n')
			.slice(2)
			.map((row) => row.split('|').map((cell) => cell.trim())),
	);
}

/** Rows that do not name a test that exists. */
const problemsIn = (document: string, titles: readonly RegExp[]): readonly string[] =>
	attacksIn(document).flatMap(([, attack = '', , test = '']) =>
		titles.some((title) => title.test(test)) ? [] : [`“${attack}” names no test: “${test}”.`],
	);

describe('The attacks in SECURITY.md', () => {
	it('each have a test', () => {
		const document = readFileSync(join(root, 'SECURITY.md'), 'utf8');
		const titles = (['unit', 'editor', 'ui'] as const)
			.flatMap((kind) => testFiles(kind))
			.flatMap((file) => testTitles(readFileSync(file, 'utf8')));
		assert.deepEqual(
			problemsIn(document, titles),
			[],
			'Write the title of a test there as mocha prints it: the groups and the test.',
		);
		assert.ok(attacksIn(document).length > 30);
	});
});

describe('A test that SECURITY.md names', () => {
	const source = `
describe('A lock', () => {
	for (const who of ['Ana']) it(\`is for \${who}, and no other\`, run);
	for (const who of ['Ana']) it(\`\${who}\`, run);
	describe("of today's files", () => {
		onlyWhere(isPossible, 'missing', 'is open', (title) => it(title, run));
	});
	onlyWhere(
		isPossible,
		'missing',
		'is closed',
		(title) => it(title, run),
	);
});
it('stands alone', run);
`;
	const document = (...tests: readonly string[]) =>
		`| Attack | What is done | Test |\n|---|---|---|\n${tests.map((test) => `| A | B | ${test} |\n`).join('')}`;

	it('is known by the titles of its groups and its own', () => {
		const tests = ['A lock is for Ana, and no other', "A lock of today's files is open", 'A lock is closed'];
		assert.deepEqual(problemsIn(document(...tests, 'stands alone'), testTitles(source)), []);
	});

	for (const test of ['', 'A lock', 'A lock Ana', 'A lock is opened', 'is closed', 'A lock stands alone'])
		it(`is not there: “${test}”`, () =>
			assert.equal(problemsIn(document(test), testTitles(source)).length, 1));
});
