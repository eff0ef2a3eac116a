import assert from 'node:assert/strict';
import { idOfTicket } from '../../../../src/platform/model/keys.ts';
import type { DirectChange } from '../../../../src/tickets/state/changes/ticket-outbox-format.ts';
import { bob } from '../../../kit/forge/tracker-forge.ts';
import { pageText } from '../../../kit/items/written-texts.ts';
import { settle, untilSettled as until } from '../../../kit/window/clock.ts';
import { ticketPages } from './ticket-pages.ts';

describe('The host of the page of a ticket', () => {
	const openPages = ticketPages();

	/** A page that shows the ticket and its events. */
	async function open() {
		const opened = await openPages();
		await opened.list();
		const page = opened.page();
		await page.show();
		await until(() => page.state.shown?.loadingText === null);
		return { ...opened, ...page };
	}

	const simple: readonly [name: string, body: object, answer: unknown, acted: readonly string[]][] = [
		['focused', {}, null, ['focused']],
		['leave', {}, null, ['left']],
		['copyRef', {}, { announcement: 'Reference copied.' }, ['copy ~ana/editor#1']],
		[
			'copyLink',
			{ entry: 'description' },
			{ announcement: 'Link copied.' },
			['copy https://todo.forge.test/~ana/editor/1'],
		],
		['pick', { what: 'labels' }, null, ['pick labels #1']],
		['pick', { what: 'status' }, null, ['pick status #1']],
		['pickLabels', { labels: ['bug'] }, { labels: null }, ['pick from bug']],
		['pickCommentTemplate', {}, { text: null }, ['pick comment template #1']],
		['triage', { move: 'reopen' }, null, ['reopen']],
		['go', { step: 'previous' }, { isElsewhere: false }, ['previous']],
		['undo', { change: 'one' }, null, ['undo one']],
		['act', { act: 'web' }, null, ['web https://todo.forge.test/~ana/editor/1']],
		['open', { open: 'ticket:~ana/editor#3' }, null, ['open ~ana/editor#3']],
		['open', { open: 'https://example.org/x' }, null, ['web https://example.org/x']],
		['showImage', { src: 'https://a.test/x' }, { data: 'data:https://a.test/x' }, []],
		['allowImages', { host: 'a.test' }, null, ['images of a.test']],
		['preview', { text: '*so*' }, { html: '<p><em>so</em></p>\n' }, []],
		['quote', { entry: 'description', selected: 'A word' }, { text: '> A word' }, []],
		['quote', { entry: 'gone', selected: '' }, { text: '' }, []],
		['complete', { prefix: '#', word: 'nothing like it' }, { items: [] }, []],
	];
	for (const [name, body, answer, expected] of simple) {
		it(`answers ${name} with ${JSON.stringify(body)}`, async () => {
			const { ask, acted } = await open();
			acted.length = 0;
			assert.deepEqual(await ask(name, body), { ok: answer });
			await settle();
			assert.deepEqual(acted, expected);
		});
	}

	it('lets the user act on the change that a note is about, and on no other', async () => {
		const { ask, acted, line, tickets, one, state } = await open();
		line.cut = true;
		const wait = async (change: DirectChange) => {
			await tickets.change([one], change, 3_600_000, tickets.basesOf([one]));
			assert.ok(!JSON.stringify(state.shown?.notes).includes('send-now'));
			await tickets.outbox.sendNow(...tickets.outbox.entries.map(({ id }) => id));
			return tickets.outbox.entries[0]?.id ?? assert.fail();
		};
		const shown = await wait({ status: 'confirmed' });
		await until(() => JSON.stringify(state.shown?.notes).includes('send-now'));
		const buttons = state.shown?.notes.flatMap(({ acts }) => acts) ?? [];
		assert.deepEqual(buttons, [
			{ act: 'send-now', label: 'Send Now', entry: shown },
			{ act: 'discard-change', label: 'Discard', entry: shown },
		]);
		await tickets.outbox.discard(shown);
		await wait({ addLabels: ['bug'] });
		acted.length = 0;
		for (const { act } of buttons)
			assert.deepEqual(await ask('actOnWaiting', { act, entry: shown }), { ok: null });
		assert.deepEqual(acted, [`send-now ${shown}`, `discard-change ${shown}`]);
	});

	it('answers what the user chose, and whether another page has the focus', async () => {
		const { ask, answers } = await open();
		answers.labels = ['bug', 'easy'];
		answers.text = 'Which version?';
		answers.isElsewhere = true;
		assert.deepEqual(await ask('pickLabels', { labels: [] }), { ok: { labels: ['bug', 'easy'] } });
		assert.deepEqual(await ask('pickCommentTemplate'), { ok: { text: 'Which version?' } });
		assert.deepEqual(await ask('go', { step: 'next' }), { ok: { isElsewhere: true } });
	});

	it('quotes a whole entry if nothing of it is selected', async () => {
		const { ask, client, one, state, work } = await open();
		await client('ana').updateTicket(one, { comment: 'First.\n\nSecond.' });
		await work.refresh();
		await until(() => state.shown?.timeline.length === 2);
		const entry = state.shown?.timeline.at(-1)?.key ?? assert.fail();
		assert.deepEqual(await ask('quote', { entry, selected: '' }), {
			ok: { text: '> First.\n>\n> Second.' },
		});
	});

	it('suggests the tickets of the tracker and the people in them', async () => {
		const { ask } = await open();
		assert.deepEqual(await ask('complete', { prefix: '#', word: '1' }), {
			ok: { items: [{ insert: '#1', label: '#1 Ticket 0', detail: '~ana/editor, reported' }] },
		});
		assert.deepEqual(await ask('complete', { prefix: '~', word: 'b' }), {
			ok: { items: [{ insert: '~bob', label: '~bob', detail: '' }] },
		});
	});

	it('reads the ticket again when asked to', async () => {
		const { ask, asked, trackers, tracker, state } = await open();
		const [ticket = assert.fail()] = tracker.tickets;
		trackers.tickets.update(ticket, bob, { status: 'resolved', resolution: 'fixed' });
		asked.length = 0;
		assert.deepEqual(await ask('retry'), { ok: null });
		assert.deepEqual(asked.toSorted(), ['GET /tickets/1', 'GET /tickets/1/events']);
		await until(() => state.shown?.status?.text === 'Resolved as fixed');
	});

	it('saves a draft for the ticket that it was written for, even if the page shows another one by then', async () => {
		const { ask, tickets, one } = await open();
		const other = { ...one, ticket: 2 };
		assert.match(
			JSON.stringify(
				await ask('draft', { page: idOfTicket(other), at: null, text: pageText({ text: 'Late.' }) }),
			),
			/"saved":"\d\d:\d\d"/,
		);
		assert.deepEqual(
			[tickets.texts.editingOf(other)?.body.text, tickets.texts.editingOf(one)?.body.text],
			['Late.', undefined],
		);
	});

	it('gives the tab a title that is not too long', async () => {
		const { work, page, trackers, tracker } = await open();
		assert.equal(work.title(), '#1 Ticket 0');
		for (const [length, title] of [
			[60, `#2 ${'x'.repeat(60)}`],
			[61, `#3 ${'x'.repeat(60)}…`],
		] as const) {
			const { id } = trackers.tickets.open(tracker, bob, { title: 'x'.repeat(length) });
			const { state, work } = page('ana', id);
			await until(() => state.shown?.loadingText === null);
			assert.equal(work.title(), title);
		}
	});

	it('says what the forge did instead of what was asked for, until the next send', async () => {
		const { ask, typed, work, trackers } = await open();
		const { tickets } = trackers;
		const update = tickets.update.bind(tickets);
		tickets.update = (ticket, who, asked) => update(ticket, who, { ...asked, status: 'confirmed' });
		const { version } = work.snapshot();
		const text = pageText({ text: 'It is here.', status: 'pending' });
		assert.deepEqual(await ask('send', { text, version }), { ok: null });
		const notes = () => JSON.stringify(work.snapshot().composer?.notes);
		await until(() => /The forge set the status to Confirmed instead\./.test(notes()));
		await ask('send', { text: typed('Again.', 1, 'again').text, version: '' });
		assert.doesNotMatch(notes(), /instead/);
	});

	it('says what the forge did instead of a direct change, until the next one', async () => {
		const { tickets, one, work, trackers } = await open();
		const update = trackers.tickets.update.bind(trackers.tickets);
		trackers.tickets.update = (ticket, who, asked) => update(ticket, who, { ...asked, status: 'confirmed' });
		const says = (words: RegExp) => words.test(JSON.stringify(work.snapshot().composer?.notes));
		await tickets.change([one], { status: 'pending' }, 0, tickets.basesOf([one]));
		await until(() => says(/The forge set the status to Confirmed instead\./));
		trackers.tickets.update = update;
		await tickets.change([one], { addLabels: ['bug'] }, 0, tickets.basesOf([one]));
		await until(() => !says(/instead/));
	});
});

describe('The host of a page whose account is signed out', () => {
	const openPages = ticketPages();

	it('opens nothing in the browser, as it does not know where', async () => {
		const { page, swapAccounts, acted } = await openPages();
		await swapAccounts();
		const { ask, show, work } = page();
		await show();
		acted.length = 0;
		assert.deepEqual(await ask('act', { act: 'web' }), { ok: null });
		assert.deepEqual(acted, []);
		assert.equal(work.title(), '#1');
	});
});
