import assert from 'node:assert/strict';
import type { Note } from '../../../src/platform/page/snapshot-parts.ts';
import { sample } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';
import { openPatchset } from './patchset-page.ts';
import { series } from './patchset-sample.ts';

const news: Note = { key: 'news', kind: 'info', icon: 'mail', pieces: ['Something new.'], acts: [] };

describe('A press of a button', () => {
	it('counts if the button would move while it is pressed', async () => {
		const page = await openPatchset(series);
		await page.page.locator('[data-version=v2]').hover();
		await page.page.mouse.down();
		await page.show({ notes: [news] });
		await page.page.mouse.up();
		await page.until('version');
		assert.deepEqual(page.asks('version'), [{ version: 'v2' }]);
		await page.page.getByText('Something new.').waitFor();
	});

	it('counts if the button would be replaced while it is pressed', async () => {
		const page = await openPage({
			...sample,
			notes: [{ ...news, acts: [{ act: 'retry', label: 'Retry' }] }],
		});
		await page.page.getByRole('button', { name: 'Retry' }).hover();
		await page.page.mouse.down();
		await page.show({ notes: [{ ...news, key: 'other', acts: [{ act: 'retry', label: 'Retry' }] }] });
		await page.page.mouse.up();
		await page.until('retry');
	});
});
