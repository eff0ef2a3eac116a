import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { Dialogue, openBox } from './editor-driver.ts';
import { forgeUser, openTicket, ticketPage, ticketRow, ticketWindow, waitForPage } from './ticket-driver.ts';

describe('A link to a comment', () => {
	const { editor, proxy } = ticketWindow();

	/** The text of the entry that has the focus, if it is in view and marked. */
	const shownEntry = () =>
		ticketPage(editor())
			.locator('body')
			.evaluate(() => {
				const at = document.activeElement;
				const { top = -1 } = at?.getBoundingClientRect() ?? {};
				const isShown = top >= 0 && top < innerHeight && document.hasFocus();
				return isShown && at?.classList.contains('requested') ? at.textContent : '';
			});
	const waitForEntry = (words: string) =>
		until(async () => (await shownEntry())?.includes(words) ?? false, { what: `the page shows "${words}"` });
	const find = async (address: string) => {
		await openBox(editor(), 'Tildeforge: Find Ticket…', 'Find Ticket');
		await new Dialogue(editor().page).field.fill(address);
		await editor().page.keyboard.press('Enter');
	};

	it('opens the ticket there: from Find Ticket…, on the open page, from a text, and in a long timeline', async () => {
		const bob = forgeUser(editor().forge, '~bob');
		const { id } = await bob.create({ title: 'A long story', description: 'Once upon a time.' });
		const events = new Map<string, number>();
		for (let nth = 1; nth <= 70; nth++) {
			const comment = `Chapter ${nth}.`;
			events.set(comment, (await bob.update(id, { comment })).events[0].id);
		}
		const addressOf = (words: string) =>
			`${proxy().address}/~ana/editor/${id}#event-${events.get(words) ?? assert.fail(words)}`;
		const { id: other } = await bob.create({
			title: 'Another story',
			description: `As in ${addressOf('Chapter 25.')}`,
		});
		await editor().command('Tildeforge: Refresh');
		// While the view is drawn again, it may take the focus from the box, which then closes.
		await ticketRow(editor(), other).waitFor();
		await find(addressOf('Chapter 60.'));
		await waitForPage(editor(), 'A long story');
		await waitForEntry('Chapter 60.');
		await find(addressOf('Chapter 2.'));
		await waitForEntry('Chapter 2.');
		await openTicket(editor(), other, 'Another story');
		await ticketPage(editor())
			.getByRole('link', { name: /#event-/ })
			.click();
		await waitForPage(editor(), 'A long story');
		await waitForEntry('Chapter 25.');
		await find(`${proxy().address}/~ana/editor/${id}#event-999999`);
		await ticketPage(editor()).getByText("The comment that this link leads to isn't here.").waitFor();
	});
});
