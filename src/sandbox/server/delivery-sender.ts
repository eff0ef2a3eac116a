import { background } from '../../base/background.ts';
import { sleep } from '../../base/clock.ts';
import type { Delivery } from '../../forge/shapes/webhooks.ts';
import { type Area, families } from '../../forge/webhooks/families.ts';
import { attempt, type HookNotification, payloadLimit, SigningKey } from './delivery.ts';
import type { Quirk } from './drift.ts';
import type { Hook } from './hook-target.ts';
import type { HooksState } from './hooks-state.ts';
import type { ExecuteStoredQuery, QueriedEvent } from './stored-query.ts';

interface DeliverySenderOptions {
	readonly state: HooksState;
	readonly changed: () => void;
	readonly drift: ReadonlySet<Quirk>;
	/** Delays in milliseconds before each retry of a delivery that was answered 502, 503 or 504. */
	readonly retries: readonly number[];
	/** Whether a hook may still receive anything. Asked before each retry. */
	readonly mayReceive: (hook: Hook) => boolean;
	readonly now: () => Date;
	/** How many milliseconds a listener has to answer. */
	readonly timeoutMs: number;
}

const maxStoredDeliveries = 50;

/** Signs and sends deliveries, retries those that fail, and stores the latest of each hook. */
export class DeliverySender {
	readonly publicKey: string;
	/** Runs the stored queries of each area that has GraphQL. */
	readonly storedQueries = new Map<Area, ExecuteStoredQuery>();
	readonly #key: SigningKey;
	readonly #options: DeliverySenderOptions;
	readonly #running = new Set<Promise<unknown>>();
	readonly #stopped = new AbortController();

	constructor(options: DeliverySenderOptions) {
		this.#options = options;
		const { state, changed } = options;
		this.#key = new SigningKey(state.key);
		this.publicKey = this.#key.public;
		if (state.key !== undefined) return;
		state.key = this.#key.stored;
		changed();
	}

	/** Sends a payload. Resolves with the last attempt. */
	send(hook: Hook, id: string, event: string, text: string): Promise<Delivery> {
		const payload = this.#options.drift.has('payload-cut') ? text.slice(0, payloadLimit) : text;
		return this.#run(this.#deliver(hook, { id, event, url: hook.url, payload }));
	}

	/** Sends the answer to the stored query of a hook. */
	sendAnswer(hook: Hook, queried: QueriedEvent): void {
		const execute = this.storedQueries.get(families[hook.family].area);
		const deliver = async () => {
			const answer = await execute?.(hook, queried);
			if (answer) await this.#deliver(hook, { id: queried.id, url: hook.url, ...answer });
		};
		background(this.#run(deliver()));
	}

	/** Stops all retries. */
	stop(): void {
		this.#stopped.abort();
	}

	/** Resolves once all deliveries have succeeded or were given up. */
	async settled(): Promise<void> {
		while (this.#running.size > 0) await Promise.allSettled(this.#running);
	}

	#run<T>(delivery: Promise<T>): Promise<T> {
		this.#running.add(delivery);
		const finish = () => this.#running.delete(delivery);
		delivery.then(finish, finish);
		return delivery;
	}

	/** Sends one delivery with its retries. Each attempt has its own nonce; all share the delivery's id. */
	async #deliver(hook: Hook, notification: HookNotification): Promise<Delivery> {
		const { state, retries, mayReceive, now, timeoutMs } = this.#options;
		const sendOnce = async () => {
			const { delivery, send } = attempt(notification, this.#key, now());
			// A redelivery or a retry replaces the previous attempt.
			this.#store(hook, (all) =>
				[delivery, ...all.filter(({ id }) => id !== delivery.id)].slice(0, maxStoredDeliveries),
			);
			const answered = await send(timeoutMs);
			this.#store(hook, (all) => all.map((one) => (one === delivery ? answered : one)));
			return answered;
		};
		let delivery = await sendOnce();
		for (const waitMs of hook.sync ? [] : retries) {
			if (![502, 503, 504].includes(delivery.response_status)) break;
			await sleep(waitMs, this.#stopped.signal).catch(() => {});
			if (this.#stopped.signal.aborted || !state.hooks.includes(hook) || !mayReceive(hook)) break;
			delivery = await sendOnce();
		}
		return delivery;
	}

	#store(hook: Hook, change: (deliveries: readonly Delivery[]) => Delivery[]): void {
		const { state, changed } = this.#options;
		if (!state.hooks.includes(hook)) return;
		state.deliveries[hook.id] = change(state.deliveries[hook.id] ?? []);
		changed();
	}
}
