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
	const { editor, open, page, heading, tab } = patchesWindow({ folder });
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

	it('says if no folder has the file', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().getByRole('button', { name: 'Open in Diff Editor' }).first().click();
		await line(/that\sjust\sfits/).click();
		await editor().command('Tildeforge: Go to File of Patch');
		await notice(editor(), /No open folder contains src\/main\.c\./);
	});
});
