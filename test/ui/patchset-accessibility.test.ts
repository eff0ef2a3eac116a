import assert from 'node:assert/strict';
import { clickUntil } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { changedFile, newFile, patchBody, sendMails, seriesMails } from './patches-mails.ts';
import { pageViolations, setTheme, themes } from './themes.ts';

describe('Nothing is inaccessible in three themes on the page', () => {
	const { editor, patches, expand, open, page, heading, proxy } = patchesWindow({ undoSeconds: 0 });

	async function assertAccessible(): Promise<void> {
		for (const theme of themes.slice(0, 3)) {
			await setTheme(editor(), theme, true);
			assert.deepEqual(await pageViolations(editor()), [], theme.name);
		}
	}

	it('of a discussion', async () => {
		await expand(/^~ana\/editor-devel\b/, /^Discussions/);
		await clickUntil(patches(/^What the editor is not/), heading('What the editor is not'));
		await page().locator('#discussion article').first().waitFor();
		await assertAccessible();
	});

	it('of a patchset whose status the forge has refused', async () => {
		proxy().refusalOf = (what) => (what.startsWith('PUT') ? 'The list is closed.' : undefined);
		await open(/^Wrap long lines/, 'Wrap long lines');
		await page().getByRole('button', { name: 'Approve', exact: true }).press('Enter');
		await page()
			.getByText(/: not made\. The list is closed\./)
			.first()
			.waitFor();
		await assertAccessible();
	});

	it('of a patchset with files that a reader should look at twice', async () => {
		const files = [
			changedFile('src/access.c', 20, [' {', '-\tif (is_admin)', '+\tif (level != "user\u202e \u2066")']),
			newFile('tools/install.sh', ['#!/bin/sh', 'true'], '100755'),
			newFile('src/current', ['../../../etc/passwd'], '120000'),
		];
		const patch = { subject: 'build: everything at once', body: patchBody('Scripts and links.', files) };
		const mails = seriesMails({ id: 'odd@example.org', brackets: 'PATCH editor', patches: [patch] });
		await sendMails(editor().forge, mails);
		await editor().command('Tildeforge: Refresh');
		await open(/^build: everything at once/, 'build: everything at once');
		await page().locator('.file .l .invisible').first().waitFor();
		await assertAccessible();
	});
});
