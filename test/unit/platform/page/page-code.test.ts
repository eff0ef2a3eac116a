import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPageCode } from '../../../../src/platform/page/page-code.ts';
import { temporaryFolder } from '../../../tools/places.ts';

describe('The code of a page', () => {
	it('is the icons, its built script, and the style sheet that all pages share before that of its kind', async () => {
		const extension = temporaryFolder('page-code');
		mkdirSync(join(extension, 'dist', 'media'), { recursive: true });
		mkdirSync(join(extension, 'media'));
		writeFileSync(join(extension, 'dist', 'media', 'icons.js'), 'icons = [];');
		writeFileSync(join(extension, 'dist', 'media', 'ticket.js'), 'draw("…");');
		writeFileSync(join(extension, 'media', 'page.css'), 'body { color: red; }');
		writeFileSync(join(extension, 'media', 'ticket.css'), 'h1 { color: blue; }');
		assert.deepEqual(await readPageCode(extension, 'ticket'), {
			script: 'icons = [];\ndraw("…");',
			style: 'body { color: red; }\nh1 { color: blue; }',
		});
	});
});
