import assert from 'node:assert/strict';
import { tryAgain } from '../tools/until.ts';
import { chooseInMenu, clickUntil, copied } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';

describe('The actions on a patchset', () => {
	const { editor, patches, open, page, heading, tab, proxy } = patchesWindow();

	it('are in the title bar of its page: Refresh, and its page on the web', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await heading('Wrap long lines').click();
		for (const name of ['Open Patchset in Browser', 'Refresh'])
			await editor().page.locator('.editor-actions').getByRole('button', { name }).waitFor();
		await editor().command('Tildeforge: Copy Patchset Link');
		await copied(editor().page, /\/~ana\/editor-devel\/patches\/12$/);
	});

	it('copy the path of a file, and show the person whom a trailer names', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().getByRole('button', { name: 'Copy path src/main.c' }).click();
		await copied(editor().page, /^src\/main\.c$/);
		const trailers = page().getByRole('table', { name: 'Trailers in replies' });
		await trailers.getByRole('link', { name: 'Bob Ellis' }).hover();
		await page().locator('.user-card', { hasText: '~bob' }).waitFor();
	});

	it('are where they were before the mails of the patchset were read', async () => {
		const answered = Promise.withResolvers<void>();
		proxy().holdOf = (what) => (/\/(thread|posts|patchsets)\//.test(what) ? answered.promise : undefined);
		await open(/^Wrap long lines/, 'Wrap long lines');
		const buttons = page()
			.getByRole('group', { name: /^(Version|Status)$/ })
			.getByRole('button');
		const places = () =>
			buttons.evaluateAll((all) =>
				all.map((one) => {
					const { x, y } = one.getBoundingClientRect();
					return `${one.textContent} at ${x}, ${y + scrollY}`;
				}),
			);
		await page().getByRole('button', { name: 'Approve' }).waitFor();
		const before = await places();
		assert.equal(await page().getByText('Participants').count(), 0);
		answered.resolve();
		await page().getByText('Participants').waitFor();
		assert.deepEqual(await places(), before);
	});

	it('open a single patch in the diff editor, from its head or from its row', async () => {
		await open(/^Wrap long lines/, 'Wrap long lines');
		const second = await page().locator('.patch').nth(1).locator('h3').textContent();
		const title = second?.replace(/^2\/3 /, '') ?? assert.fail();
		await page().getByRole('button', { name: 'Open 2/3 in diff editor' }).click();
		await tab(title).waitFor();
		// Until the editor has drawn its lines, VS Code closes the command palette again.
		await editor().page.locator('.multiDiffEditor .view-line', { hasText: 'fwrite' }).first().waitFor();
		await editor().command('View: Close All Editors');
		await clickUntil(patches(/^Wrap long lines/), heading('Wrap long lines'));
		await tryAgain(
			() => editor().page.keyboard.press('ArrowRight'),
			() => patches(/^patch 2 of 3/).waitFor({ timeout: 3000 }),
		);
		await chooseInMenu(patches(/^patch 2 of 3/), 'Open in Diff Editor');
		await tab(title).waitFor();
	});
});
