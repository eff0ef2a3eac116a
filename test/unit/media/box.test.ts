import assert from 'node:assert/strict';
import { newTicket, sample } from '../../kit/pages/sample.ts';
import { openPage, type TicketPage } from './page.ts';

const text = (page: TicketPage) => page.page.locator('#text');
const isInWindow = (page: TicketPage, selector: string) =>
	page.page.locator(selector).evaluate((one) => {
		const { top, bottom, left, right } = one.getBoundingClientRect();
		return top > -1 && left > -1 && bottom < innerHeight + 1 && right < innerWidth + 1;
	});
const suggest = () => ({
	items: Array.from({ length: 8 }, (_, nth) => ({ insert: `#${nth}`, label: `#${nth}`, detail: 'A ticket' })),
});

/** A page whose comment `First.` is being sent until the test gives the answer. */
async function openWhileSending() {
	const page = await openPage(sample);
	const answer = Promise.withResolvers<null>();
	page.handlers = { send: () => answer.promise };
	await text(page).fill('First.');
	await text(page).press('ControlOrMeta+Enter');
	await page.until('send');
	return { page, answer };
}

describe('The comment box', () => {
	for (const [what, height] of [
		['.composer', 500],
		['#text', 220],
	] as const)
		it(`scrolls ${what} into view in a window that is ${height} pixels high`, async () => {
			const page = await openPage(sample);
			await page.page.setViewportSize({ width: 900, height });
			await page.write();
			await text(page).and(page.page.locator(':focus')).waitFor();
			assert.equal(await isInWindow(page, what), true);
		});

	for (const [where, typed, height] of [
		['in the last line of the window', 'see #', 330],
		['at the end of a long comment', `${'A line.\n'.repeat(60)}see #`, 600],
		['far to the right', `${'word '.repeat(14)}#`, 700],
		['in a very low window', 'see #', 120],
	] as const) {
		it(`shows its suggestions at the caret and within the window: ${where}`, async () => {
			const page = await openPage(sample);
			await page.page.setViewportSize({ width: 700, height });
			page.handlers = { complete: suggest };
			await text(page).fill(typed.slice(0, -1));
			await page.write();
			await page.page.keyboard.press('ControlOrMeta+End');
			await page.page.keyboard.type(typed.slice(-1));
			await page.page.locator('#suggestions').waitFor();
			assert.equal(await isInWindow(page, '#suggestions'), true);
			const list = await page.page.locator('#suggestions').boundingBox();
			const line = await text(page).evaluate((field: HTMLTextAreaElement) => {
				const { lineHeight, paddingTop } = getComputedStyle(field);
				const height = Number.parseFloat(lineHeight);
				const before = field.value.split('\n').length - 1;
				const top = field.getBoundingClientRect().top + Number.parseFloat(paddingTop) - field.scrollTop;
				return { top: top + before * height, bottom: top + (before + 1) * height };
			});
			assert.ok(list);
			// The list does not cover the line with the caret and is not far from it.
			const below = list.y - line.bottom;
			const above = line.top - (list.y + list.height);
			const isNear = (away: number) => away >= 0 && away < 10;
			assert.ok(isNear(below) || isNear(above), JSON.stringify({ list, line }));
			const caret = await text(page).evaluate((field: HTMLTextAreaElement) => {
				const { font, paddingLeft, borderLeftWidth } = getComputedStyle(field);
				const context = document.createElement('canvas').getContext('2d');
				if (context) context.font = font;
				const width = context?.measureText(field.value.split('\n').at(-1) ?? '').width ?? 0;
				const inset = Number.parseFloat(paddingLeft) + Number.parseFloat(borderLeftWidth);
				return field.getBoundingClientRect().left + inset + width;
			});
			const box = (await page.page.locator('#panel-write').boundingBox()) ?? assert.fail();
			const left = Math.min(caret, box.x + box.width - list.width);
			assert.ok(Math.abs(list.x - left) < 2, JSON.stringify({ list, caret, box }));
		});
	}

	it('is free for the next comment at once, which is a text of its own', async () => {
		const { page, answer } = await openWhileSending();
		assert.equal(await text(page).inputValue(), '');
		await page.page.keyboard.press('c');
		await page.page.keyboard.type('Second.');
		answer.resolve(null);
		await page.settled();
		assert.equal(await text(page).inputValue(), 'Second.');
		await page.until('draft', 2, '"Second."');
		const ids = page.asks('draft').map((asked) => /"id":"([^"]+)"/.exec(JSON.stringify(asked))?.[1]);
		assert.equal(new Set(ids).size, 2);
		assert.equal(page.asks('send').length, 1);
	});

	for (const [where, shown] of [
		['of the same ticket', {}],
		['of the next ticket', { key: 'one ~ana/editor#43', title: 'Another ticket' }],
	] as const)
		it(`also sends the next comment ${where} while the first one is not accepted yet`, async () => {
			const { page, answer } = await openWhileSending();
			await page.show(shown);
			await page.page.keyboard.press('c');
			await page.page.keyboard.type('Second.');
			await page.page.keyboard.press('ControlOrMeta+Enter');
			await page.until('send', 2, '"Second."');
			assert.equal(await text(page).inputValue(), '');
			answer.resolve(null);
			await page.settled();
			assert.deepEqual([await text(page).inputValue(), page.asks('send').length], ['', 2]);
		});

	it('does not take the focus when its text has been sent', async () => {
		const { page, answer } = await openWhileSending();
		await page.page.getByRole('tab', { name: 'Write' }).focus();
		answer.resolve(null);
		await page.settled();
		assert.equal(await page.page.locator(':focus').textContent(), 'Write');
	});

	it('sends nothing while an input method composes in it', async () => {
		const page = await openPage(sample);
		await text(page).fill('First.');
		await text(page).evaluate((field) =>
			field.dispatchEvent(
				new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true, bubbles: true }),
			),
		);
		await page.settled();
		assert.deepEqual([await text(page).inputValue(), page.asks('send')], ['First.', []]);
	});

	it('keeps the next comment if the first one is not accepted, which is then saved as well', async () => {
		const { page, answer } = await openWhileSending();
		await page.page.keyboard.press('c');
		await page.page.keyboard.type('More.');
		const before = page.asks('draft').length;
		answer.reject(new Error('Not today'));
		await page.page.getByRole('alert').getByText('Not today').waitFor();
		assert.equal(await text(page).inputValue(), 'More.');
		await page.until('draft', before + 1);
		assert.match(JSON.stringify(page.asks('draft').at(-1)), /First\./);
	});

	it('says that a comment waits until it is sent', async () => {
		const { page, answer } = await openWhileSending();
		answer.resolve(null);
		const id = /"id":"([^"]+)"/.exec(JSON.stringify(page.asks('send')[0]))?.[1] ?? '';
		const sent = (state: 'waiting' | 'sent') => ({
			editing: [],
			past: [{ id, revision: 1, writer: 'page', state }],
		});
		await page.show(sent('waiting'));
		await page.page.getByText('Waiting to be sent.').waitFor();
		await page.show(sent('sent'));
		await page.page.getByText('Sent.', { exact: true }).waitFor();
	});

	for (const [what, send] of [
		['a double click', ({ page }) => page.locator('.composer [type=submit]').dblclick()],
		[
			'a key that is held down',
			async ({ page: { keyboard } }) => {
				await keyboard.down('Control');
				for (const _ of [1, 2]) await keyboard.down('Enter');
				// Otherwise each Enter of the tests that follow would be a repeat.
				for (const key of ['Enter', 'Control']) await keyboard.up(key);
			},
		],
	] as const satisfies readonly (readonly [string, (page: TicketPage) => Promise<void>])[])
		it(`of a new ticket is sent once by ${what}, and nothing is said to be missing`, async () => {
			const page = await openPage(newTicket);
			page.handlers = { send: () => new Promise(() => {}) };
			await page.page.getByLabel('Title').fill('Tabs are lost');
			await send(page);
			await page.page.getByText('Sending…').waitFor();
			assert.equal(await page.page.locator('.note.error').count(), 0);
			assert.equal(page.asks('send').length, 1);
		});
});
