import assert from 'node:assert/strict';
import { until } from '../../tools/until.ts';
import { refuse } from './page-answers.ts';
import { openPatchset, type PatchsetPage } from './patchset-page.ts';
import { diffOf, file, largeDiff, line, patch, series } from './patchset-sample.ts';

const section = ({ page }: PatchsetPage, key: string) => page.locator(`.file[data-file="${key}"]`);
const rows = (page: PatchsetPage, key: string) => section(page, key).locator('.l');

/** The series with changes to its first file. */
const withFile = (change: Partial<ReturnType<typeof file>>) => ({
	patches: [patch('1', [{ ...file('undo', { lineCount: 13, replyCount: 2 }), ...change }, file('other')])],
});

describe('The diffs of a page', () => {
	it('have numbers and signs that are not copied, marked words, and names of invisible characters', async () => {
		const page = await openPatchset(series);
		await rows(page, 'undo').first().waitFor();
		assert.equal(await rows(page, 'undo').nth(3).innerText(), '\tFILE *f = fopen(path, "wbx");');
		assert.deepEqual(await section(page, 'undo').locator('b').filter({ hasText: 'le32' }).allInnerTexts(), [
			'_le32',
			'_le32',
		]);
		const numbers = await rows(page, 'undo')
			.nth(2)
			.evaluate((row) => [
				getComputedStyle(row, '::before').content,
				getComputedStyle(row, '::after').content,
				getComputedStyle(row.children[0] ?? row, '::before').content,
			]);
		assert.match(numbers.join(), /120.*−/);
		await section(page, 'test').scrollIntoViewIfNeeded();
		await rows(page, 'test').first().waitFor();
		assert.deepEqual(await section(page, 'test').locator('.invisible, .more-characters').allInnerTexts(), [
			'U+202E',
			'U+2066',
			'U+2069',
			'U+2066',
			'10,485,000 more characters',
		]);
		assert.equal(
			await rows(page, 'test').nth(1).innerText(),
			'\t/* only when asked U+202E } U+2066if (getenv("UNDO_TRACE"))U+2069 U+2066 */',
		);
	});

	it('are requested when they come near the view, and never for folded files', async () => {
		const files = Array.from({ length: 60 }, (_, nth) =>
			file(`f${nth}`, { lineCount: 40, isViewed: nth === 1 }),
		);
		const page = await openPatchset({ ...series, key: 'many', patches: [patch('1', files)] });
		await section(page, 'f0').scrollIntoViewIfNeeded();
		await rows(page, 'f0').first().waitFor();
		await page.settled();
		const asked = () => page.asks('diff').map((body) => JSON.stringify(body));
		assert.ok(asked().length < 20, `${asked().length} diffs`);
		assert.ok(!asked().includes('{"file":"f1"}'));
		await section(page, 'f50').scrollIntoViewIfNeeded();
		await rows(page, 'f50').first().waitFor();
		await section(page, 'f1').getByRole('button', { name: 'Unfold src/f1.c' }).click();
		await rows(page, 'f1').first().waitFor();
	});

	it('are requested four at a time, also if earlier requests of the same page are answered late', async () => {
		const answers: (() => void)[] = [];
		const files = Array.from({ length: 14 }, (_, nth) => file(`f${nth}`));
		const many = { key: 'many', patches: [patch('1', files)] };
		const page = await openPatchset({ ...series, ...many }, 'dark', {
			diff: ({ file: key }) => new Promise((resolve) => answers.push(() => resolve(diffOf(key)))),
		});
		await section(page, 'f0').scrollIntoViewIfNeeded();
		await until(() => answers.length === 4);
		const late = answers.splice(0);
		await page.show({ key: 'another', patches: [] });
		await page.show(many);
		await until(() => answers.length === 4);
		for (const answer of late) answer();
		// The answers have arrived before what is shown next.
		await page.show();
		await page.delivered();
		assert.equal(answers.length, 4);
	});

	it('are waited for although an earlier request for a file, which left the page and came back, is answered first', async () => {
		const answers: PromiseWithResolvers<void>[] = [];
		const page = await openPatchset({ ...series, ...withFile({}) }, 'dark', {
			diff: async ({ file: key }) => {
				if (key !== 'undo') return diffOf(key);
				const answer = Promise.withResolvers<void>();
				answers.push(answer);
				await answer.promise;
				return diffOf(key);
			},
		});
		await section(page, 'undo').scrollIntoViewIfNeeded();
		await until(() => answers.length === 1);
		await page.show({ patches: [patch('net', [file('net')])] });
		await page.show(withFile({}));
		await page.page.keyboard.press('n');
		await until(() => answers.length === 2);
		answers[0]?.resolve();
		answers[1]?.resolve();
		await page.settled();
		await section(page, 'undo').locator('.reply[data-mail="202"]:focus').waitFor();
	});

	it('stay the same elements when something else on the page changes', async () => {
		const page = await openPatchset(series);
		const row = await rows(page, 'undo').first().elementHandle();
		await page.show({ undoable: 'one', title: 'Another title' });
		await page.page.getByRole('heading', { name: /Another title/ }).waitFor();
		assert.ok(await row?.evaluate((one) => one.isConnected));
		assert.equal(page.asks('diff').filter((body) => JSON.stringify(body).includes('undo')).length, 1);
	});

	it('are replaced if the file has another version, and the current line stays', async () => {
		const page = await openPatchset({ ...series, ...withFile({}) });
		await rows(page, 'undo').first().waitFor();
		for (const key of ['h', 'ArrowDown', 'ArrowDown']) await page.page.keyboard.press(key);
		const current = () => page.page.evaluate(() => document.activeElement?.textContent);
		const before = await current();
		const replace = async (version: string) => {
			const [{ lines = [] } = {}] = diffOf('undo').hunks;
			page.handlers = { diff: () => ({ hunks: [{ header: version, lineCount: 9, lines }], threads: [] }) };
			await page.show(withFile({ version }));
			await section(page, 'undo').getByText(version, { exact: true }).waitFor();
		};
		await replace('@@ b @@');
		assert.equal(await current(), before);
		const field = page.page.locator('input').first();
		await field.focus();
		await replace('@@ c @@');
		assert.equal(await page.page.locator('.l.here').textContent(), before);
		assert.ok(await field.evaluate((one) => one === document.activeElement));
	});

	it('are not replaced by an answer for a version that is out of date', async () => {
		const first = Promise.withResolvers<ReturnType<typeof diffOf>>();
		let asked = 0;
		const page = await openPatchset({ ...series, ...withFile({}) }, 'dark', {
			diff: ({ file: key }) => {
				if (key !== 'undo') return diffOf(key);
				asked += 1;
				return asked === 1 ? first.promise : diffOf('later');
			},
		});
		await page.until('diff');
		await page.show(withFile({ version: 'b' }));
		await section(page, 'undo').getByText('first of later').waitFor();
		first.resolve(diffOf('earlier'));
		await page.settled();
		await section(page, 'undo').getByText('first of later').waitFor();
		assert.equal(await section(page, 'undo').getByText('first of earlier').count(), 0);
	});

	it('are not those of the previous page of the panel', async () => {
		const first = Promise.withResolvers<ReturnType<typeof diffOf>>();
		const page = await openPatchset({ ...series, ...withFile({}) }, 'dark', { diff: () => first.promise });
		await page.until('diff');
		page.handlers = {};
		await page.show({ key: 'another', ...withFile({ key: 'new' }) });
		first.resolve(diffOf('earlier'));
		await section(page, 'new').getByText('first of new').waitFor();
		assert.equal(await page.page.getByText('first of earlier').count(), 0);
	});

	it('show what went wrong in their place, and are requested again', async () => {
		const page = await openPatchset({ ...series, ...withFile({}) }, 'dark', {
			diff: refuse('No connection.'),
		});
		const alert = section(page, 'undo').getByRole('alert');
		await alert.getByText('No connection.').waitFor();
		page.handlers = {};
		await alert.getByRole('button', { name: 'Try Again' }).click();
		await rows(page, 'undo').first().waitFor();
		assert.equal(await section(page, 'undo').getByRole('alert').count(), 0);
	});

	it('show the lines of a long hunk when the user asks for them', async () => {
		const lines = Array.from({ length: 5 }, (_, nth) => line(`+line ${nth}`, null, nth + 1));
		const thread = { ...diffOf('undo').threads[0], key: 't', hunk: 0, first: 3, last: 3, replies: [] };
		const page = await openPatchset({ ...series, ...withFile({}) }, 'dark', {
			diff: () => ({ hunks: [{ header: '@@ long @@', lines: null, lineCount: 5 }], threads: [thread] }),
			hunk: ({ from }) => ({ lines: lines.slice(from, from + 3) }),
		});
		await section(page, 'undo').getByRole('button', { name: 'Show 5 lines' }).click();
		await section(page, 'undo').getByRole('button', { name: 'Show 2 more lines' }).click();
		await until(async () => (await rows(page, 'undo').count()) === 5);
		assert.deepEqual(
			await rows(page, 'undo').allInnerTexts(),
			lines.map(({ text }) => text),
		);
		assert.equal(await section(page, 'undo').locator('.quoted').innerText(), 'line 3');
		assert.deepEqual(page.asks('hunk'), [
			{ file: 'undo', hunk: 0, from: 0 },
			{ file: 'undo', hunk: 0, from: 3 },
		]);
	});

	it('have the replies below the lines that they quote', async () => {
		const page = await openPatchset(series);
		await rows(page, 'undo').first().waitFor();
		const items = await section(page, 'undo')
			.locator('.lines > ol > li')
			.evaluateAll((all) => all.map((one) => one.className));
		assert.deepEqual(items.slice(2, 7), ['l', 'l removed quoted', 'l added quoted', 'thread', 'l']);
		assert.deepEqual(
			await section(page, 'undo')
				.locator('.reply')
				.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
			['Reply by Carol Nowak', 'New reply by ~bob'],
		);
	});

	it('are folded with their file, which is folded when it is viewed', async () => {
		const page = await openPatchset({ ...series, ...withFile({}) });
		await rows(page, 'undo').first().waitFor();
		const box = section(page, 'undo').getByRole('checkbox', { name: 'Viewed: src/undo.c' });
		await box.click();
		await page.until('viewed');
		assert.deepEqual(page.asks('viewed'), [{ file: 'undo', isViewed: 'yes' }]);
		await page.show(withFile({ isViewed: true }));
		await rows(page, 'undo').first().waitFor({ state: 'hidden' });
		assert.equal(await box.getAttribute('aria-checked'), 'true');
		await section(page, 'undo').getByRole('button', { name: 'Unfold src/undo.c' }).click();
		await rows(page, 'undo').first().waitFor();
		await page.page.keyboard.press('Shift+Z');
		await rows(page, 'undo').first().waitFor({ state: 'hidden' });
		await page.page.keyboard.press('Shift+Z');
		await rows(page, 'undo').first().waitFor();
	});

	it('move nothing that is above or below the view when they arrive', async () => {
		const answers = Promise.withResolvers<void>();
		const files = Array.from({ length: 12 }, (_, nth) => file(`f${nth}`, { lineCount: 100 }));
		const page = await openPatchset({ ...series, key: 'still', patches: [patch('1', files)] }, 'dark', {
			diff: async ({ file: key }) => {
				await answers.promise;
				return largeDiff(key, 60);
			},
		});
		// The end of the file before it is in view, too.
		await section(page, 'f8').evaluate((one) => {
			one.scrollIntoView({ block: 'start' });
			scrollBy(0, -200);
		});
		const top = () => section(page, 'f8').evaluate((one) => Math.round(one.getBoundingClientRect().top));
		await page.page.evaluate(
			() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
		);
		const before = await top();
		answers.resolve();
		for (const key of ['f8', 'f7']) await rows(page, key).first().waitFor({ state: 'attached' });
		await page.settled();
		await page.page.evaluate(
			() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
		);
		assert.ok(Math.abs((await top()) - before) <= 1, `${before} → ${await top()}`);
	});

	it('are where the user was reading after VS Code has loaded the page again', async () => {
		const page = await openPatchset(series);
		await section(page, 'test').evaluate((one) => one.scrollIntoView({ block: 'center' }));
		await rows(page, 'test').first().waitFor();
		await section(page, 'undo')
			.getByRole('button', { name: 'Fold src/undo.c' })
			.evaluate((one: HTMLElement) => one.click());
		await section(page, 'test').evaluate((one) => one.scrollIntoView({ block: 'center' }));
		const top = () => section(page, 'test').evaluate((one) => one.getBoundingClientRect().top);
		const stored = () =>
			page.page.evaluate(() => JSON.parse(sessionStorage.getItem('state') ?? '{}').scroll?.part);
		await until(async () => (await stored()) === 'file test');
		const before = await top();
		await page.page.reload();
		await rows(page, 'test').first().waitFor();
		await until(async () => Math.abs((await top()) - before) < 120);
		assert.equal(await rows(page, 'undo').count(), 0, 'is still folded');
	});
});
