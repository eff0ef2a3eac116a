import assert from 'node:assert/strict';
import { emptyDraft } from '../../../src/tickets/page/draft.ts';
import { openPage } from './page.ts';
import { sample } from './sample.ts';

const whole = { ...emptyDraft(Date.now() + 60_000), text: 'wind amber lamp over' };

describe('A page that VS Code restores to an older state with a new extension host', () => {
	for (const [name, draft, sent] of [
		['shows the newer draft of the host', whole, null],
		['does not show the beginning of a comment that was sent since', null, whole],
	] as const) {
		it(name, async () => {
			const page = await openPage({ ...sample, draft: null });
			page.handlers = { draft: () => new Promise(() => {}) };
			await page.page.locator('#text').fill('wind amber');
			page.handlers = {};
			page.snapshot = { ...page.snapshot, draft, heard: null, sent };
			// The new host makes new HTML, with a snapshot of what there is now.
			page.first = page.snapshot;
			await page.page.reload();
			await page.page.waitForSelector('#text');
			assert.equal(await page.page.locator('#text').inputValue(), draft?.text ?? '');
		});
	}
});
