import assert from 'node:assert/strict';
import { violations } from '../../kit/pages/axe.ts';
import { drafted, newTicket, sample } from '../../kit/pages/sample.ts';
import { long } from './long.ts';
import { openPage, type TicketPage } from './page.ts';

/** The buttons, links and fields that extend past the right edge of the page. */
const cutControls = ({ page }: TicketPage) =>
	page
		.locator(':is(button, a, select, textarea, input):visible')
		.evaluateAll((all) =>
			all
				.filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
				.map((one) => one.outerHTML.slice(0, 120)),
		);

const isInWindow = ({ page }: TicketPage, selector: string) =>
	page.locator(selector).evaluate((one) => {
		const { top, bottom } = one.getBoundingClientRect();
		const over = document.elementFromPoint(innerWidth / 2, 0)?.closest('.strip') ? 36 : 0;
		return top >= over && bottom <= innerHeight;
	});

describe('The layout of a page', () => {
	for (const [name, snapshot] of [
		['a ticket with a draft', { ...long, editing: [drafted] }],
		[
			'a ticket that cannot be sent',
			{
				...sample,
				notes: [
					{
						...sample,
						key: 'n',
						kind: 'error',
						icon: 'error',
						pieces: ['No connection.'],
						acts: [{ act: 'retry', label: 'Try Now' }],
					},
				],
			},
		],
		['a new ticket', newTicket],
	] as const) {
		it(`shows ${name} at a width of 220 pixels without horizontal scrolling or cut controls`, async () => {
			const page = await openPage(snapshot);
			await page.page.setViewportSize({ width: 220, height: 700 });
			assert.deepEqual(await cutControls(page), []);
			assert.equal(await page.page.evaluate(() => document.documentElement.scrollWidth), 220);
			assert.deepEqual(await violations(page.page), []);
		});
	}

	for (const [width, height] of [
		[1400, 900],
		[1000, 700],
		[700, 420],
		[380, 600],
	] as const) {
		it(`keeps the buttons of the comment box in a window of ${width} × ${height} while its text grows`, async () => {
			const page = await openPage({ ...long, editing: [drafted] });
			await page.page.setViewportSize({ width, height });
			await page.page.keyboard.press('c');
			for (let step = 0; step < 8; step++) await page.page.keyboard.insertText('one more line\n'.repeat(5));
			await page.page.keyboard.type('the last line');
			assert.ok(await isInWindow(page, '.composer [type=submit]'));
			const covered = await page.page.evaluate(() => {
				const field = document.querySelector('#text')?.getBoundingClientRect();
				const row = document.querySelector('.composer .send-row')?.getBoundingClientRect();
				return (field?.bottom ?? 0) - (row?.top ?? 0);
			});
			assert.ok(covered <= 0, `${covered} px of the field are covered`);
			assert.ok(await page.page.locator('#text').evaluate((one) => one.scrollHeight > one.clientHeight));
		});
	}

	it('keeps the details in view beside the timeline, and lets them scroll if they are too high', async () => {
		const page = await openPage(long);
		const details = page.page.getByRole('complementary', { name: 'Details' });
		await page.page.evaluate(() => window.scrollTo(0, 2000));
		await page.page.locator('.strip.is-shown').waitFor();
		const box = await details.boundingBox();
		assert.equal(box?.y, 36);
		await page.page.setViewportSize({ width: 1000, height: 240 });
		assert.ok(
			await details.evaluate((one) => one.scrollHeight > one.clientHeight && one.clientHeight <= 204),
		);
		await page.page.setViewportSize({ width: 700, height: 700 });
		await page.page.evaluate(() => window.scrollTo(0, 2000));
		assert.ok(((await details.boundingBox())?.y ?? 0) < 0, 'above the timeline of a narrow page');
	});
});
