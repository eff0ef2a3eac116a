import assert from 'node:assert/strict';
import { isRunning } from '../tools/processes.ts';
import { tryAgain, until } from '../tools/until.ts';
import {
	chooseInMenu,
	clickUntil,
	collapseRow,
	expandRow,
	InputBox,
	openBox,
	row,
	selectRows,
} from './editor-driver.ts';
import {
	commentBox,
	draftsOnDisk,
	forgeUser,
	openTicket,
	showTicketsView,
	ticketPage,
	ticketRow,
	ticketWindow,
	title,
	waitForPage,
} from './ticket-driver.ts';

const long = { number: 25, title: 'After the update to 2.4.1' };
const release = { number: 57, title: 'Release 2.4.2?' };
const half = { number: 59, title: 'Half of the last line' };
const thanks = { number: 60, title: 'Thank you' };

/** What the tests of drafts do in the window and see there. */
function draftsIn({ editor }: Pick<ReturnType<typeof ticketWindow>, 'editor'>) {
	const text = () => commentBox(editor()).inputValue();
	return {
		open: ({ number, title }: typeof long) => openTicket(editor(), number, title),
		text,
		isText: (wanted: string) =>
			until(async () => (await text()) === wanted, { what: `the box contains ${JSON.stringify(wanted)}` }),
		saved: () =>
			ticketPage(editor())
				.getByText(/^Draft saved/)
				.waitFor(),
		drafts: (count: number) => row(editor(), 'Tickets', `Drafts, ${count}`).waitFor(),
		noDraft: () => row(editor(), 'Tickets', /^Drafts/).waitFor({ state: 'detached' }),
		/** The row of a draft, whose parent is collapsed at first. */
		draftRow: async (name: string | RegExp) => {
			const draft = row(editor(), 'Tickets', name);
			await expandRow(row(editor(), 'Tickets', /^Drafts/));
			await draft.waitFor();
			return draft;
		},
	};
}

describe('A draft', () => {
	const ofWindow = ticketWindow();
	const { editor, proxy } = ofWindow;
	const { open, text, isText, saved, drafts, noDraft, draftRow } = draftsIn(ofWindow);
	const button = (name: string) => ticketPage(editor()).getByRole('button', { name, exact: true });
	const tab = ({ number }: typeof long) => editor().page.locator('.tab', { hasText: `#${number}` });

	it('keeps every letter when its page closes, is opened and discarded in its row, and is sent once while its page is away', async () => {
		const { page } = editor();
		await open(release);
		// Uses a click, so that the mouse does not stay on a row, whose hover would cover the next ones.
		await commentBox(editor()).click();
		const words = Array.from({ length: 8 }, (_, nth) => `word${nth} `).join('');
		await page.keyboard.type(words);
		await page.keyboard.press('ControlOrMeta+w');
		await tab(release).waitFor({ state: 'detached' });
		await drafts(1);

		await open(half);
		const draft = await draftRow('Draft for ~ana/editor#57');
		await chooseInMenu(draft, 'Open Draft');
		await waitForPage(editor(), release.title);
		await isText(words);
		await open(half);
		await draft.hover();
		await draft.getByRole('button', { name: 'Discard Draft' }).click();
		await noDraft();
		await tab(release).click();
		await waitForPage(editor(), release.title);
		await ticketPage(editor()).getByText('The draft was sent or discarded outside of this page.').waitFor();
		assert.equal(await text(), '');
		await button('Undo').click();
		await isText(words);
		await drafts(1);

		await commentBox(editor()).fill('This is said once.');
		await saved();
		const { promise, resolve: answer } = Promise.withResolvers<void>();
		proxy().holdOf = (what) => (what.startsWith('PUT ') ? promise : undefined);
		proxy().forget();
		await commentBox(editor()).press('ControlOrMeta+Enter');
		await until(() => proxy().of('PUT').length === 1);
		await open(half);
		await tab(release).click();
		await waitForPage(editor(), release.title);
		const sending = ticketPage(editor()).locator('.waiting-text', { hasText: 'Sending…' });
		await sending.getByText('This is said once.').waitFor();
		assert.equal(await text(), '');
		await commentBox(editor()).press('ControlOrMeta+Enter');
		await editor().command('View: Close Editor');
		await open(release);
		await sending.waitFor();
		answer();
		await ticketPage(editor()).getByText('Sent.', { exact: true }).waitFor();
		assert.equal(await text(), '');
		await noDraft();
		assert.equal(proxy().of('PUT').length, 1);
	});
});

describe('A window that is loaded again after its extension host was killed', () => {
	// As on the desktop.
	const ofWindow = ticketWindow({ more: { 'files.autoSave': 'off' } });
	const { editor, proxy } = ofWindow;
	const { open, isText, saved, drafts, draftRow } = draftsIn(ofWindow);
	const tab = (name: string) => editor().page.locator('.tab', { hasText: name });
	const lines = () => editor().page.locator('.editor-instance .view-lines');
	const group = (status: string) => row(editor(), 'Tickets', new RegExp(`^${status}, \\d+ tickets`)).first();
	const scroll = () =>
		ticketPage(editor())
			.locator('body')
			.evaluate(() => window.scrollY);

	/** Writes the description of ~ana/errands from outside the editor. */
	const describeTracker = (description: string) =>
		forgeUser(editor().forge, '~ana').describe('errands', description);

	/** Opens the editor of the comment on two tickets. */
	async function commentOnBoth(): Promise<void> {
		await open(thanks);
		await selectRows(editor().view('Tickets'), [
			ticketRow(editor(), thanks.number),
			ticketRow(editor(), half.number),
		]);
		await chooseInMenu(ticketRow(editor(), half.number), 'Comment on Ticket…');
		await editor().page.locator('.monaco-editor.focused').waitFor();
	}

	it('has all drafts, a fresh description, and the tree as the user left it, and sends the comment on several tickets once', async () => {
		const { page } = editor();
		await describeTracker('The first description');
		await openBox(editor(), 'Tildeforge: Edit Tracker…', 'Edit Tracker');
		await new InputBox(page).choose('~ana/errands');
		await tab('Description of errands.md').waitFor();
		await lines().getByText('The first description').waitFor();

		await commentOnBoth();
		await page.keyboard.type('For both.');
		await page.locator('.codelens-decoration').getByText('Send to 2 tickets').waitFor();
		await drafts(1);
		await editor().command('View: Close Editor');
		await page.locator('.monaco-dialog-box').getByRole('button', { name: "Don't Save" }).click();
		await tab('Comment on 2 tickets.md').waitFor({ state: 'detached' });
		const draft = await draftRow(/^Draft, Comment on 2 tickets/);
		await clickUntil(draft, lines().getByText('For both.'));
		await tab('Comment on 2 tickets.md').waitFor();

		await open(long);
		const words = 'It is the line discipline.\n\nI am sure now.';
		await commentBox(editor()).fill(words);
		await saved();
		await openBox(editor(), 'Tildeforge: Group Tickets…', 'Group Tickets');
		await new InputBox(page).choose('By status');
		await group('Confirmed').waitFor();
		await expandRow(row(editor(), 'Tickets', /^Recently resolved/));
		await group('Resolved').waitFor();
		await collapseRow(row(editor(), 'Tickets', 'Open, 33 tickets'));
		await group('Confirmed').waitFor({ state: 'detached' });

		await page.setViewportSize({ width: 1400, height: 700 });
		const body = ticketPage(editor()).locator('body');
		let before = 0;
		await until(
			async () => {
				await body.evaluate(() => window.scrollTo(0, 120));
				return (await scroll()) > 0;
			},
			{ what: 'the page is as small as the window, and scrolled' },
		);
		// The position may still change while the page draws what is above it.
		await tryAgain(
			async () => {
				before = await scroll();
			},
			() => editor().waitUntilStored(new RegExp(`scroll\\W+y\\W+${before}\\b`)),
		);
		for (const stored of [
			/I am sure now/,
			/editorpart\.state[\s\S]*Description of errands/,
			/editorpart\.state[\s\S]*Comment on 2 tickets/,
			/tickets\.grouping\W+status/,
			/query\/Open\W*:false/,
		])
			await editor().waitUntilStored(stored);
		for (const one of ['For both.', 'I am sure now'])
			await until(() => draftsOnDisk(editor()).includes(one), { what: `"${one}" is on the disk` });
		await describeTracker('The second description');
		const pid = editor().host.extensionHost();
		process.kill(pid, 'SIGKILL');
		await until(() => !isRunning(pid));
		await editor().reloadWithoutStoring();

		await title(editor(), long.title).waitFor();
		await isText(words);
		await until(async () => (await scroll()) === before, { what: `the page is scrolled to ${before}` });
		await showTicketsView(editor());
		await group('Resolved').waitFor();
		assert.equal(await group('Confirmed').count(), 0);
		await drafts(2);
		await tab('Description of errands.md').click();
		await lines().getByText('The second description').waitFor();
		await tab('Comment on 2 tickets.md').click();
		await lines().getByText('For both.').click();
		await page.keyboard.press('ControlOrMeta+End');
		await page.keyboard.type(' Bye');
		proxy().forget();
		await page.keyboard.press('ControlOrMeta+Enter');
		await tab('Comment on 2 tickets.md').waitFor({ state: 'detached' });
		await until(() => proxy().of('PUT').length === 2);
		const comment = 'For both. Bye';
		assert.deepEqual(
			proxy()
				.of('PUT')
				.map(({ body }) => body),
			[{ comment }, { comment }],
		);
		await drafts(1);
	});
});
