import assert from 'node:assert/strict';
import { spellKey } from '../../../../src/platform/model/keys.ts';
import { emptyDraft } from '../../../../src/tickets/page/draft.ts';
import { settle, untilSettled as until } from '../../base/clock.ts';
import { key } from '../state/forge.ts';
import { ticketPages } from './ticket-pages.ts';

const ofAna = { ...key, account: 'ana' };
const draft = { ...emptyDraft(1), title: ' It is slow ', text: '\nVery.\n' };

describe('The page of a new ticket', () => {
	const openPages = ticketPages();

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
		assert.deepEqual([work.key, work.title()], [spellKey(ofAna), 'New ticket in editor']);
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
		await ask('draft', { key: spellKey(ofAna), draft });
		assert.deepEqual(await ask('send', { draft, version: '' }), { ok: { kind: 'sent' } });
		const [, ticket = assert.fail('it was not created')] = tracker.tickets;
		assert.deepEqual([ticket.title, ticket.description], ['It is slow', 'Very.']);
		assert.deepEqual(made, [{ ...ofAna, ticket: 2 }]);
		assert.equal(tickets.known({ ...ofAna, ticket: 2 })?.title, 'It is slow');
		assert.deepEqual([tickets.drafts.get(ofAna), work.snapshot().sending], [undefined, null]);
	});

	it('sends no description if there is only a title', async () => {
		const { ask, tracker, asked, tickets } = await open();
		await ask('send', { draft: { ...draft, text: ' \n' }, version: '' });
		assert.equal(tracker.tickets[1]?.description, '');
		assert.deepEqual([asked, tickets.drafts.all()], [['POST /tickets'], []]);
	});

	it('does not create the ticket twice if the answer was lost', async () => {
		const { ask, made, tracker, line, list } = await open();
		await list();
		line.lost = /tickets/;
		assert.match(JSON.stringify(await ask('send', { draft, version: '' })), /"mayBeDone":true/);
		assert.deepEqual([tracker.tickets.length, made], [2, []]);
		line.lost = undefined;
		assert.deepEqual(await ask('send', { draft, version: '' }), { ok: { kind: 'sent' } });
		assert.deepEqual([tracker.tickets.length, made], [2, [{ ...ofAna, ticket: 2 }]]);
	});

	it('keeps the draft and shows the reason if it cannot be sent', async () => {
		const { ask, made, line, tickets } = await open();
		line.cut = true;
		assert.match(JSON.stringify(await ask('send', { draft, version: '' })), /"problem"/);
		assert.deepEqual(made, []);
		assert.equal(tickets.drafts.get(ofAna)?.body.title, ' It is slow ');
	});

	it('is not sent by another account than its own', async () => {
		const { ask, swapAccounts, tracker } = await open();
		await swapAccounts();
		assert.deepEqual(await ask('send', { draft, version: '' }), {
			problem: '~ana is signed out of forge.test. Sign in to send the ticket.',
			remedy: 'sign-in',
		});
		assert.equal(tracker.tickets.length, 1);
	});

	for (const [name, body] of [
		['triage', { move: 'resolve' }],
		['pick', { what: 'status' }],
		['pickLabels', { labels: [] }],
		['pickAnswer', {}],
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

	it('renders, completes and opens links like the page of a ticket', async () => {
		const { ask, list, acted } = await open();
		await list();
		assert.deepEqual(await ask('preview', { text: '*so*' }), { ok: { html: '<p><em>so</em></p>\n' } });
		assert.match(JSON.stringify(await ask('complete', { prefix: '#', word: '' })), /#1 Ticket 0/);
		await ask('open', { open: 'https://example.org/' });
		await settle();
		assert.deepEqual(acted, ['web https://example.org/']);
	});

	it('is drawn again when asked to retry', async () => {
		const { ask, state } = await open();
		const { changes } = state;
		assert.deepEqual(await ask('retry'), { ok: null });
		await until(() => state.changes === changes + 1);
	});

	it('does not count as a look at the ticket', async () => {
		const { seen } = await open();
		assert.equal(seen.size, 0);
	});
});
