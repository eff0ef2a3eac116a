import assert from 'node:assert/strict';
import { highlight } from '../../../src/platform/model/highlight.ts';
import { renderer } from '../../../src/platform/model/markdown/renderer.ts';
import { violations } from '../../kit/pages/axe.ts';
import { comment, sample, user } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';

const render = renderer({ addresses: {}, currentTracker: { owner: '~ana', tracker: 'editor' }, highlight });
const { html } = render('```diff\n@@ -1,3 +1,3 @@\n int n;\n-int old;\n+int new;\n```\n');

describe('A diff in a text', () => {
	for (const theme of ['dark', 'light', 'contrast'] as const) {
		it(`marks the whole lines as diff editors do, without striking any out, in the theme ${theme}`, async () => {
			const page = await openPage({ ...sample, timeline: [comment('c1', user('~bob'), html)] }, theme);
			const lines = await page.page.locator('.prose pre').evaluate((code) =>
				['addition', 'deletion'].map((name) => {
					const line = code.querySelector(`.hljs-${name}`) ?? document.body;
					const { backgroundColor, outlineColor, textDecorationLine } = getComputedStyle(line);
					const isWide = line.clientWidth > code.clientWidth / 2;
					return { colors: `${backgroundColor} ${outlineColor}`, textDecorationLine, isWide };
				}),
			);
			const [added, removed] = lines;
			assert.notEqual(added?.colors, removed?.colors);
			for (const { textDecorationLine, isWide } of lines)
				assert.deepEqual([textDecorationLine, isWide], ['none', true]);
			assert.deepEqual(await violations(page.page), []);
		});
	}
});
