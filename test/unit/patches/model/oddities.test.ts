import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oddities } from '../../../../src/patches/model/oddities.ts';
import { root } from '../../../tools/places.ts';

describe('Every code of an oddity', () => {
	it('is explained in docs/oddities.md, in the same order', () => {
		const explained = readFileSync(join(root, 'docs', 'oddities.md'), 'utf8').matchAll(/^\| `([\w-]+)` \|/gm);
		assert.deepEqual(
			[...explained].map(([, code]) => code),
			[...oddities],
		);
	});
});
