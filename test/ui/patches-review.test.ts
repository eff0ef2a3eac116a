import assert from 'node:assert/strict';
import { tryAgain, until } from '../tools/until.ts';
import { copied, InputBox } from './editor-driver.ts';
import { openReview, patchesWindow } from './patches-driver.ts';
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
		const { bar, mails, verdict, editMail } = await openReview(editor());
		await mails.getByText('Why is this needed?').waitFor();
		await keyboard.press('ArrowRight');
		await keyboard.press('Space');
		await mails.getByText(/^Reviewed-by: /).waitFor();
		assert.deepEqual(
			[await mails.count(), await verdict('Reviewed-by').getAttribute('aria-pressed')],
			[2, 'true'],
		);
		await keyboard.press('Space');
		await until(async () => (await mails.count()) === 1, { what: 'the trailer is gone' });
		await keyboard.press('Escape');
		await bar.locator('.review-panel').waitFor({ state: 'detached' });
		await openReview(editor());
		await editMail();
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
		await bar.getByText('1 mail', { exact: true }).waitFor();
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
