import type { PollFacts } from '../../model/live-state.ts';
import { PollState } from './poll-state.ts';
import { concernsServer, isOffline, retryAfterOf, waitAfterFailure } from './read-failures.ts';
import type { ReadResult } from './read-queue.ts';

/** All resources together have this much time for each request. */
const requestMs = 1000;
/**
 * When another window has taken over, resources are read as soon as their webhooks work, because no window has received what was
 * delivered meanwhile. These reads may run ahead of the budget by this much; later ones wait for that much longer.
 */
const maxBorrowedMs = 20_000;
/** What was never read is read after this time, because a view that has just been opened reads it too. */
const firstReadMs = 10_000;
/** How many resources are remembered that are no longer shown, so that showing them again does not always read them. */
const maxHidden = 1000;

interface PolledResource {
	readonly id: string;
	/** The server that is asked. A failure that concerns the server postpones the reads of all its resources. */
	readonly server: string;
	/** Resources of the same group can be checked with one request. */
	readonly group?: string | undefined;
	/** Whether its webhook has delivered, so that reading it rarely is enough. */
	readonly isLive: boolean;
	/** Whether it was never read, so that nothing can be new yet. */
	readonly isFirst: boolean;
}

interface FailedServer {
	/** How many reads have failed in succession. Those that ran at the same time count once. */
	readonly failures: number;
	/** When the last of them has failed. */
	readonly failedAt: number;
	readonly until: number;
	readonly isOffline: boolean;
	/** Whether the server has asked for this pause. Then it does not end when another read succeeds. */
	readonly isAsked: boolean;
}

/** The resource that will be read next. */
interface Candidate {
	readonly id: string;
	readonly state: PollState;
	/** When it is due, whatever its server and the budget allow. */
	readonly dueAt: number;
	/** When its server allows the read. */
	readonly possibleAt: number;
	/** When the budget allows it too. */
	readonly at: number;
}

/** Decides which resource is read when. Has no clock and no timers: the caller passes the time to each call. */
export class PollSchedule {
	readonly #random: () => number;
	#shown = new Map<string, PollState>();
	readonly #hidden = new Map<string, PollState>();
	readonly #failedServers = new Map<string, FailedServer>();
	#hasFocus = false;
	/** When the budget allows the next read. */
	#freeAt = Number.NEGATIVE_INFINITY;
	/** When the schedule has requested the last read. */
	#requestedAt = Number.NEGATIVE_INFINITY;

	constructor(random: () => number) {
		this.#random = random;
	}

	/** Sets what is visible or pinned. Nothing else is polled. */
	setResources(resources: readonly PolledResource[], now: number): void {
		const before = this.#shown;
		this.#shown = new Map();
		for (const { id, server, group, isLive, isFirst } of resources) {
			const state =
				before.get(id) ?? this.#hidden.get(id) ?? new PollState(isFirst ? now + firstReadMs : now, isLive);
			state.server = server;
			state.group = group;
			state.setLive(isLive, now);
			if (this.#hidden.delete(id)) state.lookAgain(now);
			this.#shown.set(id, state);
		}
		for (const [id, state] of before) {
			if (!this.#shown.has(id)) this.#hidden.set(id, state);
		}
		for (const oldest of this.#hidden.keys()) {
			if (this.#hidden.size <= maxHidden) break;
			this.#hidden.delete(oldest);
		}
	}

	/** Sets whether the user can see the window and it has the focus. Without that, nothing is polled. */
	setFocus(hasFocus: boolean, now: number): void {
		const isBack = hasFocus && !this.#hasFocus;
		this.#hasFocus = hasFocus;
		if (!isBack) return;
		for (const [server, failed] of this.#failedServers) {
			if (failed.isOffline) this.#failedServers.set(server, { ...failed, until: now });
		}
		for (const state of this.#shown.values()) state.lookAgain(now);
	}

	/** Has a resource read soon, because what is shown of it is out of date. */
	want(id: string, now: number): void {
		this.#shown.get(id)?.want(now);
	}

	/** Forgets a resource. When it is set again, it is read at once. */
	forget(id: string): void {
		this.#shown.delete(id);
		this.#hidden.delete(id);
	}

	/** Returns the resource to read now, if there is one. The caller has to request its read. */
	takeDue(now: number): string | undefined {
		const next = this.#next();
		if (!next || next.at > now) return undefined;
		const { id, state } = next;
		state.didStart(now);
		state.charged = state.requests;
		this.#requestedAt = now;
		this.#freeAt = Math.max(this.#freeAt, now) + state.requests * requestMs;
		return id;
	}

	/**
	 * Returns the resources to check together with the one that `takeDue` has returned: those of its group that would be read next. They cost
	 * nothing, because one request checks all.
	 */
	takeGroup(id: string, most: number, now: number): readonly string[] {
		const due = this.#shown.get(id);
		if (due?.group === undefined || !due.isCheckable(now)) return [];
		const others = [...this.#shown]
			.filter(([, state]) => state.group === due.group && state.isCheckable(now) && !state.isBusy)
			.sort(([, one], [, other]) => one.dueAt - other.dueAt)
			.slice(0, most);
		for (const [, state] of others) {
			state.didStart(now);
			state.charged = 0;
		}
		return others.map(([other]) => other);
	}

	/** Takes back that the resource is being read: it was not. */
	giveBack(id: string): void {
		this.#stateOf(id)?.didNotAsk();
	}

	/** When a resource will be due. Undefined if that depends on other calls, such as the end of a read. */
	nextAt(): number | undefined {
		return this.#next()?.at;
	}

	/** How a resource is polled; undefined if it is unknown. */
	factsOf(id: string): PollFacts | undefined {
		return this.#stateOf(id)?.facts;
	}

	/** Whether the next read has to ask the forge, even if the resource was read a short time ago. */
	isOutdated(id: string): boolean {
		return this.#stateOf(id)?.isOutdated === true;
	}

	/** A read has begun, which the schedule may not have requested. */
	didStart(id: string, now: number): void {
		this.#stateOf(id)?.didStart(now);
	}

	didRead(id: string, result: ReadResult, now: number): void {
		const state = this.#stateOf(id);
		if (!state) return;
		if (result.isVoid) {
			state.didReadNothing(now);
			return;
		}
		if (result.wasKnown) {
			state.didNotAsk();
			return;
		}
		state.didRead(result, now, this.#random());
		const failed = this.#failedServers.get(state.server);
		if (failed && !(failed.isAsked && failed.until > now)) {
			this.#failedServers.delete(state.server);
			const others = [...this.#shown.values()].filter((one) => one !== state && one.server === state.server);
			// Without a network, webhooks have delivered nothing.
			if (failed.isOffline) for (const one of others) one.catchUp(now);
		}
		// The budget was charged for as many requests as the read before has made, so the difference is charged now, or given back.
		const difference = state.uncharged;
		const since = difference > 0 ? Math.max(this.#freeAt, now) : this.#freeAt;
		this.#freeAt = since + difference * requestMs;
		state.charged = undefined;
	}

	didFail(id: string, error: unknown, now: number): void {
		const state = this.#stateOf(id);
		if (!state) return;
		state.didFail(error, now, this.#random());
		state.charged = undefined;
		if (!concernsServer(error)) return;
		const before = this.#failedServers.get(state.server);
		const ranAtSameTime = before !== undefined && state.startedAt < before.failedAt;
		const failures = (before?.failures ?? 0) + (ranAtSameTime ? 0 : 1);
		const until = now + waitAfterFailure(error, failures, this.#random());
		// The pause that the server has asked for is not shortened.
		const isAskedBefore = before?.isAsked === true && before.until > until;
		this.#failedServers.set(state.server, {
			failures,
			failedAt: now,
			until: isAskedBefore ? before.until : until,
			isOffline: isOffline(error),
			isAsked: isAskedBefore || retryAfterOf(error) !== undefined,
		});
	}

	#stateOf(id: string): PollState | undefined {
		return this.#shown.get(id) ?? this.#hidden.get(id);
	}

	#next(): Candidate | undefined {
		if (!this.#hasFocus) return undefined;
		const busy = [...this.#shown.values()].filter(({ isBusy }) => isBusy);
		const busyServers = new Set(busy.map(({ server }) => server));
		let next: Candidate | undefined;
		for (const [id, state] of this.#shown) {
			if (state.isBusy) continue;
			const failed = this.#failedServers.get(state.server);
			// A single read finds out whether the server works again.
			if (failed && busyServers.has(state.server)) continue;
			const { dueAt } = state;
			const possibleAt = Math.max(dueAt, failed?.until ?? dueAt);
			if (possibleAt === Number.POSITIVE_INFINITY) continue;
			// Only a read that catches up may run ahead of the budget; for others, `catchUpDueAt` is infinite.
			const catchUpAt = Math.max(possibleAt, state.catchUpDueAt, this.#borrowedAt);
			const at = Math.min(Math.max(possibleAt, this.#freeAt), catchUpAt);
			const candidate = { id, state, dueAt, possibleAt, at };
			if (!next || isBefore(candidate, next)) next = candidate;
		}
		return next;
	}

	/** When a read may borrow from the budget. */
	get #borrowedAt(): number {
		return Math.max(this.#requestedAt + requestMs, this.#freeAt - maxBorrowedMs);
	}
}

const isBefore = (one: Candidate, other: Candidate): boolean =>
	(one.at - other.at || one.possibleAt - other.possibleAt || one.dueAt - other.dueAt) < 0;
