import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Person } from '../../../src/platform/model/words.ts';
import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import { comment, newTicket, sample } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';
import { openPatchset } from './patchset-page.ts';
import { diffOf, file, mail, patch, series } from './patchset-sample.ts';

/** The beginnings of texts that extend past the right edge of the page and that no element clips or scrolls. */
const overflowing = () => {
	const isCut = (element: Element | null): boolean =>
		element !== null &&
		element !== document.body &&
		(getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement));
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const found: string[] = [];
	while (texts.nextNode()) {
		const { currentNode: text } = texts;
		const range = document.createRange();
		range.selectNodeContents(text);
		const isOut = range.getBoundingClientRect().right > document.body.clientWidth + 1;
		if (isOut && !isCut(text.parentElement)) found.push(String(text.textContent).slice(0, 40));
	}
	return found;
};

describe('A page with the longest words that a forge accepts', () => {
	const tracker = `~ana/${'t'.repeat(255)}`;
	const title = `${'T'.repeat(2048)}…`;
	const mention = { pieces: [{ link: `${tracker}#7`, open: `ticket:${tracker}#7` }] };
	const change: Partial<Snapshot> = {
		tracker: { name: tracker, open: `https://todo.example.org/${tracker}` },
		title,
	};
	const facts = [{ term: 'Mentioned in', rows: [{ icon: 'issues' as const, ...mention }] }];
	for (const width of [320, 1000]) {
		it(`wraps the words of a ticket at a width of ${width} pixels`, async () => {
			const page = await openPage({ ...sample, ...change, ref: `${tracker}#42`, facts });
			await page.page.setViewportSize({ width, height: 800 });
			assert.deepEqual(await page.page.evaluate(overflowing), []);
		});

		it(`wraps the words of a new ticket at a width of ${width} pixels`, async () => {
			const page = await openPage({
				...newTicket,
				tracker: change.tracker ?? newTicket.tracker,
				ref: tracker,
			});
			await page.page.setViewportSize({ width, height: 800 });
			assert.deepEqual(await page.page.evaluate(overflowing), []);
		});
	}
});

/** The elements whose contents are wider than they are. */
const tooNarrow = (page: Page, selector: string) =>
	page
		.locator(selector)
		.evaluateAll((all) =>
			all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML.slice(0, 120)),
		);

describe('A page with people with the longest names', () => {
	const address = `${'a'.repeat(64)}@${'e'.repeat(185)}.org`;
	const people: readonly Person[] = [
		{ kind: 'email', name: address, address, from: 'by email' },
		{ kind: 'external', name: 'b'.repeat(255), from: `${'h'.repeat(63)}.example.org`, url: undefined },
		{ kind: 'external', name: 'c'.repeat(255), from: `${'i'.repeat(63)}.example.org`, url: 'https://c.org/' },
		{ kind: 'user', name: `~${'d'.repeat(255)}`, initials: 'dd' },
	];
	const [first = assert.fail()] = people;
	for (const width of [320, 1000]) {
		it(`wraps the names on the page of a ticket at a width of ${width} pixels`, async () => {
			const { page } = await openPage({
				...sample,
				timeline: people.map((who, nth) => comment(`${nth}`, who, '<p>Text</p>')),
				facts: people.map((who) => ({ term: who.name, rows: [{ people: [who], pieces: [who.name] }] })),
			});
			await page.setViewportSize({ width, height: 800 });
			await page.locator('aside > details').evaluate((one) => one.toggleAttribute('open', true));
			assert.deepEqual(await page.evaluate(overflowing), []);
			assert.deepEqual(await tooNarrow(page, '.comment > header, aside, .facts dd'), []);
		});

		it(`wraps the names on the page of a patchset at a width of ${width} pixels`, async () => {
			const [thread = assert.fail()] = diffOf('undo').threads;
			const [reply = assert.fail()] = thread.replies;
			const replies = people.map((by, nth) => ({ ...reply, mail: 300 + nth, by }));
			const { page } = await openPatchset(
				{
					...series,
					submitter: first,
					participants: people,
					patches: people.map((author, nth) => patch(`${nth}`, [file(`f${nth}`)], { author })),
					discussion: people.map((by, nth) => mail(300 + nth, { by, role: 'on 1/3' })),
				},
				'dark',
				{ diff: ({ file: key }) => ({ ...diffOf(key), threads: [{ ...thread, replies }] }) },
			);
			await page.setViewportSize({ width, height: 800 });
			await page.locator('.reply').first().waitFor();
			assert.deepEqual(await page.evaluate(overflowing), []);
			assert.deepEqual(await tooNarrow(page, '.by, .meta, .named'), []);
		});
	}
});
