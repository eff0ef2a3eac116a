import assert from 'node:assert/strict';
import {
	arrived,
	commentBox,
	openTicket,
	ticketPage,
	ticketRow,
	ticketWindow,
	until,
} from './ticket-hands.ts';

describe('The page of a ticket whose forge cannot be reached', () => {
	const { editor, line } = ticketWindow();
	const words = (text: string | RegExp) => ticketPage(editor()).getByText(text).first();
	const unread = () => words('Comments and events have not been read yet.');
	const trouble = () => words(/^No connection to 127\.0\.0\.1/);
	const tab = (number: number) => editor().page.locator('.tab', { hasText: `#${number}` });

	let isCut = false;
	const cut = (): Promise<void> => {
		isCut = true;
		return line().cut();
	};
	const mend = async () => {
		if (isCut) await line().mend();
		isCut = false;
	};
	// Also where a test has failed, the next one begins with a line.
	afterEach(async () => {
		line().told = (answer) => answer;
		await mend();
	});

	async function openUnread(number: number, title: string): Promise<void> {
		await cut();
		await ticketRow(editor(), number).dblclick();
		await arrived(editor(), title);
		await unread().waitFor();
	}

	it('says that comments and events were never read, and shows them by itself when it is there again', async () => {
		await openUnread(25, 'After the update to 2.4.1');
		await trouble().waitFor();
		assert.doesNotMatch((await trouble().textContent()) ?? '', /as of/);
		await mend();
		await trouble().waitFor({ state: 'detached', timeout: 50_000 });
		await unread().waitFor({ state: 'detached' });
		await ticketPage(editor()).getByRole('article').nth(1).waitFor();
	});

	it('asks for nothing while it is hidden, and at once when it is shown again', async () => {
		await openUnread(52, 'Sorting lines');
		await tab(25).click();
		await arrived(editor(), 'After the update to 2.4.1');
		await mend();
		line().forget();
		await editor().command('Tildeforge: Refresh');
		await until(() =>
			line()
				.of('GET')
				.some(({ what }) => what.includes('editor/25')),
		);
		assert.deepEqual(
			line()
				.of('GET')
				.filter(({ what }) => what.includes('editor/52')),
			[],
		);
		await tab(52).click();
		await arrived(editor(), 'Sorting lines');
		await unread().waitFor({ state: 'detached', timeout: 10_000 });
		await trouble().waitFor({ state: 'detached' });
	});

	it('shows by itself whether a comment has arrived of which nobody knows', async () => {
		await openTicket(editor(), 59, 'Half of the last line');
		await commentBox(editor()).fill('Said once, and heard?');
		line().told = (answer) => {
			// The forge has made the change, and its answer is lost.
			if (!isCut && line().of('PUT').length > 0) void cut();
			return answer;
		};
		line().forget();
		await commentBox(editor()).press('ControlOrMeta+Enter');
		await ticketPage(editor())
			.getByRole('alert')
			.getByText(/look before trying again/)
			.waitFor();
		await trouble().waitFor();
		line().forget();
		await mend();
		await ticketPage(editor())
			.getByRole('article')
			.getByText('Said once, and heard?')
			.waitFor({ timeout: 50_000 });
		assert.equal(line().of('PUT').length, 0);
		assert.equal(await commentBox(editor()).inputValue(), 'Said once, and heard?');
	});
});
