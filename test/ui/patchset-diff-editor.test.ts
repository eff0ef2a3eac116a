import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../tools/places.ts';
import { until } from '../tools/until.ts';
import { notice } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';

const folder = temporaryFolder('clone');
mkdirSync(join(folder, 'src'));
writeFileSync(join(folder, 'src/term.c'), `${'\n'.repeat(6)}\tif (t->columns < 1)\n`);

describe('A patch in the diff editor', () => {
	const { editor, open, page, heading, tab } = patchesWindow({
		folder,
		more: { 'workbench.editor.alwaysShowEditorActions': true },
	});
	const line = (text: RegExp) =>
		editor().page.locator('.multiDiffEditor .editor.modified .view-line', { hasText: text }).first();
	const action = (name: string) => editor().page.locator('.editor-actions').getByRole('button', { name });
	const status = (name: RegExp) =>
		editor().page.locator('.statusbar').getByRole('button', { name, exact: true });

	it('leads to the local file at the line of the cursor, and to its place on the page', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().getByRole('button', { name: 'Open in Diff Editor' }).first().click();
		await line(/if\s\(t->columns\s<\s1\)/).click();
		await action('Go to File').click();
		await tab(/^term\.c/).waitFor();
		await status(/^Ln 7, Col \d+$/).waitFor();
		await editor().command('View: Close Editor');
		await line(/if\s\(t->columns\s<\s1\)/).click();
		await editor().command('Tildeforge: Show in Patchset');
		await heading('Wrap long lines').waitFor();
		await until(
			() =>
				page()
					.locator('.file:focus')
					.filter({ hasText: 'term.c' })
					.count()
					.then((count) => count === 1),
			{ what: 'the file has the focus' },
		);
	});

	it('has its commands in its own title bar and menu, not in those of other editors', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().getByRole('button', { name: 'Open in Diff Editor' }).first().click();
		const diffLine = line(/if\s\(t->columns\s<\s1\)/);
		await diffLine.click();
		await action('Go to File').click();
		await tab(/^term\.c/).waitFor();
		await editor().command('View: Move Editor into Right Group');
		await editor().page.locator('.editor-group-container').nth(1).waitFor();
		await action('Go to File').waitFor({ state: 'detached' });
		await diffLine.click();
		await action('Show in Patchset').first().waitFor();
		assert.deepEqual([await action('Go to File').count(), await action('Show in Patchset').count()], [1, 1]);
		const left = editor().page.locator('.editor-group-container').first();
		assert.equal(
			await left.locator('.editor-actions').getByRole('button', { name: 'Go to File' }).count(),
			1,
		);
		await diffLine.click({ button: 'right' });
		await editor()
			.page.getByRole('menuitem', { name: /^Go to File/ })
			.waitFor();
	});

	it('says if no folder has the file', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().getByRole('button', { name: 'Open in Diff Editor' }).first().click();
		await line(/that\sjust\sfits/).click();
		await editor().command('Tildeforge: Go to File of Patch');
		await notice(editor(), /No open folder contains src\/main\.c\./);
	});
});
