import * as v from 'valibot';
import { background } from '../../base/background.ts';
import { timeLimit } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Jobs } from '../../base/jobs.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { jsonFormat, SharedFile } from '../../platform/state/store/shared-file.ts';
import type { WatchedResource } from '../../platform/state/watch/watch-source.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { HookState } from '../model/live-state.ts';
import { AccountWebhooks } from './hooks/account-webhooks.ts';
import type { WebhookOptions } from './hooks/webhook-options.ts';
import { startListener, type WebhookListener } from './listener/listener.ts';

/** How long webhooks may take to be removed from the forge. */
const removalMs = 3000;
/** A port is often busy because the window that used it is closing. */
const firstRetryMs = 1000;
const longestRetryMs = 60_000;

const portFormat = jsonFormat(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)), 0);

/** The port on which a window of this machine last received webhooks; 0 if it is not known. */
type PortFile = SharedFile<number>;

export const previousPortIn = (storage: Storage, log: Log): PortFile =>
	new SharedFile({ storage, name: ['live', 'port'], format: portFormat, log });

interface WantedServer {
	/** The port to listen on; 0 for any free one. */
	readonly port: number;
	/** Where the forges reach the port. By default, on this machine. */
	readonly publicAddress: string | undefined;
	readonly accounts: readonly Account[];
	readonly resources: readonly WatchedResource[];
	/** Whether the forges may be asked for anything. */
	readonly isActive: boolean;
}

interface WebhookServerOptions extends WebhookOptions {
	/** The key of this installation, from which the paths of webhooks are derived. */
	readonly key: () => Promise<string | undefined>;
	/** The previous port. It is used again if the settings name none, so that registered webhooks stay valid. */
	readonly previousPort?: PortFile;
}

interface Listening {
	readonly listener: WebhookListener;
	/** The key of this installation. */
	readonly key: string;
	/** The port of the `WantedServer`; 0 if any free one was wanted. */
	readonly wantedPort: number;
}

interface OpenedHooks {
	readonly account: Account;
	readonly listener: WebhookListener;
	readonly hooks: AccountWebhooks;
	/** The subscription to changes of `hooks`. */
	readonly changes: Disposable;
}

/** A listener, and the webhooks of the accounts whose forges deliver to it. */
export class WebhookServer implements Disposable {
	readonly #options: WebhookServerOptions;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Fires when the state of a resource may have changed. */
	readonly onDidChange = this.#changes.event;
	readonly #opened = new Map<string, OpenedHooks>();
	#wanted: WantedServer | undefined;
	#listening: Listening | undefined;
	/** Keep runs of `#run` from overlapping. */
	readonly #jobs = new Jobs();
	/** Why the listener could not be started. */
	#problem: string | undefined;
	#failures = 0;
	#retry: Disposable | undefined;

	constructor(options: WebhookServerOptions) {
		this.#options = options;
	}

	/** Sets which webhooks to register. `undefined` removes all from the forges and stops listening. */
	update(wanted: WantedServer | undefined): void {
		if (isSame(wanted, this.#wanted)) return;
		if (wanted?.port !== this.#wanted?.port) this.#failures = 0;
		this.#wanted = wanted;
		this.#apply();
	}

	stateOf({ account, id }: WatchedResource): HookState {
		if (this.#problem !== undefined) return { kind: 'none', why: this.#problem };
		return this.#opened.get(account)?.hooks.stateOf(id) ?? { kind: 'pending' };
	}

	/** The webhooks of a resource have not delivered what has happened to it. */
	didMiss({ account, id }: WatchedResource): void {
		this.#opened.get(account)?.hooks.didMiss(id);
	}

	/** Soon tries again what the forges have refused. */
	retryRefused(): void {
		for (const { hooks } of this.#opened.values()) hooks.retryRefused();
	}

	/** Removes the webhooks from the forges and stops listening. Webhooks that are not removed when the signal aborts are left. */
	async stop(signal: AbortSignal): Promise<void> {
		this.#wanted = undefined;
		await this.#close(signal);
		// Ends a retry, and reports the new state, only after everything was removed or left.
		this.#apply();
		await this.#jobs.settled();
	}

	/** Stops listening at once and leaves the webhooks, which another window has taken over. */
	leave(): void {
		this.#wanted = undefined;
		this.#retry?.dispose();
		this.#problem = undefined;
		for (const opened of this.#opened.values()) end(opened);
		this.#opened.clear();
		this.#listening?.listener.dispose();
		this.#listening = undefined;
		this.#changes.fire();
	}

	dispose(): void {
		this.leave();
		this.#lifetime.dispose();
	}

	#apply(): void {
		background(this.#jobs.request('apply', () => this.#run()));
	}

	async #run(): Promise<void> {
		if (this.#lifetime.ended) return;
		this.#retry?.dispose();
		const port = this.#wanted?.port;
		// It may already listen on this port, if any free one was wanted before and the user has now set the one that was found.
		if (port !== undefined && this.#listening?.listener.port === port)
			this.#listening = { ...this.#listening, wantedPort: port };
		const before = this.#listening;
		if (port === undefined) this.#problem = undefined;
		else if (before?.wantedPort !== port) await this.#listen(port);
		// Nothing is wanted now, or the wanted port cannot be used.
		if (this.#listening && this.#listening.wantedPort !== port) {
			await this.#close(timeLimit(removalMs));
		}
		if (this.#wanted && this.#listening?.wantedPort === this.#wanted.port) {
			this.#setHooks(this.#wanted, this.#listening);
		}
		// The hooks have moved to the new listener.
		if (before !== this.#listening) before?.listener.dispose();
		this.#changes.fire();
	}

	async #listen(port: number): Promise<void> {
		const { log } = this.#options;
		try {
			const key = await this.#options.key();
			if (key === undefined) throw new Error('There is no key from which to derive the paths of webhooks');
			const listener = port === 0 ? await this.#startOnPreviousPort() : await this.#start(port);
			if (this.#lifetime.ended || this.#wanted?.port !== port) {
				listener.dispose();
				return;
			}
			this.#listening = { listener, key, wantedPort: port };
			this.#problem = undefined;
			this.#failures = 0;
		} catch (error) {
			if (this.#failures === 0) log.warn('Webhooks cannot be received', error);
			this.#problem = error instanceof ForgeError ? error.message : 'Webhooks cannot be received.';
			const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** this.#failures);
			this.#failures = Math.min(this.#failures + 1, 10);
			this.#retry = this.#lifetime.timeout(() => this.#apply(), waitMs);
		}
	}

	async #startOnPreviousPort(): Promise<WebhookListener> {
		const { previousPort, log } = this.#options;
		// Any other port works, too.
		const warn = (error: unknown) => {
			log.warn('The previous port for webhooks could not be read or written', error);
			return undefined;
		};
		const previous = await previousPort?.read().catch(warn);
		// Another program may use it by now.
		const again = previous ? await this.#start(previous).catch(() => undefined) : undefined;
		const listener = again ?? (await this.#start(0));
		if (listener.port !== previous) await previousPort?.change(() => listener.port).catch(warn);
		return listener;
	}

	#start(port: number): Promise<WebhookListener> {
		const { log, secrets } = this.#options;
		return startListener({
			port,
			publicAddresses: () => (this.#wanted?.publicAddress === undefined ? [] : [this.#wanted.publicAddress]),
			onDrop: () => {
				for (const { hooks } of this.#opened.values()) hooks.didDrop();
			},
			log,
			secrets,
		});
	}

	#setHooks(
		{ publicAddress, accounts, resources, isActive }: WantedServer,
		{ listener, key }: Listening,
	): void {
		const wantedAccounts = new Map(accounts.map((account) => [account.session.id, account]));
		for (const [id, opened] of this.#opened) {
			const account = wantedAccounts.get(id);
			if (account?.connection === opened.account.connection && opened.listener === listener) continue;
			this.#opened.delete(id);
			// With a new connection or listener, the new `AccountWebhooks` take over the registered webhooks, and replace those with another address or token.
			if (account) end(opened);
			else background(remove(opened, timeLimit(removalMs)));
		}
		const base = publicAddress ?? `http://127.0.0.1:${listener.port}`;
		for (const [id, account] of wantedAccounts) {
			const ofAccount = resources.filter((resource) => resource.account === id);
			// Even an account without resources may have webhooks that an earlier window has left.
			const wanted = { account, resources: ofAccount, base, isActive };
			const opened = this.#opened.get(id);
			if (opened) opened.hooks.update(wanted);
			else {
				const hooks = new AccountWebhooks(wanted, listener, key, this.#options);
				const changes = hooks.onDidChange(() => this.#changes.fire());
				this.#opened.set(id, { account, listener, hooks, changes });
			}
		}
	}

	async #close(signal: AbortSignal): Promise<void> {
		const opened = [...this.#opened.values()];
		this.#opened.clear();
		const listening = this.#listening;
		await Promise.all(opened.map((one) => remove(one, signal)));
		listening?.listener.dispose();
		if (this.#listening === listening) this.#listening = undefined;
	}
}

function isSame(one: WantedServer | undefined, other: WantedServer | undefined): boolean {
	if (!one || !other) return one === other;
	const [parts, otherParts] = [partsOf(one), partsOf(other)];
	return parts.length === otherParts.length && parts.every((part, index) => part === otherParts[index]);
}

/** All that is compared with `===`. */
const partsOf = ({ port, publicAddress, accounts, resources, isActive }: WantedServer): unknown[] => [
	port,
	publicAddress,
	isActive,
	accounts.length,
	...accounts.flatMap(({ connection, session, instance }) => [
		connection,
		session.token,
		instance.webhookKey,
	]),
	...resources.flatMap(({ id, hookTarget }) => [id, hookTarget.sync ?? false]),
];

function end({ hooks, changes }: OpenedHooks): void {
	changes.dispose();
	hooks.dispose();
}

async function remove(opened: OpenedHooks, signal: AbortSignal): Promise<void> {
	opened.changes.dispose();
	try {
		await opened.hooks.stop(signal);
	} finally {
		opened.hooks.dispose();
	}
}
