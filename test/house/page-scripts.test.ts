import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pageOptions } from '../../build.mjs';
import { root } from '../tools/places.ts';

describe('The code of the pages', () => {
	it('can be embedded in an HTML document without ending it', async () => {
		for (const production of [true, false]) {
			const { outputFiles } = await build({ ...(await pageOptions({ production })), write: false });
			assert.ok(outputFiles.length > 0);
			for (const { path, text } of outputFiles) assert.doesNotMatch(text, /<\/script|<!--/i, path);
		}
		assert.doesNotMatch(readFileSync(join(root, 'media/page.css'), 'utf8'), /<\/style/i);
	});
});
