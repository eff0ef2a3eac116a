import { join } from 'node:path';
import { background } from '../../base/background.ts';
import { fileStorage } from '../../base/files/file-storage.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Client } from '../../forge/client/connect.ts';
import type { listRows } from '../../forge/rows/lists.ts';
import type { ItemsContext } from '../../platform/state/account-items.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import { PerAccount } from '../../platform/state/per-account.ts';
import type { Account } from '../../signin/connections/connection.ts';
import { type AccountLists, createAccountLists } from './lists/account-lists.ts';
import { HubProjects } from './lists/hub-projects.ts';
import { createSentMails, type SentMails } from './lists/sent-mails.ts';
import { ReplyChecks } from './series/reply-checks.ts';
import { SeriesReaders } from './series/series-readers.ts';
import { SeriesSeenState } from './series/series-seen-state.ts';

/** An account whose forge has mailing lists. */
export interface ListAccount extends Account {
	readonly lists: AccountLists;
	readonly client: Client<typeof listRows>;
	readonly series: SeriesReaders;
	/** The mails that the account has sent. */
	readonly sent: SentMails;
	readonly replyChecks: ReplyChecks;
	/** What the hub of the forge knows. */
	readonly hubProjects: HubProjects;
}

interface MailingListsOptions {
	readonly forges: AccountSource;
	/** The editor's storage folder for this extension. */
	readonly folder: string;
	readonly log: Log;
}

/** The mailing lists of each account. */
export class MailingLists extends PerAccount<ListAccount> {
	readonly seen: SeriesSeenState;

	/** Resolves when the stored lists and pins of each account are loaded. */
	static async open(options: MailingListsOptions): Promise<MailingLists> {
		const lists = new MailingLists(options);
		await lists.update();
		return lists;
	}

	private constructor({ forges, folder, log }: MailingListsOptions) {
		const permanent = fileStorage(join(folder, 'kept'), log);
		super({
			forges,
			create: (account, lifetime) =>
				openListAccount(account, lifetime, { cache: forges.caches.of(account.session.id), permanent, log }),
			open: async ({ lists, session }) => {
				await Promise.all([lists.open(), forges.seen.open(session.id)]);
			},
			log,
		});
		this.seen = new SeriesSeenState(forges.seen);
		this.lifetime.add(forges.onDidChange(() => background(this.update())));
	}
}

/** Undefined if the forge has no mailing lists. */
function openListAccount(
	account: Account,
	lifetime: Lifetime,
	storage: ItemsContext,
): ListAccount | undefined {
	const { lists: client, listExtras: extras, hub } = account.connection;
	if (!client) return undefined;
	const lists = lifetime.add(createAccountLists(account, client, storage));
	const series = lifetime.add(new SeriesReaders(client, extras, lists, storage));
	const sent = lifetime.add(createSentMails(client, storage));
	const replyChecks = lifetime.add(new ReplyChecks(client, series.mails, storage));
	const hubProjects = new HubProjects({ hub, cache: storage.cache, log: storage.log });
	return { ...account, client, lists, series, sent, replyChecks, hubProjects };
}
