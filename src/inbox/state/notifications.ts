import { background } from '../../base/background.ts';
import { steadyTime, timeOfDay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { eventId } from '../model/inbox-target.ts';
import { type DueEvent, notificationText } from '../model/notification-words.ts';
import type { InboxEvents } from './inbox-events.ts';

/** Events that come within this time are one notification. */
const groupMs = 1500;
/** The shortest time between two notifications. */
const pauseMs = 8000;
/** When the user returns, the first reads have this long to find out what has happened meanwhile. */
const returnMs = 6000;
/** How long a window without the focus leaves the events to the window with the focus. Longer than that window takes to show them. */
const unfocusedMs = 12_000;
/** When to look again at events that another window has claimed, but not shown. */
const retryMs = 60_000;
/** After this time without the focus, a window shows nothing until the user returns. */
const absenceMs = 10 * 60_000;

export interface InboxNotification {
	readonly text: string;
	/** At least one, the oldest first. */
	readonly events: readonly ForgeEvent[];
	/** Whether it sums up what has happened while the user was away. */
	readonly isDigest: boolean;
}

type DueEvents = Pick<InboxEvents, 'due' | 'claimDue' | 'didNotify' | 'onDidChange'>;

/**
 * Decides when this window shows a notification, and about which events: those that a rule asks for and no window has shown.
 *
 * The window with the focus shows them, or after a while any other that has had it within the last ten minutes. If none has, the events wait
 * until the user returns to a window, which sums them up. Windows agree through the file of the events.
 */
export class Notifications implements Disposable {
	readonly #events: DueEvents;
	readonly #show: (notification: InboxNotification) => void;
	readonly #lifetime = new Lifetime();
	#hasFocus = false;
	/** When the window has lost the focus. A new window never had it. */
	#leftAt = Number.NEGATIVE_INFINITY;
	#shownAt = Number.NEGATIVE_INFINITY;
	/** The timer of the next notification. */
	#waiting: Disposable | undefined;
	/** The timer of the next look at events that another window has claimed. */
	#retry: Disposable | undefined;
	/** Whether the user has returned, and has not been told yet what has happened meanwhile. */
	#isReturning = false;
	#isClaiming = false;

	constructor(events: DueEvents, show: (notification: InboxNotification) => void) {
		this.#events = events;
		this.#show = show;
		this.#lifetime.add(events.onDidChange(() => this.#plan()));
	}

	setFocus(hasFocus: boolean): void {
		if (hasFocus === this.#hasFocus) return;
		const wasAbsent = this.#isAbsent;
		this.#hasFocus = hasFocus;
		if (!hasFocus) {
			this.#leftAt = steadyTime();
			return;
		}
		this.#isReturning ||= wasAbsent;
		// While it did not have the focus, this window may have planned a longer wait.
		this.#cancel();
		this.#plan();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	get #isAbsent(): boolean {
		return !this.#hasFocus && steadyTime() - this.#leftAt >= absenceMs;
	}

	#plan(): void {
		if (this.#waiting || this.#isClaiming || this.#isAbsent) return;
		if (!this.#isReturning && this.#events.due.length === 0) return;
		this.#waiting = this.#lifetime.timeout(() => {
			this.#waiting = undefined;
			background(this.#showDue());
		}, this.#waitMs());
	}

	/** Plans to show what has arrived meanwhile, and later what another window had claimed, in case that window was killed. */
	#planRest(tried: readonly DueEvent[], claimed: readonly DueEvent[]): void {
		const triedIds = idsOf(tried);
		const claimedIds = idsOf(claimed);
		const rest = [...idsOf(this.#events.due)].filter((id) => !claimedIds.has(id));
		const untried = rest.filter((id) => !triedIds.has(id));
		const claimedElsewhere = rest.filter((id) => triedIds.has(id));
		if (this.#isReturning || untried.length > 0) this.#plan();
		if (claimedElsewhere.length === 0) return;
		this.#retry ??= this.#lifetime.timeout(() => {
			this.#retry = undefined;
			this.#plan();
		}, retryMs);
	}

	#waitMs(): number {
		if (this.#isReturning) return returnMs;
		if (!this.#hasFocus) return unfocusedMs;
		return Math.max(groupMs, this.#shownAt + pauseMs - steadyTime());
	}

	/** Whether the window with the focus, if there is one, may still wait to show it. */
	#isLeftToOthers({ addedAt }: DueEvent): boolean {
		const age = timeOfDay() - addedAt;
		return age >= 0 && age < unfocusedMs;
	}

	#cancel(): void {
		this.#waiting?.dispose();
		this.#waiting = undefined;
	}

	async #showDue(): Promise<void> {
		const isReturn = this.#isReturning;
		this.#isReturning = false;
		if (this.#isAbsent) return;
		const due = this.#events.due.filter((one) => this.#hasFocus || !this.#isLeftToOthers(one));
		if (due.length === 0) return this.#planRest([], []);
		this.#isClaiming = true;
		const claimed = await this.#events.claimDue(due).finally(() => {
			this.#isClaiming = false;
		});
		if (this.#lifetime.ended) return;
		if (claimed.length > 0) {
			this.#shownAt = steadyTime();
			const isDigest = isReturn && claimed.length > 1;
			const text = notificationText(claimed, isDigest);
			const events = claimed.map(({ event }) => event);
			this.#show({ text, events, isDigest });
			background(this.#events.didNotify(events));
		}
		this.#planRest(due, claimed);
	}
}

const idsOf = (events: readonly DueEvent[]): ReadonlySet<string> =>
	new Set(events.map(({ event }) => eventId(event)));
