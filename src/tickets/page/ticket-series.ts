import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { FactRow } from '../../platform/page/snapshot-parts.ts';

/** Finds the series that name a ticket, in what is known without requests. Calls `didFind` again when that changes, until `lifetime` ends. */
export type FollowSeries = (
	key: TicketKey,
	lifetime: Lifetime,
	didFind: (found: readonly FactRow[]) => void,
) => Promise<void>;

/** The series of patches that name the ticket of a page. They are looked for once the page is visible. */
export class TicketSeries implements Disposable {
	readonly #key: TicketKey;
	readonly #followSeries: FollowSeries;
	readonly #changed: () => void;
	readonly #lifetime = new Lifetime();
	#series: readonly FactRow[] = [];
	#isFollowing = false;

	constructor(key: TicketKey, followSeries: FollowSeries, changed: () => void) {
		this.#key = key;
		this.#followSeries = followSeries;
		this.#changed = changed;
	}

	get series(): readonly FactRow[] {
		return this.#series;
	}

	/** The page is visible. */
	didDraw(): void {
		if (this.#isFollowing) return;
		this.#isFollowing = true;
		background(
			this.#followSeries(this.#key, this.#lifetime, (found) => {
				const isSame = JSON.stringify(found) === JSON.stringify(this.#series);
				this.#series = found;
				if (!isSame) this.#changed();
			}),
		);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
