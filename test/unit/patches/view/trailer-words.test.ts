import assert from 'node:assert/strict';
import type { VersionTrailer } from '../../../../src/patches/state/lists/version-trailers.ts';
import { spokenTrailers, trailerLines } from '../../../../src/patches/view/trailer-words.ts';

const by = (name: string, key = 'Reviewed-by', patches: readonly number[] = []): VersionTrailer => ({
	key,
	person: { name, email: `${name}@example.org` },
	patches,
});
const some = [by('Bob'), by('Cid', 'Tested-by', [2]), by('Dot', 'Reviewed-by', [1, 3])];

describe('The words for trailers', () => {
	it('are spoken as they are written', () => {
		assert.deepEqual(
			[spokenTrailers(some), spokenTrailers([])],
			[['reviewed by 2 people', 'tested by 1 person'], []],
		);
	});

	it('name the persons, and the patches if they are not all', () => {
		assert.deepEqual(trailerLines(some), [
			String.raw`Reviewed\-by\: Bob\, Dot \(patches 1 and 3\)`,
			String.raw`Tested\-by\: Cid \(patch 2\)`,
		]);
	});
});
