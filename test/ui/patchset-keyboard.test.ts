import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { KeyboardUser } from './keyboard-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { pageViolations, setTheme, themes } from './themes.ts';
import { waitForPageFocus } from './ticket-driver.ts';

describe('Without a mouse, on the page of a patchset', () => {
	// Before the window is closed or reset.
	afterEach(async function () {
		if (this.currentTest?.isPassed()) await user.assertNoMouse();
	});
	const { editor, page, heading, tab } = patchesWindow();
	const user: KeyboardUser = new KeyboardUser(editor, 'Patches');
	beforeEach(() => user.putMouseAway());

	/** The file that has the focus, and the line or reply in it; or the patch or part of the page. */
	const focused = (): Promise<string> =>
		page()
			.locator('body')
			.evaluate(() => {
				const at = document.activeElement;
				if (!(at instanceof HTMLElement)) return '';
				const file = at.closest('.file')?.getAttribute('aria-label') ?? '';
				if (at.matches('.l')) return `${file}: line ${at.dataset.n ?? at.dataset.o}`;
				const name = at.getAttribute('aria-label') ?? at.querySelector('h2')?.textContent ?? '';
				return file === '' || at.matches('.file') ? name : `${file}: ${name}`;
			});

	/** Presses a key, and waits until the focus is where it leads to. */
	async function goTo(key: string, place: RegExp): Promise<void> {
		await user.press(key);
		await until(async () => place.test(await focused()), { what: `${key} leads to ${place}` });
	}

	const statusButton = (status: string) =>
		page()
			.getByRole('button', { name: `Status: ${status}. Change` })
			.filter({ visible: true })
			.first();

	async function openFromView(): Promise<void> {
		await user.showView();
		await user.expand(/^~ana\/editor-devel/, /^Proposed/);
		await user.moveTo(/^Wrap long lines/);
		await user.press('Enter');
		await heading('Wrap long lines').waitFor();
		// The title is known before the mails are.
		await page().locator('.file').last().waitFor();
		await waitForPageFocus(editor());
	}

	it('the user reads a series and its replies, marks a file as viewed, compares versions, and goes back', async () => {
		await openFromView();
		await goTo(']', /^src\/term\.c$/);
		await goTo(']', /^src\/main\.c$/);
		await goTo('j', /^src\/main\.c: line 19$/);
		await goTo('j', /^src\/main\.c: line 20$/);
		await goTo('n', /^src\/main\.c: Reply by ~ana$/);
		await goTo('{', /^1\/3 term: a terminal/);
		await goTo(']', /^src\/term\.c$/);
		await goTo('v', /^src\/main\.c$/);
		await page().getByText('1 of 3 viewed').filter({ visible: true }).first().waitFor();
		await user.press('t');
		await user.type('editor');
		await goTo('Enter', /^doc\/editor\.1$/);

		await goTo('m', /^Compare/);
		const changed = page().locator('#compare').getByRole('button', { expanded: false }).first();
		await changed.waitFor();
		await until(async () => {
			await user.press('Tab');
			return changed.evaluate((one) => one === document.activeElement);
		});
		await user.press('Enter');
		await page().locator('#compare .lines .l').first().waitFor();

		await user.press(',');
		await tab(/^v2 Wrap long lines/).waitFor();
		await user.press('.');
		await tab(/^v3 Wrap long lines/).waitFor();
		await user.press('Escape');
		await user.focusedRow(/^Wrap long lines/).waitFor();
	});

	it('the user opens the diff editor, changes the status and undoes that', async () => {
		await openFromView();
		await user.press('s');
		await user.dialogue.asks('Status: “Wrap long lines”');
		await user.choose('', /Approved/);
		await statusButton('Approved').waitFor();
		await waitForPageFocus(editor());
		await user.press('u');
		await statusButton('Proposed').waitFor();
		await user.press('o');
		await editor().page.locator('.multiDiffEditor .view-line').first().waitFor();
	});

	it('nothing is inaccessible, in three themes', async () => {
		await openFromView();
		await goTo('m', /^Compare/);
		await page().locator('#compare').getByRole('button', { expanded: false }).first().waitFor();
		for (const theme of themes.slice(0, 3)) {
			await setTheme(editor(), theme, true);
			assert.deepEqual(await pageViolations(editor()), [], theme.name);
		}
	});
});
