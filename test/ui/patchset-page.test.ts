import assert from 'node:assert/strict';
import { allQuirks } from '../../src/sandbox/drift.ts';
import { until } from '../tools/until.ts';
import { Dialogue, openBox } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';

for (const [server, drift] of [
	['', []],
	[' of a server that deviates from the contract', allQuirks],
] as const) {
	describe(`The page of a patchset${server}`, () => {
		const { editor, patches, open, page, heading, tab, proxy, puts } = patchesWindow({ forge: { drift } });
		const status = (name: RegExp) =>
			editor().page.locator('.statusbar').getByRole('button', { name, exact: true });

		it('shows the patches with the replies at the lines that they quote, and other versions in its place', async () => {
			await open(/^Wrap long lines/, 'Wrap long lines');
			await tab(/^v3 Wrap long lines/).waitFor();
			const file = page().locator('.file', { hasText: 'main.c' });
			await file.scrollIntoViewIfNeeded();
			await file.locator('.reply').first().waitFor();
			assert.ok((await file.locator('.l ins').count()) > 0);
			const quoted = file.locator('.reply', { hasText: 'Thank you for the comment' });
			const above = await quoted.evaluate((one) => {
				const line = one.closest('li')?.previousElementSibling;
				return [line?.textContent, line instanceof HTMLElement && line.dataset.n];
			});
			assert.deepEqual(above, ['\t\t/* A line that just fits is not followed by an empty row. */', '24']);
			await page().getByRole('button', { name: /^v1\b/ }).click();
			await tab(/^v1 Wrap long lines/).waitFor();
			await page().getByText('It was superseded by v3', { exact: false }).waitFor();
			await page().getByRole('button', { name: 'Open v3' }).click();
			await tab(/^v3 Wrap long lines/).waitFor();
		});

		it('compares any two versions, on the page and in the diff editor', async () => {
			await open(/^Wrap long lines/, 'Wrap long lines');
			await page().getByRole('button', { name: 'Compare Versions' }).click();
			const area = page().locator('#compare');
			await area.getByLabel('Older version').selectOption('v1');
			await area.locator('.pair', { hasText: 'dropped' }).first().waitFor();
			await area.getByRole('button', { name: /Changed: doc: long lines/ }).click();
			const inner = area.locator('.lines:visible .l');
			await inner.first().waitFor();
			const differing = inner.filter({ has: page().locator('ins, del') });
			assert.deepEqual(await differing.allTextContents(), [
				'+Wrapped lines break inside of words.',
				'+Wrapped lines break inside of words and of characters that are wide.',
			]);
			await area.getByRole('button', { name: /^Open doc: long lines .* in diff editor$/ }).click();
			await tab(/^v1 ↔ v3/).waitFor();
			const lines = (side: string) => editor().page.locator(`.multiDiffEditor .editor.${side} .view-line`);
			await lines('original')
				.filter({ hasText: /^Wrapped\slines\sbreak\sinside\sof\swords\.$/ })
				.waitFor();
			await lines('modified')
				.filter({ hasText: /^Wrapped\s.*\sand\sof\scharacters\sthat\sare\swide\.$/ })
				.waitFor();
			await tab(/^v3 Wrap long lines/).click();
			await area.getByLabel('Newer version').selectOption('v2');
			await area.locator('.pair', { hasText: /Unchanged: doc: long lines/ }).waitFor();
			await area.getByRole('button', { name: 'Open in Diff Editor' }).click();
			await tab(/^v1 ↔ v2/).waitFor();
			await lines('modified')
				.filter({ hasText: /\(size_t\)term\.columns/ })
				.first()
				.waitFor();
		});

		it('opens the series in the diff editor, with its line numbers and languages', async () => {
			await open(/^Wrap long lines/, 'Wrap long lines');
			await page().getByRole('button', { name: 'Open in Diff Editor' }).first().click();
			await tab(/^v3 Wrap long lines/)
				.nth(1)
				.waitFor();
			const lines = editor().page.locator('.multiDiffEditor .editor.modified .view-line');
			await lines.filter({ hasText: /if\s\(t->columns\s<\s1\)/ }).click();
			await status(/^Ln 40, Col \d+$/).waitFor();
			await status(/^C$/).waitFor();
		});

		it('sets the status, which can be undone before it is sent', async () => {
			await open(/^Wrap long lines/, 'Wrap long lines');
			await page().getByRole('button', { name: 'Approve', exact: true }).press('Enter');
			await page().getByRole('button', { name: 'Undo' }).first().press('Enter');
			await page().getByRole('button', { name: 'Mark as Proposed', pressed: true }).waitFor();
			assert.deepEqual(puts(), []);
		});

		it('is shown with its viewed files, also without a connection, once it was read', async () => {
			await open(/^Wrap long lines/, 'Wrap long lines');
			await page().locator('.file .l').first().waitFor();
			const viewed = () =>
				page()
					.getByRole('checkbox', { name: /Viewed/ })
					.first();
			await viewed().click();
			await page().getByText('1 of 3 viewed').filter({ visible: true }).first().waitFor();
			await editor().command('View: Close All Editors');
			await proxy().cut();
			await open(/^Wrap long lines/, 'Wrap long lines');
			await page()
				.getByText(/^No connection to/)
				.waitFor();
			await until(() => viewed().isChecked());
			await page().locator('.file:not(.viewed) .l').first().waitFor();
		});

		it('is found by its number', async () => {
			await patches(/^~ana\/editor-devel\b/).waitFor();
			for (const text of ['~ana/editor-devel 12', '#12']) {
				await openBox(editor(), 'Tildeforge: Open Patchset or Mail…', 'Open Patchset or Mail');
				await new Dialogue(editor().page).answer(text);
				await heading('Wrap long lines').waitFor();
				await editor().command('View: Close All Editors');
			}
		});
	});
}
