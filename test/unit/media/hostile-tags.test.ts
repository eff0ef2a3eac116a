import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { renderer } from '../../../src/platform/model/markdown/renderer.ts';
import { collections, tagSoup, tags, trap } from '../../kit/pages/hostile-tags.ts';
import { isAllowed } from '../../kit/pages/html.ts';
import { comment, sample, user } from '../../kit/pages/sample.ts';
import { sharedBrowser } from './browser-page.ts';
import { openPage } from './page.ts';

const render = renderer({ addresses: {}, currentTracker: { owner: '~ana', tracker: 'editor' } });
const rendered = (texts: readonly string[]) => texts.map((text) => render(text).html);
/** The same in each run. */
const soups = fc.sample(tagSoup, { seed: 18, numRuns: 600 });

interface Outcome {
	/** The elements and attributes that are not allowed. */
	readonly unknown: readonly string[];
	readonly fetched: readonly string[];
	readonly hasRun: boolean;
}
const harmless: Outcome = { unknown: [], fetched: [], hasRun: false };

/** Uses everything in an element as a user could, and more; returns its elements with each of their attributes. */
function useAll(root: Element): readonly (readonly string[])[] {
	const events = [window, document, ...document.querySelectorAll('*')]
		.flatMap((one) => Object.keys(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(one))))
		.concat(Object.keys(Object.getOwnPropertyDescriptors(HTMLElement.prototype)))
		.filter((name) => name.startsWith('on'));
	const seen = new Map<string, readonly string[]>();
	for (const element of root.querySelectorAll('*')) {
		const tag = element.localName;
		const found = element.getAttributeNames().map((name) => [tag, name, element.getAttribute(name) ?? '']);
		const isKnown = [[tag], ...found].every((one) => seen.has(one.join(' ')));
		if (isKnown) continue;
		for (const one of [[tag], ...found]) seen.set(one.join(' '), one);
		if (element instanceof HTMLDetailsElement) element.open = true;
		if (element instanceof HTMLElement) element.focus();
		for (const name of new Set(events)) element.dispatchEvent(new Event(name.slice(2), { bubbles: true }));
	}
	return [...seen.values()];
}

/** A page without a policy that would hide a mistake: what is in it may run and fetch anything. */
class BarePage {
	readonly #page: Page;
	readonly #fetched: string[] = [];
	#html = '';

	private constructor(page: Page) {
		this.#page = page;
	}

	static async open(browser: Browser): Promise<BarePage> {
		const page = await browser.newPage();
		const bare = new BarePage(page);
		await page.route('**/*', (route) => {
			const { href } = new URL(route.request().url());
			if (href === 'https://bare.test/')
				return route.fulfill({ body: bare.#html, contentType: 'text/html; charset=utf-8' });
			bare.#fetched.push(href);
			return route.abort();
		});
		return bare;
	}

	close(): Promise<void> {
		return this.#page.close();
	}

	/** Shows HTML as part of a document; `again` then parses what the browser makes of it in other elements. */
	async show(html: string, again: readonly string[] = []): Promise<Outcome> {
		this.#html = `<!doctype html><title>a</title><main>${html}</main>`;
		this.#fetched.length = 0;
		await this.#page.goto('https://bare.test/');
		const main = this.#page.locator('main').first();
		const found = [...(await main.evaluate(useAll))];
		for (const name of again) {
			await main.evaluate((root, name) => {
				const written = root.innerHTML;
				root.innerHTML = `<${name}>${written}</${name}>`;
			}, name);
			found.push(
				...(await main.evaluate(useAll)).filter(
					([tag = '', attribute]) => attribute !== undefined || !again.includes(tag),
				),
			);
		}
		await this.#page.evaluate(
			() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
		);
		return {
			unknown: found
				.filter(([tag = '', name, value]) => !isAllowed(tag, name, value))
				.map((one) => one.join(' ')),
			fetched: [...this.#fetched],
			hasRun: await this.#page.evaluate(() => Reflect.get(window, 'attacked') !== undefined),
		};
	}

	/** Whether the browser makes the same elements of some HTML as are written, except the `tbody` that it adds. */
	async differing(htmls: readonly string[]): Promise<readonly string[]> {
		return this.#page.evaluate(
			(all) =>
				all.filter((html) => {
					const { content } = Object.assign(document.createElement('template'), { innerHTML: html });
					const made = [...content.querySelectorAll('*')].map(({ localName }) => localName);
					const written = [...html.matchAll(/<([a-z]\w*)/g)].map(([, name]) => name);
					const isOther = (name: string | undefined) => name !== 'tbody';
					return made.filter(isOther).join(' ') !== written.filter(isOther).join(' ');
				}),
			htmls,
		);
	}
}

describe('Hostile HTML in texts, in a page without a policy', function () {
	this.timeout(60_000);
	let page: BarePage;
	before(async () => {
		page = await BarePage.open(await sharedBrowser());
	});
	after(() => page.close());

	it('would run and fetch if it were shown as written', async () => {
		const attacks: readonly (readonly [html: string, Outcome])[] = [
			[
				'<kbd onclick="window.attacked=1">a</kbd>',
				{ ...harmless, unknown: ['kbd onclick window.attacked=1'], hasRun: true },
			],
			[
				'<details ontoggle="window.attacked=1">',
				{ ...harmless, unknown: ['details ontoggle window.attacked=1'], hasRun: true },
			],
			['<script>window.attacked=1</script>', { ...harmless, unknown: ['script'], hasRun: true }],
			[
				`<table background="${trap}">`,
				{ ...harmless, unknown: [`table background ${trap}`], fetched: [trap] },
			],
			[
				`<kbd style="background:url(${trap})">a`,
				{ ...harmless, unknown: [`kbd style background:url(${trap})`], fetched: [trap] },
			],
		];
		for (const [html, outcome] of attacks) assert.deepEqual(await page.show(html), outcome);
	});

	for (const tag of tags) {
		it(`runs and fetches nothing, and has only allowed elements and attributes: ${tag}`, async () => {
			assert.deepEqual(await page.show(rendered(collections(tag)).join('<hr>')), harmless);
		});
	}

	it('is harmless in any soup of tags, also if it is parsed again inside other elements', async () => {
		const elements = ['svg', 'math', 'template', 'select', 'noscript'];
		for (let at = 0; at < soups.length; at += 100)
			assert.deepEqual(await page.show(rendered(soups.slice(at, at + 100)).join('<hr>'), elements), harmless);
	});

	it('becomes the elements that are written, which the browser need not repair', async () => {
		assert.deepEqual(await page.differing(rendered([...tags.flatMap(collections), ...soups])), []);
	});
});

describe('Hostile HTML in texts, on a page', () => {
	for (const [what, texts] of [
		['in details and summaries', tags.flatMap((tag) => collections(tag).slice(6, 8))],
		['in any soup of tags', soups.slice(0, 300)],
	] as const) {
		it(`runs and fetches nothing, asks the host for nothing, and violates no policy: ${what}`, async () => {
			const timeline = rendered(texts).map((html, nth) => comment(`c${nth}`, user('~bob'), html));
			const page = await openPage({ ...sample, timeline });
			const prose = page.page.locator('article .prose');
			assert.equal(await prose.count(), texts.length);
			const found = (await prose.evaluateAll((all) =>
				all.flatMap((one) =>
					[...one.querySelectorAll('*')].flatMap((element) => [
						[element.localName],
						...element
							.getAttributeNames()
							.map((name) => [element.localName, name, element.getAttribute(name) ?? '']),
					]),
				),
			)) satisfies string[][];
			assert.deepEqual(
				found.filter(([tag = '', name, value]) => !isAllowed(tag, name, value)),
				[],
			);
			await prose.locator('summary, kbd').first().click();
			await page.settled();
			assert.equal(await page.page.evaluate(() => Reflect.get(window, 'attacked')), undefined);
			assert.deepEqual(
				[page.broken, page.fetched, page.asks('discard'), page.asks('open')],
				[[], [], [], []],
			);
		}).timeout(60_000);
	}
});
