import assert from 'node:assert/strict';
import type { PastText } from '../../../src/platform/page/page-text.ts';
import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import { hostText, sample } from '../../kit/pages/sample.ts';
import { openPage, type TicketPage } from './page.ts';
import { refuse } from './page-answers.ts';

const text = (page: TicketPage) => page.page.locator('#text');
const button = (page: TicketPage) => page.page.locator('.composer [type=submit]');
const waitForText = (page: TicketPage, shown: string | RegExp) =>
	page.page.getByText(shown).first().waitFor();
const never = () => new Promise<never>(() => {});

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
		const page = await openPage(sample);
		page.handlers = { send: never };
		await text(page).fill('Said once.');
		await text(page).press('ControlOrMeta+Enter');
		await page.until('send');
		const [{ text: { id = '', revision = 0, writer = '' } = {} } = {}] = page.asks('send') as readonly {
			readonly text?: Partial<PastText>;
		}[];
		const past = (state: PastText['state']) => ({ editing: [], past: [{ id, revision, writer, state }] });
		page.snapshot = { ...page.snapshot, ...past('sending') };
		// The editor discards a hidden page and later recreates it from the state that the page kept.
		await page.page.reload();
		await page.page.waitForSelector('#text');
		await waitForText(page, 'Sending…');
		assert.equal(await text(page).inputValue(), '');
		await text(page).press('ControlOrMeta+Enter');
		const isBusy = () => page.page.locator('[aria-busy=true]').count();
		assert.equal(await isBusy(), 1);
		await page.show(past('sent'));
		await waitForText(page, 'Sent.');
		assert.equal(await isBusy(), 0);
		assert.equal(page.asks('send').length, 1);
	});
});

describe('A quote or label choice that arrives during a send', () => {
	it('belongs to the next comment', async () => {
		const page = await openPage({ ...sample, editing: [hostText({ text: 'Said once.' })] });
		const labels = Promise.withResolvers<{ readonly labels: readonly string[] }>();
		page.handlers = { send: never, pickLabels: () => labels.promise, quote: () => ({ text: '> late' }) };
		await page.page.getByRole('button', { name: 'Select labels' }).click();
		await text(page).press('ControlOrMeta+Enter');
		await page.until('send');
		labels.resolve({ labels: [] });
		await page.page.locator('[data-entry=e3] .actions [data-do=quote]').click();
		await page.until('draft', 1, '> late');
		await button(page).getByText('Comment and remove').waitFor();
		assert.equal((await text(page).inputValue()).trim(), '> late');
		const all = sample.composer?.labels.length;
		assert.equal(await page.page.locator('.composer .label.removed').count(), all);
		assert.match(JSON.stringify(page.asks('send')), /"text":"Said once\."/);
	});
});

describe('A text that was not in the box and is discarded', () => {
	const refused: Snapshot['waiting'][number] = {
		...{
			entry: 'one',
			state: 'refused',
			title: null,
			html: '<p>Refused.</p>',
			change: '',
			status: 'Not sent. No.',
			acts: [{ act: 'discard', label: 'Discard' }],
		},
	};

	it('can be restored if it was refused', async () => {
		const page = await openPage({ ...sample, waiting: [refused] });
		page.handlers = { actOnText: () => ({ id: 'text' }) };
		await page.page.getByRole('button', { name: 'Discard' }).first().click();
		await page.until('actOnText');
		await page.show({ waiting: [] });
		await waitForText(page, 'Draft discarded.');
		await page.page.keyboard.press('Enter');
		await page.until('restoreDraft');
		assert.deepEqual(page.asks('restoreDraft'), [{ id: 'text' }]);
	});

	it('can be restored if it was another draft, and the focus stays in the box if the user is writing by then', async () => {
		const discarded = Promise.withResolvers<null>();
		const [mine, other] = [hostText({ text: 'Mine.' }), hostText({ text: 'Work.' }, 1, { id: 'other' })];
		const page = await openPage({ ...sample, editing: [mine, other] });
		page.handlers = { discard: () => discarded.promise };
		await page.page.locator('[data-do=discard-other]').click();
		await page.until('discard');
		await text(page).fill('Why');
		// Afterwards, the state of what the user writes would be shown in place of that of the other draft.
		await waitForText(page, /^Draft saved/);
		discarded.resolve(null);
		await page.page.locator('[data-do=restore-draft]').waitFor();
		await page.page.keyboard.type(' not?');
		assert.equal(await text(page).inputValue(), 'Why not?');
	});

	it('can be restored if it was another draft, which leaves the one in the box as it is', async () => {
		const [mine, other] = [hostText({ text: 'Mine.' }), hostText({ text: 'Work.' }, 1, { id: 'other' })];
		const page = await openPage({ ...sample, editing: [mine, other] });
		await page.page.locator('[data-do=discard-other]').click();
		await page.until('discard');
		await page.show({ editing: [mine] });
		await waitForText(page, 'Draft discarded.');
		assert.equal(await text(page).inputValue(), 'Mine.');
		await page.page.getByRole('button', { name: 'Undo', exact: true }).click();
		await page.until('restoreDraft');
		await page.show({ editing: [other, mine] });
		await page.settled();
		assert.equal(await text(page).inputValue(), 'Work.');
		await page.page.getByText('Another draft: ').waitFor();
	});

	it('does not say on another ticket that the host could not discard it', async () => {
		const [mine, other] = [hostText({ text: 'Mine.' }), hostText({ text: 'Work.' }, 1, { id: 'other' })];
		for (const selector of ['.send-row [data-do=discard]', '[data-do=discard-other]']) {
			const discarded = Promise.withResolvers<null>();
			const page = await openPage({ ...sample, editing: [mine, other] });
			page.handlers = { discard: () => discarded.promise };
			await page.page.locator(selector).click();
			await page.until('discard');
			await page.show({ key: 'one ~ana/editor#43', title: 'Another ticket', editing: [] });
			discarded.reject('The disk is full.');
			await page.settled();
			assert.equal(await page.page.getByRole('alert').getByText('The draft was not discarded').count(), 0);
			await page.show({ key: sample.key, editing: [mine, other] });
			await waitForText(page, /Mine\.|Work\./);
		}
	});

	it('stays, with the reason, if the host cannot discard it', async () => {
		const [mine, other] = [hostText({ text: 'Mine.' }), hostText({ text: 'Work.' }, 1, { id: 'other' })];
		const page = await openPage({ ...sample, editing: [mine, other] });
		page.handlers = { discard: refuse('The disk is full.') };
		await page.page.locator('[data-do=discard-other]').click();
		await page.page.getByRole('alert').getByText('The draft was not discarded. The disk is full.').waitFor();
		assert.equal(await text(page).inputValue(), 'Mine.');
	});
});
