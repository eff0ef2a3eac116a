import assert from 'node:assert/strict';
import { emptyDraft } from '../../../src/tickets/page/ticket-draft-rules.ts';
import { openPage } from './page.ts';
import { sample } from './sample.ts';

describe('A page that VS Code restores to an older state with a new extension host', () => {
	for (const [name, isSent] of [
		['shows the newer draft of the host', false],
		['does not show the beginning of a comment that was sent since', true],
	] as const) {
		it(name, async () => {
			const later = { ...emptyDraft(Date.now() + 60_000), text: 'wind amber lamp over' };
			const [draft, sent] = isSent ? [null, later] : [later, null];
			const page = await openPage({ ...sample, draft: null });
			page.handlers = { draft: () => new Promise(() => {}) };
			await page.page.locator('#text').fill('wind amber');
			page.handlers = {};
			page.snapshot = { ...page.snapshot, draft, lastReceived: null, sent };
			// The new host makes new HTML, with a snapshot of what there is now.
			page.first = page.snapshot;
			await page.page.reload();
			await page.page.waitForSelector('#text');
			assert.equal(await page.page.locator('#text').inputValue(), draft?.text ?? '');
		});
	}
});
