import assert from 'node:assert/strict';
import type { Note } from '../../../src/platform/page/snapshot-parts.ts';
import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import { comment, hostText, sample, user } from '../../kit/pages/sample.ts';
import { openPage, type TicketPage } from './page.ts';
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
		assert.deepEqual(page.asks('version'), [{ version: 'v2', mail: null }]);
		await page.page.getByText('Something new.').waitFor();
	});

	it('counts if a field had the focus', async () => {
		const page = await openPatchset({
			...series,
			notes: [{ ...news, acts: [{ act: 'web', label: 'Open' }] }],
		});
		await page.page.locator('#file-filter').focus();
		await page.page.getByRole('button', { name: 'Open', exact: true }).hover();
		await page.page.mouse.down();
		await page.settled();
		await page.show({ notes: [{ ...news, key: 'other', acts: [{ act: 'web', label: 'Open' }] }] });
		await page.page.mouse.up();
		await page.until('act');
	});

	it('counts if it is on an image or on a part that unfolds', async () => {
		const html =
			'<details><summary>Log</summary>words</details><button type="button" class="image" data-src="https://a.test/b.png">Show</button>';
		const page = await openPage({ ...sample, timeline: [comment('one', user('~bob'), html)] });
		for (const [nth, selector] of ['article summary', '.image'].entries()) {
			await page.page.locator(selector).hover();
			await page.page.mouse.down();
			await page.show({ notes: [{ ...news, pieces: [`New ${nth}`] }] });
			assert.equal(await page.page.getByText(`New ${nth}`).count(), 0, 'it would move');
			await page.page.mouse.up();
			await page.page.getByText(`New ${nth}`).waitFor();
		}
		await page.page.getByText('words').waitFor({ state: 'visible' });
		await page.until('showImage');
	});

	it('counts if it began while an earlier one had not ended', async () => {
		const page = await openPatchset(series);
		await page.page.locator('[data-version=v2]').hover();
		const press = (type: string) =>
			page.page.locator('[data-version=v2]').dispatchEvent(type, { button: 0, bubbles: true });
		await press('pointerdown');
		await page.show({ notes: [news] });
		await page.page.mouse.down();
		await page.settled();
		assert.equal(await page.page.getByText('Something new.').count(), 0);
		await page.page.mouse.up();
		await page.until('version');
		await page.page.getByText('Something new.').waitFor();
	});

	it('no longer keeps news away if it lasts for seconds', async () => {
		const page = await openPatchset(series);
		await page.page.locator('[data-version=v2]').hover();
		await page.page.mouse.down();
		await page.show({ notes: [news] });
		await page.page.getByText('Something new.').waitFor();
		await page.page.mouse.up();
	});

	it('counts if it begins at once after the release of another one', async () => {
		const page = await openPatchset(series);
		await page.page.locator('[data-version=v2]').evaluate((control) => {
			for (const type of ['pointerdown', 'pointerup', 'pointerdown'])
				control.dispatchEvent(new PointerEvent(type, { button: 0, bubbles: true }));
		});
		await page.settled();
		await page.show({ notes: [news] });
		await page.settled();
		assert.equal(await page.page.getByText('Something new.').count(), 0);
		await page.page.mouse.up();
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

/** Presses and releases the mouse. `nth`: which click it is of those that follow each other quickly at the same place. */
async function click({ page }: TicketPage, nth: number): Promise<void> {
	await page.mouse.down({ clickCount: nth });
	await page.mouse.up({ clickCount: nth });
}

describe('A button that does something else since it was clicked', () => {
	const draft = (id: string) => hostText({ text: `Draft ${id}` }, 1, { id });
	const [written, first, other] = [draft('written'), draft('one'), draft('other')];
	const cases: readonly (readonly [string, string, Partial<Snapshot>, Partial<Snapshot>])[] = [
		['undo', 'Undo', { undoable: 'one' }, { undoable: 'other' }],
		['discard', 'Discard', { editing: [written, first, other] }, { editing: [written, other] }],
	];
	for (const [request, name, before, after] of cases) {
		it(`does nothing at the further clicks of a triple click: ${name}`, async () => {
			const page = await openPage({ ...sample, ...before });
			// Nothing scrolls.
			await page.page.setViewportSize({ width: 1400, height: 2400 });
			await page.page.getByRole('button', { name, exact: true }).first().hover();
			await click(page, 1);
			await page.until(request);
			await page.show(after);
			await click(page, 2);
			await click(page, 3);
			await page.settled();
			assert.equal(page.asks(request).length, 1);
			await click(page, 1);
			await page.until(request, 2, 'other');
		});
	}

	it('does nothing at the second click of a double click that has shown a tiny image in its place', async () => {
		const page = await openPage(sample);
		await page.page.getByRole('button', { name: 'Show image from example.org' }).hover();
		await click(page, 1);
		await page.page.getByRole('button', { name: 'Always Show Images from example.org' }).waitFor();
		await click(page, 2);
		await page.settled();
		assert.deepEqual(page.asks('allowImages'), []);
		await click(page, 1);
		await page.until('allowImages', 1, 'example.org');
	});

	it('does nothing while the key is held down that has pressed it', async () => {
		const page = await openPage({ ...sample, undoable: 'one' });
		await page.page.getByRole('button', { name: 'Undo', exact: true }).focus();
		await page.page.keyboard.down('Enter');
		await page.until('undo');
		await page.show({ undoable: 'other' });
		await page.page.keyboard.down('Enter');
		await page.page.keyboard.up('Enter');
		await page.settled();
		assert.deepEqual(page.asks('undo'), [{ change: 'one' }]);
		await page.page.keyboard.press('Enter');
		await page.until('undo', 2, 'other');
	});
});
