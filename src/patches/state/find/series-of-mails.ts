import { background } from '../../../base/background.ts';
import { isRecent } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { idOfList, idOfSeries, type MailKey, type SeriesKey } from '../../../platform/model/keys.ts';
import { mailsOf } from '../lists/series-summary.ts';
import type { ListAccount, MailingLists } from '../mailing-lists.ts';
import type { SeriesReader } from '../series/series-reader.ts';
import { seriesOfMail } from './series-of-mail.ts';

/** A version of a series, or a thread. */
export interface OpenSeries {
	readonly key: SeriesKey;
	readonly account: ListAccount;
	readonly reader: SeriesReader;
}

interface HeldSeries extends OpenSeries {
	readonly lifetime: Lifetime;
	/** The mails whose texts were requested. */
	requested: ReadonlySet<number>;
}

/** What the forge said within this time is not read again. */
const recentMs = 60_000;

/** The series that certain mails belong to, which are read until they are released. Mails that arrive meanwhile are read, too. */
export class SeriesOfMails implements Disposable {
	readonly #lists: MailingLists;
	readonly #changed: () => void;
	readonly #lifetime = new Lifetime();
	readonly #held = new Map<string, HeldSeries>();

	/** Calls `changed` when more is known of a series. */
	constructor(lists: MailingLists, changed: () => void) {
		this.#lists = lists;
		this.#changed = changed;
	}

	/** The series with a mail. Undefined if its account is gone. Call it for one mail after the other: the mails of a series then need only one search. */
	async of(key: MailKey): Promise<OpenSeries | undefined> {
		// After its session has ended, what is stored stays readable.
		const account = this.#lists.of(key.account) ?? this.#lists.endedAccount(key.account);
		if (!account || this.#lifetime.ended) return undefined;
		const known = this.#find(key, account);
		if (known) return known;
		const page = await seriesOfMail(account, key, this.#lifetime.signal);
		const held = this.#hold(page, account);
		await held?.reader.open();
		if (held) this.#readNewMails(held, !isRecent(held.reader.asOf, recentMs));
		return held;
	}

	/** Releases the series that are not used any longer. */
	keepOnly(used: ReadonlySet<OpenSeries>): void {
		for (const [id, held] of this.#held) {
			if (used.has(held)) continue;
			this.#held.delete(id);
			held.lifetime.dispose();
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#find(key: MailKey, account: ListAccount): HeldSeries | undefined {
		const list = idOfList(key);
		return [...this.#held.values()].find((held) => {
			const version = held.reader.reading?.version;
			return (
				held.account === account &&
				idOfList(held.key) === list &&
				version !== undefined &&
				mailsOf(version).some(({ id }) => id === key.mail)
			);
		});
	}

	#hold(key: SeriesKey, account: ListAccount): HeldSeries | undefined {
		const id = idOfSeries(key);
		const known = this.#held.get(id);
		if (known?.account === account) return known;
		known?.lifetime.dispose();
		if (this.#lifetime.ended) return undefined;
		const lifetime = this.#lifetime.child();
		const reader = account.series.hold(key, lifetime);
		const held: HeldSeries = { key, account, reader, lifetime, requested: new Set() };
		this.#held.set(id, held);
		lifetime.add(
			reader.onDidChange(() => {
				this.#readNewMails(held, false);
				this.#changed();
			}),
		);
		return held;
	}

	/** Reads the texts of mails that have arrived. After a failure, they are read when the series is opened again. `isDue`: reads even if none has arrived. */
	#readNewMails(held: HeldSeries, isDue: boolean): void {
		if (this.#lists.of(held.key.account) !== held.account) return;
		const unread = held.reader.reading?.unread ?? [];
		const isNew = unread.some((id) => !held.requested.has(id));
		if (held.reader.isReading || (!isDue && !isNew)) return;
		held.requested = new Set(unread);
		background(held.reader.refresh(held.lifetime.signal));
	}
}
