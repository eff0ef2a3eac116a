import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../tools/until.ts';
import { notice } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';

describe('A patch in the diff editor', () => {
	const { editor, open, page, heading, tab, chooseMore } = patchesWindow({
		more: { 'workbench.editor.alwaysShowEditorActions': true },
	});
	const line = (text: RegExp, side = 'modified') =>
		editor().page.locator(`.multiDiffEditor .editor.${side} .view-line`, { hasText: text }).first();
	const action = (name: string) => editor().page.locator('.editor-actions').getByRole('button', { name });
	const status = (name: RegExp) =>
		editor().page.locator('.statusbar').getByRole('button', { name, exact: true });

	/** The folder that a test has made in the folder of its window. */
	let sources: string | undefined;
	beforeEach(() => {
		const folder = join(editor().folder ?? assert.fail('The window has no folder.'), 'src');
		mkdirSync(folder);
		sources = folder;
		writeFileSync(join(folder, 'term.c'), `${'\n'.repeat(6)}\tif (t->columns < 1)\n`);
	});
	afterEach(() => {
		if (sources !== undefined) rmSync(sources, { recursive: true });
		sources = undefined;
	});

	it('shows what differs between versions, and replies at their lines, and leads to the local file and to places on the page', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await chooseMore('Compare Versions');
		const area = page().locator('#compare');
		await area.getByLabel('Older version').selectOption('v1');
		await area.locator('.pair', { hasText: 'dropped' }).first().waitFor();
		await area.getByRole('button', { name: 'Open in Diff Editor' }).click();
		await tab(/^v1 ↔ v3/).waitFor();
		await line(/^Wrapped\slines\sbreak\sinside\sof\swords\.$/, 'original').waitFor();
		await line(/^Wrapped\s.*\sand\sof\scharacters\sthat\sare\swide\.$/).waitFor();
		await editor().command('View: Close Editor');

		await chooseMore('Open in Diff Editor');
		await tab(/^v3 Wrap long lines/)
			.nth(1)
			.waitFor();
		const reply = editor()
			.page.locator('.review-comment')
			.filter({ hasText: 'tests/texts/no-newline.txt shows only half of it' });
		await reply.waitFor();
		/** Where the lines and the reply begin, from the top. */
		const tops = async () =>
			Promise.all(
				[line(/at\s\+\s1\s<\stext\.length/).last(), reply, line(/^\s*at\+\+;/)].map(
					async (one) => (await one.boundingBox())?.y ?? 0,
				),
			);
		await until(async () => (await tops()).every((top, nth, all) => top > (all[nth - 1] ?? 0)), {
			what: 'the reply is below its line',
		});
		await reply.hover();
		await reply.getByRole('button', { name: 'Show in Discussion' }).click();
		const mail = page().locator('#discussion article:focus').filter({ hasText: 'no-newline.txt' });
		await until(async () => (await mail.count()) === 1, { what: 'the mail has the focus' });
		await tab(/^v3 Wrap long lines/)
			.nth(1)
			.click();

		const diffLine = line(/if\s\(t->columns\s<\s1\)/);
		await diffLine.click();
		await status(/^Ln 40, Col \d+$/).waitFor();
		await status(/^C$/).waitFor();
		await action('Go to File').click();
		await tab(/^term\.c/).waitFor();
		await status(/^Ln 7, Col \d+$/).waitFor();

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
		const item = editor().page.getByRole('menuitem', { name: /^Go to File/ });
		await item.waitFor();
		await editor().page.keyboard.press('Escape');
		await item.waitFor({ state: 'detached' });

		await line(/that\sjust\sfits/).click();
		await editor().command('Tildeforge: Go to File of Patch');
		await notice(editor(), /No open folder contains src\/main\.c\./);
		await diffLine.click();
		await editor().command('Tildeforge: Show in Patchset');
		await heading('Wrap long lines').waitFor();
		const file = page().locator('.file:focus').filter({ hasText: 'term.c' });
		await until(async () => (await file.count()) === 1, { what: 'the file has the focus' });
		await tab(/^v3 Wrap long lines/)
			.nth(1)
			.click();
		await diffLine.click();
		await action('Finish Review…').click();
		await page().locator('.review-panel [data-choice=comment]:focus').waitFor();
	});
});
