import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { InboxEntry } from '../../../../src/inbox/model/entry.ts';
import {
	clickedSubject,
	targetOfEvent,
	targetOfPlace,
	targetOfSubject,
} from '../../../../src/inbox/model/inbox-target.ts';
import type { MutedSubject } from '../../../../src/inbox/model/muted.ts';
import { groupBySubject } from '../../../../src/inbox/model/subjects.ts';
import type { InboxEvents } from '../../../../src/inbox/state/inbox-events.ts';
import { Looks, lookMs } from '../../../../src/inbox/state/looks.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import { stopTheClock } from '../../../kit/window/clock.ts';
import {
	answerWith,
	choose,
	enter,
	groupChanges,
	passTurns,
	setSetting,
	takeCalls,
} from '../../../kit/window/editor.ts';
import { listEvent, repositoryEvent, ticketEvent, tracker } from '../events.ts';

const { InboxOpener } = await import('../../../../src/inbox/commands/inbox-opener.ts');
const { SharedTab } = await import('../../../../src/platform/page/shared-tab.ts');
const { InboxCommands } = await import('../../../../src/inbox/commands/inbox-commands.ts');

const first = ticketEvent({ key: 'event 1' });
const second = ticketEvent({ key: 'event 2' });
const reply = listEvent({ key: 'mail 1' });
const all = [first, second, reply];
/** The id of the row of an event. */
const idOf = (event: ForgeEvent) => groupBySubject([{ event, addedAt: 0 }])[0]?.id ?? '';
const rowOf = (event: ForgeEvent) => ({ id: event.key, label: '', about: targetOfSubject(idOf(event)) });

function open(
	selected: readonly unknown[] = [],
	events: readonly ForgeEvent[] = all,
	seenAt: readonly number[] = [],
) {
	let entries: readonly InboxEntry[] = events.map((event, nth) => ({
		event,
		addedAt: 0,
		seenAt: seenAt[nth],
	}));
	const [seen, unseen, revealed]: string[][] = [[], [], []];
	const lifetime = new Lifetime();
	let muted: (MutedSubject & { readonly account: string; readonly me: string })[] = [];
	const markSeen = async (marked: readonly ForgeEvent[]) => {
		seen?.push(...marked.map(({ key }) => key));
		entries = entries.map((one) => ({ ...one, ...(marked.includes(one.event) && { seenAt: Date.now() }) }));
	};
	const looks = new Looks(
		(looked, items) =>
			markSeen([...looked, ...entries.map(({ event }) => event).filter((event) => items.hasSeen(event))]),
		lifetime,
	);
	const inbox = {
		looks,
		get entries() {
			return entries;
		},
		get muted() {
			return muted;
		},
		markSeen,
		markAllSeen: async () => void seen?.push('all'),
		markUnseen: async (marked: readonly ForgeEvent[]) => void unseen?.push(...marked.map(({ key }) => key)),
		mute: async (account: string, subject: MutedSubject) =>
			void muted.push({ ...subject, account, me: '~ana' }),
		unmute: async (account: string, { title }: MutedSubject) => {
			muted = muted.filter((one) => one.title !== title || one.account !== account);
		},
	} as object as InboxEvents;
	const commands = new InboxCommands(inbox, () => selected);
	const tab = new SharedTab();
	const opener = new InboxOpener(
		inbox,
		{
			focus: async (view, row) => void revealed?.push(`${view} ${row}`),
			select: async (row) => void revealed?.push(`select ${row}`),
		},
		tab,
		lifetime,
	);
	const arrive = (event: ForgeEvent) => {
		entries = [...entries, { event, addedAt: 0 }];
	};
	const mutedTitles = () => muted.map(({ title, place }) => `${title} in ${place}`);
	return {
		commands,
		opener,
		tab,
		arrive,
		looks,
		seen: seen ?? [],
		unseen: unseen ?? [],
		revealed: revealed ?? [],
		mutedTitles,
	};
}

/** The user looks at what is open for a moment. */
const look = () => mock.timers.tick(lookMs);

describe('The commands of the inbox', () => {
	stopTheClock();
	for (const [event, call] of [
		[first, /^command: tildeforge\.openTicket: .*"ticket":42/],
		[reply, /^command: tildeforge\.openPatchset: .*"patchset":3/],
		[
			repositoryEvent({ commits: [{ id: 'c0ffee', message: 'Blink slowly', author: 'Bob' }] }),
			/^command: tildeforge\.openCommit: (?!.*isClicked).*"commit":"c0ffee"/,
		],
		[listEvent({ kind: 'list', item: null }), /^command: tildeforge\.patches\.focus$/],
	] as const) {
		it(`open what an event is about, move the focus there, and mark it as seen: ${call.source}`, async () => {
			setSetting('command tildeforge.openCommit', () => true);
			const { opener, seen } = open([], [event]);
			await opener.open([targetOfEvent(event)]);
			assert.match(takeCalls().join(), call);
			mock.timers.tick(lookMs - 1);
			assert.deepEqual(seen, []);
			look();
			assert.deepEqual(seen, [event.key]);
		});
	}

	it('leave a push unseen until its commit is shown', async () => {
		const push = repositoryEvent({ commits: [{ id: 'c0ffee', message: 'Blink', author: 'Bob' }] });
		const { opener, seen } = open([], [push]);
		for (const row of [clickedSubject(idOf(push)), targetOfEvent(push)]) {
			setSetting('command tildeforge.openCommit', () => false);
			await opener.open([row]);
			look();
			assert.deepEqual(seen, []);
			setSetting('command tildeforge.openCommit', () => true);
			await opener.open([row]);
			look();
			assert.deepEqual(seen.splice(0), [push.key]);
		}
	});

	it('open the branches and tags of a push one after the other, and mark the one that is shown as seen', async () => {
		const refs = ['refs/heads/master', 'refs/tags/v1'].map((ref) =>
			repositoryEvent({ key: ref, push: 'push', ref }),
		);
		const { opener, seen } = open([], refs);
		setSetting('command tildeforge.openCommit', () => true);
		for (const ref of refs) {
			await opener.open([clickedSubject(idOf(refs[0] ?? first))]);
			look();
			assert.ok(takeCalls().join().includes(`"name":"${ref.ref}"`));
			assert.deepEqual(seen.splice(0), [ref.key]);
		}
	});

	for (const [event, call] of [
		[first, /^command: tildeforge\.openRow: .*"ticket":42/],
		[reply, /^command: tildeforge\.openPatchsetRow: .*"patchset":3/],
		[
			repositoryEvent({ kind: 'ref-created', ref: 'refs/tags/v1' }),
			/^command: tildeforge\.openCommit: .*"name":"refs\/tags\/v1","isClicked":true,"view":"tildeforge\.inbox"/,
		],
		[
			repositoryEvent({ kind: 'ref-deleted' }),
			/^command: tildeforge\.repositories\.focus,command: tildeforge\.inbox\.focus$/,
		],
	] as const) {
		it(`preview what a clicked row is about: ${call.source}`, async () => {
			const { opener } = open([], [event]);
			await opener.open([clickedSubject(idOf(event))]);
			assert.match(takeCalls().join(), call);
		});
	}

	it('select the row of a list or repository whose details have changed, and Enter goes there', async () => {
		const changed = repositoryEvent({ kind: 'repository', ref: '' });
		const { opener, revealed } = open([], [changed]);
		opener.pressRowKey('enter');
		await opener.open([clickedSubject(idOf(changed))]);
		assert.deepEqual(revealed, ['tildeforge.repositories session/~ana/editor']);
		assert.deepEqual(takeCalls(), ['command: tildeforge.repositories.focus']);
	});

	it('open nothing for what is not in the inbox', async () => {
		const { opener, seen } = open();
		for (const given of [
			undefined,
			null,
			'x',
			{},
			{ kind: 'inboxSubject' },
			targetOfEvent(repositoryEvent({ key: 'push' })),
		])
			await opener.open([given]);
		assert.deepEqual([takeCalls(), seen], [[], []]);
	});

	it('open a row at what is new first, and mark all its events as seen', async () => {
		const comments = [1, 2, 3].map((nth) => ticketEvent({ key: `event ${nth}`, event: nth }));
		const { opener, seen } = open([], comments);
		await opener.open([clickedSubject(idOf(first))]);
		assert.match(takeCalls().join(), /^command: tildeforge\.openRow: .*"event":1/);
		look();
		assert.deepEqual(seen, ['event 1', 'event 2', 'event 3']);
	});

	it('mark the events of all chosen rows, and those of a place', async () => {
		const { commands, seen } = open();
		await commands.markSeen([rowOf(first), [rowOf(first), rowOf(reply)]]);
		assert.deepEqual(seen.splice(0), ['event 1', 'event 2', 'mail 1']);
		await commands.markSeen([{ id: 'place', label: '', about: targetOfPlace(tracker) }]);
		assert.deepEqual(seen.splice(0), ['event 1', 'event 2']);
		await commands.markAllSeen();
		assert.deepEqual(seen, ['all']);
	});

	it('mark the selected rows if they are run by a key', async () => {
		const { commands, seen } = open([rowOf(reply)]);
		await commands.markSeen([]);
		assert.deepEqual(seen, ['mail 1']);
	});

	it('say that nothing is selected', async () => {
		const { commands, seen } = open();
		await commands.markSeen([]);
		assert.deepEqual([takeCalls(), seen], [['status bar: Select an update first.'], []]);
	});

	it('mark what the chosen rows show as unseen', async () => {
		const now = Date.now();
		const seenLongAgo = ticketEvent({ key: 'event 0' });
		const { commands, unseen } = open([], [seenLongAgo, ...all], [1, now, now, now]);
		await commands.markUnseen([rowOf(first), [rowOf(first)]]);
		assert.deepEqual(unseen.toSorted(), ['event 1', 'event 2']);
		await commands.markUnseen([]);
		assert.deepEqual(takeCalls(), ['status bar: Select an update first.']);
	});

	it('leave alone what is in a place that is selected beside a row, except to mark it as seen', async () => {
		const other = ticketEvent({ key: 'other', item: { ...tracker, ticket: 43 } });
		const { commands, mutedTitles, seen, unseen } = open([], [first, other], [Date.now(), Date.now()]);
		const args = [rowOf(first), [rowOf(first), { about: targetOfPlace(tracker) }]] as const;
		await commands.mute(args);
		await commands.markUnseen(args);
		await commands.markSeen(args);
		assert.equal(mutedTitles().length, 1);
		assert.deepEqual([unseen, seen], [['event 1'], ['event 1', 'other']]);
		takeCalls();
	});

	const mutedOne =
		'information: Muted “#42 Undo history is lost”. New updates about it stay out of the Inbox.: Undo';

	it('mute the ticket, series or thread of a row, say which, and undo it', async () => {
		const { commands, mutedTitles } = open();
		answerWith(enter(''));
		await commands.mute([rowOf(first)]);
		assert.deepEqual(mutedTitles(), ['#42 Undo history is lost in ~ana/editor']);
		assert.deepEqual(takeCalls(), [mutedOne]);
		answerWith(enter('Undo'));
		await commands.mute([rowOf(reply)]);
		await passTurns();
		assert.equal(mutedTitles().length, 1);
		takeCalls();
	});

	it('mute several rows, and no push', async () => {
		const push = repositoryEvent({ key: 'push' });
		const { commands, mutedTitles } = open([], [...all, push]);
		await commands.mute([rowOf(first), [rowOf(first), rowOf(reply), rowOf(push)]]);
		assert.deepEqual(mutedTitles(), [
			'#42 Undo history is lost in ~ana/editor',
			'Keep undo history across reloads in ~ana/editor-devel',
		]);
		await commands.mute([rowOf(push)]);
		assert.deepEqual(takeCalls(), [
			'information: Muted 2 rows. New updates about them stay out of the Inbox.: Undo',
			'status bar: Select a ticket, series or thread first.',
		]);
	});

	it('mute all of the chosen places, undo it, and say so if nothing is left of them', async () => {
		const { commands, mutedTitles } = open();
		const place = { id: 'place', label: '', about: targetOfPlace(tracker) };
		const list = { ...place, about: targetOfPlace(reply.place) };
		await commands.mutePlaces([place, [place, rowOf(reply)]]);
		assert.deepEqual(mutedTitles(), ['~ana/editor in tracker']);
		answerWith(enter('Undo'));
		await commands.mutePlaces([place, [place, list]]);
		await passTurns();
		assert.deepEqual(mutedTitles(), []);
		await commands.mutePlaces([{ ...place, about: targetOfPlace(repositoryEvent().place) }]);
		assert.deepEqual(takeCalls(), [
			'information: Muted “~ana/editor”. New updates about it stay out of the Inbox.: Undo',
			'information: Muted 2 rows. New updates about them stay out of the Inbox.: Undo',
			'status bar: The Inbox has no updates from there anymore.',
		]);
	});

	it('list what is muted, and unmute it', async () => {
		const { commands, mutedTitles } = open();
		await commands.showMuted();
		assert.match(takeCalls().join(), /^information: Nothing is muted\./);
		await commands.mute([rowOf(first)]);
		takeCalls();
		answerWith(choose('Undo history'));
		await commands.showMuted();
		assert.deepEqual(takeCalls(), [
			'pick: Muted: Select what to unmute: #42 Undo history is lost (~ana/editor)',
			'status bar: Unmuted #42 Undo history is lost.',
		]);
		assert.deepEqual(mutedTitles(), []);
	});
});

describe('Going through the Inbox', () => {
	stopTheClock();
	const ticket = (number: number) =>
		ticketEvent({ key: `on ${number}`, item: { ...tracker, ticket: number } });
	const push = repositoryEvent({
		...{ key: 'push', push: 'push' },
		commits: [{ id: 'c0ffee', message: 'Blink', author: 'Bob' }],
	});
	const [one, two, three] = [ticket(1), ticket(2), ticket(3)];
	const openedTickets = () =>
		takeCalls().flatMap((call) => /open\w+: .*"ticket":(\d).*"listId":"subject /.exec(call)?.[1] ?? []);

	it('opens the next new row in the shared tab, and marks those as seen that the user looks at', async () => {
		const { opener, seen, revealed } = open([], [three, two, one]);
		await opener.open([clickedSubject(idOf(one))]);
		assert.deepEqual([openedTickets(), opener.position(idOf(one)).text], [['1'], '1 of 3 new']);
		look();
		assert.equal(await opener.go(1, idOf(one)), true);
		assert.deepEqual([openedTickets(), seen.splice(0)], [['2'], ['on 1']]);
		assert.deepEqual(revealed, [`select ${idOf(two)}`]);
		// It has passed the second one.
		assert.equal(await opener.go(1), true);
		look();
		assert.deepEqual([openedTickets(), seen], [['3'], ['on 3']]);
		assert.equal(await opener.go(-1), true);
		opener.didShow(idOf(one));
		assert.deepEqual([openedTickets(), await opener.go(-1)], [['2'], false]);
		assert.deepEqual(takeCalls(), ['status bar: This is the first update.']);
	});

	it('ends where nothing is new, and says so', async () => {
		const { opener } = open([], [one]);
		await opener.open([clickedSubject(idOf(one))]);
		takeCalls();
		assert.equal(await opener.go(1), false);
		assert.deepEqual(takeCalls(), ['status bar: Nothing new is left in the Inbox.']);
	});

	it('leaves a row unseen that the user passes with two quick keys, also if its page was drawn', async () => {
		const { opener, looks, seen } = open([], [three, two, one]);
		const drawn = [2, 3, 2];
		setSetting('command tildeforge.openTicket', () =>
			looks.beginItem({ at: { ...tracker, ticket: drawn.shift() ?? assert.fail() }, upTo: one.at }),
		);
		await opener.open([clickedSubject(idOf(one))]);
		await Promise.all([opener.go('done', idOf(one)), opener.go('done')]);
		look();
		assert.deepEqual(
			[openedTickets(), [...new Set(seen)]],
			[
				['1', '2', '3'],
				['on 1', 'on 3'],
			],
		);
		assert.equal(await opener.go('done'), true);
		assert.deepEqual(openedTickets(), ['2']);
	});

	it('begins again with the row that was opened last, if something has become new since', async () => {
		const { opener, arrive } = open([], [two, one]);
		await opener.open([clickedSubject(idOf(one))]);
		look();
		for (const event of [three, two]) arrive({ ...event, key: `later ${event.key}` });
		await opener.open([clickedSubject(idOf(one))]);
		assert.equal(opener.position(idOf(one)).text, '2 new');
		takeCalls();
	});

	it('counts quick steps from the row that was asked for last', async () => {
		const { opener } = open([], [three, two, one]);
		await opener.open([clickedSubject(idOf(one))]);
		await Promise.all([opener.go(1, idOf(one)), opener.go(1, idOf(one))]);
		assert.deepEqual(openedTickets(), ['1', '2', '3']);
	});

	it('marks as seen what has come to a row that the user is done with, and ends in the view', async () => {
		const { opener, seen, revealed, arrive } = open([], [two, one]);
		await opener.open([clickedSubject(idOf(one))]);
		arrive({ ...one, key: 'later' });
		assert.equal(await opener.go('done', idOf(one)), true);
		look();
		assert.deepEqual([...new Set(seen.splice(0))].toSorted(), ['later', 'on 1', 'on 2']);
		assert.equal(await opener.go('done', idOf(two)), true);
		assert.equal(revealed.at(-1), `tildeforge.inbox ${idOf(two)}`);
		assert.deepEqual(takeCalls().slice(-2), [
			'status bar: Nothing new is left in the Inbox.',
			'command: tildeforge.inbox.focus',
		]);
	});

	it('goes on in the same rows after the second click of a double click', async () => {
		const { opener } = open([], [two, one]);
		await opener.open([clickedSubject(idOf(one))]);
		await opener.go('done');
		await opener.open([clickedSubject(idOf(two))]);
		assert.equal(opener.position(idOf(two)).text, '2 of 2 new');
		takeCalls();
	});

	it('closes the diff of a push, which has keys while it is in front, when it opens the next row', async () => {
		const { opener, tab, revealed } = open([], [push, one]);
		const group = { viewColumn: 3, tabs: [] as unknown[] };
		const diff = { label: 'diff', isPreview: true, group };
		group.tabs.push(diff);
		setSetting('active tab', { label: 'notes.txt', isPreview: true, group });
		setSetting('command tildeforge.openCommit', () => true);
		await opener.open([clickedSubject(idOf(push))]);
		tab.didOpen({ owner: 'a page', column: () => undefined, close: () => {} });
		assert.doesNotMatch(takeCalls().join(), /close|setContext/, 'the commit is gone');
		setSetting('command tildeforge.openCommit', () => {
			setSetting('active tab', diff);
			return true;
		});
		await opener.open([clickedSubject(idOf(push))]);
		assert.equal(takeCalls().at(-1), 'command: setContext: tildeforge.showsInboxDiff: true');
		assert.equal(tab.column, 3);
		// No tab of a group changes when the user moves to another group.
		setSetting('active tab', { label: 'notes.txt', isPreview: true, group });
		opener.didShow(idOf(one));
		groupChanges.fire();
		setSetting('active tab', diff);
		groupChanges.fire();
		assert.deepEqual(
			takeCalls().map((call) => call.split(': ').at(-1)),
			['false', 'true'],
		);
		await opener.focus();
		assert.equal(revealed.at(-1), `tildeforge.inbox ${idOf(push)}`);
		takeCalls();
		tab.didOpen({ owner: 'a page', column: () => undefined, close: () => {} });
		assert.match(takeCalls().join(), /^close: diff/);
	});

	it('goes past a push that cannot be read, and leaves it unseen', async () => {
		setSetting('command tildeforge.openCommit', () => false);
		const { opener, seen, revealed, arrive } = open([], [push, one]);
		await opener.open([clickedSubject(idOf(one))]);
		arrive(two);
		look();
		assert.equal(await opener.go(1, idOf(one)), false);
		assert.equal(revealed.at(-1), `select ${idOf(push)}`);
		assert.deepEqual(openedTickets(), ['1']);
		// The user begins again, so the push is tried again.
		await opener.open([clickedSubject(idOf(one))]);
		assert.equal(await opener.go(1, idOf(one)), false);
		assert.equal(revealed.at(-1), `select ${idOf(push)}`);
		assert.equal(await opener.go('done', idOf(one)), true);
		look();
		assert.deepEqual(
			[openedTickets(), [...new Set(seen)]],
			[
				['1', '2'],
				['on 1', 'on 2'],
			],
		);
	});

	it('opens a notification on its own', async () => {
		const { opener } = open([], [one]);
		await opener.open([targetOfEvent(one)]);
		assert.doesNotMatch(takeCalls().join(), /listId/);
		assert.deepEqual([opener.has(idOf(one)), opener.has('session/~ana/editor')], [true, false]);
	});
});
