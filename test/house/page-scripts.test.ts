import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { pageOptions } from '../../build.mjs';
import { pageNames, pageStyle } from '../tools/page-style.ts';

describe('The code of the pages', () => {
	it('can be embedded in an HTML document without ending it', async () => {
		for (const production of [true, false]) {
			const { outputFiles } = await build({ ...pageOptions({ production }), write: false });
			assert.ok(outputFiles.length > 0);
			for (const { path, text } of outputFiles) assert.doesNotMatch(text, /<\/script|<!--/i, path);
		}
		for (const page of pageNames) assert.doesNotMatch(pageStyle(page), /<\/style/i);
	});
});
