import assert from 'node:assert/strict';
import { tryAgain } from '../tools/until.ts';
import { copied, InputBox } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { waitForPageFocus } from './ticket-driver.ts';

describe('A review', () => {
	const { editor, open, page, heading } = patchesWindow();
	const lines = () => editor().page.locator('.monaco-editor .view-lines');
	const lens = (name: string) => editor().page.locator('.codelens-decoration').getByText(name);

	it('is finished with keys, read and edited as a mail, copied, and continued', async () => {
		const { keyboard } = editor().page;
		const inputBox = new InputBox(editor().page);
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().locator('.file .l.added').first().click();
		await waitForPageFocus(editor());
		await keyboard.press('c');
		await page().locator('.comment-draft textarea').waitFor();
		await keyboard.type('Why is this needed?');
		await keyboard.press('Escape');
		await page().getByText('1 draft comment', { exact: true }).waitFor();
		await tryAgain(
			() => keyboard.press('Shift+R'),
			() => inputBox.asks('Finish Review: 1 comment in 1 mail', 5000),
		);
		await inputBox.choose('Reviewed-by');
		await inputBox.asks('Finish Review: 1 comment in 2 mails');
		await inputBox.choose('Reviewed-by');
		await inputBox.asks('Finish Review: 1 comment in 1 mail');
		await inputBox.staysOpen(async () => {
			await inputBox.choose('Recipients…');
			await inputBox.asks('Recipients');
			await inputBox.box.getByRole('checkbox', { name: '@' }).first().waitFor();
			await keyboard.press('Enter');
			await inputBox.asks('Finish Review: 1 comment in 1 mail');
		});
		await inputBox.option('Recipients…').waitFor();
		assert.equal(await inputBox.option('left out').count(), 0);
		await inputBox.choose('Re: [PATCH');
		await lines().getByText('Why is this needed?').waitFor();
		await lens('Back to Comments').waitFor();
		await keyboard.press('ControlOrMeta+End');
		await keyboard.type('Otherwise fine.');
		await editor().command('Tildeforge: Copy Text of Mail');
		await copied(editor().page, /\nWhy is this needed\?\nOtherwise fine\.\n$/);
		await lens('Other Ways…').click();
		await inputBox.asks('Send or Save: 1 comment in 1 mail');
		await inputBox.leave();
		await lens('Back to Comments').click();
		await lines().getByText('Otherwise fine.').waitFor({ state: 'detached' });
		await heading('Wrap long lines').waitFor();
		await page().getByText('1 draft comment', { exact: true }).waitFor();
	});

	it('is a trailer with three keys, and the mail is shown before', async () => {
		const { keyboard } = editor().page;
		const inputBox = new InputBox(editor().page);
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().locator('.file').last().waitFor();
		await heading('Wrap long lines').click();
		await waitForPageFocus(editor());
		await tryAgain(
			() => keyboard.press('r'),
			() => inputBox.option(/Reviewed-by: /).waitFor({ timeout: 5000 }),
		);
		await editor().page.locator('.quick-input-widget input:focus').waitFor();
		await inputBox.staysOpen(async () => {
			await keyboard.press('Enter');
			await inputBox.option(/Reviewed-by: .* below the first lines/).waitFor();
		});
		await inputBox.choose('Copy');
		await copied(editor().page, /\nReviewed-by: [^\n]+@[^\n]+>\n$/);
	});
});
