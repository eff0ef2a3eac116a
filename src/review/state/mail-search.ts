import { background } from '../../base/background.ts';
import type { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { ForgeError, isTransient } from '../../forge/contract/errors.ts';
import type { ListAccount } from '../../patches/state/mailing-lists.ts';
import type { OutboxMailKey } from './outbox-mail.ts';
import { hasMail, isKnownOnList, isOnList } from './outbox-mail-sender.ts';

/** A mail that may be on its list, or will be. */
export interface ExpectedMail {
	readonly key: OutboxMailKey;
	/** Its entry in the outbox, if it may have been sent. Absent also while it is being sent. */
	readonly entry?: string;
}

interface MailSearchOptions {
	readonly accountOf: (session: string) => ListAccount | undefined;
	/** The mails that are not on their lists, as far as is known. */
	readonly expected: () => readonly ExpectedMail[];
	/** Called when a mail is on its list. */
	readonly didFind: (found: ExpectedMail) => Promise<void>;
	/** The times until Tildeforge looks again. */
	readonly lookAfterMs?: readonly number[];
	readonly lifetime: Lifetime;
	readonly log: Log;
}

/** The pauses between looks. The first finds a mail that arrives at once, the next wait for a slow server or list, the last for a moderator. */
const usualLooks = [3000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000];

/**
 * Looks for mails on their lists: less and less often, but until the forge has answered, and without a request when something else reads the
 * list. Then the page shows them as replies.
 */
export class MailSearch {
	readonly #options: MailSearchOptions;
	#waiting: Lifetime;
	/** The mails that are looked for, and how often that was done. */
	#looks = { ids: '', count: 0 };

	constructor(options: MailSearchOptions) {
		this.#options = options;
		this.#waiting = options.lifetime.child();
	}

	/** Call when other mails may be expected, or other accounts are signed in. */
	lookLater(): void {
		const ids = this.#expected.map(({ mail: { key, entry } }) => [key.messageId, entry]).join();
		if (ids === this.#looks.ids) return;
		this.#looks = { ids, count: 0 };
		this.#wait();
	}

	/** The mails of the accounts that are signed in. */
	get #expected(): readonly { readonly mail: ExpectedMail; readonly account: ListAccount }[] {
		const { accountOf, expected } = this.#options;
		return expected().flatMap((mail) => {
			const account = accountOf(mail.key.account);
			return account ? [{ mail, account }] : [];
		});
	}

	#wait(): void {
		const { lifetime, lookAfterMs = usualLooks } = this.#options;
		this.#waiting.dispose();
		const waiting = lifetime.child();
		this.#waiting = waiting;
		const look = (asks: boolean) => {
			waiting.dispose();
			if (asks) this.#looks = { ...this.#looks, count: this.#looks.count + 1 };
			background(this.#look(asks).finally(() => this.#wait()));
		};
		for (const { mail, account } of this.#expected) {
			const { key } = mail;
			const list = account.lists.cache({ owner: key.owner, name: key.list }, waiting);
			waiting.add(list.onDidChange(() => hasMail(list, key) && look(false)));
		}
		const delayMs = lookAfterMs[this.#looks.count];
		if (this.#expected.length === 0 || delayMs === undefined) return;
		waiting.timeout(() => look(true), delayMs);
	}

	/** Looks for all mails at once, so that each list is asked once. `asks`: whether to ask the forge; if not, something else has read a list. */
	async #look(asks: boolean): Promise<void> {
		const { didFind, lifetime, log, lookAfterMs = usualLooks } = this.#options;
		const answers = this.#expected.map(async ({ mail, account }) => {
			try {
				const { key } = mail;
				const isThere = asks ? isOnList(account, key, lifetime.signal) : isKnownOnList(account, key);
				if (await isThere) await didFind(mail);
				return true;
			} catch (error) {
				log.info('Looking for a mail on its list failed', error);
				return !(error instanceof ForgeError && isTransient(error));
			}
		});
		const isAnswered = (await Promise.all(answers)).every(Boolean);
		const { ids, count } = this.#looks;
		// The last pause is repeated until the forge has answered.
		if (!isAnswered) this.#looks = { ids, count: Math.min(count, lookAfterMs.length - 1) };
	}
}
