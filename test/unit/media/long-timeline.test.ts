import assert from 'node:assert/strict';
import type { TicketEvent } from '../../../src/forge/shapes/trackers.ts';
import type { Snapshot } from '../../../src/tickets/page/protocol.ts';
import { entriesOfPart } from '../../../src/tickets/page/timeline-parts.ts';
import { said, snapshotOf, ticket, view } from '../../kit/pages/ticket-view.ts';
import { until } from '../../tools/until.ts';
import { openPage, type TicketPage } from './page.ts';

const at = (nth: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + nth * 60_000).toISOString();
const commentOf = (nth: number): TicketEvent => ({
	...said(nth, `Comment number ${nth}.${' With more text.'.repeat(nth % 40)}`),
	created: at(nth),
});
const events = Array.from({ length: 400 }, (_, nth) => commentOf(nth + 1));
const long = {
	...view,
	ticket: { ...ticket, created: at(0) },
	events,
	seenUpTo: at(250),
	position: { text: '1 of 2', hasPrevious: false, hasNext: true },
};

/** Opens the page of a ticket with 400 comments. */
const openLong = (of = long): Promise<TicketPage> =>
	openPage(snapshotOf(of), 'dark', { entries: ({ part }) => ({ entries: entriesOfPart(of, part) }) });

const isWhole = ({ page }: TicketPage) =>
	page.waitForFunction(() => !document.querySelector('.timeline.pending'));
const keysOf = ({ page }: TicketPage): Promise<string[]> =>
	page.locator('[data-entry]').evaluateAll((all) => all.map((one) => one.getAttribute('data-entry') ?? ''));
const top = ({ page }: TicketPage, selector: string) =>
	page.locator(selector).evaluate((one) => Math.round(one.getBoundingClientRect().top));

describe('A long timeline', () => {
	it('is drawn completely and in order, in parts, with one line before what is new', async () => {
		const page = await openLong();
		await isWhole(page);
		assert.deepEqual(await keysOf(page), ['description', ...events.map(({ id }) => String(id))]);
		const since = page.page.locator('.since');
		assert.equal(await since.count(), 1);
		assert.equal(
			await since.evaluate((one) =>
				one.nextElementSibling?.querySelector('[data-entry]')?.getAttribute('data-entry'),
			),
			'251',
		);
		assert.ok(page.asks('entries').length > 5);
		assert.deepEqual(page.broken, []);
	});

	it('goes to what is new only if the user does nothing else until it is loaded', async () => {
		const loaded = Promise.withResolvers<void>();
		const page = await openPage(snapshotOf(long), 'dark', {
			entries: async ({ part }) => {
				await loaded.promise;
				return { entries: entriesOfPart(long, part) };
			},
		});
		await page.page.keyboard.press('.');
		await page.page.keyboard.press('c');
		await page.page.keyboard.type('Why');
		loaded.resolve();
		await isWhole(page);
		await page.page.keyboard.type(' not?');
		assert.equal(await page.page.locator('#text').inputValue(), 'Why not?');
	});

	it('goes to what is new at once, which stays where it is while the rest is drawn', async () => {
		const page = await openLong();
		await page.page.keyboard.press('.');
		await page.page.waitForFunction(() => document.activeElement?.matches('.since'));
		const before = await top(page, '.since');
		assert.ok(before >= 36 && before < 80, `at ${before}`);
		await isWhole(page);
		assert.ok(Math.abs((await top(page, '.since')) - before) <= 2);
	});

	it('is found by words, wherever they are', async () => {
		const page = await openLong();
		await isWhole(page);
		const isFound = await page.page.evaluate(() => Reflect.get(window, 'find')('Comment number 377.'));
		assert.equal(isFound, true);
		const shown = await page.page.evaluate(() => {
			const { top } = document.querySelector('[data-entry="377"]')?.getBoundingClientRect() ?? { top: -1 };
			return top >= 0 && top < innerHeight;
		});
		assert.ok(shown);
	});

	it('returns to its scroll position after a reload', async () => {
		const page = await openLong({ ...long, events: events.slice(0, 150) });
		// Without the theme, which the page of the test loses when it is reloaded.
		await page.page.reload();
		await isWhole(page);
		await page.page.locator('[data-entry="100"]').scrollIntoViewIfNeeded();
		await page.page.waitForFunction(
			() => Math.abs(JSON.parse(sessionStorage.getItem('state') ?? '{}').scroll?.y - scrollY) < 1,
		);
		const before = await top(page, '[data-entry="100"]');
		await page.page.reload();
		await isWhole(page);
		await page.page.waitForFunction(() => scrollY > 1000);
		assert.ok(
			Math.abs((await top(page, '[data-entry="100"]')) - before) <= 4,
			'the same comment is at the same place',
		);
		await page.page.waitForFunction(() => !document.querySelector('.part.measured'));
	});

	it('is drawn a few parts at a time, which the browser skips while they are out of view', async () => {
		const page = await openLong();
		await isWhole(page);
		const styles = await page.page
			.locator('.timeline.part')
			.evaluateAll((all) => all.map((one) => getComputedStyle(one).contentVisibility));
		assert.deepEqual(new Set(styles), new Set(['auto']));
		const heights = () =>
			page.page
				.locator('.timeline.part')
				.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
		const before = await heights();
		await page.page.locator('[data-entry="300"]').scrollIntoViewIfNeeded();
		await page.page.waitForFunction(
			() => (document.querySelector('[data-entry="300"]')?.closest('.part')?.clientHeight ?? 1400) !== 1400,
		);
		assert.ok((await heights()).filter((height, nth) => height !== before[nth]).length < 8);
	});

	it('is drawn at once and never skipped if it has only a few parts', async () => {
		const page = await openPage(snapshotOf({ ...long, events: events.slice(0, 50) }));
		const styles = await page.page
			.locator('.timeline.part')
			.evaluateAll((all) => all.map((one) => getComputedStyle(one).contentVisibility));
		assert.deepEqual(styles, ['visible', 'visible', 'visible']);
		assert.deepEqual(page.asks('entries'), []);
	});

	it('asks for nothing again but what has changed, and announces what is new', async () => {
		const page = await openLong();
		await isWhole(page);
		const asked = page.asks('entries').length;
		const next = (of: TicketEvent[]): Snapshot => snapshotOf({ ...long, events: of });
		await page.show(next([...events]));
		const edited = events.map((one) =>
			one.id === 200 ? { ...said(200, 'Edited.'), created: at(200) } : one,
		);
		const changed = { ...long, events: [...edited, commentOf(401)] };
		page.handlers = { entries: ({ part }) => ({ entries: entriesOfPart(changed, part) }) };
		await page.show(snapshotOf(changed));
		await page.page.getByText('Edited.').waitFor();
		await page.page.getByText('Comment number 401.').waitFor();
		await page.page.getByText('New comment by ~bob', { exact: true }).waitFor();
		assert.equal(page.asks('entries').length, asked + 1);
	});

	it('first loads what the user scrolls to, and keeps it in place while the rest is drawn', async () => {
		const { promise: held, resolve: release } = Promise.withResolvers<void>();
		const asked: string[] = [];
		const page = await openPage(snapshotOf({ ...long, seenUpTo: at(0) }), 'dark', {
			entries: async ({ part }) => {
				asked.push(part);
				await held;
				return { entries: entriesOfPart(long, part) };
			},
		});
		await until(() => asked.length === 8, { what: 'the first parts are requested' });
		// The middle of the part that begins with entry 304.
		await page.page.evaluate(() => {
			const part = (304 - 16) / 16;
			const first = document.querySelector('[data-part]')?.getBoundingClientRect().top ?? 0;
			// Otherwise, the page returns to the position that it has stored, if it has one.
			dispatchEvent(new Event('wheel'));
			scrollTo(0, first + scrollY + 1416 * part + 700 - innerHeight / 2);
		});
		release();
		const comment = page.page.locator('[data-entry="308"]');
		await comment.waitFor({ state: 'attached' });
		assert.ok(asked.indexOf('part-304') <= 9, `asked for ${asked}`);
		await page.page.locator('[data-entry="30"]').waitFor({ state: 'attached' });
		const { y } = (await comment.boundingBox()) ?? { y: -1 };
		await isWhole(page);
		const after = (await comment.boundingBox()) ?? { y: -1 };
		assert.ok(Math.abs(after.y - y) <= 2, `${y} became ${after.y}`);
	});

	it('shows the rest if a part cannot be read, and reads it again after the next snapshot', async () => {
		let isBroken = true;
		const page = await openPage(snapshotOf(long), 'dark', {
			entries: ({ part }) => {
				if (isBroken && part === 'part-80') throw 'The forge is gone.';
				return { entries: entriesOfPart(long, part) };
			},
		});
		await page.page.waitForFunction(() => document.querySelectorAll('.pending').length === 1);
		await page.page.locator('[data-entry="390"]').waitFor({ state: 'attached' });
		const asks = () =>
			page.asks('entries').filter((body) => JSON.stringify(body).includes('"part-80"')).length;
		const asked = asks();
		// Once for the snapshot in the page, and once for the one that it then gets.
		assert.ok(asked === 1 || asked === 2, String(asked));
		isBroken = false;
		await page.show(snapshotOf(long));
		await isWhole(page);
		assert.equal(asks(), asked + 1);
		assert.equal((await keysOf(page)).length, 401);
	});

	it('stays in place, and keeps the focus, when one entry more makes it long', async () => {
		const short = { ...long, events: events.slice(0, 59), seenUpTo: at(400) };
		const page = await openLong(short);
		await isWhole(page);
		await page.page.keyboard.press('c');
		await page.page.keyboard.press('Escape');
		for (let nth = 0; nth < 20; nth++) await page.page.keyboard.press('p');
		const focused = () => page.page.evaluate(() => document.activeElement?.getAttribute('data-entry'));
		const before = [await focused(), await top(page, '[data-entry="40"]')];
		assert.ok(before[0]);
		const longer = { ...short, events: [...short.events, commentOf(60)] };
		page.handlers = { entries: ({ part }) => ({ entries: entriesOfPart(longer, part) }) };
		await page.show(snapshotOf(longer));
		await page.page.locator('[data-entry="60"]').waitFor({ state: 'attached' });
		await isWhole(page);
		assert.deepEqual([await focused(), await top(page, '[data-entry="40"]')], before);
		assert.deepEqual(page.asks('entries'), []);
	});

	it('is replaced when the page shows another ticket', async () => {
		const page = await openLong();
		await isWhole(page);
		const other = { ...long, events: events.slice(0, 200), key: { ...view.key, ticket: 43 } };
		page.handlers = { entries: ({ part }) => ({ entries: entriesOfPart(other, part) }) };
		await page.show(snapshotOf(other));
		await isWhole(page);
		await page.page.waitForFunction(() => document.querySelectorAll('[data-entry]').length === 201);
	});
});
