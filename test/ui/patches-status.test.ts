import assert from 'node:assert/strict';
import { allQuirks } from '../../src/sandbox/drift.ts';
import { tryAgain, until } from '../tools/until.ts';
import { chooseInMenu, clickUntil, Dialogue, row, tokenOf } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { ticketPage as patchsetPage, waitForNotification, waitForPageFocus } from './ticket-driver.ts';
import type { EditorWindow } from './window.ts';

const arrow = /^term: three bytes are enough for an arrow/;
const wrap = /^Wrap long lines/;
const as = (title: RegExp, status: string) => new RegExp(`${title.source}, .*${status}`);
const question = 'Status: “term: three bytes are enough for an arrow”';

/** Chooses *Approved* in the box that the menu of a row opens. */
async function approveInMenu(editor: EditorWindow, menuOf: ReturnType<typeof row>): Promise<void> {
	await tryAgain(
		() => chooseInMenu(menuOf, 'Change Patchset Status…'),
		() => new Dialogue(editor.page).asks(question, 5000),
	);
	await editor.page.keyboard.type('Approved');
	await editor.page.keyboard.press('Enter');
}

for (const [server, drift] of [
	['', []],
	[' on a server that deviates from the contract', allQuirks],
] as const) {
	describe(`The status of patchsets${server}`, () => {
		const { editor, patches, expand, select, selectAlso, puts } = patchesWindow({ forge: { drift } });
		const statusBar = (words: string) => editor().page.locator('.statusbar-item', { hasText: words });

		it('is set for several rows, is shown as unsent at once, and makes no request if it is undone', async () => {
			await expand(/^~ana\/editor-devel/, /^Proposed/);
			await select(arrow);
			await selectAlso(wrap);
			await editor().command('Tildeforge: Mark Patchset as Needs Revision');
			await patches(as(arrow, 'needs revision \\(unsent\\)')).waitFor();
			await patches(as(wrap, 'needs revision \\(unsent\\)')).waitFor();
			// Waits for the message from the start: it disappears after a few seconds.
			await Promise.all([
				statusBar('Undone: 2 patchsets').waitFor(),
				statusBar('Changing the status of 2 patchsets… Undo').click(),
			]);
			await patches(as(arrow, 'proposed')).waitFor();
			assert.deepEqual(puts(), []);
		});
	});

	describe(`The status of a patchset${server}`, () => {
		const { editor, patches, expand, open, page, proxy, puts } = patchesWindow({
			undoSeconds: 0,
			forge: { drift },
		});

		it('is set from the menu of its row, and is then what the forge has', async () => {
			await expand(/^~ana\/editor-devel/, /^Proposed/);
			await approveInMenu(editor(), patches(arrow));
			await expand(/^Approved/);
			await patches(as(arrow, 'approved, ')).waitFor();
			assert.deepEqual(puts(), [{ status: 'approved' }]);
		});

		it('is set from its page, which shows what the forge has made of it', async () => {
			proxy().rewriteAnswer = (answer) =>
				puts().length === 0 ? answer : answer.replace(/("status": ?)"approved"/gi, '$1"applied"');
			await open(arrow, 'term: three bytes are enough for an arrow');
			await page().getByRole('button', { name: 'Approve', exact: true }).press('Enter');
			await page()
				.getByRole('button', { name: /^Status: Applied/ })
				.filter({ visible: true })
				.first()
				.waitFor();
			assert.deepEqual(puts(), [{ status: 'approved' }]);
		});
	});

	describe(`The status of a patchset of another user’s list${server}`, () => {
		const { editor, patches, expand, select, puts } = patchesWindow({
			user: '~carol',
			undoSeconds: 0,
			forge: { drift },
		});

		it('is offered only after a warning, and waits in the list of changes if it is refused', async () => {
			await expand(/^~ana\/editor-devel/, /^Proposed/);
			await select(arrow);
			await editor().command('Tildeforge: Mark Patchset as Approved');
			const reason = 'Only ~ana, the owner of the list, and its moderators may change the status.';
			const warning = await waitForNotification(editor(), reason);
			assert.deepEqual(puts(), []);
			await warning.hover();
			await warning.getByRole('button', { name: 'Try Anyway' }).click();
			const page = patchsetPage(editor());
			const note = page.getByText(`Approved: not made. ${reason}`);
			await note.waitFor();
			await patches(as(arrow, 'proposed')).waitFor();
			await editor().command('View: Close All Editors');
			await editor().command('Tildeforge: Focus on Tickets View');
			const refused = row(editor(), 'Tickets', /^Approved, refused, term: three bytes .*, patchset 14/);
			await clickUntil(refused, page.getByRole('heading', { name: arrow }).first());
			await note.waitFor();
			await page.getByRole('button', { name: 'Send Again' }).click();
			await until(async () => puts().length === 2, { what: 'the status is sent again' });
			await note.waitFor();
			await page.getByRole('button', { name: 'Discard' }).click();
			await note.waitFor({ state: 'detached' });
		});
	});
}

describe('The status of a patchset that the token may not set', () => {
	const { editor, expand, select, puts } = patchesWindow({
		...{ undoSeconds: 0, forge: { drift: ['patches-write'] } },
		scopes: ['profile:read', 'lists:read', 'patches:read', 'emails:read', 'subs:read'],
	});

	it('is set after the user has granted the permission, from its page or from the row of the change', async () => {
		await expand(/^~ana\/editor-devel/, /^Proposed/);
		await select(arrow);
		const page = patchsetPage(editor());
		await page.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
		await page.getByText('Approved: not made. The token is missing the permission patches:write.').waitFor();
		const dialogue = new Dialogue(editor().page);
		await page.getByRole('button', { name: 'Grant Permissions' }).click();
		await dialogue.asks('Sign in to forge.test');
		await editor().page.keyboard.press('Escape');
		await editor().command('Tildeforge: Focus on Tickets View');
		const waiting = row(
			editor(),
			'Tickets',
			/^Approved, missing permission, term: three bytes .*, patchset 14/,
		);
		await waiting.hover();
		await waiting.getByRole('button', { name: 'Grant Permissions for Waiting Change…' }).click();
		await dialogue.asks('Sign in to forge.test');
		await dialogue.chooseToken();
		await dialogue.answer(tokenOf(editor().forge, '~ana'));
		await waiting.waitFor({ state: 'detached' });
		await page.getByRole('button', { name: /^Status: Approved/ }).waitFor();
		assert.deepEqual(puts(), [{ status: 'approved' }, { status: 'approved' }]);
	});
});

describe('Letters as keys of the Patches view', () => {
	const { editor, patches, expand, select, heading, puts } = patchesWindow({
		more: { 'tildeforge.singleLetterKeys': 'pagesAndViews' },
	});

	it('show the next and the previous patchset, and open one', async () => {
		await expand(/^~ana\/editor-devel/, /^Proposed/);
		await select(arrow);
		const isShown = async (name: string) => {
			await heading(name).waitFor();
			await patches(new RegExp(`^${name}`))
				.and(editor().page.locator('.selected.focused'))
				.waitFor();
			await editor().view('Patches').locator('.monaco-list:focus').waitFor();
		};
		await isShown('term: three bytes');
		await editor().page.keyboard.press('j');
		await isShown('Wrap long lines');
		await editor().page.keyboard.press('k');
		await isShown('term: three bytes');
		await editor().page.keyboard.press('o');
		await waitForPageFocus(editor());
	});

	it('ask for a status, and set none', async () => {
		await expand(/^~ana\/editor-devel/, /^Proposed/);
		await select(arrow);
		await editor().view('Patches').locator('.monaco-list:focus').waitFor();
		await editor().page.keyboard.press('s');
		const dialogue = new Dialogue(editor().page);
		await dialogue.asks(question);
		await dialogue.leave();
		assert.deepEqual(puts(), []);
	});
});
