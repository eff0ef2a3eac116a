import assert from 'node:assert/strict';
import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import { emptyDraft } from '../../../src/tickets/page/ticket-draft-rules.ts';
import { openPage, type TicketPage } from './page.ts';
import { newTicket, sample } from './sample.ts';

const text = (page: TicketPage) => page.page.locator('#text');
const button = (page: TicketPage) => page.page.locator('.composer [type=submit]');
const waitForText = (page: TicketPage, shown: string | RegExp) =>
	page.page.getByText(shown).first().waitFor();
const never = () => new Promise<never>(() => {});
const draft = (text: string) => ({ ...emptyDraft(5), text });

/** The editor discards a hidden page and later recreates it from the state that the page kept. */
async function comeBack(page: TicketPage, change: Partial<Snapshot> = {}): Promise<void> {
	page.snapshot = { ...page.snapshot, ...change };
	await page.page.reload();
	await page.page.waitForSelector('#text');
}

/** A page on which a comment is being sent. */
async function openWhileSending(): Promise<TicketPage> {
	const page = await openPage(sample);
	page.handlers = { send: never };
	await text(page).fill('Said once.');
	await waitForText(page, 'Draft saved 08:12');
	await button(page).click();
	await page.until('send');
	return page;
}

const draftGone = 'The draft was sent or discarded elsewhere.';

describe('A page that was hidden and is shown again', () => {
	it('shows nothing from the time when it was opened', async () => {
		const page = await openPage(sample);
		await page.show({ title: 'Another title' });
		page.isHostReady = false;
		await page.page.reload();
		await page.until('ready', 2);
		await page.settled();
		assert.equal(await page.page.locator('h1').count(), 0);
		await page.show();
		assert.match((await page.page.locator('h1').textContent()) ?? '', /Another title/);
	});

	it('shows that its comment is being sent, and does not send it again', async () => {
		const page = await openWhileSending();
		await comeBack(page, {
			draft: draft('Said once.'),
			sending: { kind: 'sending' },
		});
		assert.equal(await button(page).textContent(), 'Sending…');
		assert.equal(await text(page).inputValue(), 'Said once.');
		await text(page).press('ControlOrMeta+Enter');
		await button(page).click({ force: true });
		await page.show({ draft: emptyDraft(9), sending: { kind: 'sent' }, sent: draft('Said once.') });
		await waitForText(page, 'Sent.');
		assert.equal(await text(page).inputValue(), '');
		assert.equal(page.asks('send').length, 1);
	});

	it('is empty after its comment was sent, and saves nothing again', async () => {
		const page = await openWhileSending();
		const saves = page.asks('draft').length;
		for (const left of [null, emptyDraft(9)]) {
			await comeBack(page, { draft: left, sending: { kind: 'sent' }, sent: draft('Said once.') });
			await waitForText(page, 'Sent.');
			assert.equal(await text(page).inputValue(), '');
			assert.equal(await page.page.getByRole('button', { name: 'Undo', exact: true }).count(), 0);
		}
		assert.equal(page.asks('draft').length, saves);
	});

	it('is empty after its comment was sent, even if the draft was never confirmed as saved', async () => {
		const page = await openPage(sample);
		page.handlers = { draft: never, send: never };
		await text(page).fill('Said once.');
		await button(page).click();
		await page.until('send');
		await comeBack(page, {
			draft: emptyDraft(9),
			sending: { kind: 'sent' },
			sent: draft('Said once.'),
		});
		await waitForText(page, 'Sent.');
	});

	it('has only the added text after its comment was sent, whether the page or the host has that text', async () => {
		const added = 'Said once.\n\n    indented';
		const page = await openWhileSending();
		page.handlers = { draft: never };
		await text(page).fill(added);
		await page.until('draft', 2, 'indented');
		// The host has not received the last letters, and the page does not know that the comment was sent.
		await comeBack(page, { draft: emptyDraft(9), sending: null, sent: draft('Said once.') });
		await page.page.waitForFunction(
			() => document.querySelector<HTMLTextAreaElement>('#text')?.value === '    indented',
		);
		// The host has already removed the sent text, and the user writes the same text again.
		page.handlers = {};
		await text(page).fill('Said once.');
		await waitForText(page, 'Draft saved 08:12');
		await page.show({ draft: { ...draft('Said once.'), after: 5 } });
		assert.equal(await text(page).inputValue(), 'Said once.');
	});

	it('removes the sent comment even if the host no longer reports that it was sent', async () => {
		const page = await openWhileSending();
		await comeBack(page, { draft: draft('Said once.'), sending: { kind: 'sending' } });
		await text(page).press('End');
		await page.page.keyboard.type(' Twice.');
		await page.show({ sending: null, sent: draft('Said once.') });
		assert.equal(await text(page).inputValue(), 'Twice.');
	});

	it('shows the reason and the text after its comment was refused', async () => {
		const page = await openWhileSending();
		const refusal = { problem: 'The forge has too much to do.', remedy: 'again' } as const;
		await comeBack(page, { draft: draft('Said once.'), sending: { kind: 'refused', refusal } });
		await page.page.getByRole('alert').getByText('Nothing was sent. The forge has too much').waitFor();
		assert.equal(await text(page).inputValue(), 'Said once.');
		await page.page.getByRole('button', { name: 'Try Again' }).click();
		await page.until('send', 2);
	});

	it('shows the reason when its comment is refused later', async () => {
		const page = await openWhileSending();
		await comeBack(page, {
			draft: draft('Said once.'),
			sending: { kind: 'sending' },
		});
		await page.show({ sending: { kind: 'refused', refusal: { problem: 'No.', mayBeDone: true } } });
		const alert = page.page.getByRole('alert');
		await alert.waitFor();
		assert.equal(await alert.textContent(), 'No.', 'what is not known is not said');
		assert.equal(await text(page).inputValue(), 'Said once.');
		assert.equal(await button(page).getAttribute('aria-disabled'), null);
	});

	it('is empty if its draft was removed elsewhere, and can restore it, also later', async () => {
		for (const left of [null, emptyDraft(9)]) {
			const page = await openPage(sample);
			await text(page).fill('To be thrown away.');
			await waitForText(page, 'Draft saved 08:12');
			const saves = page.asks('draft').length;
			for (let times = 0; times < 2; times++) {
				await comeBack(page, { draft: left });
				await waitForText(page, draftGone);
				assert.equal(await text(page).inputValue(), '');
			}
			assert.equal(page.asks('draft').length, saves);
			await page.page.getByRole('button', { name: 'Undo', exact: true }).click();
			assert.equal(await text(page).inputValue(), 'To be thrown away.');
			await page.until('draft', saves + 1, 'To be thrown away.');
		}
	});

	it('keeps a draft that the host never received, and drops one that the host has removed', async () => {
		const page = await openPage(sample);
		page.handlers = { draft: never };
		await text(page).fill('Never answered.');
		await page.until('draft');
		await comeBack(page, { draft: emptyDraft(9) });
		assert.equal(await text(page).inputValue(), 'Never answered.');
		const saved: unknown = await page.page.evaluate(
			() => JSON.parse(sessionStorage.getItem('state') ?? '').draft.saved,
		);
		await comeBack(page, { draft: emptyDraft(9), lastReceived: Number(saved) });
		await waitForText(page, draftGone);
	});

	it('can still restore a draft that was discarded on it', async () => {
		const page = await openPage({ ...sample, draft: draft('Hasty.') });
		await page.page.getByRole('button', { name: 'Discard' }).click();
		await page.until('discard');
		await comeBack(page, { draft: emptyDraft(9) });
		await waitForText(page, 'Draft discarded.');
		page.handlers = { restoreDraft: () => ({ draft: draft('Hasty.') }) };
		await page.page.getByRole('button', { name: 'Undo', exact: true }).click();
		await page.until('restoreDraft');
		await page.page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#text')?.value);
		await text(page).fill('Considered.');
		await comeBack(page, { draft: draft('Considered.') });
		await comeBack(page, {
			draft: emptyDraft(9),
			sending: { kind: 'sent' },
			sent: draft('Said once.'),
		});
		await waitForText(page, 'Sent.');
	});
});

describe('A quote or label choice that arrives during a send', () => {
	it('belongs to the next comment', async () => {
		const page = await openPage({ ...sample, draft: draft('Said once.') });
		const labels = Promise.withResolvers<{ readonly labels: readonly string[] }>();
		const sent = Promise.withResolvers<{ readonly kind: 'sent' }>();
		page.handlers = {
			send: () => sent.promise,
			pickLabels: () => labels.promise,
			quote: () => ({ text: '> late' }),
		};
		await page.page.getByRole('button', { name: 'Select labels' }).click();
		await text(page).press('ControlOrMeta+Enter');
		await page.until('send');
		labels.resolve({ labels: [] });
		await page.page.locator('[data-entry=e3] .actions [data-do=quote]').click();
		await page.until('draft', 1, '> late');
		sent.resolve({ kind: 'sent' });
		await button(page).getByText('Comment and remove').waitFor();
		assert.equal((await text(page).inputValue()).trim(), '> late');
		const all = sample.composer?.labels.length;
		assert.equal(await page.page.locator('.composer .label.removed').count(), all);
		assert.deepEqual(page.asks('send'), [{ version: sample.version, draft: draft('Said once.') }]);
	});
});

describe('A draft that could not be discarded', () => {
	it('is in the box again with the reason', async () => {
		const page = await openPage({ ...newTicket, draft: { ...draft('Text.'), title: 'Tabs' } });
		page.handlers = {
			discard: () => {
				throw 'The disk is full.';
			},
		};
		await page.page.getByRole('button', { name: 'Discard' }).click();
		await page.page.getByRole('alert').getByText('The draft was not discarded. The disk is full.').waitFor();
		assert.equal(await text(page).inputValue(), 'Text.');
		assert.equal(await page.page.getByLabel('Title').inputValue(), 'Tabs');
	});
});

describe('A draft that the disk is slow to save', () => {
	it('is shown as being saved, not as saved', async () => {
		const page = await openPage(sample);
		page.handlers = { draft: never };
		await text(page).fill('abc');
		await waitForText(page, 'Saving…');
		assert.equal(await page.page.getByText(/^Draft saved/).count(), 0);
	});
});
