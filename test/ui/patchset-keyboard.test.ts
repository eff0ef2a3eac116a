import assert from 'node:assert/strict';
import { violations } from '../kit/pages/axe.ts';
import { until } from '../tools/until.ts';
import { copied } from './editor-driver.ts';
import { KeyboardUser } from './keyboard-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { waitForPageFocus } from './ticket-driver.ts';

describe('Without a mouse, on the page of a patchset', () => {
	// Before the window is closed or reset.
	afterEach(async function () {
		if (this.currentTest?.isPassed()) await user.assertNoMouse();
	});
	const { editor, page, heading, tab } = patchesWindow();
	const user: KeyboardUser = new KeyboardUser(editor, 'Patches');
	beforeEach(() => user.putMouseAway());

	/** The file that has the focus. */
	const focused = (): Promise<string | null> =>
		page()
			.locator('body')
			.evaluate(() => document.activeElement?.closest('.file')?.getAttribute('aria-label') ?? null);

	/** Presses a key, and waits until the focus is where it leads to. */
	async function goTo(key: string, file: string): Promise<void> {
		await user.press(key);
		await until(async () => (await focused()) === file, { what: `${key} leads to ${file}` });
	}

	const statusButton = (status: string) =>
		page()
			.getByRole('button', { name: `Status: ${status}. Change` })
			.filter({ visible: true })
			.first();

	it('the user opens a patchset, reads it, changes its status and undoes that, and goes back', async () => {
		await user.showView();
		await user.expand(/^~ana\/editor-devel/, /^Proposed/);
		await user.moveTo(/^Wrap long lines/);
		await user.press('Enter');
		await heading('Wrap long lines').waitFor();
		// The title is known before the mails are.
		await page().locator('.file').last().waitFor();
		await waitForPageFocus(editor());

		await goTo(']', 'src/term.c');
		await goTo('v', 'src/main.c');
		await page().getByText('1 of 3 viewed').filter({ visible: true }).first().waitFor();
		const frame = await (await page().locator('html').elementHandle())?.ownerFrame();
		assert.deepEqual(await violations(frame ?? assert.fail('There is no page.')), []);
		await user.press('<');
		await tab(/^v2 Wrap long lines/).waitFor();
		// Each key is for the page that the one before has asked for.
		for (const key of ['>', 's']) await user.press(key);
		await tab(/^v3 Wrap long lines/).waitFor();
		await user.inputBox.asks('Status: “Wrap long lines”');
		await user.choose('', /Approved/);
		await statusButton('Approved').waitFor();
		await waitForPageFocus(editor());
		await user.press('u');
		await statusButton('Proposed').waitFor();

		for (const name of ['Open Patchset in Browser', 'Refresh'])
			await editor().page.locator('.editor-actions').getByRole('button', { name }).waitFor();
		await user.run('Tildeforge: Copy Patchset Link');
		await copied(editor().page, /\/~ana\/editor-devel\/patches\/12$/);
		await waitForPageFocus(editor());
		await user.press('Escape');
		await user.focusedRow(/^Wrap long lines/).waitFor();
		await user.press('Enter');
		await waitForPageFocus(editor());
		await user.press('o');
		await editor().page.locator('.multiDiffEditor .view-line').first().waitFor();
	});
});
