import type { Lifetime } from '../base/lifetime.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import type { TicketKey } from '../platform/model/keys.ts';
import type { FactRow } from '../platform/page/snapshot-parts.ts';
import { seriesOfTicket } from './page/series-of-ticket.ts';
import {
	type CommitText,
	findSeriesOfCommits,
	type SeriesOfCommits,
} from './state/find/series-of-commits.ts';
import { followSeriesOfTicket } from './state/find/series-of-tickets.ts';
import type { PartsOfLists } from './state/lists/parts-of-lists.ts';
import type { MailingLists } from './state/mailing-lists.ts';

/** How long the lists that were searched stay in memory. */
const keptMs = 60_000;

/** Finds the series of tickets and of commits for other features. What it needs is opened when it is first needed. */
export class SeriesFinder {
	readonly #window: ExtensionWindow;
	readonly #lists: () => Promise<MailingLists>;
	readonly #parts: () => Promise<PartsOfLists>;
	/** Keeps the lists that were searched for the last ticket in memory for a while: the next ticket needs the same. */
	#searched: Lifetime | undefined;

	constructor(
		window: ExtensionWindow,
		lists: () => Promise<MailingLists>,
		parts: () => Promise<PartsOfLists>,
	) {
		this.#window = window;
		this.#lists = lists;
		this.#parts = parts;
	}

	/** Finds the series that name a ticket, in what is known without requests. Calls `didFind` again when that changes, until `lifetime` ends. */
	async followSeries(
		ticket: TicketKey,
		lifetime: Lifetime,
		didFind: (found: readonly FactRow[]) => void,
	): Promise<void> {
		const [lists, parts] = await Promise.all([this.#lists(), this.#parts()]);
		const account = lists.of(ticket.account);
		const base = account?.instance.lists;
		if (!account || base === undefined || lifetime.ended) return;
		const before = this.#searched;
		const keeper = this.#window.lifetime.child();
		this.#searched = keeper;
		keeper.timeout(() => keeper.dispose(), keptMs);
		const followed = followSeriesOfTicket({
			ticket,
			account,
			findKnown: (...named) => parts.findKnown(...named),
			lifetime,
			keeper,
			didFind: (found) => didFind(found.map((one) => seriesOfTicket(one, base))),
		});
		before?.dispose();
		await followed;
	}

	/** Finds the patchsets that commits come from, in the known mails of public lists. */
	async findSeriesOfCommits(
		account: string,
		commits: readonly CommitText[],
		signal: AbortSignal,
	): Promise<readonly SeriesOfCommits[]> {
		const opened = (await this.#lists()).of(account);
		const { lifetime } = this.#window;
		if (!opened || lifetime.ended) return [];
		// The next push needs the same lists.
		const kept = lifetime.child();
		kept.timeout(() => kept.dispose(), keptMs);
		return findSeriesOfCommits(opened, commits, kept, signal);
	}
}
