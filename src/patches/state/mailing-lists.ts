import { join } from 'node:path';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Client } from '../../forge/client/connect.ts';
import type { listRows } from '../../forge/rows/lists.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import { PerAccount } from '../../platform/state/per-account.ts';
import { fileStorage } from '../../platform/state/store/files.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { EndedSession } from '../../signin/sessions/session-registry.ts';
import { type AccountLists, createAccountLists } from './lists/account-lists.ts';
import { createSentMails, type SentMails } from './lists/sent-mails.ts';
import { ReplyChecks } from './series/reply-checks.ts';
import { SeriesReaders } from './series/series-readers.ts';

/** An account whose forge has mailing lists. */
export interface ListAccount extends Account {
	readonly lists: AccountLists;
	readonly client: Client<typeof listRows>;
	readonly series: SeriesReaders;
	/** The mails that the account has sent. */
	readonly sent: SentMails;
	readonly replyChecks: ReplyChecks;
}

interface MailingListsOptions {
	readonly forges: AccountSource;
	/** The editor's storage folder for this extension. */
	readonly folder: string;
	readonly log: Log;
}

/** The mailing lists of each account. */
export class MailingLists implements Disposable {
	readonly #options: MailingListsOptions;
	readonly #lifetime = new Lifetime();
	readonly #accounts: PerAccount<ListAccount>;

	/** Resolves when the stored lists and pins of each account are loaded. */
	static async open(options: MailingListsOptions): Promise<MailingLists> {
		const lists = new MailingLists(options);
		await lists.#accounts.update();
		return lists;
	}

	private constructor(options: MailingListsOptions) {
		this.#options = options;
		const { forges, log } = options;
		this.#accounts = this.#lifetime.add(
			new PerAccount<ListAccount>({
				forges,
				create: (account, lifetime) => this.#openAccount(account, lifetime),
				open: ({ lists }) => lists.open(),
				log,
			}),
		);
		this.#lifetime.add(forges.onDidChange(() => background(this.#accounts.update())));
	}

	/** Fires when accounts are added or removed. */
	get onDidChange(): Event<void> {
		return this.#accounts.onDidChange;
	}

	get accounts(): readonly ListAccount[] {
		return this.#accounts.all;
	}

	of(account: string): ListAccount | undefined {
		return this.#accounts.of(account);
	}

	/** What is known and stored of an account whose session has ended without the user signing out. Nothing is read from the forge. */
	endedAccount(account: string): ListAccount | undefined {
		return this.#accounts.ended(account);
	}

	endedSession(account: string): EndedSession | undefined {
		return this.#options.forges.endedSession(account);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#openAccount(account: Account, lifetime: Lifetime): ListAccount | undefined {
		const { session, connection, instance } = account;
		const { lists: client } = connection;
		if (!client) return undefined;
		const { forges, folder, log } = this.#options;
		const cache = forges.caches.of(session.id);
		const lists = lifetime.add(
			createAccountLists({
				account: session.id,
				me: session.account,
				scopes: session.scopes,
				client,
				cache,
				permanent: fileStorage(join(folder, 'kept'), log),
				home: instance,
				log,
			}),
		);
		const series = lifetime.add(new SeriesReaders({ client, lists, cache, log }));
		const sent = lifetime.add(createSentMails({ client, cache, log }));
		const replyChecks = lifetime.add(new ReplyChecks({ client, mails: series.mails, cache, log }));
		return { ...account, client, lists, series, sent, replyChecks };
	}
}
