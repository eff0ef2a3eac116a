import assert from 'node:assert/strict';
import type { EntryPlace } from '../../../src/tickets/page/protocol.ts';
import { comment, user } from '../../kit/pages/sample.ts';
import { until } from '../../tools/until.ts';
import { long } from './long.ts';
import { openPage, type TicketPage } from './page.ts';

const request = (id: string, place: EntryPlace | null) => ({ requested: { id, place } });

/** The entry that has the focus, how far it is from the top of the window, and whether it is marked. */
const focused = ({ page }: TicketPage) =>
	page.evaluate(() => {
		const at = document.activeElement;
		if (!(at instanceof HTMLElement)) return { name: '', top: 0, isMarked: false };
		const { top } = at.getBoundingClientRect();
		return { name: at.dataset.entry ?? at.tagName, top, isMarked: at.classList.contains('requested') };
	});

/** Waits until an entry has the focus, is in view below the strip, and is marked. */
async function arrived(page: TicketPage, name: string): Promise<void> {
	let at = await focused(page);
	const hasArrived = async () => {
		// At once with the rest, because it is marked only for a moment.
		at = await focused(page);
		return at.name === name;
	};
	await until(hasArrived, { what: `the focus is on ${name}` });
	assert.ok(at.top >= 36 && at.top < 800, `${name} is at ${at.top}`);
	assert.ok(at.isMarked, 'it is marked');
}

const last = 'part-32';
const parts = ['part-16', 'part-32'].map((key) => ({
	key,
	version: '1',
	count: 16,
	hasFirstUnseen: false,
	entries: null,
}));

describe('The page of a ticket that is opened for a comment', () => {
	it('begins there, also at an event', async () => {
		for (const entry of ['long20', 'long23'])
			await arrived(await openPage({ ...long, ...request('a', { entry, part: null }) }), entry);
	});

	it('goes there when it is open already, and marks it for a moment', async () => {
		const page = await openPage(long);
		await page.show(request('a', { entry: 'long20', part: null }));
		await arrived(page, 'long20');
		await until(async () => !(await focused(page)).isMarked, { what: 'it is no longer marked' });
	});

	it('goes there when the part of the timeline that has it is loaded', async () => {
		const answer = Promise.withResolvers<{ readonly entries: ReturnType<typeof comment>[] }>();
		const entries = [comment('late', user('~bob'), '<p>Late.</p>')];
		const page = await openPage(
			{
				...long,
				timeline: long.timeline.slice(0, 16),
				parts,
				...request('a', { entry: 'late', part: last }),
			},
			undefined,
			{ entries: ({ part }) => (part === last ? answer.promise : { entries: [] }) },
		);
		await page.until('entries');
		assert.deepEqual(page.asks('entries')[0], { part: last });
		await page.show();
		assert.equal((await focused(page)).name, 'BODY');
		answer.resolve({ entries });
		await arrived(page, 'late');
	});

	it('goes there once for each request', async () => {
		const page = await openPage({ ...long, ...request('a', { entry: 'long20', part: null }) });
		await arrived(page, 'long20');
		await page.page.keyboard.press('g');
		await page.show(request('a', { entry: 'long20', part: null }));
		assert.equal((await focused(page)).name, 'H1');
		await page.show(request('b', { entry: 'long20', part: null }));
		await arrived(page, 'long20');
	});

	it('stays where the user has begun to read meanwhile', async () => {
		const page = await openPage({ ...long, ...request('a', null) });
		await page.page.mouse.wheel(0, 100);
		await page.page.waitForFunction(
			() => JSON.parse(sessionStorage.getItem('state') ?? '{}').lastRequest === 'a',
		);
		await page.show(request('a', { entry: 'long40', part: null }));
		assert.equal((await focused(page)).name, 'BODY');
	});
});
