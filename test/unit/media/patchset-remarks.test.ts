import assert from 'node:assert/strict';
import { violations } from '../../kit/pages/axe.ts';
import { last } from './patchset-comment.ts';
import { openPatchset } from './patchset-page.ts';
import { diffOf, file, patch, series } from './patchset-sample.ts';

const [reply = assert.fail()] = diffOf('undo').threads[0]?.replies ?? [];
const remark = {
	...{ ...reply, mail: 190 },
	earlier: { label: 'on v2 · changed since', excerpt: 'A long excerpt. '.repeat(40), version: 'v2' },
};
const thread = (last: number, replies: readonly (typeof reply)[]) => ({
	...{ key: `${last}`, hunk: 0, first: last, last, replies },
});

/** A page whose second file has a remark on the version before, and a reply to this one. */
function openRemarks() {
	const files = [file('a'), file('b', { replyCount: 1, remarkCount: 1 })];
	const first = { file: 'b', patch: '', line: '3', text: 'b.c:3', mail: 190 };
	const remarks = { text: '1 of 2 remarks on v2 is at lines that changed', first };
	return openPatchset({ ...series, remarks, patches: [patch('1', files)] }, 'dark', {
		diff: ({ file: key }) => ({
			...diffOf(key),
			threads: key === 'b' ? [thread(0, [reply]), thread(3, [remark])] : [],
		}),
	});
}

describe('A remark on the version before', () => {
	it('is one line below its lines, and is unfolded by the keyboard', async () => {
		const { page } = await openRemarks();
		await page.getByRole('button', { name: '1 of 2 remarks on v2' }).click();
		const shown = page.locator('.reply.earlier');
		await shown.locator('summary:focus').waitFor();
		const height = () => shown.evaluate((one) => one.getBoundingClientRect().height);
		assert.ok((await height()) < 30, 'it is one line');
		assert.equal(await shown.locator('.plain-mail').isVisible(), false);
		await page.keyboard.press('Enter');
		await shown.locator('.plain-mail').waitFor();
		assert.deepEqual(await violations(page), []);
		await page.keyboard.press('p');
		await page.locator(`.reply[data-mail="${reply.mail}"]:focus`).waitFor();
		await page.keyboard.press('n');
		await shown.locator('summary:focus').waitFor();
	});

	it('leads to its mail on the page of that version', async () => {
		const opened = await openRemarks();
		await opened.page.getByRole('button', { name: '1 of 2 remarks on v2' }).click();
		await opened.page.locator('.earlier summary').click();
		await opened.page.getByRole('button', { name: 'Show in its discussion' }).click();
		await opened.until('version');
		assert.deepEqual(opened.asks('version'), [{ version: 'v2', mail: 190 }]);
	});

	it('is answered at the line of this version', async () => {
		const opened = await openRemarks();
		const { page } = opened;
		await page.getByRole('button', { name: '1 of 2 remarks on v2' }).click();
		await page.locator('.earlier summary:focus').waitFor();
		await page.keyboard.press('c');
		await page.keyboard.type('Still?');
		await opened.until('draft');
		const above = await page.locator('.thread:has(.earlier)').evaluate((one) => {
			const { o, n } = (one.previousElementSibling as HTMLElement).dataset;
			return { oldLine: o === undefined ? null : Number(o), newLine: n === undefined ? null : Number(n) };
		});
		assert.deepEqual(last(opened).at, { kind: 'lines', file: 'b', first: above, last: above });
	});

	it('is a link to what has changed if no lines of the page have it', async () => {
		const remarks = { text: 'Compare with v2 to see 2 replies to it at the lines', first: null };
		const opened = await openPatchset({ ...series, remarks });
		await opened.page.getByRole('button', { name: remarks.text }).click();
		await opened.until('compare');
		assert.equal(opened.asks('compare').length, 1);
	});
});
