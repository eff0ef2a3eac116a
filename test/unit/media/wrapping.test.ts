import assert from 'node:assert/strict';
import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import { newTicket, sample } from '../../kit/pages/sample.ts';
import { openPage } from './page.ts';

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
