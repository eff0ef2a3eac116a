import { join } from 'node:path';
import { Emitter } from '../../src/base/emitter.ts';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import type { Lifetime } from '../../src/base/lifetime.ts';
import { Log } from '../../src/base/log/log.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { Live } from '../../src/inbox/live/live.ts';
import { Inbox } from '../../src/inbox/state/inbox.ts';
import { AccountCaches } from '../../src/platform/state/account-caches.ts';
import type { Area } from '../../src/signin/connections/connection.ts';
import { newKey } from '../../src/signin/sessions/encryption.ts';
import { Tickets } from '../../src/tickets/state/tickets.ts';
import { createTrackerWatchSource } from '../../src/tickets/state/watch/tracker-watch-source.ts';
import { countedAccount } from '../kit/forge/counted-account.ts';
import { fixedAccounts } from '../kit/forge/fixed-accounts.ts';

interface LiveWindowOptions {
	readonly folder: string;
	/** The user name, with the tilde. */
	readonly me: string;
	readonly token: string;
	readonly addresses: Readonly<Record<Area, string>>;
	/** What verifies deliveries. */
	readonly webhookKey: string;
}

const nothing = { onDidChange: new Emitter<void>().event };

/** The inbox of an account that has trackers, with webhooks, as the extension opens it. */
export async function openLiveWindow(
	{ folder, me, token, addresses, webhookKey }: LiveWindowOptions,
	lifetime: Lifetime,
) {
	const [log, secrets] = [new Log(() => {}), new Secrets()];
	let requests = 0;
	const instance = { name: 'forge.test', ...addresses, webhookKey };
	const { account } = countedAccount({ instance, me, token, onRequest: () => (requests += 1) }, lifetime);
	const { id } = account.session;
	const key = newKey();
	const caches = new AccountCaches(join(folder, 'cache'), log);
	const forges = fixedAccounts([account], caches);
	const tickets = lifetime.add(await Tickets.open({ forges, folder, log }));
	await tickets.of(id)?.trackers.own.refresh();
	const storage = fileStorage(join(folder, 'kept'), log);
	const live = lifetime.add(
		new Live({
			...{ forges, secrets, storage, log },
			settings: { current: { port: 0, publicAddress: undefined, problems: [] }, ...nothing },
			key: async () => key,
		}),
	);
	const inbox = lifetime.add(
		await Inbox.open({
			forges,
			rules: { rules: [], ...nothing },
			sources: [lifetime.add(createTrackerWatchSource(tickets, log))],
			...{ live, storageOf: () => storage, log },
		}),
	);
	return { account, inbox, live, requests: () => requests };
}
