import assert from 'node:assert/strict';
import { allQuirks } from '../../src/sandbox/server/drift.ts';
import { tryAgain } from '../tools/until.ts';
import { chooseInMenu, InputBox, selectRows } from './editor-driver.ts';
import { patchesWindow } from './patches-driver.ts';
import { waitForPageFocus } from './ticket-driver.ts';

const arrow = /^term: three bytes are enough for an arrow/;
const wrap = /^Wrap long lines/;
const as = (title: RegExp, status: string) => new RegExp(`${title.source}, .*${status}`);

describe('The status of patchsets', () => {
	const { editor, patches, expand, select, heading, puts } = patchesWindow({
		more: { 'tildeforge.singleLetterKeys': 'pagesAndViews' },
		forge: { drift: allQuirks },
	});
	const statusBar = (words: string) => editor().page.locator('.statusbar-item', { hasText: words });
	const hasViewFocus = () => editor().view('Patches').locator('.monaco-list:focus').waitFor();

	async function isShown(name: string): Promise<void> {
		await heading(name).waitFor();
		// Once its mails are read, the row is drawn again, during which VS Code would not move the focus.
		await patches(new RegExp(`^${name}.* by 1 person, `))
			.and(editor().page.locator('.selected.focused'))
			.waitFor();
		await hasViewFocus();
	}

	it('is set by letter keys, for several rows and in the menu of a row, and is sent unless it is undone', async () => {
		const { keyboard } = editor().page;
		const inputBox = new InputBox(editor().page);
		await expand(/^~ana\/editor-devel/, /^Proposed/);
		await select(arrow);
		await isShown('term: three bytes');
		await keyboard.press('j');
		await isShown('Wrap long lines');
		await keyboard.press('k');
		await isShown('term: three bytes');
		await keyboard.press('o');
		await waitForPageFocus(editor());
		// A second click on the same row soon after the first moves the focus to the page.
		await select(wrap);
		await hasViewFocus();
		await keyboard.press('s');
		await inputBox.asks('Status: “Wrap long lines”');
		await inputBox.leave();

		await selectRows(editor().view('Patches'), [patches(arrow), patches(wrap)]);
		await editor().command('Tildeforge: Change Patchset Status…');
		await inputBox.asks('Status: 2 patchsets');
		await keyboard.type('Needs revision');
		await keyboard.press('Enter');
		await patches(as(arrow, 'needs revision \\(waiting\\)')).waitFor();
		await patches(as(wrap, 'needs revision \\(waiting\\)')).waitFor();
		// Waits for the message from the start: it disappears after a few seconds.
		await Promise.all([
			statusBar('Undone: 2 patchsets').waitFor(),
			statusBar('Changing the status of 2 patchsets… Undo').click(),
		]);
		await patches(as(arrow, 'proposed')).waitFor();
		assert.deepEqual(puts(), []);

		const settings = JSON.parse(editor().host.settings.read());
		await editor().writeSettings(JSON.stringify({ ...settings, 'tildeforge.undoSeconds': 0 }));
		await select(arrow);
		await tryAgain(
			() => chooseInMenu(patches(arrow), 'Change Patchset Status…'),
			() => inputBox.asks('Status: “term: three bytes are enough for an arrow”', 5000),
		);
		await keyboard.type('Approved');
		await keyboard.press('Enter');
		await expand(/^Approved/);
		await patches(as(arrow, 'approved, ')).waitFor();
		assert.deepEqual(puts(), [{ status: 'approved' }]);
	});
});
