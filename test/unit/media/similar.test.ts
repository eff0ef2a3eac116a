import assert from 'node:assert/strict';
import type { SimilarTicket } from '../../../src/tickets/page/protocol.ts';
import { violations } from '../../kit/pages/axe.ts';
import { hostText, newTicket } from '../../kit/pages/sample.ts';
import { openPage, type TicketPage } from './page.ts';

const tickets: readonly SimilarTicket[] = [
	{
		open: 'ticket:~ana/editor#7',
		number: '#7',
		title: 'Undo history is lost <b>again</b>',
		status: { text: 'Confirmed', icon: 'pass', tone: 'done' },
		isOpen: true,
	},
	{
		open: 'ticket:~ana/editor#3',
		number: '#3',
		title: 'Undo',
		status: { text: 'Resolved as fixed', icon: 'pass', tone: 'good' },
		isOpen: false,
	},
];

const list = (page: TicketPage) => page.page.getByRole('complementary', { name: 'Similar tickets' });
const title = (page: TicketPage) => page.page.locator('#title');
const said = (page: TicketPage) => page.page.locator('#page > [role=status]').textContent();

describe('Similar tickets on the page of a new ticket', () => {
	async function openSimilar(width = 1000) {
		const page = await openPage(newTicket);
		await page.page.setViewportSize({ width, height: 800 });
		page.handlers = { similar: ({ title: typed }) => ({ tickets: typed.includes('Undo') ? tickets : [] }) };
		return page;
	}

	for (const width of [1000, 370]) {
		it(`appear after a pause without moving a field, on a page of ${width} pixels`, async () => {
			const page = await openSimilar(width);
			const places = () =>
				page.page.evaluate(() =>
					['#title', '#text', '[type=submit]'].map((one) => {
						const { x, y, width: w } = document.querySelector(one)?.getBoundingClientRect() ?? {};
						return [x, y, w];
					}),
				);
			await title(page).pressSequentially('Und');
			const before = await places();
			await title(page).pressSequentially('o');
			await list(page).waitFor();
			assert.deepEqual(await places(), before);
			assert.deepEqual(page.asks('similar').at(-1), { title: 'Undo' });
			assert.deepEqual(await list(page).getByRole('listitem').allTextContents(), [
				'#7 Undo history is lost <b>again</b>, Confirmed',
				'#3 UndoResolved as fixed',
			]);
			assert.deepEqual(await violations(page.page), []);
		});
	}

	it('are announced once, and go when the title is gone or says something else', async () => {
		const page = await openSimilar();
		await title(page).fill('Undo');
		await list(page).waitFor();
		assert.equal(await said(page), '2 similar tickets. Press the Down Arrow key to go to them.');
		await page.page.evaluate(() => {
			const status = document.querySelector('#page > [role=status]') ?? document.body;
			const options = { childList: true, characterData: true, subtree: true };
			new MutationObserver(() => (document.title = 'said again')).observe(status, options);
		});
		// The list changes, too.
		page.handlers = {
			similar: ({ title: typed }) => ({ tickets: /Undo/.test(typed) ? tickets.slice(1) : [] }),
		};
		await title(page).fill('Undo it');
		await page.until('similar', 2);
		await page.settled();
		assert.equal(await list(page).getByRole('listitem').count(), 1);
		assert.notEqual(await page.page.title(), 'said again');
		await title(page).fill('Tabs');
		await list(page).waitFor({ state: 'detached' });
		await title(page).fill('Undo');
		await list(page).waitFor();
		assert.equal(await page.page.title(), 'said again');
		await title(page).fill('');
		await list(page).waitFor({ state: 'detached' });
	});

	it('are reached with the arrow keys, and left with Escape', async () => {
		const page = await openSimilar();
		await title(page).pressSequentially('Undo');
		await list(page).waitFor();
		const focused = () =>
			page.page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id);
		const steps: readonly (readonly [key: string, focus: RegExp])[] = [
			['ArrowDown', /^#7/],
			['ArrowDown', /^#3/],
			['ArrowDown', /^#3/],
			['ArrowUp', /^#7/],
			['ArrowUp', /^title$/],
			['ArrowDown', /^#7/],
			['Escape', /^title$/],
		];
		for (const [key, focus] of steps) {
			await page.page.keyboard.press(key);
			assert.match((await focused()) ?? '', focus, key);
		}
		assert.deepEqual(page.asks('leave'), []);
		await page.page.keyboard.press('ArrowDown');
		await page.page.keyboard.press('Enter');
		await page.until('open');
		assert.deepEqual(page.asks('open'), [{ open: 'ticket:~ana/editor#7' }]);
		assert.equal(await title(page).inputValue(), 'Undo');
	});

	it('of a draft are there when the page is opened again, also if the tickets are known only later', async () => {
		let known: readonly SimilarTicket[] = [];
		const restored = { ...newTicket, editing: [hostText({ title: 'Undo' })] };
		const page = await openPage(restored, undefined, { similar: () => ({ tickets: known }) });
		await page.until('similar');
		known = tickets;
		await page.show({ ...restored, editing: [hostText({ title: 'Undo' }, 1, { saved: '08:13' })] });
		await list(page).waitFor();
	});
});
