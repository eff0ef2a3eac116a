import assert from 'node:assert/strict';
import { until } from '../tools/until.ts';
import { arrived, commentBox, openTicket, ticketPage, ticketRow, ticketWindow } from './ticket-driver.ts';

describe('The page of a ticket whose forge cannot be reached', () => {
	const { editor, line } = ticketWindow();
	const words = (text: string | RegExp) => ticketPage(editor()).getByText(text).first();
	const unread = () => words('Comments and events are not loaded yet.');
	const trouble = () => words(/^No connection to 127\.0\.0\.1/);
	const tab = (number: number) => editor().page.locator('.tab', { hasText: `#${number}` });
	const requestsFor = (number: number) =>
		line()
			.of('GET')
			.filter(({ what }) => what.includes(`editor/${number}`));

	/** Opens a page whose first read fails, and waits for the final failure after a few retries. */
	async function openUnread(number: number, title: string): Promise<void> {
		await ticketRow(editor(), number).waitFor();
		await line().cut();
		await openTicket(editor(), number, title);
		await unread().waitFor();
		await trouble().waitFor();
	}

	it('says that comments and events are not loaded, and shows them when the forge is back', async () => {
		await openUnread(25, 'After the update to 2.4.1');
		assert.doesNotMatch((await trouble().textContent()) ?? '', /Last updated/);
		await line().mend();
		await trouble().waitFor({ state: 'detached', timeout: 50_000 });
		await unread().waitFor({ state: 'detached' });
		await ticketPage(editor()).getByRole('article').nth(1).waitFor();
	});

	it('requests nothing while it is hidden, and loads the ticket as soon as it is shown again', async () => {
		// Uses a double-click, so that the next ticket does not replace this page.
		await ticketRow(editor(), 25).dblclick();
		await arrived(editor(), 'After the update to 2.4.1');
		await openUnread(52, 'Sorting lines');
		await tab(25).click();
		await arrived(editor(), 'After the update to 2.4.1');
		await line().mend();
		// After the first refresh, the extension knows that the page is hidden.
		for (let refreshes = 0; refreshes < 2; refreshes++) {
			line().forget();
			await editor().command('Tildeforge: Refresh');
			await until(() => requestsFor(25).length > 0 && line().isIdle);
		}
		assert.deepEqual(requestsFor(52), []);
		await tab(52).click();
		await arrived(editor(), 'Sorting lines');
		await unread().waitFor({ state: 'detached', timeout: 10_000 });
		await trouble().waitFor({ state: 'detached' });
	});

	it('shows a comment whose answer was lost when the forge is back, and does not send it again', async () => {
		await openTicket(editor(), 59, 'Half of the last line');
		await commentBox(editor()).fill('Said once, and heard?');
		let cut: Promise<void> | undefined;
		line().told = (answer) => {
			// The forge has made the change, but its answer is lost.
			if (line().of('PUT').length > 0) cut ??= line().cut();
			return answer;
		};
		line().forget();
		await commentBox(editor()).press('ControlOrMeta+Enter');
		await ticketPage(editor())
			.getByRole('alert')
			.getByText(/may have been made/)
			.waitFor();
		await trouble().waitFor();
		await cut;
		line().forget();
		await line().mend();
		await ticketPage(editor())
			.getByRole('article')
			.getByText('Said once, and heard?')
			.waitFor({ timeout: 50_000 });
		assert.deepEqual(line().of('PUT'), []);
		assert.equal(await commentBox(editor()).inputValue(), 'Said once, and heard?');
	});
});
