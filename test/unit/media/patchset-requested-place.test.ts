import assert from 'node:assert/strict';
import type { ShownPlace } from '../../../src/patches/page/protocol/protocol.ts';
import { until } from '../../tools/until.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { file, patch, series } from './patchset-sample.ts';

const second = { kind: 'patch', key: '2' } as const;
const reply = { kind: 'mail', mail: 202 } as const;
const request = (id: string, place: ShownPlace | null) => ({ requested: { id, place } });

/** What has the focus, and how far it is from the top of the window. */
const focused = ({ page }: PatchsetPage) =>
	page.evaluate(() => {
		const at = document.activeElement;
		if (!(at instanceof HTMLElement)) return { name: '', top: 0 };
		const { patch: key = '', file: name = '', mail = '' } = at.dataset;
		return { name: name || key || mail || at.id || at.tagName, top: at.getBoundingClientRect().top };
	});

/** Waits until a patch or mail has the focus and is in view. */
async function arrived(page: PatchsetPage, name: string): Promise<void> {
	await until(async () => (await focused(page)).name === name, { what: `the focus is on ${name}` });
	const { top } = await focused(page);
	assert.ok(top >= 0 && top < 900, `${name} is at ${top}`);
}

const scrollTop = ({ page }: PatchsetPage) => page.evaluate(() => window.scrollY);

describe('The page of a patchset that is opened for a patch or mail', () => {
	it('begins there', async () => {
		for (const [place, name] of [
			[second, '2'],
			[reply, '202'],
		] as const)
			await arrived(await openPatchset({ ...series, ...request('a', place) }), name);
	});

	it('goes there when it is open already, and back to the start', async () => {
		const page = await openPatchset(series);
		await page.show(request('a', reply));
		await arrived(page, '202');
		await page.show(request('b', { kind: 'start' }));
		await arrived(page, 'overview');
		assert.equal(await scrollTop(page), 0);
	});

	it('unfolds the file that it is opened for', async () => {
		const [, other = assert.fail()] = series.patches;
		const [, viewed = assert.fail()] = other.files;
		const folded = { ...other, files: other.files.map((one) => ({ ...one, isViewed: true })) };
		const page = await openPatchset({ ...series, patches: [...series.patches.slice(0, 1), folded] });
		const lines = page.page.locator(`.file[data-file="${viewed.key}"] .lines:visible`);
		assert.equal(await lines.count(), 0);
		await page.show(request('a', { kind: 'file', key: viewed.key }));
		await arrived(page, viewed.key);
		await lines.first().waitFor();
	});

	it('goes there once for each request', async () => {
		const page = await openPatchset({ ...series, ...request('a', second) });
		await arrived(page, '2');
		await page.page.keyboard.press('g');
		await page.show({ title: 'Another title' });
		await arrived(page, 'overview');
		await page.show(request('b', second));
		await arrived(page, '2');
	});

	it('does not go there again when VS Code shows the hidden page again', async () => {
		const page = await openPatchset({ ...series, ...request('a', reply) });
		await arrived(page, '202');
		await page.page.keyboard.press('g');
		await until(async () => (await scrollTop(page)) === 0);
		await page.page.reload();
		await page.page.waitForSelector('h1');
		await page.settled();
		assert.equal((await focused(page)).name, 'BODY');
	});

	it('waits until the mail is there', async () => {
		const loading = { ...series, loadingText: 'Loading mails…', ...request('a', null) };
		const page = await openPatchset({ ...loading, discussion: series.discussion.slice(0, 1) });
		await page.settled();
		assert.equal((await focused(page)).name, 'BODY');
		await page.show({ discussion: series.discussion, ...request('a', reply) });
		await arrived(page, '202');
		// Now all is there, and the page would restore the scroll position that it had at first.
		await page.show({ loadingText: null });
		await page.settled();
		await arrived(page, '202');
		assert.ok((await scrollTop(page)) > 0);
	});

	it('stays where the user has begun to read meanwhile', async () => {
		const page = await openPatchset({ ...series, ...request('a', null) });
		await page.page.keyboard.press('}');
		await arrived(page, '1');
		await page.show(request('a', reply));
		await page.settled();
		await arrived(page, '1');
	});

	it('shows the patch if only one is shown, and unfolds it if all its files are folded', async () => {
		const viewed = [file('one', { isViewed: true }), file('two', { isViewed: true })];
		const page = await openPatchset({
			...series,
			patches: [patch('1', [file('zero')]), patch('2', viewed)],
			options: { ...series.options, showsOnePatch: true },
			...request('a', second),
		});
		await arrived(page, '2');
		const unfolded = page.page.locator('.file[data-file=one] .lines:not([hidden])');
		await unfolded.waitFor({ state: 'attached' });
	});

	it('takes the focus only when the page gets it', async () => {
		const page = await openPatchset(series);
		await page.page.evaluate(() => {
			document.hasFocus = () => false;
		});
		await page.show(request('a', reply));
		await until(async () => (await scrollTop(page)) > 0);
		assert.equal((await focused(page)).name, 'BODY');
		await page.page.evaluate(() => dispatchEvent(new Event('focus')));
		await arrived(page, '202');
	});
});
