import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { InputBox } from './editor-driver.ts';
import {
	commentBox,
	forgeUser,
	openTicket,
	ticketPage,
	ticketWindow,
	title,
	waitForFocusPoll,
	waitForPage,
	waitForPageFocus,
} from './ticket-driver.ts';

const needsInfo = 'Which version do you use?\n\nPlease add the log.';

describe('The keys of a ticket’s page', () => {
	const { editor, proxy } = ticketWindow({
		more: { 'tildeforge.commentTemplates': { 'Needs info': needsInfo, Thanks: 'Thank you!' } },
	});
	const ana = () => forgeUser(editor().forge, '~ana');
	const inputBox = () => new InputBox(editor().page);
	const press = async (...keys: readonly string[]) => {
		for (const key of keys) await editor().page.keyboard.press(key);
	};
	const banner = () => ticketPage(editor()).getByRole('banner');
	const status = (words: string | RegExp) =>
		ticketPage(editor()).getByRole('button', { name: words }).first();
	/** Types into the input box of `step`, and waits until one option is left. */
	const narrow = async (step: string, words: string) => {
		await inputBox().asks(step);
		await waitForFocusPoll(editor());
		await editor().page.keyboard.type(words);
		await until(async () => (await inputBox().box.locator('.monaco-list-row').count()) === 1, {
			what: `one option has "${words}"`,
		});
	};
	/** Waits until the input box is gone and the page has the focus again. */
	const isBack = async () => {
		await inputBox().gone();
		await waitForPageFocus(editor());
	};
	const hasText = (text: string) =>
		until(async () => (await commentBox(editor()).inputValue()) === text, {
			what: `the comment is ${JSON.stringify(text)}`,
		});

	it('triage tickets without a mouse: confirm, label, start, comment with a template, resolve as a duplicate, next', async () => {
		const { page } = editor();
		await openTicket(editor(), 60, 'Thank you');
		await banner().getByText('1 of 33').waitFor();
		for (const name of ['Open Ticket in Browser', 'Refresh'])
			await page.locator('.editor-actions').getByRole('button', { name }).waitFor();
		proxy().forget();

		// Letters that are typed before the box appears change nothing.
		await press('s', 'f', 'i');
		await inputBox().asks('Status: ~ana/editor#60');
		await inputBox().leave();
		// The editor restores the focus a moment after the box closes.
		await waitForPage(editor(), 'Thank you');
		await press('f');
		await status('Status: Confirmed. Change').waitFor();
		await press('l');
		await narrow('Labels: ~ana/editor#60', 'regression');
		await press('Enter');
		await isBack();
		await banner().getByText('regression').waitFor();
		await press('i');
		await status('Status: In progress. Change').waitFor();

		// The keys of the page are text in the comment, however soon, and also after the command palette closes.
		const letters = 'fixXujkfixXujkslycrnpq?o';
		await press('c');
		await page.keyboard.type(letters);
		await hasText(letters);
		await ticketPage(editor()).getByRole('button', { name: 'Insert comment template' }).press('Enter');
		await inputBox().says('Which version do you use? Please add the log.');
		await narrow('Insert Comment Template: ~ana/editor#60', 'version');
		await press('Enter');
		await inputBox().gone();
		await ticketPage(editor()).locator('#text:focus').waitFor();
		const text = `${letters}\n\n${needsInfo}`;
		await hasText(text);
		await ticketPage(editor())
			.getByText(/^Draft saved/)
			.waitFor();
		await press('F1');
		await inputBox().field.fill('>Tildeforge: Refresh');
		await inputBox().option('Tildeforge: Refresh').first().waitFor();
		await inputBox().leave();
		await ticketPage(editor()).locator('#text:focus').waitFor();
		await page.keyboard.type('x');
		await hasText(`${text}x`);
		await press('Control+Enter');
		await ticketPage(editor()).getByText('Sent.').waitFor();

		await press('x');
		await narrow('Resolve: ~ana/editor#60', 'dup');
		await inputBox().staysOpen(async () => {
			await press('Enter');
			await inputBox().asks('Resolve as Duplicate: ~ana/editor#60');
		});
		await inputBox().option('Resolve Without Naming the Original').waitFor();
		await page.keyboard.type('57');
		await inputBox().option('Resolve Without Naming the Original').waitFor({ state: 'detached' });
		await inputBox().option('Release 2.4.2?').first().waitFor();
		await press('Enter');
		await isBack();
		await status('Status: Resolved as duplicate. Change').waitFor();
		await ticketPage(editor()).getByText('Duplicate of #57').waitFor();
		const duplicate = { comment: 'Duplicate of #57', status: 'resolved', resolution: 'duplicate' };
		assert.deepEqual(
			proxy().of('PUT'),
			[
				{ status: 'confirmed' },
				{ labels: ['regression'] },
				{ status: 'in_progress' },
				{ comment: `${text}x` },
				duplicate,
			].map((body) => ({ what: 'PUT ~ana/editor/60', body })),
		);

		// The row leaves its list, and VS Code draws the view again.
		await waitForPageFocus(editor());
		proxy().forget();
		await press('j');
		await title(editor(), (await ana().ticket(25)).title).waitFor();
		await banner().getByText('2 of 33').waitFor();
		for (const place of [3, 4]) {
			await press('j');
			await banner().getByText(`${place} of 33`).waitFor();
		}
		const [, shown] = /#(\d+)/.exec(await page.locator('.tab.active').innerText()) ?? assert.fail();
		// A key is for the ticket that is shown when it is pressed, however soon the next one follows.
		await press('i', 'j');
		await banner().getByText('5 of 33').waitFor();
		await until(() => proxy().of('PUT').length > 0);
		assert.deepEqual(
			proxy()
				.of('PUT')
				.map(({ what }) => what),
			[`PUT ~ana/editor/${shown}`],
		);
		await until(async () => (await ana().ticket(Number(shown))).status === 'in_progress');
		await press('k');
		await title(editor(), (await ana().ticket(Number(shown))).title).waitFor();
	});
});
