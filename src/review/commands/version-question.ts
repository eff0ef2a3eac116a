import { Lifetime } from '../../base/lifetime.ts';
import { versionName } from '../../patches/model/series/version-name.ts';
import type { SeriesReading } from '../../patches/model/series-reading.ts';
import type { MailingLists } from '../../patches/state/mailing-lists.ts';
import { versionKey } from '../../patches/state/series/version-key.ts';
import { askInDialog } from '../../platform/editor/messages.ts';
import { idOfSeries, type SeriesKey } from '../../platform/model/keys.ts';

/** Asks before the user answers a version that a newer one has replaced: once for each newer version. */
export class VersionQuestion {
	readonly #lists: MailingLists;
	readonly #openPage: (key: SeriesKey) => Promise<void>;
	/** The newest version when the user wanted to answer an older one, by the id of the older one. */
	readonly #confirmed = new Map<string, string>();

	constructor(lists: MailingLists, openPage: (key: SeriesKey) => Promise<void>) {
		this.#lists = lists;
		this.#openPage = openPage;
	}

	/** Whether to answer the mails of a version. If the user wants to see the newer one, its page is opened. Without a reading, what is known decides. */
	async mayAnswer(key: SeriesKey, reading?: SeriesReading): Promise<boolean> {
		const { chain, version } = reading ?? (await this.#known(key)) ?? {};
		const newest = chain?.versions.at(-1);
		if (!version || !newest || newest === version) return true;
		const [old, current] = [versionName(version), versionName(newest)];
		if (this.#confirmed.get(idOfSeries(key)) === current) return true;
		const send = `Continue with ${old}`;
		const show = `Show ${current}`;
		const answer = await askInDialog(
			`${current} has replaced ${old}. Answer ${old} anyway?`,
			`The author of ${old} may no longer read answers to it.`,
			send,
			show,
		);
		if (answer === send) this.#confirmed.set(idOfSeries(key), current);
		const newestKey = versionKey(key, newest);
		if (answer === show && newestKey) await this.#openPage(newestKey);
		return answer === send;
	}

	/** What is known of a series, without a request. */
	async #known(key: SeriesKey): Promise<SeriesReading | undefined> {
		using lifetime = new Lifetime();
		const reader = this.#lists.of(key.account)?.series.hold(key, lifetime);
		await reader?.open();
		return reader?.reading;
	}
}
