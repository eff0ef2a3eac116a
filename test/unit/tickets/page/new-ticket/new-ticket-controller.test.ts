import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { idOfTicket } from '../../../../../src/platform/model/keys.ts';
import { ana, key } from '../../../../kit/forge/tracker-forge.ts';
import { pageText } from '../../../../kit/items/written-texts.ts';
import { settle, untilSettled as until } from '../../../../kit/window/clock.ts';
import { ticketPages } from '../ticket-pages.ts';

const ofAna = { ...key, account: 'ana' };
const body = { title: ' It is slow ', text: '\nVery.\n' };
const text = pageText(body);

describe('The page of a new ticket', () => {
	const openPages = ticketPages();
	afterEach(() => mock.restoreAll());

	async function open() {
		const opened = await openPages();
		const page = opened.newPage();
		await page.show();
		return { ...opened, ...page };
	}

	it('is empty, and names its tracker', async () => {
		const { state, work } = await open();
		const { page, number, ref, version, title } = state.shown ?? assert.fail();
		assert.deepEqual([page, number, ref, version, title], ['new', 'new', '~ana/editor', '', 'New ticket']);
		assert.deepEqual([work.key, work.title()], [idOfTicket(ofAna), 'New ticket in editor']);
	});

	it('requests nothing of a ticket that does not exist', async () => {
		const { asked, work } = await open();
		await work.refresh();
		work.didHide();
		await settle();
		assert.deepEqual(
			asked.filter((what) => /tickets\/0/.test(what)),
			[],
		);
	});

	it('creates the ticket with its trimmed title and text, then shows it and starts empty again', async () => {
		const { ask, made, tracker, tickets, work } = await open();
		await ask('draft', { page: idOfTicket(ofAna), at: null, text });
		assert.deepEqual(await ask('send', { text, version: '' }), { ok: null });
		await until(() => made.length === 1);
		const [, ticket = assert.fail('it was not created')] = tracker.tickets;
		assert.deepEqual([ticket.title, ticket.description], ['It is slow', 'Very.']);
		assert.deepEqual(made, [{ ...ofAna, ticket: 2 }]);
		assert.equal(tickets.known({ ...ofAna, ticket: 2 })?.title, 'It is slow');
		await until(() => work.snapshot().waiting.length === 0);
		assert.deepEqual(work.snapshot().editing, []);
	});

	it('sends no description if there is only a title', async () => {
		const { ask, tracker, asked, tickets } = await open();
		await ask('send', { text: pageText({ ...body, text: ' \n' }), version: '' });
		await until(() => tickets.outbox.entries.length === 0);
		assert.equal(tracker.tickets[1]?.description, '');
		assert.deepEqual([asked, tickets.texts.editing], [['POST /tickets'], []]);
	});

	it('stays while the user writes the next one', async () => {
		const { ask, made, tracker, line, tickets, work } = await open();
		line.held = /^POST/;
		await ask('send', { text, version: '' });
		await until(() => line.waiting.length === 1);
		const next = ask('draft', {
			page: idOfTicket(ofAna),
			at: null,
			text: pageText({ title: 'Next' }, 1, 'next'),
		});
		await until(() => tickets.texts.editing.length === 1);
		line.held = undefined;
		for (const answer of line.waiting.splice(0)) answer();
		await until(() => tickets.outbox.entries.length === 0);
		tickets.texts.writeNow();
		await next;
		assert.deepEqual([tracker.tickets.length, made], [2, []]);
		assert.match(JSON.stringify(work.snapshot().notes), /Created .*"open":"~ana\/editor#2"/);
	});

	it('stays if the ticket has waited, because the user may be about to write the next one', async () => {
		const { ask, made, line, state, answer, tickets, work } = await open();
		line.cut = true;
		await ask('send', { text, version: '' });
		await until(() => state.shown?.waiting[0]?.state === 'waiting');
		line.cut = false;
		await until(() => {
			answer();
			return tickets.outbox.entries.length === 0;
		});
		assert.deepEqual(made, []);
		assert.match(JSON.stringify(work.snapshot().notes), /Created .*"open":"~ana\/editor#2"/);
	});

	it('does not create the ticket twice if the answer was lost, and shows that it waits', async () => {
		let now = Date.now();
		mock.method(Date, 'now', () => now);
		const { ask, made, tracker, line, list, tickets, state, answer } = await open();
		await list();
		line.lost = /tickets/;
		await ask('send', { text, version: '' });
		await until(() => state.shown?.waiting[0]?.state === 'waiting');
		assert.deepEqual([tracker.tickets.length, made], [2, []]);
		// Also a window that has read nothing knows which tickets are older.
		assert.equal(tickets.outbox.entries[0]?.steps[0]?.change.creation?.newest, 1);
		line.lost = undefined;
		answer();
		now += 3000;
		mock.timers.tick(3000);
		await until(() => {
			answer();
			return tickets.outbox.entries.length === 0;
		});
		assert.deepEqual([tracker.tickets.length, made], [2, []]);
	});

	it('shows the reason and the text if it is refused, and can be edited again', async () => {
		const { ask, made, line, tickets, state } = await open();
		line.gateway = 403;
		await ask('send', { text, version: '' });
		await until(() => state.shown?.waiting[0]?.state === 'refused');
		const [{ entry, title, html, status } = assert.fail()] = state.shown?.waiting ?? [];
		assert.deepEqual([title, html], ['It is slow', '<p>Very.</p>\n']);
		assert.match(status, /^Not sent\. /);
		await ask('actOnText', { entry, act: 'edit' });
		assert.deepEqual(made, []);
		assert.equal(tickets.texts.editingOf(ofAna)?.body.title, ' It is slow ');
	});

	it('is not sent by another account than its own', async () => {
		const { ask, swapAccounts, tracker } = await open();
		await swapAccounts();
		assert.deepEqual(await ask('send', { text, version: '' }), {
			problem: '~ana is signed out of forge.test. Sign in to send the ticket.',
			remedy: 'sign-in',
		});
		assert.equal(tracker.tickets.length, 1);
	});

	for (const [name, body] of [
		['triage', { move: 'resolve' }],
		['pick', { what: 'status' }],
		['pickCommentTemplate', {}],
		['copyRef', {}],
		['copyLink', { entry: 'description' }],
		['quote', { entry: 'description', selected: '' }],
	] as const) {
		it(`refuses ${name}, which needs a ticket`, async () => {
			const { ask, acted } = await open();
			assert.deepEqual(await ask(name, body), { problem: 'This ticket has not been created yet.' });
			assert.deepEqual(acted, []);
		});
	}

	describe('with labels', () => {
		const labeled = { ...body, addLabels: ['bug', 'slow'] };
		const send = { text: pageText(labeled), version: '' };
		const puts = (asked: readonly string[]) => asked.filter((what) => what.startsWith('PUT'));

		it('asks for those of the tracker', async () => {
			const { ask, answers, acted } = await open();
			answers.labels = ['bug', 'slow'];
			assert.deepEqual(await ask('pickLabels', { labels: ['bug'] }), { ok: { labels: ['bug', 'slow'] } });
			assert.deepEqual(acted, ['pick from bug']);
		});

		it('is created once, and then gets them in one request', async () => {
			const { ask, made, tracker, asked, tickets } = await open();
			assert.deepEqual(await ask('send', send), { ok: null });
			await until(() => tickets.outbox.entries.length === 0);
			assert.deepEqual(
				[tracker.tickets.length, tracker.tickets[1]?.labels, made.length],
				[2, ['bug', 'slow'], 1],
			);
			assert.deepEqual(puts(asked), ['PUT /tickets/2']);
			assert.equal(tickets.texts.editingOf(ofAna), undefined);
			assert.deepEqual(tickets.known({ ...ofAna, ticket: 2 })?.labels, ['bug', 'slow']);
		});

		it('keeps them for the ticket if the forge cannot be reached in between', async () => {
			const { ask, made, tracker, asked, line, tickets } = await open();
			line.gateway = 503;
			line.throughGateway = /^(?:GET|PUT) \/tickets\/2/;
			assert.deepEqual(await ask('send', send), { ok: null });
			await until(() => asked.includes('GET /tickets/2'));
			assert.deepEqual([tracker.tickets.length, made.length], [2, 1]);
			const created = { ...ofAna, ticket: 2 };
			assert.deepEqual(tickets.waitingChangeOf(created), { addLabels: ['bug', 'slow'] });
			line.gateway = undefined;
			await tickets.outbox.sendNow(...tickets.outbox.of(created).map(({ id }) => id));
			await until(() => tickets.outbox.entries.length === 0);
			assert.deepEqual([tracker.tickets.length, tracker.tickets[1]?.labels], [2, ['bug', 'slow']]);
		});

		it('keeps the ticket if the forge refuses them, and its page offers to send or discard them', async () => {
			const { ask, made, tracker, tickets, page } = await open();
			const unknown = pageText({ ...labeled, addLabels: ['gone'] });
			await ask('send', { text: unknown, version: '' });
			await until(() => tickets.outbox.entries[0]?.state.kind === 'refused');
			assert.deepEqual(
				[tracker.tickets.length, made.length, tickets.texts.editingOf(ofAna)],
				[2, 1, undefined],
			);
			const ticket = page('ana', 2);
			await ticket.show();
			assert.match(
				ticket.notes(),
				/"key":"waiting","kind":"warning".*add label.*"send-now".*"discard-change"/,
			);
		});

		it('keeps them in the box of the ticket if the outbox cannot be written', async () => {
			const { ask, tracker, tickets } = await open();
			tickets.outbox.add = () => Promise.reject(new Error('no space'));
			assert.deepEqual(await ask('send', send), { ok: null });
			assert.equal(tracker.tickets.length, 2);
			assert.deepEqual(
				tickets.texts.editing.map(({ body }) => body.addLabels),
				[['bug', 'slow']],
			);
		});

		for (const [what, permissions, mayLabel] of [
			['offers them to users who may triage', ['browse', 'submit', 'triage'], true],
			['does not offer them to others', ['browse', 'submit'], false],
		] as const) {
			it(`${what}, which it asks the forge once`, async () => {
				const opened = await openPages();
				const { trackers, tracker, tickets, asked } = opened;
				trackers.update(tracker, {
					permissions: { ...tracker.permissions, user: [...permissions], submitter: ['browse'] },
				});
				opened.signIn('bob');
				const { work, state, show } = opened.newPage('bob');
				assert.equal(work.snapshot().composer?.mayLabel, false);
				await show();
				await until(() => tickets.of('bob')?.permissions.of(key) !== undefined);
				await settle();
				assert.equal(state.shown?.composer?.mayLabel, mayLabel);
				assert.equal(asked.length, 1);
			});
		}
	});

	it('lists the known tickets with a similar title, the open ones first, and previews the one that is opened', async () => {
		const { ask, list, trackers, tracker, acted, asked } = await open();
		const titles = [
			'Undo is lost',
			'Undo history',
			'Undo all',
			'Undo again',
			'Undo more',
			'Undo too',
			'Tabs',
		];
		const [first] = titles.map((title) => trackers.tickets.open(tracker, ana, { title }));
		trackers.tickets.update(first ?? assert.fail(), ana, { status: 'resolved', resolution: 'fixed' });
		await list();
		const before = asked.length;
		const answer = JSON.stringify(await ask('similar', { title: 'Undo lost' }));
		assert.match(answer, /"tickets":\[\{"open":"ticket:~ana\/editor#2".*"Resolved as fixed".*"isOpen":false/);
		const all = JSON.stringify(await ask('similar', { title: 'Undo' }));
		assert.deepEqual(all.match(/#\d+(?=",)/g), ['#7', '#7', '#6', '#6', '#5', '#5', '#4', '#4', '#3', '#3']);
		assert.deepEqual(await ask('similar', { title: 'Cursor' }), { ok: { tickets: [] } });
		await ask('open', { open: 'ticket:~ana/editor#2' });
		await settle();
		assert.deepEqual([acted, asked.length], [['preview ~ana/editor#2'], before]);
	});

	it('knows the stored tickets and labels of a tracker that no view shows', async () => {
		const { tickets, one, newPage } = await openPages();
		const reader = new Lifetime();
		const trackerCache = tickets.trackerCache(one, reader);
		await trackerCache?.refresh();
		await trackerCache?.settled();
		reader.dispose();
		const { ask, show, state } = newPage();
		await show();
		await until(() => {
			// Changes in a burst are shown together.
			mock.timers.tick(100);
			return tickets.known(one) !== undefined && state.shown?.composer?.known.length === 3;
		});
		assert.match(JSON.stringify(await ask('similar', { title: 'Ticket' })), /"number":"#1"/);
	});

	it('renders, completes and opens links like the page of a ticket', async () => {
		const { ask, list, acted } = await open();
		await list();
		assert.deepEqual(await ask('preview', { text: '*so*' }), { ok: { html: '<p><em>so</em></p>\n' } });
		assert.match(JSON.stringify(await ask('complete', { prefix: '#', word: '' })), /#1 Ticket 0/);
		await ask('open', { open: 'https://example.org/' });
		await settle();
		assert.deepEqual(acted, ['web https://example.org/']);
	});
});
