import { abortable, isAbort } from '../../base/abort.ts';
import type { Event } from '../../base/emitter.ts';
import type { Log } from '../../base/log/log.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Received } from '../../forge/webhooks/delivery.ts';
import type { Storage } from '../../platform/state/store/storage.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { HookState } from '../model/live-state.ts';
import type { AccountHooks, CreateAccountHooks, WantedHooks } from './account-hooks.ts';
import { HookKeeper } from './hooks/hook-keeper.ts';
import type { AnswerTarget, HookListener } from './hooks/hook-receivers.ts';
import type { HookStatus } from './hooks/hook-status.ts';
import { HookStore } from './hooks/hook-store.ts';
import { LeftHooks } from './hooks/left-hooks.ts';
import { redeliverLast } from './redeliver.ts';

/** The text of an answer to the hooks of an account. */
export type AnswerDelivery = (account: string, ...delivered: Parameters<AnswerTarget>) => Promise<string>;

interface KeepHooksOptions {
	/** Where what is known of an account's webhooks is stored; undefined for an account that ends with this window. */
	readonly storageOf: (account: string) => Storage | undefined;
	/** Where webhooks are stored that an earlier session has left. */
	readonly left?: Storage;
	/** The key that encrypts it. */
	readonly key: () => Promise<string | undefined>;
	/** Called for each delivery. */
	readonly deliver: (resource: string, received: Received) => void;
	/** Returns the text that the forge displays to the user who pushes. Only for targets with `sync`. */
	readonly answer?: AnswerDelivery;
	readonly secrets: Secrets;
	readonly log: Log;
}

/** Keeps the webhooks of accounts with a `HookKeeper` each. */
export const keepHooks =
	(options: KeepHooksOptions): CreateAccountHooks =>
	(account, listener) =>
		new KeptHooks(options, account, listener);

class KeptHooks implements AccountHooks {
	readonly #keeper: HookKeeper;
	readonly #listener: HookListener;
	#account: Account;
	/** By resource. Undefined if they have changed. */
	#statuses: ReadonlyMap<string, HookStatus> | undefined;

	constructor(
		{ storageOf, left, key, deliver, answer, secrets, log }: KeepHooksOptions,
		account: Account,
		listener: HookListener,
	) {
		const { id } = account.session;
		const storage = storageOf(id);
		this.#account = account;
		this.#listener = listener;
		this.#keeper = new HookKeeper({
			webhooks: account.connection.webhooks,
			store: new HookStore({
				storage,
				key,
				account: id,
				secrets,
				log,
				left: storage && left && new LeftHooks({ storage: left, key, secrets, log }, account.session),
			}),
			deliver: (resource, received) => {
				// The time of the last delivery has changed.
				this.#statuses = undefined;
				deliver(resource, received);
			},
			answer: answer && ((...delivered) => answer(id, ...delivered)),
			secrets,
			log,
		});
		this.#keeper.onDidChange(() => {
			this.#statuses = undefined;
		});
	}

	get onDidChange(): Event<unknown> {
		return this.#keeper.onDidChange;
	}

	get isOpen(): boolean {
		return this.#keeper.isOpen;
	}

	update({ account, resources, address, isActive }: WantedHooks): void {
		this.#account = account;
		this.#statuses = undefined;
		this.#keeper.update({
			wanted: resources,
			reachable: { listener: this.#listener, address },
			session: account.session,
			key: account.instance.webhookKey,
			isActive,
		});
	}

	stateOf(resource: string): HookState | undefined {
		const { target, state } = this.#statusOf(resource) ?? {};
		if (!state) return undefined;
		if (state.kind === 'pending') return { kind: 'pending', why: state.reason };
		if (state.kind === 'refused') return { kind: 'refused', why: state.reason };
		return {
			kind: 'registered',
			isLive: state.isLive,
			hasKey: this.#account.instance.webhookKey !== undefined,
			deliveredAt: state.lastDelivery,
			refusedEvents: state.missing,
			...(state.mayHaveMissed && { mayHaveMissed: true }),
			...(target?.sync && { isAnswering: true }),
		};
	}

	async redeliver(resource: string, signal: AbortSignal): Promise<void> {
		const { target, state } = this.#statusOf(resource) ?? {};
		const calls = target && this.#account.connection.webhooks(target.family);
		if (calls && state?.kind === 'registered') {
			await redeliverLast(calls, target.params, state.hooks, signal);
		}
	}

	didDrop(): void {
		this.#keeper.didDrop();
	}

	retryRefused(): void {
		this.#keeper.retryRefused();
	}

	async stop(signal: AbortSignal): Promise<void> {
		try {
			await abortable(this.#keeper.stop(), signal);
		} catch (error) {
			if (!isAbort(error) && !signal.aborted) throw error;
		}
	}

	dispose(): void {
		this.#keeper.dispose();
	}

	#statusOf(resource: string): HookStatus | undefined {
		this.#statuses ??= new Map(this.#keeper.statuses.map((status) => [status.resource, status]));
		return this.#statuses.get(resource);
	}
}
