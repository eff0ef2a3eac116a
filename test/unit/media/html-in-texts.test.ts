import assert from 'node:assert/strict';
import { renderer } from '../../../src/platform/model/markdown/renderer.ts';
import { violations } from './axe.ts';
import type { Theme } from './browser-page.ts';
import { openPage } from './page.ts';
import { comment, sample, user } from './sample.ts';

const render = renderer({ addresses: {}, currentTracker: { owner: '~ana', tracker: 'editor' } });
const htmlOf = (text: string) => render(text).html;

/** Opens a page with comments. */
const openComments = (htmls: readonly string[], theme?: Theme) =>
	openPage({ ...sample, timeline: htmls.map((html, nth) => comment(`c${nth}`, user('~bob'), html)) }, theme);

const tags = ['details', 'summary', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
const inlineTags = ['br', 'del', 'ins', 'kbd', 'sub', 'sup'];
const attack = 'window.attacked=1';
const attributes = [
	...[
		'onclick',
		'onload',
		'onerror',
		'onmouseover',
		'onfocus',
		'ontoggle',
		'onanimationstart',
		'onbeforetoggle',
	].map((name) => `${name}="${attack}"`),
	...[
		'src',
		'href',
		'background',
		'poster',
		'action',
		'formaction',
		'data',
		'cite',
		'srcset',
		'xlink:href',
	].map((name) => `${name}="https://trap.invalid/x"`),
	...['style="background:url(https://trap.invalid/x)"', 'srcdoc="<script>window.attacked=1</script>"'],
	...[
		'id="page"',
		'name="page"',
		'class="composer"',
		'slot="a"',
		'is="a"',
		'part="a"',
		'tabindex="1"',
		'accesskey="x"',
	],
	...[
		'data-open="command:x"',
		'data-do="discard"',
		'data-src="https://trap.invalid/x"',
		'contenteditable="true"',
	],
	...[
		'autofocus=""',
		'popover="auto"',
		'hidden="until-found"',
		'role="button"',
		'aria-label="x"',
		'dir="rtl"',
	],
	...['width="99999"', 'colspan="99999"', 'rowspan="99999"', 'align="justify"', 'open="x"', 'open'],
];

const frames: readonly ((tag: string) => string)[] = [
	(tag) => tag,
	(tag) => `<table><tr><td>${tag}</td></tr></table>`,
	(tag) => `<details><summary>${tag}</summary></details>`,
	(tag) => `# ${tag}\n\n> ${tag}\n\n- ${tag}`,
	(tag) => `|a|\n|-|\n|${tag}|`,
	(tag) => `[${tag}a](https://a.example) **${tag}`,
	(tag) => `a\n${tag.replace(/ /g, '\n')}`,
	(tag) => tag.replace(/ /g, '\t\0'),
	(tag) => tag.replace('"', '&quot;'),
];

describe('HTML tags in texts on a page', () => {
	it('run and fetch nothing, and keep no other attributes, whatever attributes are written', async () => {
		const written = [...tags, ...inlineTags].flatMap((tag) =>
			attributes.flatMap((attribute) => [
				`<${tag} ${attribute}>a</${tag}>`,
				`<${tag.toUpperCase()} ${attribute.toUpperCase().replace('ATTACKED', 'attacked')} ${attribute}>`,
				`<${tag} ${attribute.replaceAll('"', "'")}/>`,
			]),
		);
		const page = await openComments(frames.map((frame) => written.map((tag) => htmlOf(frame(tag))).join('')));
		const prose = page.page.locator('article .prose');
		assert.equal(await prose.count(), frames.length);
		const names = await prose
			.locator('*')
			.evaluateAll((all) => [
				...new Set(all.flatMap((one) => one.getAttributeNames().map((name) => `${one.localName} ${name}`))),
			]);
		const known = [
			'details open',
			'a href',
			'a data-open',
			'a title',
			'p class',
			'pre tabindex',
			'pre role',
			'pre aria-label',
			'span class',
		];
		const ofTables = ['div class', 'div tabindex', 'div role', 'div aria-label'];
		assert.deepEqual(
			names.filter((name) => ![...known, ...ofTables].includes(name)),
			[],
		);
		await prose.locator('summary').first().click();
		await prose.locator('kbd').first().click();
		await page.settled();
		assert.equal(await page.page.evaluate(() => Reflect.get(window, 'attacked')), undefined);
		assert.deepEqual([page.broken, page.fetched, page.asks('discard')], [[], [], []]);
	}).timeout(30_000);

	it('stay in their text, wherever they begin and end', async () => {
		const texts = [...tags, ...inlineTags].flatMap((tag) =>
			tags.flatMap((other) => [
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

	it('are drawn by the browser as they are written', async () => {
		const text =
			'<details open>\n<summary>a</summary>\n\n- b\n\n<table><tbody><tr><th>c</th><td><kbd>d</kbd></td></tr></tbody></table>\n\n</details>';
		const page = await openComments([htmlOf(text)]);
		const drawn = await page.page.locator('article .prose').evaluate((prose) => prose.innerHTML);
		assert.equal(drawn.replace(' open=""', ' open'), htmlOf(text));
	});

	it('open details by keyboard, and keep them open when the page is drawn again', async () => {
		const page = await openComments([htmlOf('<details>\n<summary>Log</summary>\n\nwords\n\n</details>')]);
		await page.page.locator('summary', { hasText: 'Log' }).focus();
		await page.page.keyboard.press('Enter');
		await page.page.getByText('words').waitFor({ state: 'visible' });
		await page.show({ timeline: [...sample.timeline.slice(0, 1), ...page.snapshot.timeline] });
		assert.ok(await page.page.getByText('words').isVisible());
	});

	for (const theme of ['dark', 'light', 'contrast'] as const) {
		it(`are accessible in the theme ${theme}`, async () => {
			const page = await openComments(
				[
					htmlOf(
						'<details open>\n<summary>Log of #3</summary>\n\n<details><summary></summary>https://example.org</details>\n\nPress <kbd>F5</kbd>, H<sub>2</sub>O <del>a</del> <ins>b</ins>\n\n</details>\n\n<table><tr><th>a</th><th></th></tr><tr><td>b</td><td>#3</td></tr></table>',
					),
				],
				theme,
			);
			assert.deepEqual(await violations(page.page), []);
		});
	}
});
