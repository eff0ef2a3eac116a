import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { InboxEntry } from '../../../../src/inbox/model/entry.ts';
import { clickedSubject, targetOfSubject } from '../../../../src/inbox/model/inbox-target.ts';
import { type LiveState, liveState } from '../../../../src/inbox/model/live-state.ts';
import type { Inbox } from '../../../../src/inbox/state/inbox.ts';
import type { LiveStatus } from '../../../../src/inbox/state/live-status.ts';
import { InboxView } from '../../../../src/inbox/view/inbox-view.ts';
import type { Account } from '../../../../src/signin/connections/connection.ts';
import { connectionWithoutAreas } from '../../../kit/items/connection-without-areas.ts';
import { stopTheClock } from '../../../kit/window/clock.ts';
import { texts } from '../../../kit/window/drawn-view.ts';
import { session } from '../../../kit/window/sessions.ts';
import { listEvent, ticketEvent } from '../events.ts';

const now = Date.parse('2026-03-04T06:06:07Z');
const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const entry = (event: InboxEntry['event'], seenAt?: number): InboxEntry => ({ event, addedAt: now, seenAt });

const accountOf = (id: string, name: string): Account => ({
	session: { ...session, id, account: name },
	instance: { name: 'forge.test' },
	connection: connectionWithoutAreas(),
});
const ana = accountOf('session', '~ana');

function open(
	entries: readonly InboxEntry[],
	accounts: readonly Account[] = [ana],
	state?: LiveState,
	losses: Inbox['events']['losses'] = [],
) {
	let refreshes = 0;
	const changed: string[] = [];
	const [events, states] = [new Emitter<void>(), new Emitter<void>()];
	const inbox = {
		events: { entries, losses, onDidChange: events.event },
		refresh: () => (refreshes += 1),
	} as object as Inbox;
	const status = { state, onDidChange: states.event } as object as LiveStatus;
	const view = new InboxView(inbox, status, { changed: (change) => changed.push(String(change)) });
	const rows = view.roots(accounts, [{ id: 'problem', label: 'Problem' }]);
	return { view, rows, changed, events, states, refreshes: () => refreshes };
}

const comment = ticketEvent({ key: 'event 1', at: at(32) });
const reply = listEvent({ key: 'mail 1', at: at(5) });

describe('The Inbox view', () => {
	stopTheClock(now);

	it('has a row for each place, the one with the newest event first, and below it the events', async () => {
		const { view, rows } = open([entry(comment), entry(reply, now)]);
		assert.deepEqual(texts(rows), [
			['Problem', undefined],
			['~ana/editor-devel', 'seen'],
			['~ana/editor', '1 new'],
		]);
		assert.deepEqual(
			rows.slice(1).map(({ spokenLabel }) => spokenLabel),
			['~ana/editor-devel, mailing list, seen', '~ana/editor, tracker, 1 new'],
		);
		const [event] = (await rows[2]?.children?.()) ?? [];
		assert.deepEqual(
			[event?.label, event?.description, event?.icon, event?.color, event?.context, event?.spokenLabel],
			[
				'#42 Undo history is lo…',
				'~bob commented · 32m',
				'comment',
				'charts.blue',
				'inboxSubject ticket unseen',
				'~bob commented on ticket 42, Undo history is lost, ~ana/editor, 32 minutes ago, unseen',
			],
		);
		assert.deepEqual(event?.command?.arguments, [clickedSubject(event?.id ?? '')]);
		assert.deepEqual(event.about, targetOfSubject(event.id));
		assert.deepEqual([view.badge, view.description], [{ value: 1, tooltip: '1 new update' }, '1 new']);
	});

	it('has one row for a series, which the badge counts once, and which keeps its id when more arrives', async () => {
		const replies = [1, 2, 3].map((nth) => entry(listEvent({ key: `mail ${nth}`, at: at(10 - nth) })));
		const rowOf = async (entries: readonly InboxEntry[]) => {
			const { view, rows } = open(entries);
			const children = (await rows[1]?.children?.()) ?? [];
			return { view, children };
		};
		const { view, children } = await rowOf(replies);
		assert.deepEqual(texts(children), [['Keep undo history acro…', 'Bob Ellis · 3 replies · 7m']]);
		assert.deepEqual([view.badge, view.description], [{ value: 1, tooltip: '1 new update' }, '1 new']);
		const before = await rowOf(replies.slice(0, 1));
		assert.equal(before.children[0]?.id, children[0]?.id);
		assert.equal(children[0]?.context, 'inboxSubject series unseen');
	});

	it('says what it may lack, instead that the user has seen everything', () => {
		const key = 'tildeforge.inboxLacksUpdates';
		const message = (isOffline: boolean, why: string) => {
			const facts = {
				...({
					id: 'tracker',
					name: '~ana/editor',
					kind: 'tracker',
					isAccountWide: false,
					server: 'https://forge.test',
				} as const),
				hook: { kind: 'none', why: 'None.' },
				poll: { everyMs: 60_000, readAt: now, failure: { why, isOffline } },
			} as const;
			const state = liveState({ accounts: 1, endedSessions: 0, hasFocus: true, resources: [facts] });
			const { view } = open([], [ana], state);
			assert.equal(view.contextKeys[key], 'true');
			return view.message;
		};
		assert.equal(
			message(true, 'forge.test cannot be reached.'),
			'No connection. Tildeforge tries again regularly.',
		);
		assert.equal(message(false, 'It is closed.'), 'Updates may be missing. It is closed.');
		const { view } = open([]);
		assert.deepEqual([view.message, view.contextKeys[key]], [undefined, undefined]);
	});

	it('says for which accounts earlier updates could not be read, and where they are kept', () => {
		const kept = [
			{ account: 'session', keptAt: '/kept/inbox', leftOut: 0 },
			{ account: 'signed out', keptAt: '/kept/other', leftOut: 0 },
		];
		const { rows } = open([entry(comment)], [ana], undefined, kept);
		assert.deepEqual(texts(rows).slice(1), [
			['Earlier updates could not be read', '~ana'],
			['~ana/editor', '1 new'],
		]);
		assert.match(String(rows[1]?.tooltip), /kept as \/kept\/inbox\. Click to show the log\./);
	});

	it('says how many unseen updates were too many', () => {
		const { rows } = open([entry(comment)], [ana], undefined, [
			{ account: 'session', keptAt: undefined, leftOut: 4000 },
		]);
		assert.deepEqual(texts(rows)[1], ['4,000 older updates left out', '~ana']);
	});

	it('is empty, without a badge, if nothing has happened', () => {
		const { view, rows } = open([]);
		assert.deepEqual(
			[texts(rows), view.badge, view.description],
			[[['Problem', undefined]], undefined, undefined],
		);
	});

	it('says which account has a place only if there are several, and leaves out those that have signed out', () => {
		const gone = { ...comment, place: { ...comment.place, account: 'gone' } };
		const { rows } = open([entry(comment), entry(gone)], [ana, accountOf('other', '~bob')]);
		assert.deepEqual(texts(rows.slice(1)), [['~ana/editor', '1 new · ~ana · forge.test']]);
		assert.equal(rows[1]?.spokenLabel, '~ana/editor, tracker, 1 new, ~ana, forge.test');
	});

	it('shows its badge at once, and changes with its events and, not more often than five times a second, with the state of the connections', () => {
		const { view, changed, events, states } = open([]);
		assert.deepEqual(changed.splice(0), ['head']);
		events.fire();
		for (let nth = 0; nth < 3; nth++) states.fire();
		mock.timers.tick(200);
		assert.deepEqual(changed.splice(0), ['some', 'head']);
		view.dispose();
		events.fire();
		states.fire();
		mock.timers.tick(200);
		assert.deepEqual(changed, []);
	});

	it('reads everything again on Refresh', () => {
		const { view, refreshes } = open([]);
		view.refresh();
		assert.equal(refreshes(), 1);
	});
});
