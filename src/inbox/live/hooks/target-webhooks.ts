import { timeOfDay } from '../../../base/clock.ts';
import type { HookTarget } from '../../../platform/state/watch-source.ts';

type Registration =
	/** The forge was not asked yet, its answer is not known, or it has lost the webhooks. */
	| { readonly kind: 'pending' }
	| {
			readonly kind: 'registered';
			/** Their ids. There are several if the forge refuses some of the events. */
			readonly hooks: readonly number[];
			/** The events that the forge does not deliver to this target. */
			readonly missing: readonly string[];
			readonly since: number;
	  }
	| {
			readonly kind: 'refused';
			readonly reason: string;
			readonly at: number;
			/** Whether the forge may have created webhooks despite its answer. */
			readonly mayExist: boolean;
	  };

/** What this window knows about the webhooks of one target with one token at one address. */
export class TargetWebhooks {
	readonly target: HookTarget;
	/** The address of the listener, as the forge reaches it. */
	readonly base: string;
	/** The secret of the webhooks' path. */
	readonly secret: string;
	#registration: Registration = { kind: 'pending' };
	/** When the webhooks last proved to exist after their creation, because the forge has listed them or they have delivered. */
	#provenAt: number | undefined;
	#deliveredAt: number | undefined;
	#haveDelivered = false;
	/** When it was last noticed that something was not delivered. */
	#missedAt: number | undefined;
	#losses = 0;
	/** Whether this window has asked the forge to create webhooks. */
	wereRequested = false;
	/** Whether the forge may still be creating webhooks, because it has not answered. */
	isCreating = false;

	constructor(target: HookTarget, base: string, secret: string) {
		this.target = target;
		this.base = base;
		this.secret = secret;
	}

	get registration(): Registration {
		return this.#registration;
	}

	/** The ids of the webhooks that this window knows. */
	get hooks(): readonly number[] {
		return this.#registration.kind === 'registered' ? this.#registration.hooks : [];
	}

	get provenAt(): number | undefined {
		return this.#provenAt;
	}

	get deliveredAt(): number | undefined {
		return this.#deliveredAt;
	}

	/** Whether a delivery that the forge has signed has arrived, also in the window that led before. */
	get haveDelivered(): boolean {
		return this.#haveDelivered;
	}

	/** Whether deliveries may be lost that came before `until`, or one was lost, and none has arrived since. */
	mayHaveMissed(until: number | undefined): boolean {
		const deliveredAt = this.#deliveredAt ?? Number.NEGATIVE_INFINITY;
		return [until, this.#missedAt].some((time) => time !== undefined && deliveredAt <= time);
	}

	/** How often in succession the forge did not have the webhooks when it was asked. */
	get losses(): number {
		return this.#losses;
	}

	wereRegistered(hooks: readonly number[], missing: readonly string[]): void {
		this.#registration = { kind: 'registered', hooks, missing, since: timeOfDay() };
	}

	wereRefused(reason: string, mayExist: boolean): void {
		this.#registration = { kind: 'refused', reason, at: timeOfDay(), mayExist };
	}

	wereListed(): void {
		this.#provenAt = timeOfDay();
		this.#losses = 0;
	}

	didDeliver(): void {
		this.wereListed();
		this.#deliveredAt = timeOfDay();
		this.#haveDelivered = true;
	}

	/** Something was not delivered. */
	didMiss(): void {
		this.#missedAt = timeOfDay();
	}

	/** The window that led before has received a delivery. */
	didDeliverBefore(): void {
		this.#haveDelivered = true;
	}

	/** Earlier deliveries may have come from other webhooks, which had the same path. */
	forgetDeliveries(): void {
		this.#deliveredAt = undefined;
		this.#haveDelivered = false;
	}

	wereLost(): void {
		this.#registration = { kind: 'pending' };
		this.forgetDeliveries();
		this.#losses += 1;
	}
}
