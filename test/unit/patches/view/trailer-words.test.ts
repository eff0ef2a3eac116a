import assert from 'node:assert/strict';
import type { VersionTrailer } from '../../../../src/patches/state/lists/version-trailers.ts';
import { countReviewed, trailerCounts, trailerLines } from '../../../../src/patches/view/trailer-words.ts';

const by = (name: string, key = 'Reviewed-by', patches: readonly number[] = []): VersionTrailer => ({
	key,
	person: { name, email: `${name}@example.org` },
	patches,
});
const some = [by('Bob'), by('Cid', 'Tested-by', [2]), by('Dot', 'Reviewed-by', [1, 3])];

describe('The words for trailers', () => {
	it('count the people, and the patches that are reviewed', () => {
		assert.deepEqual(
			[trailerCounts(some), trailerCounts([])],
			[['reviewed by 2 people', 'tested by 1 person'], []],
		);
		assert.deepEqual(
			[some, some.slice(1), []].map((given) => countReviewed(given, 3)),
			[3, 2, 0],
		);
	});

	it('name the persons, and the patches if they are not all', () => {
		assert.deepEqual(trailerLines(some), [
			String.raw`Reviewed\-by\: Bob\, Dot \(patches 1 and 3\)`,
			String.raw`Tested\-by\: Cid \(patch 2\)`,
		]);
	});
});
