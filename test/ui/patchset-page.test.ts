import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { tryAgain, until } from '../tools/until.ts';
import { Dialogue, openBox } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { ticketPage as pageOf } from './ticket-driver.ts';

describe('The page of a patchset', () => {
	const { editor, patches, expand, proxy, puts } = patchesWindow();
	const page = () => pageOf(editor());
	const heading = (words: string | RegExp): Locator => page().getByRole('heading', { level: 1, name: words });
	const tab = (name: string | RegExp) => editor().page.getByRole('tab', { name });

	/** Opens the page of a series in the list `editor-devel` by a click. */
	async function open(name: RegExp, words: string): Promise<void> {
		await expand(/^~ana\/editor-devel\b/);
		await patches(name).waitFor();
		await tryAgain(
			() => patches(name).click(),
			() => heading(words).waitFor({ timeout: 3000 }),
		);
	}

	it('shows the patches with the replies at the lines that they quote, and other versions in its place', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await tab(/^v3 Wrap long lines/).waitFor();
		const file = page().locator('.file', { hasText: 'main.c' });
		await file.scrollIntoViewIfNeeded();
		await file.locator('.reply').first().waitFor();
		assert.ok((await file.locator('.l ins').count()) > 0);
		await page().getByRole('button', { name: /^v1\b/ }).click();
		await tab(/^v1 Wrap long lines/).waitFor();
		await page().getByText('It was superseded by v3', { exact: false }).waitFor();
		await page().getByRole('button', { name: 'Open v3' }).click();
		await tab(/^v3 Wrap long lines/).waitFor();
	});

	it('compares versions, on the page and in the diff editor', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().getByRole('button', { name: 'Compare Versions' }).click();
		const area = page().locator('#compare');
		await area
			.getByText(/changed/)
			.first()
			.waitFor();
		await area.getByRole('button', { expanded: false }).first().click();
		await area.locator('.lines .l').first().waitFor();
		await area
			.getByRole('button', { name: /^Open .* in diff editor$/ })
			.first()
			.click();
		await tab(/^v2 ↔ v3/).waitFor();
	});

	it('remembers viewed files, and opens the series in the diff editor', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		const viewed = () =>
			page()
				.getByRole('checkbox', { name: /Viewed/ })
				.first();
		await viewed().click();
		await page().getByText('1 of 3 viewed').filter({ visible: true }).first().waitFor();
		await editor().command('View: Close All Editors');
		await open(/^Wrap long lines/, 'Wrap long lines');
		await until(() => viewed().isChecked());
		await page().getByRole('button', { name: 'Open in Diff Editor' }).first().click();
		await tab(/^v3 Wrap long lines/)
			.nth(1)
			.waitFor();
		await editor().page.locator('.multiDiffEditor').getByText('term.c').first().waitFor();
	});

	it('sets the status, which can be undone before it is sent', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().getByRole('button', { name: 'Approve', exact: true }).click();
		await page().getByRole('button', { name: 'Undo' }).first().click();
		await page().getByRole('button', { name: 'Approve', exact: true }).waitFor();
		assert.deepEqual(puts(), []);
	});

	it('is shown without a connection once it was read', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().locator('.file .l').first().waitFor();
		await editor().command('View: Close All Editors');
		await proxy().cut();
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page()
			.getByText(/^No connection to/)
			.waitFor();
		await page().locator('.file .l').first().waitFor();
	});

	it('is found by its number', async () => {
		await patches(/^~ana\/editor-devel\b/).waitFor();
		await openBox(editor(), 'Tildeforge: Open Patchset or Mail…', 'Open Patchset or Mail');
		await new Dialogue(editor().page).field.fill('~ana/editor-devel 12');
		await editor().page.keyboard.press('Enter');
		await heading('Wrap long lines').waitFor();
	});
});
