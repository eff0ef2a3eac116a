import assert from 'node:assert/strict';
import { statusName } from '../../../src/platform/model/words.ts';
import { user } from '../../kit/pages/sample.ts';
import { until } from '../../tools/until.ts';
import { refuse } from './page-answers.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { compared, file, mail, patch, series, thread } from './patchset-sample.ts';

const button = ({ page }: PatchsetPage, name: string | RegExp) => page.getByRole('button', { name }).first();

const proposed = {
	value: 'proposed',
	text: 'Proposed',
	icon: 'git-pull-request',
	tone: 'info',
	isWaiting: false,
} as const;

describe('The page of a patchset', () => {
	it('asks for what its controls do', async () => {
		const page = await openPatchset(series);
		const clicks: readonly (readonly [name: string, asked: string, body: unknown])[] = [
			['Copy link to this page', 'copyLink', { mail: null }],
			['Copy link to the cover letter', 'copyLink', { mail: 200 }],
			['Copy Message-ID of 1/3', 'copyMessageId', { mail: 101 }],
			['Reply to the cover letter', 'reply', { mail: 200, quoted: '' }],
			['Show original of the cover letter', 'showOriginal', { mail: 200 }],
			['Show original of 1/3', 'showOriginal', { mail: 101 }],
			['Status: Proposed. Change', 'pickStatus', {}],
			['v1 12 Nov', 'version', { version: 'v1', mail: null }],
			['Copy path src/undo.c', 'copyPath', { file: 'undo' }],
			['Open 1/3 in diff editor', 'openDiff', { patch: '1', file: null }],
			['Open src/undo.c in diff editor', 'openDiff', { patch: null, file: 'undo' }],
			['Go to file src/undo.c', 'goToFile', { file: 'undo', line: null }],
			['Wrap lines', 'option', { name: 'wrapsLines', isOn: 'yes' }],
			['Ignore whitespace', 'option', { name: 'ignoresWhitespace', isOn: 'yes' }],
			['Show one patch at a time', 'option', { name: 'showsOnePatch', isOn: 'yes' }],
			['Next patchset', 'go', { step: 'next' }],
		];
		for (const [name, asked, body] of clicks) {
			const count = page.asks(asked).length;
			await button(page, name).click();
			await page.until(asked, count + 1);
			assert.deepEqual(page.asks(asked).at(-1), body, name);
		}
	});

	it('moves nothing when the status changes, waits to be sent and is undone, on pages of all widths', async () => {
		const page = await openPatchset(series);
		const places = () =>
			page.page
				.locator('.series-head')
				.evaluate((head) =>
					[head, ...head.querySelectorAll('.head-row > :is(.status, .primary, .menu)')].map((one) =>
						JSON.stringify(one.getBoundingClientRect()),
					),
				);
		for (const width of [380, 1400]) {
			await page.page.setViewportSize({ width, height: 900 });
			const atFirst = await places();
			assert.equal(atFirst.length, 4);
			for (const value of ['needs_revision', 'approved', 'applied', 'superseded']) {
				const status = { ...proposed, value, text: statusName(value), isWaiting: true };
				await page.show({ status, undoable: 'one' });
				assert.deepEqual(await places(), atFirst, `${value} at ${width}`);
			}
			await page.show({ status: proposed, undoable: null });
		}
	});

	it('has further actions in a menu, for the mouse and for keys', async () => {
		const page = await openPatchset(series);
		const summary = page.page.locator('.series-head .menu > summary');
		const item = button(page, 'Open in Diff Editor');
		const hasFocus = () => summary.evaluate((one) => one === document.activeElement);
		await summary.click();
		await item.click();
		await page.until('openDiff');
		assert.deepEqual([page.asks('openDiff'), await item.isVisible()], [[{ patch: null, file: null }], false]);
		await summary.press('Enter');
		await page.page.keyboard.press('ArrowDown');
		await item.and(page.page.locator(':focus')).waitFor();
		await page.page.keyboard.press('Escape');
		assert.deepEqual([await item.isVisible(), await hasFocus(), page.asks('leave')], [false, true, []]);
		await summary.click();
		await page.page.locator('h1').click();
		assert.equal(await item.isVisible(), false);
	});

	it('compares with the previous version, and shows the comparison when it arrives', async () => {
		const page = await openPatchset(series);
		await page.page.keyboard.press('m');
		await page.until('compare');
		assert.deepEqual(page.asks('compare'), [{ versions: { old: 'v2', new: 'v3' } }]);
		await page.show(compared);
		const area = page.page.locator('#compare');
		await until(() => area.evaluate((one) => one === document.activeElement));
		await page.page.locator('.jump').getByText('v2 with v3').waitFor({ state: 'attached' });
		await area.getByRole('button', { name: 'Close comparison' }).click();
		await page.until('compare', 2);
		assert.deepEqual(page.asks('compare').at(-1), { versions: null });
	});

	it('compares the first version with the second, and any two that the user chooses', async () => {
		const page = await openPatchset(series);
		const [v1, v2, v3] = series.versions.map(({ key, name }) => ({ key, name }));
		assert.ok(v1 && v2 && v3 && compared.comparison);
		await page.show({ versions: series.versions.map((one) => ({ ...one, isShown: one.key === 'v1' })) });
		await page.page.keyboard.press('m');
		await page.until('compare');
		assert.deepEqual(page.asks('compare'), [{ versions: { old: 'v1', new: 'v2' } }]);
		const fields = ['Older version', 'Newer version'].map((name) =>
			page.page.locator('#compare').getByRole('combobox', { name }),
		);
		const options = () => Promise.all(fields.map(async (one) => one.locator('option').allInnerTexts()));
		await page.show({ comparison: { ...compared.comparison, old: v1, new: v2 } });
		assert.deepEqual(await options(), [['v1'], ['v2', 'v3']], 'The older version stays the older one');
		await fields[1]?.focus();
		await fields[1]?.selectOption('v3');
		await page.until('compare', 2);
		assert.deepEqual(page.asks('compare').at(-1), { versions: { old: 'v1', new: 'v3' } });
		await page.show({ comparison: { ...compared.comparison, old: v1, new: v3 } });
		assert.deepEqual(await options(), [
			['v1', 'v2'],
			['v2', 'v3'],
		]);
		await page.page
			.getByRole('combobox', { name: 'Newer version' })
			.and(page.page.locator(':focus'))
			.waitFor();
		await fields[0]?.selectOption('v2');
		await page.until('compare', 3);
		assert.deepEqual(page.asks('compare').at(-1), { versions: { old: 'v2', new: 'v3' } });
		await page.show({ comparison: { ...compared.comparison, old: v2, new: v3 } });
		assert.deepEqual(await Promise.all(fields.map((one) => one.inputValue())), ['v2', 'v3']);
		// The forge has made a patchset of a version since, which gives it another key.
		await page.show({ comparison: { ...compared.comparison, old: { key: 'mail 7', name: 'v2' }, new: v3 } });
		assert.equal(await fields[0]?.locator('option:checked').innerText(), 'v2');
	});

	it('marks in its list what the user has gone to, also at the end of the page, and scrolls the list to it', async () => {
		const page = await openPatchset({ ...series, ...compared });
		await page.page.setViewportSize({ width: 1300, height: 900 });
		const linkTo = (area: string) => page.page.locator(`.jump [data-area=${area}]`);
		for (const area of ['compare', 'discussion', 'compare']) {
			await linkTo(area).click();
			await until(async () => (await linkTo(area).getAttribute('aria-current')) === 'true', { what: area });
		}
		await page.page.setViewportSize({ width: 1300, height: 260 });
		for (const [part, link] of [
			['#discussion', '[data-area=discussion]'],
			['.patch', '[data-patch]'],
		] as const) {
			await page.page.evaluate((one) => document.querySelector(one)?.scrollIntoView(), part);
			const isInView = (list: Element, current: string) => {
				const at = list.querySelector(`${current}[aria-current]`)?.getBoundingClientRect();
				const view = list.getBoundingClientRect();
				return at !== undefined && at.top >= view.top && at.bottom <= view.bottom;
			};
			await until(() => page.page.locator('.jump .inner').evaluate(isInView, link), { what: part });
		}
	});

	it('hides the patches that are the same in both versions if the user wants that', async () => {
		const page = await openPatchset(compared);
		const signs = () => page.page.locator('.pairs .sign').allInnerTexts();
		const onlyChanged = button(page, 'Only Changed');
		const all = await signs();
		assert.ok(all.includes('=') && all.includes('!'));
		await onlyChanged.click();
		assert.deepEqual(
			await signs(),
			all.filter((sign) => sign !== '='),
		);
		assert.equal(await onlyChanged.getAttribute('aria-pressed'), 'true');
		await onlyChanged.click();
		assert.deepEqual(await signs(), all);
	});

	it('compares again if that failed, and keeps the focus at the comparison', async () => {
		assert.ok(compared.comparison);
		const failed = { ...compared.comparison, rows: [], problem: 'No connection.' };
		const page = await openPatchset({ ...compared, comparison: failed });
		await page.page.locator('#compare').getByRole('button', { name: 'Try Again' }).click();
		await page.until('compare');
		assert.deepEqual(page.asks('compare'), [{ versions: { old: 'v2', new: 'v3' } }]);
		assert.deepEqual(page.asks('retry'), []);
		await page.show({ comparison: { ...failed, problem: '', loadingText: 'Comparing…' } });
		await page.page.locator('#compare:focus').waitFor();
	});

	it('asks for the details of a compared patch when they are opened, and only once', async () => {
		const page = await openPatchset(compared);
		const row = page.page.getByRole('button', { name: /Changed: undo: store/ });
		assert.equal(
			await page.page.locator('.pair[aria-expanded]').count(),
			1,
			'Rows without details do not open',
		);
		await row.click();
		const details = page.page.getByRole('group', { name: 'Difference between v2 1/3 and v3 1/3' });
		await details.getByText('put_le32(f, UNDO_MAGIC);').waitFor();
		assert.equal(await details.locator('.added').count(), 2);
		assert.deepEqual(await details.locator('b').allInnerTexts(), ['magic', 'UNDO_MAGIC']);
		await row.click();
		await details.waitFor({ state: 'hidden' });
		await row.click();
		await details.waitFor();
		await page.settled();
		assert.deepEqual(page.asks('comparedPatch'), [{ row: 'r1' }]);
		await page.page.getByRole('button', { name: /^Open undo: store.* in diff editor/ }).click();
		await page.until('openComparison');
		assert.deepEqual(page.asks('openComparison'), [{ row: 'r1' }]);
	});

	it('asks again for the details of a compared patch if others are compared in its row', async () => {
		const page = await openPatchset(compared);
		assert.ok(compared.comparison);
		const row = page.page.locator('.pair[aria-expanded]');
		const details = page.page.locator('.pairs .lines');
		await row.click();
		await details.getByText('put_le32(f, UNDO_MAGIC);').waitFor();
		// A mail that was missing has arrived.
		const [first = assert.fail(), ...rows] = compared.comparison.rows;
		await page.show({
			comparison: { ...compared.comparison, rows: [{ ...first, title: 'undo: add the format' }, ...rows] },
		});
		page.handlers = {
			comparedPatch: () => ({
				parts: [{ title: 'format.c', lines: [{ sign: '+', text: '+int format;', words: [] }] }],
			}),
		};
		await row.click();
		await details.getByText('+int format;').waitFor();
		assert.equal(await details.getByText('put_le32(f, UNDO_MAGIC);').count(), 0);
	});

	it('shows only one patch at a time if the user wants that', async () => {
		const page = await openPatchset(series);
		await page.show({ options: { ...series.options, showsOnePatch: true } });
		const titles = () => page.page.locator('.patch h3').allInnerTexts();
		assert.deepEqual(await titles(), ['1/3 undo: store the tree beside the swap file']);
		await page.page.keyboard.press('}');
		assert.deepEqual(await titles(), ['2/3 buffer: reload without clearing undo']);
		await page.page.getByText('2 of 3', { exact: true }).waitFor();
		await page.page.getByRole('link', { name: 'tools/undo-dump' }).first().click();
		assert.deepEqual(await titles(), ['3/3 doc, tools: describe the undo file']);
	});

	it('lists the files whose path contains what the user types', async () => {
		const page = await openPatchset(series);
		const links = page.page.locator('.jump [data-do=show-file] .path');
		assert.equal(await links.count(), 7);
		await page.page.keyboard.press('t');
		await page.page.keyboard.type('TEST');
		assert.deepEqual(await links.allInnerTexts(), ['test/undo_test.c']);
		await page.page.keyboard.press('Enter');
		await page.page.locator('.file[data-file=test]:focus').waitFor();
		await page.page.keyboard.press('t');
		await page.page.keyboard.press('Escape');
		assert.equal(await links.count(), 7);
	});

	it('shows texts of mails that come into view, with long quotes folded', async () => {
		const page = await openPatchset({ ...series, key: 'texts' });
		await page.settled();
		await page.page.locator('#discussion').scrollIntoViewIfNeeded();
		await page.page.getByText('The text of mail 204.').waitFor();
		const texts = page.page.locator('.mail[data-mail="202"]');
		const summary = texts.getByText('38 quoted lines');
		const quote = texts.getByText('quoted line 30');
		assert.equal(await quote.isVisible(), false);
		await summary.click();
		await quote.waitFor();
		await texts.getByText('trace.log, 12 KB').waitFor();
		await page.page.locator('.reply').getByRole('button', { name: 'Re: [PATCH editor v3 1/3]' }).click();
		await page.page.locator('.mail[data-mail="202"]:focus').waitFor();
		await texts.getByRole('button', { name: 'src/undo.c:120' }).click();
		await page.page.locator('.reply[data-mail="202"]:focus').waitFor();
		await page.page
			.locator('.reply[data-mail="202"]')
			.getByRole('button', { name: 'Show in discussion' })
			.click();
		await page.page.locator('.mail[data-mail="202"]:focus').waitFor();
		// Without what the page before has asked at its end.
		const asked = page.asked.filter(({ name, key }) => name === 'mails' && key === 'texts');
		const ids = asked.flatMap(({ body }) => JSON.stringify(body).match(/\d+/g));
		assert.deepEqual(ids.sort(), ['200', '201', '202', '203', '204']);
	});

	it('asks again for texts whose links lead elsewhere, and shows them until the answer', async () => {
		const page = await openPatchset({ ...thread, key: 'links' });
		const text = (link: string) => page.page.locator('.mail').first().getByText(link);
		await text('The text of mail').waitFor();
		const blocks = [{ kind: 'text' as const, level: 0, line: 0, pieces: ['With links.'] }];
		const shown: boolean[] = [];
		page.handlers = {
			mails: async ({ mails }: { readonly mails: readonly number[] }) => {
				shown.push(await text('The text of mail').isVisible());
				return { texts: mails.map(() => ({ blocks, attachments: [] })) };
			},
		};
		await page.show({ linksVersion: 'found' });
		await text('With links.').waitFor();
		assert.deepEqual(shown, [true]);
	});

	it('asks again for texts that could not be read', async () => {
		const page = await openPatchset(thread, 'dark', { mails: refuse('No connection.') });
		await page.page.getByRole('alert').first().waitFor();
		page.handlers = {};
		await page.page.getByRole('button', { name: 'Try Again' }).first().click();
		await page.page.getByText('The text of mail 200.').waitFor();
	});

	it('names the account and its forge only if the user has several, in the head and at the controls of the status', async () => {
		const page = await openPatchset(series);
		const control = page.page.locator('.series-head .status');
		assert.equal(await control.getAttribute('aria-description'), null);
		await page.show({ owner: { account: '~ana', instance: 'example.org' } });
		assert.equal(await control.getAttribute('data-tip'), 'Change status as ~ana (S)');
		assert.equal(await control.getAttribute('aria-description'), 'Change status as ~ana');
		await page.page.locator('.series-head').getByText('~ana (example.org)', { exact: true }).waitFor();
	});

	it('names another page of the panel, and new mails, for screen readers', async () => {
		const page = await openPatchset(series);
		await page.show({ discussion: [...series.discussion, mail(205), mail(206, { by: user('~ana') })] });
		const announced = page.page.locator('p[role=status].screen-reader-only');
		await until(async () => (await announced.innerText()) === 'Mail by Carol Nowak');
		await page.show({ ...thread });
		await until(async () => (await announced.innerText()) === thread.title);
	});

	it('goes to a file at once that was not drawn yet', async () => {
		const page = await openPatchset(series);
		const files = Array.from({ length: 200 }, (_, nth) => file(`f${nth}`));
		await page.show({
			key: 'other',
			patches: [patch('1', files)],
			discussion: [mail(1, { places: [{ file: 'f180', patch: '', line: '2', text: 'src/f180.c:2' }] })],
		});
		await page.page.locator('[data-do=show-place]').evaluate((one: HTMLElement) => one.click());
		await page.page.locator('.file[data-file=f180] .l.here').waitFor();
	});
});
