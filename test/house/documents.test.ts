import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../tools/places.ts';
import { productSources } from './sources.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const architecture = read('ARCHITECTURE.md');
const decisions = globSync('docs/decisions/*.md', { cwd: root })
	.map((path) => basename(path))
	.filter((name) => name !== 'README.md');

/** The decisions that a text names by their path. */
const namedIn = (text: string): readonly string[] =>
	[...text.matchAll(/\bdocs\/decisions\/([\w-]+\.md)/g)].map(([, name = '']) => name);

describe('A decision', () => {
	const named = new Set([architecture, ...productSources().map(({ text }) => text)].flatMap(namedIn));
	named.delete('README.md');

	it('is named in a comment at the code that it explains, or by ARCHITECTURE.md, and is in the list of decisions', () => {
		assert.deepEqual(
			decisions.filter((name) => !named.has(name)),
			[],
			'No comment names it: write “Reasons: docs/decisions/….md.” at the code, or remove it.',
		);
		assert.deepEqual(
			[...named].filter((name) => !decisions.includes(name)),
			[],
			'It is named, and there is no such file.',
		);
		const listed = [...read('docs/decisions/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)];
		assert.deepEqual(listed.map(([, name]) => name).toSorted(), decisions.toSorted());
	});
});

describe('A document', () => {
	it('names only files of code that exist', () => {
		const files = globSync(['*.mjs', '{src,media,test}/**/*.{ts,mjs,css}'], { cwd: root });
		const exists = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
		// The change log says what was.
		const paths = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).filter((path) => path !== 'CHANGELOG.md');
		const named = paths.flatMap((path) =>
			[...read(path).matchAll(/`([\w./-]+\.(?:ts|mjs|css))`/g)].map(([, name = '']) => ({ path, name })),
		);
		assert.deepEqual(
			named.filter(({ name }) => !exists(name)).map(({ path, name }) => `${path} names ${name}`),
			[],
		);
	});
});
