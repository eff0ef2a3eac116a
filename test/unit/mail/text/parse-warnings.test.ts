import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseWarnings } from '../../../../src/mail/text/parse-warnings.ts';
import { root } from '../../../tools/places.ts';

describe('Every code of a warning', () => {
	it('is explained in docs/parse-warnings.md, in the same order', () => {
		const explained = readFileSync(join(root, 'docs', 'parse-warnings.md'), 'utf8').matchAll(
			/^\| `([\w-]+)` \|/gm,
		);
		assert.deepEqual(
			[...explained].map(([, code]) => code),
			[...parseWarnings],
		);
	});
});
