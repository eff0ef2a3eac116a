import assert from 'node:assert/strict';
import { renderer } from '../../../src/platform/model/markdown/renderer.ts';
import { problemsIn } from '../../kit/pages/axe.ts';
import { blockTags, tags } from '../../kit/pages/hostile-tags.ts';
import { comment, sample, user } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';

const render = renderer({ addresses: {}, currentTracker: { owner: '~ana', tracker: 'editor' } });
const htmlOf = (text: string) => render(text).html;

/** Opens a page with comments. */
const openComments = (htmls: readonly string[]) =>
	openPage({ ...sample, timeline: htmls.map((html, nth) => comment(`c${nth}`, user('~bob'), html)) });

describe('HTML tags in texts on a page', () => {
	it('stay in their text, wherever they begin and end', async () => {
		const texts = tags.flatMap((tag) =>
			blockTags.flatMap((other) => [
				`<${tag}>`.repeat(3),
				`</${tag}>`,
				`<${tag}><${other}>a</${tag}>b</${other}>c`,
				`> <${tag}>\n\n<${other}>a\n\n- </${tag}>\n\n<table><tr><td><${other}>\n\n**b`,
			]),
		);
		const page = await openComments(texts.map((text) => `${htmlOf(text)}<hr>`));
		const wrong = await page.page
			.locator('article .prose')
			.evaluateAll((all) =>
				all.flatMap((prose, nth) =>
					prose.lastElementChild?.localName === 'hr' && prose.querySelectorAll('hr').length === 1 ? [] : nth,
				),
			);
		assert.deepEqual(
			wrong.map((nth) => texts[nth]),
			[],
		);
		assert.equal(await page.page.locator('article .prose').count(), texts.length);
	}).timeout(30_000);

	it('open details by keyboard, and keep them open when the page is drawn again', async () => {
		const page = await openComments([htmlOf('<details>\n<summary>Log</summary>\n\nwords\n\n</details>')]);
		await page.page.locator('summary', { hasText: 'Log' }).focus();
		await page.page.keyboard.press('Enter');
		await page.page.getByText('words').waitFor({ state: 'visible' });
		await page.show({ timeline: [...sample.timeline.slice(0, 1), ...page.snapshot.timeline] });
		assert.ok(await page.page.getByText('words').isVisible());
	});

	it('are accessible in all themes', async () => {
		const page = await openComments([
			htmlOf(
				'<details open>\n<summary>Log of #3</summary>\n\n<details><summary></summary>https://example.org</details>\n\nPress <kbd>F5</kbd>, H<sub>2</sub>O <del>a</del> <ins>b</ins>\n\n</details>\n\n<table><tr><th>a</th><th></th></tr><tr><td>b</td><td>#3</td></tr></table>',
			),
		]);
		assert.deepEqual(await problemsIn(['dark', 'light', 'contrast'], page), []);
	});
});
