import { background } from '../../../base/background.ts';
import { isRecent, sleep, timeOfDay } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { ForgeError, unexpectedError } from '../../../forge/contract/errors.ts';
import type { HookTarget } from '../../../platform/state/watch/watch-source.ts';
import { renewalTime, type Session } from '../../../signin/sessions/session.ts';
import type { HookState } from '../../model/live-state.ts';
import { needsUser, waitAfterFailure } from '../polling/read-failures.ts';
import { missedEvents, ownersHooks } from './hook-events.ts';
import type { RecordedTarget } from './hook-record.ts';
import { concernsService, removeAll } from './remove-webhooks.ts';
import { TargetHooks, type TokenHooks, type WantedHooks } from './target-hooks.ts';
import { targetKey } from './webhook-address.ts';

export const defaultPace = {
	/** The least time between two targets of a service. All services together make no more requests than polling. */
	spacingMs: 2000,
	/** The forge is asked whether it still has webhooks of a service that has delivered nothing for this time. */
	checkMs: 60 * 60_000,
	/** What the forge has refused is tried again after this time, and what fails for another reason after the shorter one. */
	refusedMs: 6 * 60 * 60_000,
	failedMs: 10 * 60_000,
	/** If the user asks to try again, the wait after a failure is shortened to this time. */
	leastMs: 60_000,
	/** Webhooks of a target that is no longer wanted stay for this time. At the start, the targets become known one after another. */
	unwantedMs: 60_000,
	/** After a lost delivery, others prove nothing for this time, so that other windows see the state and read what was lost. */
	settleMs: 2000,
	/** How often the window looks for work, and whether another one has taken over and perhaps removed the webhooks. */
	tickMs: 10_000,
	/** If another window has taken over, as for a sign-out, a window that still leads takes over again after this time. A sign-out takes less. */
	retakeMs: 60_000,
};

export type WebhookPace = typeof defaultPace;

/** Webhooks are removed this long before their token ends or is renewed. Longer than `tickMs`, so that a tick comes in time. */
const endMarginMs = 30_000;
/** They are removed for at most this share of the lifetime of a token, which may be only minutes. */
const endMarginShare = 0.1;

interface ServiceHooksOptions {
	readonly token: TokenHooks;
	readonly pace: WebhookPace;
	readonly random: () => number;
	/** Lets this window register the webhooks of the account, unless another one has just taken over. Resolves with whether it may. */
	readonly becomeOwner: () => Promise<boolean>;
	/** Whether the window that led before has received a delivery of a target. */
	readonly wasDelivered: (target: string) => Promise<boolean>;
	/** Called when a state may have changed. */
	readonly didChange: () => void;
}

interface Failure {
	readonly error: unknown;
	readonly at: number;
	/** How long nothing is tried again. */
	readonly waitMs: number;
}

/** A target at which there are webhooks, or are to be. */
interface Entry {
	readonly hooks: TargetHooks;
	/** Why the last attempt has failed. */
	failure: Failure | undefined;
	/** When the forge has last shown that it has the webhooks. */
	provenAt: number | undefined;
	deliveredAt: number | undefined;
	/** Whether something was not delivered, and nothing since. */
	hasMissed: boolean;
	/** Since when they are not wanted. */
	unwantedAt: number | undefined;
}

/**
 * The webhooks that an account has at one service with one token. Works on one target after the other: creates what is missing, removes what is
 * not wanted, and sometimes checks the others. Any delivery proves that the service reaches this machine. If it cannot be reached, or does not
 * answer, it is not asked again without a pause.
 */
export class ServiceHooks implements Disposable {
	readonly #options: ServiceHooksOptions;
	readonly #lifetime = new Lifetime();
	readonly #entries = new Map<string, Entry>();
	#wanted: ReadonlyMap<string, WantedHooks> = new Map();
	#isActive = false;
	/** The base address of what is wanted. */
	#base = '';
	/** Whether there may be webhooks at any target. */
	#mayBeAnywhere = false;
	/** When the service has last delivered; 0 if it has done so only to the window that led before. */
	#deliveredAt: number | undefined;
	/** Deliveries until this time may be lost. */
	#missedUntil = -1;
	/** The failures in succession that concern all targets. */
	#outage: (Failure & { readonly count: number }) | undefined;
	#isWoken = false;
	#isWorking = false;
	#work: Promise<void> | undefined;

	constructor(options: ServiceHooksOptions) {
		this.#options = options;
	}

	/** Sets where there may be webhooks, and forgets what was known. If the record `isLost`, there may be webhooks anywhere. */
	setRecorded(targets: readonly RecordedTarget[], isLost: boolean): void {
		this.#entries.clear();
		this.#mayBeAnywhere = isLost;
		for (const { target } of targets) this.#add(target, true);
		this.wake();
	}

	/** Sets what is wanted, by target, at a base address, and whether the forge may be asked. */
	want(wanted: ReadonlyMap<string, WantedHooks>, base: string, isActive: boolean): void {
		const before = this.#wanted;
		// What has arrived at another address proves nothing about this one.
		if (base !== this.#base) this.#deliveredAt = undefined;
		this.#base = base;
		this.#wanted = wanted;
		this.#isActive = isActive;
		for (const [name, entry] of this.#entries) {
			const url = wanted.get(name)?.url;
			entry.unwantedAt = url === undefined ? (entry.unwantedAt ?? timeOfDay()) : undefined;
			if (url === before.get(name)?.url) continue;
			entry.failure = undefined;
			entry.deliveredAt = undefined;
		}
		this.wake();
	}

	/** Looks for work that is due, and does it. */
	wake(): void {
		this.#isWoken = true;
		if (this.#isWorking || this.#lifetime.ended) return;
		this.#work = this.#workOff();
		background(this.#work);
	}

	/** Soon tries again what has failed, because the user has asked for it. */
	retry(): void {
		const { leastMs } = this.#options.pace;
		for (const entry of this.#entries.values())
			if (entry.failure) entry.failure = { ...entry.failure, waitMs: leastMs };
		this.wake();
	}

	/**
	 * The forge has signed a delivery to a target. It proves nothing until the target has no other webhooks. Returns whether the state has
	 * changed.
	 */
	didDeliver(name: string, secret: string): boolean {
		const entry = this.#entries.get(name);
		const wanted = this.#wanted.get(name);
		if (!entry || wanted?.secret !== secret || !entry.hooks.areAt(wanted.url)) return false;
		const isFirst = entry.hasMissed || !this.#isDelivering;
		this.#deliveredAt = timeOfDay();
		entry.deliveredAt = this.#deliveredAt;
		entry.hasMissed = false;
		return isFirst;
	}

	/** The listener may have missed a delivery. Returns whether a state may have changed. */
	didDrop(): boolean {
		const wasDelivering = this.#isDelivering;
		this.#missedUntil = timeOfDay() + this.#options.pace.settleMs;
		return wasDelivering;
	}

	/** Something was not delivered, perhaps because the forge has lost the webhooks. Returns false if the target has none. */
	didMiss(name: string): boolean {
		const entry = this.#entries.get(name);
		if (!entry) return false;
		entry.hasMissed = true;
		entry.provenAt = undefined;
		this.wake();
		return true;
	}

	/** The state of a wanted target. `hasKey` says whether the key of the forge is known. */
	stateOf(name: string, hasKey: boolean): HookState {
		const { session } = this.#options.token.account;
		const wanted = this.#wanted.get(name);
		if (!wanted) return { kind: 'pending' };
		if (endsSoon(session)) return { kind: 'none', why: 'Webhooks end with the token, which ends soon.' };
		const entry = this.#entries.get(name);
		const { target, url, secret } = wanted;
		// A check that has failed does not end what is registered, unless it was refused.
		if (entry?.failure && (!entry.hooks.areAt(url) || needsUser(entry.failure.error)))
			return { kind: 'refused', why: reasonOf(entry.failure.error, secret) };
		if (!entry?.hooks.areAt(url))
			return { kind: 'pending', why: this.#outage && reasonOf(this.#outage.error, secret) };
		const mayHaveMissed = entry.hasMissed || !this.#isDelivering;
		const elsewhere = this.#deliveredByAccount(target, session.account);
		const undelivered = entry.hooks.missing.filter((event) => event !== elsewhere);
		const refusedEvents = missedEvents(target.family, undelivered);
		return {
			kind: 'registered',
			isLive: !mayHaveMissed && refusedEvents.length === 0,
			hasKey,
			deliveredAt: entry.deliveredAt,
			refusedEvents,
			...(this.#deliveredAt !== undefined && mayHaveMissed && { mayHaveMissed }),
			...(target.sync && { isAnswering: true }),
		};
	}

	/** Ends the work that is under way, then removes all webhooks until `signal` is aborted. */
	async removeAll(signal: AbortSignal): Promise<void> {
		this.dispose();
		await Promise.allSettled([this.#work]);
		const all = [...this.#entries.values()].map(({ hooks }) => hooks);
		await removeAll(all, this.#options.token.log, signal);
	}

	/** Ends at once. The webhooks stay registered. */
	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Whether the service has delivered since deliveries may last have been lost. */
	get #isDelivering(): boolean {
		return this.#deliveredAt !== undefined && this.#deliveredAt > this.#missedUntil;
	}

	async #workOff(): Promise<void> {
		const { signal } = this.#lifetime;
		const { pace, didChange } = this.#options;
		this.#isWorking = true;
		try {
			while (this.#isWoken && !signal.aborted) {
				// `wake` sets it again if something changes before the next work is known.
				this.#isWoken = false;
				const next = (await this.#mayWork()) ? this.#next() : undefined;
				if (!next) continue;
				this.#isWoken = true;
				await this.#run(...next);
				if (signal.aborted) return;
				didChange();
				await sleep(pace.spacingMs, signal);
			}
		} finally {
			this.#isWorking = false;
		}
	}

	async #mayWork(): Promise<boolean> {
		const { becomeOwner, token } = this.#options;
		const isActive = this.#isActive || endsSoon(token.account.session);
		return isActive && !this.#isPaused && (await becomeOwner());
	}

	get #isPaused(): boolean {
		return this.#outage !== undefined && isRecent(this.#outage.at, this.#outage.waitMs);
	}

	/** Missing webhooks come first, then those that are not wanted, then those not proven for some time. Before the token ends, all are removed. */
	#next(): readonly [string, Entry] | undefined {
		const { checkMs, unwantedMs } = this.#options.pace;
		const now = timeOfDay();
		const isEnding = endsSoon(this.#options.token.account.session);
		if (!isEnding) this.#addWanted();
		const all = [...this.#entries].filter(
			([, { failure }]) => !failure || !isRecent(failure.at, failure.waitMs, now),
		);
		if (isEnding) return all[0];
		const isProving = isRecent(this.#deliveredAt, checkMs, now);
		const missing = all.find(([name, { hooks }]) => {
			const url = this.#wanted.get(name)?.url;
			return url !== undefined && !hooks.areAt(url);
		});
		const unwanted = all.find(
			([, { unwantedAt }]) => unwantedAt !== undefined && !isRecent(unwantedAt, unwantedMs, now),
		);
		const unproven = all.find(([name, { provenAt }]) => {
			const isProven = provenAt !== undefined && (isProving || isRecent(provenAt, checkMs, now));
			return this.#wanted.has(name) && !isProven;
		});
		return missing ?? unwanted ?? unproven;
	}

	/** A renamed resource keeps its webhooks. So if a recorded target is no longer wanted, the forge is asked for the lists of new targets of its family. */
	#addWanted(): void {
		const moved = [...this.#entries].flatMap(([name, { hooks }]) =>
			this.#wanted.has(name) ? [] : hooks.target.family,
		);
		for (const [name, { target }] of this.#wanted)
			if (!this.#entries.has(name)) this.#add(target, this.#mayBeAnywhere || moved.includes(target.family));
	}

	#add(target: HookTarget, mayHaveMore: boolean): void {
		const name = targetKey(target);
		this.#entries.set(name, {
			hooks: new TargetHooks(target, this.#options.token, mayHaveMore),
			failure: undefined,
			provenAt: undefined,
			deliveredAt: undefined,
			hasMissed: false,
			unwantedAt: this.#wanted.has(name) ? undefined : timeOfDay(),
		});
	}

	async #run(name: string, entry: Entry): Promise<void> {
		const { signal } = this.#lifetime;
		const { token, random, pace } = this.#options;
		const wanted = endsSoon(token.account.session) ? undefined : this.#wanted.get(name);
		try {
			if (wanted) await this.#register(name, entry, wanted, signal);
			else {
				if (!(await entry.hooks.remove(signal))) this.#mayBeAnywhere = true;
				this.#entries.delete(name);
			}
			entry.failure = undefined;
			this.#outage = undefined;
		} catch (error) {
			if (signal.aborted) return;
			if (concernsService(error)) {
				const count = (this.#outage?.count ?? 0) + 1;
				if (count === 1) token.log.warn('Webhooks wait, because the forge cannot be reached', error);
				const waitMs = waitAfterFailure(error, count, random());
				this.#outage = { error, count, at: timeOfDay(), waitMs };
				// The entry moves to the end, so that another target is tried next: perhaps only this one is too slow.
				if (this.#entries.delete(name)) this.#entries.set(name, entry);
			} else {
				token.log.info('The forge does not register, check or remove the webhooks of a target', error);
				const waitMs = needsUser(error) ? pace.refusedMs : pace.failedMs;
				entry.failure = { error, at: timeOfDay(), waitMs };
			}
		}
	}

	async #register(name: string, entry: Entry, wanted: WantedHooks, signal: AbortSignal): Promise<void> {
		// What is registered is only checked.
		if (entry.hooks.areAt(wanted.url)) entry.hooks.doubt();
		const result = await entry.hooks.register(wanted, signal);
		if (result === undefined) return;
		entry.provenAt = timeOfDay();
		if (result === 'lost') this.#deliveredAt = undefined;
		if (result === 'found' && (await this.#options.wasDelivered(name))) this.#deliveredAt ??= 0;
	}

	/** An event that the webhooks of the user's account deliver in place of those of a target. Undefined if there is none. */
	#deliveredByAccount(target: HookTarget, user: string): string | undefined {
		const { target: ofAccount, event } = ownersHooks(target, user) ?? {};
		const name = ofAccount && targetKey(ofAccount);
		const url = name && this.#wanted.get(name)?.url;
		const hooks = name && this.#entries.get(name)?.hooks;
		if (!hooks || !url || event === undefined || !hooks.areAt(url)) return undefined;
		return hooks.missing.includes(event) ? undefined : event;
	}
}

/**
 * Whether the session's token soon ends or is renewed. If so, its webhooks are removed while the token can still do that. If a token is used
 * even some time after its end, the forge has given a wrong end.
 */
function endsSoon(session: Session): boolean {
	const { expires, issued } = session;
	if (expires === null) return false;
	const end = renewalTime(session) ?? expires;
	const lifetimeMs = issued === undefined ? Number.POSITIVE_INFINITY : end - issued;
	const begin = end - Math.min(endMarginMs, lifetimeMs * endMarginShare);
	const now = timeOfDay();
	return now >= begin && now < expires + 2 * endMarginMs;
}

/**
 * What the user reads. A forge may repeat the webhook's address, so its secret is masked. The default message of a `forbidden` error is about
 * a change that the user made, so it is replaced.
 */
function reasonOf(error: unknown, secret: string): string {
	if (!(error instanceof ForgeError)) return unexpectedError;
	const { kind, reasons, scopes, message } = error;
	const isUnexplained = kind === 'forbidden' && reasons.length + scopes.length === 0;
	return isUnexplained ? 'The forge does not allow webhooks.' : message.replaceAll(secret, '•••');
}
