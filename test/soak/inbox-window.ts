import { join } from 'node:path';
import { Emitter } from '../../src/base/emitter.ts';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Log } from '../../src/base/log/log.ts';
import { createRecordWriter } from '../../src/base/log/log-records.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { Live } from '../../src/inbox/live/live.ts';
import { Inbox } from '../../src/inbox/state/inbox.ts';
import { Notifications } from '../../src/inbox/state/notifications.ts';
import { MailingLists } from '../../src/patches/state/mailing-lists.ts';
import { StatusChanges } from '../../src/patches/state/status/status-changes.ts';
import { createListWatchSource } from '../../src/patches/state/watch/list-watch-source.ts';
import type { WatchedResource, WatchSource } from '../../src/platform/state/watch/watch-source.ts';
import { Repositories } from '../../src/repositories/state/repositories.ts';
import { createRepositoryWatchSource } from '../../src/repositories/state/watch/repository-watch-source.ts';
import type { Instance } from '../../src/signin/instances/instance.ts';
import { SessionKey } from '../../src/signin/sessions/session-key.ts';
import { Tickets } from '../../src/tickets/state/tickets.ts';
import { createTrackerWatchSource } from '../../src/tickets/state/watch/tracker-watch-source.ts';
import { openSoakAccounts, type SoakUser } from './soak-accounts.ts';

/** The input of one process, which does for the inbox what the extension does in a window. */
export interface InboxTask extends SoakUser {
	readonly instance: Instance;
	/** Where webhooks are received, and the address at which the forge reaches that. */
	readonly port: number;
	readonly publicAddress: string;
	/** What is watched, as `placeOf` names it. */
	readonly places: readonly string[];
}

export type InboxOrder =
	| { readonly kind: 'focus'; readonly hasFocus: boolean }
	/** The user sees these events. */
	| { readonly kind: 'see'; readonly keys: readonly string[] }
	| { readonly kind: 'refresh' }
	/** Reads the stored events again and reports them. */
	| { readonly kind: 'list' };

/** Each is sent at once. */
export type InboxReport =
	| { readonly kind: 'open' }
	| { readonly kind: 'leads'; readonly isLeading: boolean }
	/** How many of the places are live. */
	| { readonly kind: 'live'; readonly count: number }
	/** The marks are on the disk. */
	| { readonly kind: 'saw'; readonly keys: readonly string[] }
	| { readonly kind: 'claimed' | 'notified'; readonly keys: readonly string[] }
	| {
			readonly kind: 'listed';
			readonly events: readonly { readonly key: string; readonly isSeen: boolean; readonly isDue: boolean }[];
	  }
	| { readonly kind: 'logged'; readonly level: string; readonly line: string };

/** `editor` for what happens in the tracker of that name, `trackers` for which trackers there are. */
function placeOf(id: string): string {
	const [kind, , , name = `${kind}s`]: readonly string[] = JSON.parse(id);
	return name;
}

const task: InboxTask = JSON.parse(process.argv[2] ?? '');
const { folder, instance, places } = task;
const report = (one: InboxReport) => process.send?.(one);
// The window ends with the process that has started it.
process.on('disconnect', () => process.exit());
const sink = {
	write: (level: string, line: string) => {
		if (level === 'error' || level === 'warn') report({ kind: 'logged', level, line });
	},
};
const log = new Log(createRecordWriter(sink, new Secrets()));

const { registry, forges, secretStore, secrets, signIn } = await openSoakAccounts(task, instance, log);
if (registry.sessions.length === 0) await signIn();
const [tickets, lists, repositories] = await Promise.all([
	Tickets.open({ forges, folder, log }),
	MailingLists.open({ forges, folder, log }),
	Repositories.open({ forges, folder, maxBytes: () => 64 * 1024 * 1024, log }),
]);
const isWatched = ({ id }: WatchedResource) => places.includes(placeOf(id));
const onlyPlaces = (source: WatchSource): WatchSource => ({
	get watched() {
		return source.watched.filter(isWatched);
	},
	onDidChange: source.onDidChange,
});
const sources = [
	createTrackerWatchSource(tickets, log),
	createListWatchSource(lists, await StatusChanges.open({ lists, forges, folder, log })),
	createRepositoryWatchSource(repositories, log),
].map(onlyPlaces);
const storage = fileStorage(join(folder, 'kept'), log);
const sessionKey = new SessionKey(secretStore, secrets);
const { port, publicAddress } = task;
const never = new Emitter<void>().event;
const live = new Live({
	...{ forges, secrets, storage, log },
	settings: { current: { port, publicAddress, problems: [] }, onDidChange: never },
	key: () => sessionKey.get(),
});
const inbox = await Inbox.open({
	...{ forges, sources, live, storageOf: () => storage, log },
	// The events that concern the user are known only after a rule or two. Here all of them count.
	rules: { rules: [{ action: 'notify' }], onDidChange: never },
});
const keysOf = (events: readonly { readonly event: { readonly key: string } }[]) =>
	events.map(({ event }) => event.key);
const notifications = new Notifications(
	{
		get due() {
			return inbox.events.due;
		},
		onDidChange: inbox.events.onDidChange,
		claimDue: async (due) => {
			const claimed = await inbox.events.claimDue(due);
			report({ kind: 'claimed', keys: keysOf(claimed) });
			return claimed;
		},
		didNotify: async (events) => {
			await inbox.events.didNotify(events);
			report({ kind: 'notified', keys: events.map(({ key }) => key) });
		},
	},
	() => {},
);

let wasLeading = false;
let liveCount = -1;
const follow = () => {
	if (live.isLeading !== wasLeading) {
		wasLeading = live.isLeading;
		report({ kind: 'leads', isLeading: wasLeading });
	}
	const states = inbox.watched.map((one) => live.stateOf(one));
	const count = states.filter((state) => state.kind === 'registered' && state.isLive).length;
	if (count === liveCount) return;
	liveCount = count;
	report({ kind: 'live', count });
};
live.onDidChange(follow);

async function obey(order: InboxOrder): Promise<void> {
	if (order.kind === 'focus') {
		for (const part of [inbox, notifications]) part.setFocus(order.hasFocus);
	} else if (order.kind === 'refresh') inbox.refresh();
	else if (order.kind === 'see') {
		const isSeen = ({ key }: { readonly key: string }) => order.keys.includes(key);
		// Another window may have added the others just now.
		const shown = inbox.events.entries.map(({ event }) => event).filter(isSeen);
		await inbox.events.markSeen(shown);
		report({ kind: 'saw', keys: shown.map(({ key }) => key) });
	} else {
		const events = inbox.events.entries.map(({ event: { key }, seenAt, isDue }) => ({
			...{ key, isSeen: seenAt !== undefined, isDue: isDue === true },
		}));
		report({ kind: 'listed', events });
	}
}
process.on('message', (order: InboxOrder) => {
	obey(order).catch((error) => report({ kind: 'logged', level: 'error', line: String(error?.stack) }));
});

// The other user's repository is in no list of the account.
const [account] = repositories.accounts;
if (places.includes('dotfiles')) await account?.repositories.pins.pin({ owner: '~bob', name: 'dotfiles' });
for (const { trackers } of tickets.accounts) await Promise.all(trackers.lists.map((list) => list.refresh()));
for (const one of lists.accounts) await Promise.all(one.lists.lists.map((list) => list.refresh()));
follow();
report({ kind: 'open' });
