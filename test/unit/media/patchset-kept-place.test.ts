import assert from 'node:assert/strict';
import { until } from '../../tools/until.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { file, largeDiff, patch, series } from './patchset-sample.ts';

const lineCount = 40;
const filesOf = (key: string) =>
	['a', 'b', 'c'].map((name) => file(`${key}${name}`, { name: `${name}.c`, lineCount }));
const options = { wrapsLines: true, ignoresWhitespace: false, showsOnePatch: false, showsNetDiff: false };
const patches = [patch('1', filesOf('1')), patch('2', filesOf('2'))];
const snapshot = { ...series, canCombine: true, options, patches };
const net = {
	options: { ...options, showsNetDiff: true },
	patches: [patch('net', [...filesOf('net'), file('netd', { lineCount })])],
};
const separate = { options, patches };

type Place = { readonly file: string; readonly oldLine: number | null; readonly newLine: number | null };

const open = (otherPlace: (place: Place) => Place | null): Promise<PatchsetPage> =>
	openPatchset(snapshot, 'dark', { diff: ({ file: key }) => largeDiff(key, lineCount), otherPlace });

const row = (page: PatchsetPage, key: string, line: string) =>
	page.page.locator(`.file[data-file="${key}"] .l${line}`);
const topOf = (page: PatchsetPage, key: string, line: string): Promise<number> =>
	row(page, key, line).evaluate((one) => Math.round(one.getBoundingClientRect().top));
const focused = (page: PatchsetPage): Promise<string> =>
	page.page.evaluate(() => {
		const { dataset } =
			document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
		return JSON.stringify([dataset.file ?? dataset.patch, dataset.o, dataset.n]);
	});

/** Focuses a line in the middle of the window. */
async function focusLine(page: PatchsetPage, key: string, line: string): Promise<void> {
	await page.page.locator(`.file[data-file="${key}"]`).evaluate((one) => one.scrollIntoView());
	const at = row(page, key, line);
	await at.waitFor({ state: 'attached' });
	await at.evaluate((one) => one.scrollIntoView({ block: 'center' }));
	await at.click();
	await at.evaluate((one: HTMLElement) => {
		one.tabIndex = -1;
		one.focus({ preventScroll: true });
	});
}

/** Presses the key of an option, and shows what the host then shows. */
async function press(page: PatchsetPage, key: string, next: typeof separate): Promise<void> {
	const before = page.asks('option').length;
	await page.page.keyboard.press(key);
	await page.until('option', before + 1);
	await page.show(next);
	await page.settled();
}

const isAt = (page: PatchsetPage, key: string, line: string, top: number): Promise<unknown> =>
	until(async () => Math.abs((await topOf(page, key, line)) - top) <= 2, { what: `${key} is at ${top}` });

describe('What the user reads on the page of a patchset', () => {
	it('stays in its place with the focus when all patches are shown together, and back', async () => {
		const page = await open(({ file: key, ...line }) => ({ ...line, file: `net${key.slice(1)}` }));
		await focusLine(page, '2b', '[data-o="23"]:not([data-n])');
		const top = await topOf(page, '2b', '[data-o="23"]:not([data-n])');
		await press(page, '2', net);
		assert.deepEqual(page.asks('otherPlace'), [{ file: '2b', oldLine: 23, newLine: null }]);
		await row(page, 'netb', '.here').waitFor();
		assert.equal(await focused(page), '[null,"23",null]');
		await isAt(page, 'netb', '.here', top);
		await press(page, '2', separate);
		await row(page, '2b', '.here').waitFor();
		assert.equal(await focused(page), '[null,"23",null]');
		await isAt(page, '2b', '.here', top);
		assert.equal(page.asks('otherPlace').length, 1, 'the page remembers where the user was');
	});

	it('is the line of a patch that the user has gone to in the net diff', async () => {
		const page = await open(({ file: key, ...line }) =>
			key === 'netc' ? { ...line, file: '1c' } : { ...line, file: `net${key.slice(1)}` },
		);
		await focusLine(page, '2b', '[data-n="10"]');
		await press(page, '2', net);
		await focusLine(page, 'netc', '[data-n="13"]');
		const top = await topOf(page, 'netc', '[data-n="13"]');
		await press(page, '2', separate);
		await row(page, '1c', '.here').waitFor();
		assert.equal(await focused(page), '[null,"13","13"]');
		await isAt(page, '1c', '.here', top);
	});

	it('stays in its place if it was scrolled to, without taking the focus', async () => {
		const page = await open(({ file: key, ...line }) => ({ ...line, file: `net${key.slice(1)}` }));
		await focusLine(page, '2c', '[data-n="1000"]');
		const top = await topOf(page, '2c', '[data-n="1000"]');
		await page.page.evaluate(() => (document.activeElement as HTMLElement).blur());
		await press(page, '2', net);
		await isAt(page, 'netc', '[data-n="1000"]', top);
		assert.equal(await focused(page), '[null,null,null]');
	});

	it('is the file if the net diff does not have the line, and the patch without the file', async () => {
		const page = await open(({ file: key }) =>
			key === '1b' ? null : { file: `net${key.slice(1)}`, oldLine: null, newLine: null },
		);
		await focusLine(page, '2b', '[data-n="10"]');
		await press(page, '2', net);
		await until(async () => (await focused(page)) === '["netb",null,null]');
		await page.show(separate);
		await focusLine(page, '1b', '[data-n="10"]');
		await press(page, '2', net);
		await until(async () => (await focused(page)) === '["net",null,null]');
	});

	it('is the line again after the net diff, which does not have it, was shown, wherever its file was then', async () => {
		const page = await open(({ file: key }) => ({
			...{ file: `net${key.slice(1)}`, oldLine: null, newLine: null },
		}));
		await focusLine(page, '2b', '[data-n="12"]');
		const top = await topOf(page, '2b', '[data-n="12"]');
		await press(page, '2', net);
		await until(async () => (await focused(page)) === '["netb",null,null]');
		await page.page.evaluate(() => scrollBy(0, 700));
		await press(page, '2', separate);
		await row(page, '2b', '.here').waitFor();
		assert.equal(await focused(page), '[null,null,"12"]');
		await isAt(page, '2b', '.here', top);
	});

	it('is the line again if the user goes back before the page has gone to it in the net diff', async () => {
		const answer = Promise.withResolvers<Place>();
		const page = await open(() => answer.promise as never);
		await focusLine(page, '2b', '[data-n="12"]');
		const top = await topOf(page, '2b', '[data-n="12"]');
		await page.page.keyboard.press('2');
		await page.until('otherPlace');
		await page.show(net);
		await page.page.keyboard.press('2');
		await page.until('option', 2);
		await page.show(separate);
		answer.resolve({ file: 'netb', oldLine: null, newLine: null });
		await page.settled();
		await row(page, '2b', '.here').waitFor();
		assert.equal(await focused(page), '[null,null,"12"]');
		await isAt(page, '2b', '.here', top);
	});

	it('stays in its place when a file above it is drawn late', async () => {
		const late = Promise.withResolvers<void>();
		const page = await open(({ file: key, ...line }) => ({ ...line, file: `net${key.slice(1)}` }));
		page.handlers = {
			...page.handlers,
			diff: async ({ file: key }) => {
				if (key === 'neta') await late.promise;
				return largeDiff(key, key === 'neta' ? 10 : lineCount);
			},
		};
		await focusLine(page, '2b', '[data-n="12"]');
		const top = await topOf(page, '2b', '[data-n="12"]');
		await page.page.keyboard.press('2');
		await page.until('option');
		const [a, ...others] = filesOf('net');
		await page.show({ ...net, patches: [patch('net', [file('neta', { ...a, lineCount: 4 }), ...others])] });
		await row(page, 'netb', '.here').waitFor();
		await isAt(page, 'netb', '.here', top);
		late.resolve();
		await row(page, 'neta', '').first().waitFor();
		// The browser moves the page back in a frame after the one that draws the file.
		await isAt(page, 'netb', '.here', top);
	});

	it('stays if only its patch is shown, and back', async () => {
		const page = await open(() => null);
		await focusLine(page, '2b', '[data-n="10"]');
		const top = await topOf(page, '2b', '[data-n="10"]');
		await press(page, '1', { options: { ...options, showsOnePatch: true }, patches });
		await row(page, '2b', '.here').waitFor();
		await isAt(page, '2b', '.here', top);
		assert.equal(await focused(page), '[null,"10","10"]');
		await press(page, '1', separate);
		await isAt(page, '2b', '.here', top);
		assert.deepEqual(page.asks('otherPlace'), []);
	});

	it('does not move if the patches only begin there', async () => {
		const page = await open(() => null);
		const top = () => page.page.evaluate(() => window.scrollY);
		await page.page.locator('#patches-title').scrollIntoViewIfNeeded();
		const before = await top();
		await page.page.locator('[data-option=showsNetDiff]').click();
		await page.until('option');
		await page.show(net);
		await page.settled();
		assert.equal(await top(), before);
		assert.deepEqual(page.asks('otherPlace'), []);
	});
});
