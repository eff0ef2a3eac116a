import assert from 'node:assert/strict';
import { clickUntil } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { ticketPage as pageOf } from './ticket-driver.ts';

describe('A ticket and the patches that name it', () => {
	const { editor, patches, expand, proxy } = patchesWindow();
	const page = () => pageOf(editor());
	const tab = (name: string | RegExp) => editor().page.getByRole('tab', { name });

	it('are linked both ways, by mouse and by keyboard', async () => {
		await expand(/^~ana\/editor-devel\b/);
		const heading = (name: string | RegExp) => page().getByRole('heading', { level: 1, name });
		await clickUntil(patches(/^Wrap long lines/), heading('Wrap long lines'));
		// Its cover letter says: "This is ticket #6".
		await page().getByRole('button', { name: /^v1\b/ }).click();
		await tab(/^v1 Wrap long lines/).waitFor();
		const named = page().getByRole('link', { name: '~ana/editor#6' }).first();
		await named.waitFor();
		const asked = () =>
			proxy()
				.of('GET')
				.filter(({ what }) => /\/(thread|emails)\/|\/patchsets\/\d/.test(what));
		const before = asked();
		assert.ok(before.length > 0);
		await named.click();
		await tab(/^#6 /).waitFor();
		const patch = page().getByRole('link', { name: 'v3 Wrap long lines' });
		await patch.waitFor();
		await page().getByText('Proposed · ~ana/editor-devel').waitFor();
		assert.deepEqual(asked(), before, 'The mails are not read again.');
		await patch.focus();
		await editor().page.keyboard.press('Enter');
		await tab(/^v3 Wrap long lines/).waitFor();
		await heading('Wrap long lines').waitFor();
	});
});
