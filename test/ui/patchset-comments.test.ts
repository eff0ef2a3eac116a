import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { patchesWindow } from './patches-driver.ts';
import { pageViolations } from './themes.ts';
import { waitForPageFocus } from './ticket-driver.ts';

describe('A comment on a line of a patch', () => {
	const { editor, open, page, heading } = patchesWindow();
	const draft = () => page().locator('article.comment-draft');
	const line = () => page().locator('.file .l.added').first();

	it('keeps every letter when its page is closed, is found again, and is restored after it was discarded', async () => {
		const { keyboard } = editor().page;
		const words = 'Why is this needed? The old one is as good.';
		await open(/^Wrap long lines/, 'Wrap long lines');
		await line().click();
		const number = await line().getAttribute('data-n');
		await waitForPageFocus(editor());
		await keyboard.press('c');
		await page().locator('.comment-draft textarea').waitFor();
		await keyboard.type(words);
		await keyboard.press('ControlOrMeta+w');
		await heading('Wrap long lines').waitFor({ state: 'detached' });

		await open(/^Wrap long lines/, 'Wrap long lines');
		await draft().getByText(words).waitFor();
		await draft().getByText(`on line ${number}`).waitFor();
		await page().getByText('1 draft comment', { exact: true }).waitFor();
		assert.deepEqual(await pageViolations(editor()), []);
		await draft().getByRole('button', { name: 'Discard draft' }).click();
		await page().getByText('1 draft comment', { exact: true }).waitFor({ state: 'detached' });
		await page().getByRole('button', { name: 'Undo', exact: true }).click();
		await page().getByText('1 draft comment', { exact: true }).waitFor();

		await draft().focus();
		await keyboard.press('Enter');
		await keyboard.type(' Or not?');
		await keyboard.press('Escape');
		await until(async () => (await draft().innerText()).includes(`${words} Or not?`), {
			what: 'the draft has what was added',
		});
	});
});
