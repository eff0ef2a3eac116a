import assert from 'node:assert/strict';
import type { ReviewChoice, ShownReview } from '../../../src/patches/page/protocol/review-protocol.ts';
import { problemsIn } from '../../kit/pages/axe.ts';
import { until } from '../../tools/until.ts';
import { openPatchset } from './patchset-page.ts';
import { mail, series } from './patchset-sample.ts';

const choice = (value: string, label: string, isChosen = false, tip = ''): ReviewChoice => ({
	...{ value, label, isChosen, tip },
});

const verdicts = [
	choice('comment', 'Comment', true),
	...['Reviewed-by', 'Acked-by', 'Tested-by'].map((key) => choice(`trailer ${key}`, key)),
];

const statuses = [
	choice('status', 'Leave as Proposed', true),
	choice('status approved', 'Approved'),
	choice('status needs_revision', 'Needs revision'),
];

const aMail = (
	answered: number,
	to: string,
	words: string,
	isChosen = true,
): ShownReview['mails'][number] => ({
	...{ answered, to, words, isChosen },
	subject: `Re: [PATCH editor v3 ${answered - 100}/3] Patch`,
	facts: '2 comments',
});

const review: ShownReview = {
	...{ id: 1, revision: 0, problem: '', verdicts, patches: [], statuses },
	to: '~ana/editor-devel@lists.example.org',
	mails: [aMail(101, 'Bob Ellis', 'Why?'), aMail(102, 'Bob Ellis', 'No.'), aMail(103, 'Carol Nowak', 'Yes.')],
	copies: [choice('copy bob@example.org', 'Bob Ellis', true, 'Bob Ellis <bob@example.org>')],
	actions: [
		{ id: 'send', label: 'Send 3 Mails', detail: 'Through mail.example.org, from ana@example.org' },
		{ id: 'open', label: 'Open in Mail Program', detail: '3 mails, one after the other' },
		{ id: 'copy', label: 'Copy', detail: 'The texts of all mails, with their headers' },
	],
};

const everything: ShownReview = {
	...review,
	problem: 'Only subscribers may reply to this list.',
	patches: [choice('series', 'The Series', true), choice('patch 101', '1/3', false, 'undo: store')],
	mails: [...review.mails, aMail(104, 'Kim', 'Left out.', false)],
	copies: [...review.copies, choice('copy kim@example.org', 'Kim', false, 'Kim <kim@example.org>')],
};

describe('Finishing a review on the page of a patchset', () => {
	/** Opens the page, and then the panel as the user does. */
	async function open(shown = review) {
		const page = await openPatchset(series);
		const show = (one: ShownReview | null) => async () => {
			await page.show({ review: one });
			return null;
		};
		page.handlers = { finishReview: show(shown), closeReview: show(null) };
		await page.page.locator('h1').focus();
		await page.page.keyboard.press('Shift+R');
		await page.page.locator('.review-panel').waitFor();
		await hasFocus(page, 'Comment');
		return page;
	}
	const hasFocus = ({ page }: Awaited<ReturnType<typeof openPatchset>>, name: string | RegExp) =>
		page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor();

	it('takes at most six keys with a verdict and a status, which are in what is sent', async () => {
		const page = await open();
		// The page shows the choices only later.
		const later: ShownReview[] = [];
		page.handlers = {
			...page.handlers,
			chooseInReview: () => {
				const revision = later.length + 1;
				const mails = [aMail(100, 'Bob', 'Reviewed-by: Ana'), ...review.mails];
				later.push({ ...review, revision, mails });
				return { id: 1, revision };
			},
		};
		for (const key of ['ArrowRight', 'Space', 'Tab', 'ArrowDown', 'Control+Enter'])
			await page.page.keyboard.press(key);
		await until(() => later.length === 2);
		assert.deepEqual(page.asks('runReview'), []);
		for (const shown of later) await page.show({ review: shown });
		await page.until('runReview');
		assert.deepEqual(page.asks('chooseInReview'), [
			{ choice: 'trailer Reviewed-by', isChosen: 'yes' },
			{ choice: 'status approved', isChosen: 'yes' },
		]);
		assert.deepEqual(page.asks('runReview'), [{ action: 'send', mails: [100, 101, 102, 103] }]);
	});

	it('keeps choices and focus when mail arrives, and when the user writes on', async () => {
		const page = await open();
		await page.page.keyboard.press('ArrowRight');
		await page.show({ discussion: [...series.discussion, mail(205)] });
		await hasFocus(page, 'Reviewed-by');
		await page.page.locator('.review-mails [data-mail="102"]').focus();
		await page.show({
			review: { ...review, mails: [aMail(100, 'Bob', 'New.'), ...review.mails], revision: 3 },
		});
		assert.equal(await page.page.locator(':focus').getAttribute('data-mail'), '102');
		await page.page.locator('[data-choice="mail 102"]').click();
		await page.page.locator('[data-choice="copy bob@example.org"]').click();
		await page.until('chooseInReview', 2);
		assert.deepEqual(page.asks('chooseInReview'), [
			{ choice: 'mail 102', isChosen: 'no' },
			{ choice: 'copy bob@example.org', isChosen: 'no' },
		]);
	});

	it('is left one level at a time with Escape, and the focus returns', async () => {
		const page = await open();
		const more = page.page.locator('.review-bar .menu > summary');
		await more.focus();
		await page.page.keyboard.press('Enter');
		await page.page.getByRole('button', { name: 'Open in Mail Program' }).waitFor();
		await page.page.keyboard.press('Escape');
		assert.deepEqual(
			[await more.evaluate((one) => one.matches(':focus')), page.asks('closeReview')],
			[true, []],
		);
		await page.page.getByLabel('Status', { exact: true }).focus();
		await page.page.keyboard.press('Escape');
		await page.page.locator('.review-panel').waitFor({ state: 'detached' });
		await page.page.locator('h1:focus').waitFor();
		assert.deepEqual([page.asks('closeReview').length, page.asks('leave')], [1, []]);
		await page.page.keyboard.press('Escape');
		await page.until('leave');
	});

	it('opens mails, leaves them out, and has the other ways behind a menu', async () => {
		const page = await open(everything);
		await page.page
			.getByRole('button', { name: 'Edit. Mail to Carol Nowak: Re: [PATCH editor v3 3/3] Patch' })
			.click();
		await page.until('openReviewMail');
		assert.deepEqual(page.asks('openReviewMail'), [{ answered: 103 }]);
		await page.page.locator('.review-bar .menu > summary').click();
		await page.page.getByRole('button', { name: 'Copy', exact: true }).click();
		await page.until('runReview');
		assert.deepEqual(page.asks('runReview'), [{ action: 'copy', mails: [101, 102, 103] }]);
	});

	it('sends a mail that is made of the choice before, also if there was none', async () => {
		const none = { ...review, mails: [], copies: [], actions: [] };
		const page = await open(none);
		page.handlers = { ...page.handlers, chooseInReview: () => ({ id: 1, revision: 1 }) };
		for (const key of ['ArrowRight', 'Space', 'Control+Enter']) await page.page.keyboard.press(key);
		await page.until('chooseInReview');
		await page.show({ review: { ...review, revision: 1 } });
		await page.until('runReview');
		assert.deepEqual(page.asks('runReview'), [{ action: 'send', mails: [101, 102, 103] }]);
	});

	it('takes a double click as one choice', async () => {
		const page = await open();
		const pressed = verdicts.map((one) => ({ ...one, isChosen: one.value === 'trailer Reviewed-by' }));
		page.handlers = {
			...page.handlers,
			chooseInReview: async () => {
				await page.show({ review: { ...review, revision: 1, verdicts: pressed } });
				return { id: 1, revision: 1 };
			},
		};
		const button = page.page.getByRole('button', { name: 'Reviewed-by' });
		await button.click();
		await button.and(page.page.locator('[aria-pressed=true]')).waitFor();
		await page.page.mouse.down({ clickCount: 2 });
		await page.page.mouse.up({ clickCount: 2 });
		await page.delivered();
		assert.deepEqual(page.asks('chooseInReview'), [{ choice: 'trailer Reviewed-by', isChosen: 'yes' }]);
	});

	it('takes no letters as page keys that are meant for the box which asks for a name, and sends only after it', async () => {
		const opensBox = verdicts.map((one) => ({ ...one, opensBox: one.value !== 'comment' }));
		const page = await open({ ...review, verdicts: opensBox });
		const answer = Promise.withResolvers<{ id: number; revision: number }>();
		page.handlers = {
			...page.handlers,
			chooseInReview: ({ choice: name }) =>
				name.startsWith('trailer') ? answer.promise : { id: 1, revision: 0 },
		};
		for (const key of ['ArrowRight', 'Space', 's', 'Tab', 'ArrowDown', 'Control+Enter'])
			await page.page.keyboard.press(key);
		await page.delivered();
		assert.deepEqual([page.asks('pickStatus'), page.asks('runReview')], [[], []]);
		answer.resolve({ id: 1, revision: 0 });
		await page.until('runReview');
		assert.equal(page.asks('chooseInReview').length, 2);
	});

	it('waits for no choice in a panel that another one has replaced, as after the clock was set back', async () => {
		const page = await open({ ...review, revision: 7 });
		page.handlers = { ...page.handlers, chooseInReview: () => ({ id: 1, revision: 8 }) };
		await page.page.keyboard.press('ArrowRight');
		await page.page.keyboard.press('Space');
		await page.until('chooseInReview');
		await page.show({ review: { ...review, id: 2, revision: 0 } });
		await page.page.keyboard.press('Control+Enter');
		await page.until('runReview');
	});

	it('sends nothing if there is no mail', async () => {
		const page = await open({ ...review, mails: [], copies: [], actions: [] });
		await page.page.keyboard.press('Control+Enter');
		await page.page.getByRole('button', { name: 'Send' }).click({ force: true });
		await page.delivered();
		assert.deepEqual(page.asks('runReview'), []);
	});

	it('does not take the focus from a field when VS Code loads the hidden page again', async () => {
		const page = await open();
		await page.page.reload();
		await page.page.locator('.review-panel').waitFor();
		await page.settled();
		await until(() => page.page.evaluate(() => document.activeElement === document.body));
		await page.show({ review: { ...review, id: 2 } });
		await hasFocus(page, 'Comment');
	});

	for (const width of [380, 1400])
		it(`has no accessibility violation, and fits a page of ${width} pixels`, async () => {
			const page = await open(everything);
			await page.page.setViewportSize({ width, height: 900 });
			await page.settled();
			assert.deepEqual(await problemsIn(['dark', 'light', 'contrast'], page), []);
		});
});
