import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { ForgeError } from '../../../../src/forge/errors.ts';
import { spellKey } from '../../../../src/platform/model/keys.ts';
import { describeError } from '../../../../src/platform/page/error-messages.ts';
import type { PageController } from '../../../../src/platform/page/panel.ts';
import { answerTo } from '../../../../src/platform/page/requests.ts';
import { createTicketController } from '../../../../src/tickets/page/controller.ts';
import { emptyDraft } from '../../../../src/tickets/page/draft.ts';
import type { TicketPageHost } from '../../../../src/tickets/page/host.ts';
import { createNewTicketController } from '../../../../src/tickets/page/new-ticket-controller.ts';
import type { Snapshot, TicketAsks } from '../../../../src/tickets/page/protocol.ts';
import { Sendings } from '../../../../src/tickets/page/sendings.ts';
import { changeTicket } from '../../../../src/tickets/state/change-ticket.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { settle, stopTheClock, untilSettled as until } from '../../base/clock.ts';
import { accountsOf } from '../state/accounts.ts';
import { bob, key, readable, stage } from '../state/forge.ts';
import { view } from './view.ts';

const unread = 'Comments and events are not loaded yet.';
const seconds = (n: number) => mock.timers.tick(n * 1000);

describe('The page of a ticket', () => {
	// Restores the clock before the other cleanup runs: removing a folder may need a retry.
	stopTheClock();
	const { forge: start, folder, ending } = stage();

	async function open() {
		const forge = await start();
		forge.fill(1);
		const { log } = readable();
		const at = await folder();
		const { forges, signIn, signOut } = accountsOf(forge, at, log);
		signIn('ana');
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		const sendings = new Sendings({ drafts: tickets.drafts, log });
		const signedIn: (string | undefined)[] = [];
		const sent: { answer: TicketPageHost['change'] } = {
			answer: () => Promise.reject(new ForgeError('busy', 'Not now.')),
		};
		const nothing = () => {};
		const acted: string[] = [];
		const around: TicketPageHost = {
			tickets,
			sendings,
			renderer: () => view.render,
			change: (...asked) => sent.answer(...asked),
			undo: { canUndo: () => false, onDidChange: () => ({ dispose: nothing }) },
			pick: (what) => {
				acted.push(what);
			},
			pickLabels: async () => {
				acted.push('pickLabels');
				return null;
			},
			triage: async (move) => {
				acted.push(move);
				return false;
			},
			didFocus: nothing,
			open: nothing,
			openInBrowser: nothing,
			copy: async () => {},
			signIn: (instance) => signedIn.push(instance),
			loadImage: async () => '',
			position: () => null,
			seen: { get: () => undefined, put: nothing },
		};
		/** A page as the panel hosts it: it redraws after a change while it is visible. */
		const page = (making: (changed: () => void) => PageController<Snapshot, TicketAsks>) => {
			const lifetime = new Lifetime();
			ending(() => lifetime.dispose());
			const state = { isSeen: true, changes: 0, shown: undefined as Snapshot | undefined };
			const draw = () => {
				if (!state.isSeen || lifetime.ended) return;
				state.shown = work.snapshot();
				work.didDraw();
			};
			const work = lifetime.add(
				making(() => {
					state.changes += 1;
					setImmediate(draw);
				}),
			);
			const ask = async (name: string, body: object = {}, about = work.key) => {
				const { table, handlers, key: shownKey } = work;
				const message = { ask: name, id: '1', about, body };
				const told = await answerTo({ table, handlers, shownKey, describeError }, message);
				assert.ok(told, `${name} is not answered`);
				return told.answer;
			};
			return {
				state,
				lifetime,
				ask,
				notes: () => JSON.stringify(state.shown?.notes),
				show: async () => {
					state.isSeen = true;
					await ask('ready');
					draw();
				},
			};
		};
		const one = { ...key, account: 'ana', ticket: 1 };
		const typed = (text: string) => ({ key: spellKey(one), draft: { ...emptyDraft(1), text } });
		return {
			...forge,
			tickets,
			around,
			one,
			typed,
			sent,
			signedIn,
			acted,
			page: (account = 'ana') =>
				page((changed) => createTicketController({ ...one, account }, around, changed)),
			newPage: () =>
				page((changed) => createNewTicketController({ ...key, account: 'ana' }, around, changed, nothing)),
			signIn,
			/** Signs ana out and bob in. */
			swapAccounts: async () => {
				const signedOut = signOut('ana');
				signIn('bob');
				await signedOut;
			},
			/** The tracker as the view has it: its tickets are known, but their events are not. */
			list: async () => {
				const user = new Lifetime();
				ending(() => user.dispose());
				const trackerCache = tickets.trackerCache(one, user) ?? assert.fail();
				await trackerCache.refresh();
				return trackerCache;
			},
		};
	}

	it('says that the events are not loaded if the forge cannot be reached, and shows no time for them', async () => {
		const { page, list, line } = await open();
		await list();
		line.cut = true;
		const { state, notes } = page();
		await until(() => state.shown?.reading === unread);
		assert.match(notes(), /No connection to todo\.forge\.test since [0-9:]+\."/);
		assert.deepEqual([state.shown?.timeline.length, state.shown?.title], [1, 'Ticket 0']);
	});

	it('shows the time of the events that it shows', async () => {
		const { page, list, line } = await open();
		await list();
		const first = page();
		await until(() => first.state.shown?.reading === null);
		first.lifetime.dispose();
		line.cut = true;
		const { state, notes } = page();
		await until(() => /No connection/.test(notes() ?? ''));
		assert.match(notes(), /Last updated/);
		assert.equal(state.shown?.reading, null);
	});

	it('retries a ticket that cannot be reached, at growing intervals, until it is loaded', async () => {
		const { page, list, line, asked } = await open();
		await list();
		line.cut = true;
		const { state, notes } = page();
		await until(() => state.shown?.reading === unread);
		const since = notes();
		for (const wait of [15, 30]) {
			const { shown } = state;
			seconds(wait);
			await until(() => state.shown !== shown);
			assert.equal(notes(), since);
		}
		line.cut = false;
		asked.length = 0;
		seconds(59);
		await settle();
		assert.deepEqual(asked, []);
		seconds(1);
		await until(() => state.shown?.reading === null);
		assert.deepEqual(state.shown?.notes, []);
		assert.deepEqual(asked.toSorted(), ['GET /tickets/1', 'GET /tickets/1/events']);
	});

	for (const status of [500, 502, 503]) {
		it(`retries after a ${status}, until the ticket is loaded`, async () => {
			const { page, list, line } = await open();
			await list();
			line.gateway = status;
			const { state, notes } = page();
			await until(() => /forge\.test|127\.0\.0\.1/.test(notes() ?? ''));
			line.gateway = undefined;
			seconds(15);
			await until(() => state.shown?.reading === null);
			assert.deepEqual(state.shown?.notes, []);
		});
	}

	it('retries when the list of the view has been reached', async () => {
		const { page, list, line } = await open();
		const trackerCache = await list();
		line.cut = true;
		const { state } = page();
		await until(() => state.shown?.reading === unread);
		line.cut = false;
		await trackerCache.refresh();
		// Less than the page's own delay.
		seconds(1);
		await until(() => state.shown?.reading === null);
	});

	for (const [time, steps] of [
		['a moment', 1],
		['an hour', 3600],
	] as const) {
		it(`requests nothing while it is hidden for ${time}, and loads at once when it is shown again`, async () => {
			const { page, list, line, asked } = await open();
			await list();
			line.cut = true;
			const { state, show } = page();
			await until(() => state.shown?.reading === unread);
			state.isSeen = false;
			line.cut = false;
			asked.length = 0;
			for (let step = 0; step < steps; step++) {
				seconds(1);
				await settle();
			}
			assert.deepEqual(asked, []);
			await show();
			await until(() => state.shown?.reading === null);
			assert.match(asked.join(), /GET \/tickets\/1/);
		});
	}

	it('leaves no timer behind when it is closed', async () => {
		const { page, list, line, asked } = await open();
		await list();
		line.cut = true;
		const { state, lifetime } = page();
		await until(() => state.shown?.reading === unread);
		lifetime.dispose();
		line.cut = false;
		asked.length = 0;
		const { changes } = state;
		seconds(1000);
		await settle();
		assert.deepEqual([asked, state.changes], [[], changes]);
	});

	it('ignores changes for a ticket that it no longer shows, but still goes to the next one', async () => {
		const { page, acted } = await open();
		const { ask, show, state } = page();
		await show();
		const other = spellKey({ ...key, account: 'ana', ticket: 2 });
		for (const [name, body] of [
			['triage', { move: 'resolve' }],
			['act', { act: 'web' }],
			['retry', {}],
			['pick', { what: 'status' }],
			['pickLabels', { labels: [] }],
			['copyRef', {}],
			['quote', { entry: 'e1', selected: 'words' }],
			['send', { draft: emptyDraft(1), version: '' }],
			['discard', {}],
			['restoreDraft', {}],
		] as const) {
			assert.deepEqual(
				await ask(name, body, other),
				{
					problem: 'Nothing was done, because the page now shows something else. Try again here if you want.',
				},
				name,
			);
		}
		await ask('go', { step: 'next' }, other);
		await ask('undo', {}, other);
		await ask('triage', { move: 'confirm' });
		assert.deepEqual(acted, ['next', 'undo', 'confirm']);
		assert.equal(state.shown?.number, '#1');
	});

	it('loads the ticket again if a comment may or may not have been sent', async () => {
		const { page, list, client, one, typed, sent, line } = await open();
		await list();
		const { state, ask, notes } = page();
		await until(() => state.shown?.reading === null);
		const version = state.shown?.version;
		sent.answer = async () => {
			await client('ana').updateTicket(one, { comment: 'It is here.' });
			line.cut = true;
			throw new ForgeError('offline', 'It broke off.', { mayBeDone: true });
		};
		const { draft } = typed('It is here.');
		const answer = JSON.stringify(await ask('send', { draft, version }));
		assert.match(answer, /isUnsure/);
		await until(() => /No connection/.test(notes()));
		line.cut = false;
		seconds(15);
		await until(() => JSON.stringify(state.shown?.timeline).includes('It is here.'));
		assert.equal(state.shown?.sending?.kind, 'refused');
	});

	it('reports a conflict with another user’s change and keeps the draft', async () => {
		const { page, list, asked, client, sent, tickets, one, typed, trackers, tracker } = await open();
		const trackerCache = await list();
		const { state, ask } = page();
		await until(() => state.shown?.reading === null);
		const version = state.shown?.version;
		sent.answer = (key, change, base) => {
			const quirks = tickets.quirks.of('forge.test');
			const means = { client: client('ana'), trackerCache, quirks, learn: () => {} };
			return changeTicket(means, key, change, base ?? assert.fail('The version is not known.'));
		};
		const [ticket = assert.fail()] = tracker.tickets;
		trackers.tickets.update(ticket, bob, { status: 'resolved', resolution: 'duplicate' });
		// The view knows the change already. What counts is what the user saw.
		await trackerCache.read(1);
		const draft = { ...typed('I can see it.').draft, status: 'confirmed' };
		assert.deepEqual(await ask('send', { draft, version }), {
			problem:
				'This ticket changed while you were writing. It is now resolved as duplicate. Review the changes, then send again if you still want yours.',
			remedy: 'only-comment',
		});
		assert.equal(tickets.drafts.get(one)?.body.text, 'I can see it.');
		assert.ok(!asked.some((what) => what.startsWith('PUT')), asked.join());
		await until(() => state.shown?.sending?.kind === 'refused');
		await until(() => state.shown?.composer?.status.value === 'resolved');
	});

	it('offers no status and no labels to a user who may not change them', async () => {
		const { page, signIn } = await open();
		signIn('bob');
		const { state } = page('bob');
		await until(() => state.shown?.composer?.moves.length === 0);
		const { composer } = state.shown ?? assert.fail();
		assert.deepEqual([composer?.mayLabel, composer?.mayComment], [false, true]);
	});

	it('says who wrote a draft when that account is signed out, and offers to sign it in again', async () => {
		const { page, swapAccounts, typed, signedIn, tickets, one } = await open();
		const first = page();
		await until(() => first.state.shown?.reading === null);
		await first.ask('draft', typed('Mine.'));
		await swapAccounts();
		await until(() => /signed out/.test(first.notes()));
		const words = /~ana is signed out of forge\.test\. The drafts of ~ana are kept\./;
		assert.match(first.notes(), words);
		// A page opened from its draft has never seen the account.
		first.lifetime.dispose();
		const again = page();
		await again.show();
		assert.match(again.notes(), words);
		assert.equal(again.state.shown?.composer?.me.name, '~ana');
		const answer = await again.ask('send', { draft: typed('Mine.').draft, version: '' });
		assert.match(JSON.stringify(answer), /~ana is signed out of forge\.test\. Sign in.*"remedy":"sign-in"/);
		await again.ask('act', { act: 'sign-in' });
		assert.deepEqual(signedIn, ['forge.test']);
		assert.equal(tickets.drafts.get(one)?.body.text, 'Mine.');
	});

	it('of a new ticket also names the signed-out account and offers to sign it in again', async () => {
		const { newPage, swapAccounts, signedIn } = await open();
		const { notes, ask, show } = newPage();
		await show();
		assert.equal(notes(), '[]');
		await swapAccounts();
		await show();
		assert.match(notes(), /~ana is signed out of forge\.test\./);
		await ask('act', { act: 'sign-in' });
		assert.deepEqual(signedIn, ['forge.test']);
	});

	it('names no account if it knows nothing about the account', async () => {
		const { page, swapAccounts, signedIn } = await open();
		await swapAccounts();
		const { notes, show, ask } = page();
		await show();
		assert.match(notes(), /The account for this ticket is signed out/);
		await ask('act', { act: 'sign-in' });
		assert.deepEqual(signedIn, [undefined]);
	});
});
