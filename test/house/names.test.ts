import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { productSources } from './sources.ts';

/** The files that each feature has. */
const partsOfFeatures = ['command-table.ts', 'index.ts', 'registration.ts', 'services.ts', 'settings.ts'];
/** The files that each service of a forge has: its rows, its shapes, its operations in GraphQL, and its part of the sandbox. */
const partsOfServices = [
	...['lists.ts', 'repositories.ts', 'trackers.ts'],
	...['documents.ts', 'extra-operations.ts', 'operations.ts', 'values.ts', 'handlers.ts'],
];
/** The other names of files that stand more than twice. The list only becomes shorter. */
const frequentNames = ['later.ts'];

/** The types that both pages have: each page is a script of its own. The list only becomes shorter. */
const typesOfPages = ['Actions', 'CommentBox', 'Content', 'KeyAction'];

/** How often each of the names stands, without those that stand at most `most` times. */
const countAbove = (most: number, names: readonly string[]): readonly string[] =>
	[...Map.groupBy(names, (name) => name)].flatMap(([name, { length }]) => (length > most ? [name] : []));

describe('A name', () => {
	it('of a file stands at most twice in src, so that it says what the file is about', () => {
		const paths = productSources().map(({ path }) => path);
		const names = paths.filter((path) => path.startsWith('src/')).map((path) => basename(path));
		const allowed = [...partsOfFeatures, ...partsOfServices, ...frequentNames];
		assert.deepEqual(countAbove(2, names).toSorted(), allowed.toSorted());
	});

	it('of an exported type stands once, outside the sandbox, which has the names of a forge', () => {
		const product = productSources().filter(({ path }) => !path.startsWith('src/sandbox/'));
		const declaration = /^export (?:abstract )?(?:type|interface|class) (\w+)/gm;
		const names = product.flatMap(({ text }) => [...text.matchAll(declaration)].map(([, name = '']) => name));
		assert.deepEqual(countAbove(1, names).toSorted(), typesOfPages.toSorted());
	});
});
