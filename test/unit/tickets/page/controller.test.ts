import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { idOfTicket } from '../../../../src/platform/model/keys.ts';
import { bob, key } from '../../../kit/forge/tracker-forge.ts';
import { pageText } from '../../../kit/items/written-texts.ts';
import { settle, untilSettled as until } from '../../../kit/window/clock.ts';
import { ticketPages } from './ticket-pages.ts';

const unread = 'Comments and events are not loaded yet.';
const seconds = (n: number) => mock.timers.tick(n * 1000);

describe('The page of a ticket', () => {
	const open = ticketPages();

	/** A page of a ticket of which the list is known, and all that it shows once `loadingText` says so. */
	async function openUntil(loadingText: string | null, isCut: boolean) {
		const opened = await open();
		const trackerCache = await opened.list();
		opened.line.cut = isCut;
		const page = opened.page();
		await until(() => page.state.shown?.loadingText === loadingText);
		return { ...opened, trackerCache, ...page };
	}
	/** Everything is read. */
	const openRead = () => openUntil(null, false);
	/** The events are not read, as there is no connection. */
	const openCutOff = () => openUntil(unread, true);

	afterEach(() => mock.restoreAll());

	it('says that the events are not loaded if the forge cannot be reached, and shows no time for them', async () => {
		const { state, notes } = await openCutOff();
		assert.match(notes(), /No connection to todo\.forge\.test since [0-9:]+\."/);
		assert.deepEqual([state.shown?.timeline.length, state.shown?.title], [1, 'Ticket 0']);
	});

	it('shows the time of the events that it shows', async () => {
		const { page, line, lifetime } = await openRead();
		lifetime.dispose();
		line.cut = true;
		const { state, notes } = page();
		await until(() => /No connection/.test(notes() ?? ''));
		assert.match(notes(), /Last updated/);
		assert.equal(state.shown?.loadingText, null);
	});

	it('says that the user looks at the ticket again only after it was hidden', async () => {
		const { page, list, looks } = await open();
		await list();
		const { state, work, show } = page();
		await until(() => state.shown?.loadingText === null && looks.length > 0);
		work.didDraw(true);
		assert.deepEqual([looks[0], new Set(looks.slice(1))], ['new', new Set(['repeated'])]);
		state.isSeen = false;
		work.didHide();
		looks.length = 0;
		await show();
		await until(() => looks.length > 0);
		assert.equal(looks[0], 'new');
	});

	it('has an icon in its tab for the status of the ticket and for a draft', async () => {
		const { typed, work, ask } = await openRead();
		assert.deepEqual(work.icon(), { icon: 'issues', tone: 'info', hasDraft: false });
		await ask('draft', typed('Mine.'));
		assert.equal(work.icon()?.hasDraft, true);
	});

	it('retries a ticket that cannot be reached, at growing intervals, until it is loaded', async () => {
		const { line, asked, state, notes } = await openCutOff();
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
		await until(() => state.shown?.loadingText === null);
		assert.deepEqual(state.shown?.notes, []);
		assert.deepEqual(asked.toSorted(), ['GET /tickets/1', 'GET /tickets/1/events']);
	});

	it('retries when the list of the view has been reached', async () => {
		const { line, trackerCache, state } = await openCutOff();
		line.cut = false;
		mock.timers.tick(1);
		await trackerCache.refresh();
		// Less than the page's own delay.
		seconds(1);
		await until(() => state.shown?.loadingText === null);
	});

	for (const [time, steps] of [
		['a moment', 1],
		['an hour', 3600],
	] as const) {
		it(`requests nothing while it is hidden for ${time}, and loads at once when it is shown again`, async () => {
			const { line, asked, state, show } = await openCutOff();
			state.isSeen = false;
			line.cut = false;
			asked.length = 0;
			for (let step = 0; step < steps; step++) {
				seconds(1);
				await settle();
			}
			assert.deepEqual(asked, []);
			await show();
			await until(() => state.shown?.loadingText === null);
			assert.match(asked.join(), /GET \/tickets\/1/);
		});
	}

	it('ignores changes for a ticket that it no longer shows, but still goes to the next one', async () => {
		const { page, acted } = await open();
		const { ask, show, state } = page();
		await show();
		const other = idOfTicket({ ...key, account: 'ana', ticket: 2 });
		for (const [name, body] of [
			['triage', { move: 'resolve' }],
			['act', { act: 'web' }],
			['retry', {}],
			['pick', { what: 'status' }],
			['pickLabels', { labels: [] }],
			['copyRef', {}],
			['copyLink', { entry: 'e1' }],
			['quote', { entry: 'e1', selected: 'words' }],
			['send', { text: pageText({ text: 'Hm.' }), version: '' }],
			['discard', { id: 'text' }],
			['restoreDraft', { id: 'text' }],
			['actOnText', { entry: 'e1', act: 'edit' }],
		] as const) {
			assert.deepEqual(
				await ask(name, body, other),
				{
					problem:
						'Nothing was done, because the page now shows something else. Try again if you still want this.',
				},
				name,
			);
		}
		await ask('go', { step: 'next' }, other);
		await ask('undo', { change: null }, other);
		await ask('triage', { move: 'confirm' });
		assert.deepEqual(acted, ['next', 'undo null', 'confirm']);
		assert.equal(state.shown?.number, '#1');
	});

	it('shows a comment whose answer was lost soon after the forge is back, and it is sent once', async () => {
		const began = Date.now();
		let now = began;
		mock.method(Date, 'now', () => now);
		const { typed, line, asked, answer, tickets, state, ask } = await openRead();
		const version = state.shown?.version;
		line.lost = /^PUT|events/;
		const { text } = typed('It is here.');
		assert.deepEqual(await ask('send', { text, version }), { ok: null });
		await until(() => state.shown?.waiting[0]?.state === 'waiting');
		const [{ html, status, acts } = assert.fail()] = state.shown?.waiting ?? [];
		assert.match(`${html} ${status}`, /It is here\..*It may have been sent/s);
		assert.deepEqual(
			acts.map(({ label }) => label),
			['Send Now', 'Edit', 'Discard'],
		);
		assert.deepEqual(
			state.shown?.past.map(({ state }) => state),
			['waiting'],
		);
		line.lost = undefined;
		answer();
		// For three seconds, the request may still be on its way.
		const [entry = assert.fail()] = tickets.outbox.entries;
		assert.equal(entry.checkAt, began + 3000);
		now += 3000;
		seconds(3);
		await until(() => {
			answer();
			return state.shown?.past[0]?.state === 'sent';
		});
		await until(() => JSON.stringify(state.shown?.timeline).includes('It is here.'));
		assert.equal(asked.filter((what) => what.startsWith('PUT')).length, 1);
		assert.deepEqual(state.shown?.waiting, []);
	});

	it('shows of which ticket it will be a duplicate, and the comment that says so, until they are undone', async () => {
		const { tickets, one, state } = await openRead();
		const change = { status: 'resolved', resolution: 'duplicate', duplicateOf: '#2' } as const;
		await tickets.change([one], change, 60_000, () => undefined);
		await until(() => state.shown?.status?.text === 'Resolved as duplicate of #2 (waiting)');
		const [comment = assert.fail()] = state.shown?.waiting ?? [];
		assert.match(comment.html, /^<p>Duplicate of <a [^>]+>#2<\/a><\/p>$/m);
		await tickets.outbox.undo();
		await until(() => state.shown?.status?.text === 'Reported');
		assert.deepEqual(state.shown?.waiting, []);
	});

	it('says that a comment waits, and frees the box for the next one', async () => {
		const { page, typed, line, answer, one, tickets, state, ask } = await openRead();
		const version = state.shown?.version;
		line.cut = true;
		const text = pageText({ text: 'Without a network.', status: 'confirmed' });
		assert.deepEqual(await ask('send', { text, version }), { ok: null });
		await until(() => state.shown?.waiting[0]?.state === 'waiting');
		const [waiting = assert.fail()] = state.shown?.waiting ?? [];
		assert.deepEqual([waiting.html, waiting.change], ['<p>Without a network.</p>\n', 'Confirmed']);
		assert.equal(state.shown?.status?.text, 'Confirmed (waiting)');
		assert.deepEqual(state.shown?.editing, []);
		// A page that is loaded again shows it, too.
		const again = page();
		await again.show();
		await until(() => again.state.shown?.loadingText === null);
		assert.deepEqual(again.state.shown?.waiting, [waiting]);
		again.lifetime.dispose();
		const saving = ask('draft', typed('The next.', 1, 'next'));
		await until(() => tickets.texts.editingOf(one)?.body.text === 'The next.');
		tickets.texts.writeNow();
		await saving;
		line.cut = false;
		await until(() => {
			answer();
			return tickets.outbox.entries.length === 0;
		});
		assert.equal(tickets.texts.editingOf(one)?.body.text, 'The next.');
	});

	it('reports a conflict with another user’s change, and lets the user edit the comment', async () => {
		const { asked, tickets, one, trackers, tracker, trackerCache, state, ask } = await openRead();
		const version = state.shown?.version;
		const [ticket = assert.fail()] = tracker.tickets;
		trackers.tickets.update(ticket, bob, { status: 'resolved', resolution: 'duplicate' });
		// The view knows the change already. What counts is what the user saw.
		await trackerCache.read(1);
		const text = pageText({ text: 'I can see it.', status: 'confirmed' });
		await ask('send', { text, version });
		await until(() => state.shown?.waiting[0]?.state === 'refused');
		const [{ entry, status, acts } = assert.fail()] = state.shown?.waiting ?? [];
		assert.equal(
			status,
			'This ticket changed while you were writing. It is now: Resolved as duplicate. Nothing was sent.',
		);
		assert.deepEqual(
			acts.map(({ label }) => label),
			['Keep Only the Comment', 'Use Mine', 'Edit', 'Discard'],
		);
		assert.deepEqual(await ask('actOnText', { entry, act: 'edit' }), { ok: { id: 'text' } });
		const kept = tickets.texts.editingOf(one)?.body;
		assert.deepEqual([kept?.text, kept?.status], ['I can see it.', 'confirmed']);
		assert.ok(!asked.some((what) => what.startsWith('PUT')), asked.join());
		await until(() => state.shown?.waiting.length === 0 && state.shown.editing.length === 1);
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

	it('offers only what its forge accepts once that has refused a status of any ticket', async () => {
		const { page, list, fill, tickets, one } = await open('resolve-only');
		fill(1);
		await list();
		const moves = ({ state }: ReturnType<typeof page>) =>
			state.shown?.composer?.moves.map(({ value }) => value);
		const isOpen = page('ana', 2);
		await until(() => moves(isOpen)?.length === 4);
		await tickets.change([one], { status: 'in_progress' }, 0, tickets.basesOf([one]));
		await until(() => String(moves(isOpen)) === 'resolved');
		const later = page();
		await until(() => later.state.shown?.loadingText === null);
		assert.deepEqual(moves(later), ['resolved']);
	});

	it('has no position in a list after its account has signed out', async () => {
		const { page, list, position, swapAccounts } = await open();
		await list();
		position.of = { text: '11 of 33', hasPrevious: true, hasNext: true };
		const { state, work } = page();
		await until(() => state.shown?.loadingText === null);
		assert.equal(work.snapshot().position?.text, '11 of 33');
		assert.ok(position.joined.includes(1));
		await swapAccounts();
		assert.equal(work.snapshot().position, null);
	});

	it('says who wrote a draft when that account is signed out, and offers to sign it in again', async () => {
		const { page, swapAccounts, typed, signedIn, signIn, tickets, one } = await open();
		const first = page();
		await until(() => first.state.shown?.loadingText === null);
		await first.ask('draft', typed('Mine.'));
		await swapAccounts();
		await until(() => /signed out/.test(first.notes()));
		const words = /~ana is signed out of forge\.test\. Your draft is kept\./;
		assert.match(first.notes(), words);
		// A page opened from its draft has never seen the account.
		first.lifetime.dispose();
		const again = page();
		await again.show();
		assert.match(again.notes(), words);
		assert.equal(again.state.shown?.composer?.me.name, '~ana');
		const answer = await again.ask('send', { text: typed('Mine.').text, version: '' });
		assert.match(JSON.stringify(answer), /~ana is signed out of forge\.test\. Sign in.*"remedy":"sign-in"/);
		await again.ask('act', { act: 'sign-in' });
		assert.deepEqual(signedIn, ['forge.test']);
		assert.equal(tickets.texts.editingOf(one)?.body.text, 'Mine.');
		signIn('ana');
		await until(() => again.notes() === '[]' && again.state.shown?.loadingText === null);
		assert.equal(again.state.shown?.editing[0]?.body.text, 'Mine.');
	});

	it('stays readable with its draft when the forge has ended the session, until the user signs out', async () => {
		const { typed, tickets, one, signedIn, signOut, revoke, asked, state, ask, notes, work } =
			await openRead();
		await ask('draft', typed('Mine.'));
		const before = state.shown ?? assert.fail();
		revoke('ana');
		await until(() => /signed out/.test(notes()));
		asked.length = 0;
		assert.match(
			notes(),
			/~ana is signed out of forge\.test\. forge\.test no longer accepts its token, which has expired or was revoked\. Your draft is kept\./,
		);
		assert.match(notes(), /Sign In/);
		const { title, number, timeline, loadingText, composer } = state.shown ?? assert.fail();
		assert.deepEqual([title, number, timeline], [before.title, before.number, before.timeline]);
		assert.deepEqual([loadingText, composer?.mayComment], [null, true]);
		const answer = await ask('send', { text: typed('Mine.').text, version: '' });
		assert.match(JSON.stringify(answer), /~ana is signed out of forge\.test\. Sign in.*"remedy":"sign-in"/);
		await ask('act', { act: 'sign-in' });
		assert.deepEqual(signedIn, ['forge.test']);
		await ask('retry');
		await work.refresh();
		assert.deepEqual(asked, []);
		assert.equal(tickets.texts.editingOf(one)?.body.text, 'Mine.');
		await signOut('ana');
		await until(() => state.shown?.title !== before.title);
		assert.deepEqual(state.shown?.timeline, []);
	});

	it('shows what is stored if it is opened after the forge has ended the session', async () => {
		const { page, revoke, asked, ...first } = await openRead();
		const before = first.state.shown ?? assert.fail();
		first.lifetime.dispose();
		revoke('ana');
		asked.length = 0;
		const { state, notes, show, work } = page();
		await work.opened;
		await show();
		await until(() => state.shown?.title === before.title);
		assert.deepEqual(state.shown?.timeline, before.timeline);
		assert.match(notes(), /~ana is signed out of forge\.test\. forge\.test no longer accepts its token/);
		assert.deepEqual(asked, []);
	});
});

describe('The page of a ticket that is opened for a comment', () => {
	const open = ticketPages();

	/** A ticket with one comment, whose page is shown. */
	async function openCommented() {
		const opened = await open();
		const { trackers, tracker } = opened;
		const number = 1;
		const say = (comment: string) =>
			trackers.tickets.update(tracker.tickets[0] ?? assert.fail(), bob, { comment });
		say('First.');
		const page = opened.page('ana', number);
		const requested = () => page.work.snapshot().requested;
		return { ...opened, ...page, say, requested };
	}
	const lastEvent = (work: {
		readonly snapshot: () => { readonly timeline: readonly { readonly key: string }[] };
	}) => Number(work.snapshot().timeline.at(-1)?.key);

	it('has its place once it is read', async () => {
		const { show, work, one, requested, ...opened } = await openCommented();
		await show();
		await until(() => work.snapshot().timeline.length === 2);
		const event = lastEvent(work);
		opened.requestedEntries.request(one, { event });
		assert.deepEqual(requested()?.place, { entry: String(event), part: null });
	});

	it('reads the ticket once for a comment that it does not know', async () => {
		const { show, work, one, requested, requestedEntries, say, asked } = await openCommented();
		await show();
		await until(() => work.snapshot().timeline.length === 2 && work.snapshot().loadingText === null);
		const event = lastEvent(work) + 1;
		say('Second.');
		asked.length = 0;
		for (const _ of ['a link', 'the same link']) requestedEntries.request(one, { event });
		await until(() => requested()?.place?.entry === String(event));
		assert.equal(asked.filter((what) => /events/.test(what)).length, 1);
	});

	it('says that the comment is not there, once the forge has answered', async () => {
		const { show, work, one, requested, notes, requestedEntries } = await openCommented();
		requestedEntries.request(one, { event: 9999 });
		assert.equal(JSON.stringify(work.snapshot().notes), '[]');
		await show();
		await until(() => /The comment that this link leads to isn't here/.test(notes()));
		assert.equal(requested()?.place, null);
		requestedEntries.forget(one);
		assert.doesNotMatch(JSON.stringify(work.snapshot().notes), /isn't here/);
	});
});
