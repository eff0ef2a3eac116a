import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import type { Rule } from '../../../../src/inbox/model/rules.ts';
import { subjectNamesOf } from '../../../../src/inbox/model/subjects.ts';
import { Inbox } from '../../../../src/inbox/state/inbox.ts';
import { Notifications } from '../../../../src/inbox/state/notifications.ts';
import type { ForgeEvent } from '../../../../src/platform/model/forge-events.ts';
import type { WatchedResource } from '../../../../src/platform/state/watch/watch-source.ts';
import { liveWithoutWebhooks } from '../../../kit/forge/live-without-webhooks.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { failing } from '../../../tools/failing-files.ts';
import { until } from '../../../tools/until.ts';
import { ticketEvent } from '../events.ts';

const place = { account: 'ana', owner: '~ana', tracker: 'editor' };
const at = () => new Date().toISOString();
const comment = (nth: number): ForgeEvent =>
	ticketEvent({ key: `comment ${nth}`, place, item: { ...place, ticket: nth }, at: at() });
const status = (nth: number, by = '~bob'): ForgeEvent =>
	ticketEvent({ key: `status ${nth}`, kind: 'status', by, place, item: { ...place, ticket: nth }, at: at() });

const notifyAll: Rule = { action: 'notify' };
const ignoreComments: Rule = { event: 'commented', action: 'ignore' };

describe('The inbox by rules', () => {
	const { forge: start, folder, ending } = stage();

	/** The rules of all windows of the user. */
	const user = (...rules: readonly Rule[]) => {
		const changes = new Emitter<void>();
		let current = rules;
		return {
			get rules() {
				return current;
			},
			onDidChange: changes.event,
			set: (...next: readonly Rule[]) => {
				current = next;
				changes.fire();
			},
		};
	};

	/** A window of ana with a tracker, in which `read` finds what has happened. */
	async function open(where: string, rules: ReturnType<typeof user>) {
		const { log, lines } = readable();
		const { forges, signIn } = accountsOf(await start(), where, log);
		signIn('ana');
		let happened: readonly ForgeEvent[] = [];
		let cursor = 0;
		const tracker: WatchedResource = {
			...{ id: 'tracker', account: 'ana', server: 'https://todo.forge.test' },
			...{ hookTarget: { family: 'tracker', params: {} } },
			read: async () => ({ events: happened, cursor: ++cursor }),
		};
		const inbox = await Inbox.open({
			forges,
			rules,
			live: liveWithoutWebhooks(),
			sources: [{ watched: [tracker], onDidChange: new Emitter<void>().event }],
			storageOf: () => fileStorage(where, log),
			log,
		});
		ending(() => inbox.dispose());
		const states = () =>
			inbox.events.entries.map(
				({ event, seenAt }) => `${event.key} ${seenAt === undefined ? 'new' : 'seen'}`,
			);
		const due = () => inbox.events.due.map(({ event }) => event.key);
		return {
			...{ inbox, states, due, lines },
			/** Resolves when the events are in the inbox, unless they are ignored. */
			read: async (...events: readonly ForgeEvent[]) => {
				happened = events;
				const before = cursor;
				inbox.refresh();
				await until(() => cursor > before);
			},
			shows: (...wanted: readonly string[]) =>
				until(() => states().join() === wanted.join(), { what: `the inbox has ${wanted}` }),
			owes: (...wanted: readonly string[]) =>
				until(() => due().join() === wanted.join(), { what: `notifications are due about ${wanted}` }),
			// By default, also at what happens in the next minute.
			look: (ticket: number, upTo = new Date(Date.now() + 60_000).toISOString(), isRepeated = false) => {
				forges.seen.didSee({ at: { ...place, ticket }, upTo, isRepeated });
			},
		};
	}

	it('loses what a new rule ignores at once, and has it again as it was when the rule is gone', async () => {
		const rules = user();
		const { inbox, read, shows, states } = await open(await folder(), rules);
		await read(comment(1), comment(2), status(3));
		await shows('comment 1 new', 'comment 2 new', 'status 3 new');
		await inbox.events.markSeen([comment(2)]);
		let changes = 0;
		inbox.events.onDidChange(() => changes++);
		rules.set(ignoreComments);
		assert.deepEqual([states(), changes], [['status 3 new'], 1]);
		rules.set();
		assert.deepEqual([states(), changes], [['comment 1 new', 'comment 2 seen', 'status 3 new'], 2]);
	});

	it('leaves out what is muted, before and after it arrives, in all windows and after a restart, and has it again', async () => {
		const where = await folder();
		const rules = user(notifyAll);
		const { inbox, read, shows, due } = await open(where, rules);
		await read(comment(1), comment(2));
		await shows('comment 1 new', 'comment 2 new');
		const names = subjectNamesOf(comment(1));
		await inbox.events.mute('ana', { names, title: '#1', place: '~ana/editor', at: 7 });
		await shows('comment 2 new');
		await read(status(1), status(2));
		await shows('comment 2 new', 'status 2 new');
		assert.deepEqual(due(), ['comment 2', 'status 2']);
		const other = await open(where, rules);
		await other.shows('comment 2 new', 'status 2 new');
		const [muted] = other.inbox.events.muted;
		assert.ok(muted);
		assert.deepEqual([muted.title, muted.account, muted.me], ['#1', 'ana', '~ana']);
		await other.inbox.events.unmute('ana', muted);
		await shows('comment 1 new', 'comment 2 new', 'status 1 seen', 'status 2 new');
		assert.deepEqual(inbox.events.muted, []);
	});

	it('has what another window adds as seen if the user has seen it in this one before', async () => {
		const where = await folder();
		const [one, other] = [await open(where, user()), await open(where, user())];
		await other.read(comment(3));
		await one.shows('comment 3 new');
		one.look(1);
		one.look(3);
		await one.shows('comment 3 seen');
		await other.read(comment(1), comment(2));
		await one.shows('comment 3 seen', 'comment 1 seen', 'comment 2 new');
		await other.shows('comment 3 seen', 'comment 1 seen', 'comment 2 new');
	});

	it('has what is marked as unseen until the user looks again, or sees something new of it', async () => {
		const { inbox, read, shows, look, states } = await open(await folder(), user());
		await read(comment(1), comment(2));
		await shows('comment 1 new', 'comment 2 new');
		const upTo = new Date().toISOString();
		look(1, upTo);
		await shows('comment 1 seen', 'comment 2 new');
		await inbox.events.markUnseen([comment(1)]);
		await shows('comment 1 new', 'comment 2 new');
		// The page of the ticket is still visible, and another one is opened.
		look(1, upTo, true);
		look(2, upTo);
		await shows('comment 1 new', 'comment 2 seen');
		look(1, upTo);
		await shows('comment 1 seen', 'comment 2 seen');
		await inbox.events.markUnseen([comment(1)]);
		await shows('comment 1 new', 'comment 2 seen');
		look(1, undefined, true);
		await shows('comment 1 seen', 'comment 2 seen');
		assert.equal(states().length, 2);
	});

	it('has what is marked as unseen right after it was seen', async () => {
		const { inbox, read, shows, look } = await open(await folder(), user());
		await read(comment(1), comment(2));
		await shows('comment 1 new', 'comment 2 new');
		look(1);
		inbox.events.looks.beginRow('row', [comment(1)], []);
		await inbox.events.markUnseen([comment(1)]);
		look(2);
		await shows('comment 1 new', 'comment 2 seen');
	});

	it('has what arrived while a rule ignored it as seen when the rule is gone', async () => {
		const rules = user(ignoreComments);
		const { read, shows, states } = await open(await folder(), rules);
		await read(comment(1), status(2));
		await shows('status 2 new');
		rules.set();
		assert.deepEqual(states(), ['comment 1 seen', 'status 2 new']);
	});

	it('owes notifications about what a rule notified when it arrived, if the rules still do', async () => {
		const rules = user();
		const { read, shows, owes, due } = await open(await folder(), rules);
		await read(comment(1));
		await shows('comment 1 new');
		rules.set(notifyAll);
		assert.deepEqual(due(), []);
		await read(comment(2), status(3));
		await owes('comment 2', 'status 3');
		rules.set(notifyAll, { event: 'commented', action: 'inbox' });
		assert.deepEqual(due(), ['status 3']);
	});

	it('owes none about the actions of the user and what the user has seen, before or after it arrives', async () => {
		const rules = user(notifyAll);
		const { inbox, read, owes, look, due } = await open(await folder(), rules);
		look(1);
		await read(comment(1), status(2, '~ana'), status(3), status(4));
		await owes('status 3', 'status 4');
		await inbox.events.markSeen([status(3)]);
		look(4);
		await until(() => due().length === 0, { what: 'no notification is due' });
	});

	it('gives each due event to one window, also to one that has not heard yet that it is seen', async () => {
		const [rules, where] = [user(notifyAll), await folder()];
		const windows = await Promise.all([1, 2, 3].map(() => open(where, rules)));
		const [first, second] = windows;
		assert.ok(first && second);
		await first.read(...Array.from({ length: 20 }, (_, nth) => comment(nth)));
		for (const { due } of windows) await until(() => due().length === 20);
		const all = first.inbox.events.due;
		await second.inbox.events.markSeen([comment(7)]);
		const claim = async ({ inbox }: (typeof windows)[number]) => {
			const claimed = (await inbox.events.claimDue(all)).map(({ event }) => event);
			await inbox.events.didNotify(claimed);
			return claimed.map(({ key }) => key);
		};
		const keys = (await Promise.all([...windows, ...windows].map(claim))).flat();
		assert.deepEqual(
			keys.sort(),
			all
				.map(({ event }) => event.key)
				.filter((key) => key !== 'comment 7')
				.sort(),
		);
		for (const { due } of windows) await until(() => due().length === 0);
		assert.deepEqual((await open(where, rules)).due(), []);
	});

	it('still owes what could not be claimed', async () => {
		const { inbox, read, owes, due, lines } = await open(await folder(), user(notifyAll));
		await read(comment(1));
		await owes('comment 1');
		const restore = failing('appendFile', 'ENOSPC');
		ending(restore);
		assert.deepEqual(await inbox.events.claimDue(inbox.events.due), []);
		restore();
		assert.deepEqual(due(), ['comment 1']);
		assert.match(lines.map(({ line }) => line).join('\n'), /Notifications wait/);
		assert.equal((await inbox.events.claimDue(inbox.events.due)).length, 1);
	});

	it('is notified once by windows that want to at the same moment, and after a restart if a window was killed', async () => {
		const [rules, where] = [user(notifyAll), await folder()];
		const killed = await open(where, rules);
		await killed.read(comment(1), comment(2));
		await killed.owes('comment 1', 'comment 2');
		killed.inbox.dispose();
		const windows = await Promise.all([1, 2].map(() => open(where, rules)));
		const shown: string[] = [];
		const claims: Promise<unknown>[] = [];
		// Only the time until the windows claim is simulated: files are read and locked in real time.
		mock.timers.enable({ apis: ['setTimeout'] });
		try {
			for (const { inbox } of windows) {
				const notifications = new Notifications(
					{
						onDidChange: inbox.events.onDidChange,
						get due() {
							return inbox.events.due;
						},
						didNotify: (events) => inbox.events.didNotify(events),
						claimDue: (due) => {
							const claim = inbox.events.claimDue(due);
							claims.push(claim);
							return claim;
						},
					},
					({ text }) => shown.push(text),
				);
				ending(() => notifications.dispose());
				notifications.setFocus(true);
			}
			mock.timers.tick(10_000);
		} finally {
			mock.timers.reset();
		}
		assert.equal(claims.length, 2);
		await Promise.all(claims);
		await until(() => shown.length > 0);
		assert.deepEqual(shown, ['While you were away: 2 updates in ~ana/editor']);
	});
});
