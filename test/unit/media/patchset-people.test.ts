import assert from 'node:assert/strict';
import { openPatchset } from './patchset-page.ts';
import { series } from './patchset-sample.ts';

describe('The page of a patchset', () => {
	it('shows the card of a known person whom a trailer names, until the trailer is gone', async () => {
		const page = await openPatchset(series);
		const table = page.page.getByRole('table', { name: 'Trailers in replies' });
		assert.deepEqual(await table.getByRole('link').allInnerTexts(), ['Jörg Müller']);
		await table.getByRole('link').hover();
		const card = page.page.locator('.user-card', { hasText: 'Bob Ellis' });
		await card.waitFor();
		await page.show({ trailers: [] });
		await card.waitFor({ state: 'hidden' });
	});
});
