import assert from 'node:assert/strict';
import { problemsIn, violations } from '../../kit/pages/axe.ts';
import { assertIconsAreInPlace } from '../../kit/pages/icons.ts';
import { drafted, hostText, newTicket, refusedText, sample, waitingText } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';
import { refuse } from './page-answers.ts';
import { assertTabOrder } from './tab-order.ts';

/** A snapshot with everything that a page can show at once. */
const full = {
	...sample,
	editing: [drafted, hostText({ text: 'Something else.' }, 1, { id: 'other' })],
	waiting: [waitingText, refusedText],
	notes: [
		{
			key: 'offline',
			kind: 'warning' as const,
			icon: 'debug-disconnect' as const,
			pieces: ['No connection to todo.example.org since 08:03.'],
			acts: [{ act: 'retry' as const, label: 'Try Now' }],
		},
	],
};

describe('The page of a ticket', () => {
	for (const width of [380, 900, 1400]) {
		it(`has no accessibility violation and no horizontal overflow in any theme at a width of ${width} pixels`, async () => {
			const page = await openPage(full);
			page.handlers = { send: refuse('This tracker does not permit you to triage.') };
			await page.page.locator('#text').press('ControlOrMeta+Enter');
			await page.page.getByRole('alert').first().waitFor();
			await page.page.setViewportSize({ width, height: 900 });
			assert.deepEqual(await problemsIn(['dark', 'light', 'contrast', 'contrast-light'], page), []);
		});
	}

	it('has no accessibility violation in its other states', async () => {
		const page = await openPage(sample, 'light');
		page.handlers = {
			complete: () => ({ items: [{ insert: '~bob', label: '~bob', detail: 'Bob Ellis' }] }),
		};
		await page.page.locator('#text').pressSequentially('~b');
		await page.page.getByRole('listbox').waitFor();
		assert.deepEqual(await violations(page.page), [], 'suggestions');
		await page.page.keyboard.press('Escape');
		await page.page.getByRole('tab', { name: 'Preview' }).click();
		await page.page.getByText('As it will be').waitFor();
		assert.deepEqual(await violations(page.page), [], 'preview');
		await page.page.keyboard.press('?');
		await page.page.getByRole('dialog').waitFor();
		assert.deepEqual(await violations(page.page), [], 'keys');
		await page.page.keyboard.press('Escape');
		await page.show(newTicket);
		await page.page.getByLabel('Title').waitFor();
		assert.deepEqual(await violations(page.page), [], 'new ticket');
		const nothing = { facts: [], timeline: [], composer: null, status: null, labels: [] };
		await page.show({ ...sample, ...nothing, loadingText: 'Loading ~ana/editor#42…' });
		assert.deepEqual(await violations(page.page), [], 'reading');
	});

	it('has one Tab stop for the buttons of a comment, and arrow keys between them', async () => {
		const page = await openPage(sample);
		const buttons = page.page.locator('[data-entry=e3] .actions button');
		assert.deepEqual(
			await buttons.evaluateAll((all) => all.map((one) => one instanceof HTMLElement && one.tabIndex)),
			[0, -1],
		);
		await buttons.first().focus();
		for (const [key, label] of [
			['ArrowRight', 'Copy link to this comment'],
			['ArrowRight', 'Copy link to this comment'],
			['ArrowLeft', 'Quote in a comment'],
		] as const) {
			await page.page.keyboard.press(key);
			assert.equal(await page.page.evaluate(() => document.activeElement?.ariaLabel), label, key);
		}
	});

	it('has a tab order that follows the reading order, with a visible focus', async () => {
		const { page } = await openPage({ ...sample, editing: [drafted] });
		await assertTabOrder(page, [
			'Go to the comment box',
			'Copy reference ~ana/editor#42',
			'Status: In progress. Change',
			'Edit labels',
			'~bob',
			'Quote in a comment',
			'Show image from example.org',
			'Write',
			'Comment',
			'Status after sending',
			'Resolution',
			'Remove label bug',
			'Keep label data loss',
			'Select labels',
			'Discard',
			'Comment, resolve as fixed, change 3 labels',
		]);
	});

	it('has the lines of each icon in it, and no other elements for icons', async () => {
		const page = await openPage(full);
		await assertIconsAreInPlace(page.page);
	});
});
