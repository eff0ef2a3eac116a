import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { Random } from '../../kit/mails/random.ts';
import { sample } from '../../kit/pages/sample.ts';
import { until } from '../../tools/until.ts';
import { openPage } from './page.ts';
import { comment, kept, last } from './patchset-comment.ts';
import { openPatchset } from './patchset-page.ts';
import { file, largeDiff, patch, series } from './patchset-sample.ts';

const seed = Number(process.env.SEED ?? 1);
const boxCount = 10;
const statesOfBox = 50;

const patches = [patch('1', [file('a', { lineCount: 40 }), file('b', { lineCount: 40 })])];

/** A box to write in, and a function that shows the review bar with a notice of so many words. */
interface Opened {
	readonly page: Page;
	readonly showBar: (words: number) => Promise<void>;
}

async function openTicketBox(): Promise<Opened> {
	const { page } = await openPage(sample);
	await page.keyboard.press('c');
	return { page, showBar: async () => {} };
}

async function openCommentBox(random: Random): Promise<Opened> {
	const page = await openPatchset({ ...series, patches }, 'dark', {
		diff: ({ file: key }) => largeDiff(key, 40),
	});
	const where = random.pick(['line', 'line', 'mail', 'patch', 'file']);
	if (where === 'line') await comment(page, random.pick(['a', 'b']), random.pick([10, 12, 1000]));
	else {
		await page.page.locator(`.${where}`).last().focus();
		await page.page.keyboard.press('c');
	}
	await page.settled();
	const showBar = async (words: number) => {
		await page.settled();
		// Without a letter, the host knows no comment.
		const comments = page.asks('draft').length > 0 ? [kept(last(page))] : [];
		const isBlank = comments[0]?.body.text.trim() === '';
		await page.show({
			comments: isBlank ? [] : comments,
			replyProblem: 'Only subscribers may reply to this list.'.slice(0, words),
		});
	};
	return { page: page.page, showBar };
}

/** What a user or the host may do, by what it is called in a failure. */
const steps: Readonly<Record<string, (opened: Opened, random: Random) => Promise<unknown>>> = {
	type: ({ page }, random) => page.keyboard.insertText(random.pick(['Why?', ' Or', 'x'])),
	break: async ({ page }, random) => {
		for (let left = random.below(6); left >= 0; left -= 1) await page.keyboard.press('Enter');
	},
	paste: ({ page }, random) => page.keyboard.insertText('A line\n'.repeat(random.below(60))),
	move: ({ page }, random) =>
		page.keyboard.press(random.pick(['ArrowUp', 'ArrowDown', 'Control+Home', 'Control+End', 'Home'])),
	remove: async ({ page }, random) => {
		await page.keyboard.press(
			random.pick(['Shift+Control+Home', 'Control+A', 'Shift+ArrowUp', 'Shift+Home']),
		);
		await page.keyboard.press('Backspace');
	},
	grow: ({ page }, random) =>
		page.evaluate((height) => {
			if (document.activeElement instanceof HTMLElement) document.activeElement.style.height = `${height}px`;
		}, random.below(600)),
	bar: ({ showBar }, random) => showBar(random.below(2) * 40),
	resize: ({ page }, random) =>
		page.setViewportSize({
			width: random.pick([360, 500, 700, 1000, 1400]),
			height: 360 + random.below(540),
		}),
	// It may be out of view until the user goes on.
	scroll: async ({ page }, random) => {
		await page.evaluate((by) => scrollBy(0, by), random.below(4000) - 2000);
		await page.keyboard.insertText('on');
	},
};

/** What the user cannot see of the box that has the focus, after the page was painted. */
const hiddenParts = ({ page }: Opened): Promise<readonly string[]> =>
	page.evaluate(async () => {
		for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
		const field = document.activeElement;
		if (!(field instanceof HTMLTextAreaElement)) return ['The box has lost the focus.'];
		const { lineHeight, paddingTop, borderTopWidth } = getComputedStyle(field);
		const [height, padding, border] = [lineHeight, paddingTop, borderTopWidth].map(Number.parseFloat);
		const box = field.getBoundingClientRect();
		const line = field.value.slice(0, field.selectionEnd).split('\n').length - 1;
		const top = box.top + (border ?? 0) + (padding ?? 0) + line * (height ?? 0) - field.scrollTop;
		const bottom = top + (height ?? 0);
		const isAt = (one: Element, x: number, y: number) => one.contains(document.elementFromPoint(x, y));
		const hidden = [top + 5, bottom - 5].filter((y) => !isAt(field, box.left + 12, y)).map(() => 'the line');
		for (const button of field
			.closest('.composer, .edit')
			?.querySelectorAll('.send-row button:not(.vacant)') ?? []) {
			const { left, width, top, bottom } = button.getBoundingClientRect();
			if ([top + 4, bottom - 4].some((y) => !isAt(button, left + width / 2, y)))
				hidden.push(button.textContent ?? '');
		}
		if (box.height > innerHeight * 0.4 + 1) hidden.push(`the box is ${box.height} of ${innerHeight} high`);
		return hidden;
	});

describe('A box to write in', () => {
	it('stays out of view when the review bar appears, if the user has scrolled away from it', async () => {
		const { page, showBar } = await openCommentBox(new Random(seed));
		await page.keyboard.insertText('Why?');
		await page.mouse.move(300, 300);
		const top = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0);
		const before = await top();
		await page.mouse.wheel(0, before > 0 && (await page.evaluate(() => scrollY)) > 1500 ? -1500 : 1500);
		await until(async () => Math.abs((await top()) - before) > 1000, { what: 'the page has scrolled' });
		const away = await top();
		await showBar(40);
		await page.locator('.review-bar').waitFor();
		await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
		assert.ok(Math.abs((await top()) - away) < 5);
	});

	it(`shows the line of the caret and its buttons, and fills at most 40 % of the window, in ${boxCount * statesOfBox} states (SEED=${seed})`, async function () {
		this.timeout(300_000);
		for (let nth = 0; nth < boxCount; nth += 1) {
			const random = new Random(seed + nth);
			const opened = nth % 5 === 4 ? await openTicketBox() : await openCommentBox(random);
			const done: string[] = [];
			for (let state = 0; state < statesOfBox; state += 1) {
				const name = random.pick(Object.keys(steps));
				done.push(name);
				await steps[name]?.(opened, random);
				let hidden = await hiddenParts(opened);
				// An answer of the host may just have changed the page, which is not painted yet.
				for (let left = 2; left > 0 && hidden.length > 0; left -= 1) hidden = await hiddenParts(opened);
				assert.deepEqual(hidden, [], `SEED=${seed}, box ${nth}: ${done.join(' ')}`);
			}
		}
	});
});
