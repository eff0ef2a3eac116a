import { basename, join } from 'node:path';
import { background } from '../../base/background.ts';
import { sleep } from '../../base/backoff.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Forge } from '../../sandbox/forge.ts';
import type { ForgeOptions } from '../../sandbox/forge-options.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import type { Session } from '../../signin/sessions/session.ts';
import type { SessionRegistry } from '../../signin/sessions/session-registry.ts';
import type { Instances } from '../forges/instances.ts';
import { type SampleForgeMemento, sampleName } from '../forges/sample-forge-memento.ts';

interface SampleForgeOptions {
	/** Contains the folders of the sample forges of all windows. */
	readonly parent: string;
	readonly remembered: SampleForgeMemento;
	readonly log: Log;
}

/** The forges and sessions of this window. */
interface KnownForges {
	readonly instances: Pick<Instances, 'addTemporary'>;
	readonly registry: SessionRegistry;
}

interface RunningSample {
	readonly session: Session;
	stop(): Promise<void>;
}

interface Start {
	readonly mustExist?: boolean;
	readonly waitMs?: number | undefined;
}

/**
 * The sample forge of this window, and its session. It is kept in a folder for a day, so that it is there again after a
 * reload of the window. Signing out removes it.
 */
export class SampleForge {
	readonly #options: SampleForgeOptions;
	/** Waits for the previous start or end. */
	#running: Promise<RunningSample | undefined> = Promise.resolve(undefined);
	readonly #stopped = new AbortController();

	constructor(options: SampleForgeOptions) {
		this.#options = options;
	}

	/**
	 * Starts the forge if it is not running, and signs in as its first user. Prefers a forge that is kept and not in use to a
	 * new one.
	 */
	async signIn(forges: KnownForges): Promise<Session> {
		const { session } = await this.#next(
			async (running) =>
				running ??
				(await this.#startFirst(await this.#existing(), forges, 0)).started ??
				this.#startNew(forges),
		);
		return session;
	}

	/**
	 * Starts the forge that this window had before, and signs in to it. Does nothing if there is none, whatever other windows have kept. If
	 * another window uses it, tries again for a while: after a reload, the previous window may not have ended yet.
	 */
	async restore(forges: KnownForges): Promise<void> {
		const { remembered } = this.#options;
		// Removes those that are too old.
		background(this.#existing());
		try {
			const isInUse = remembered.isExpected && (await this.#restoreOwn(forges, 0));
			if (isInUse) background(this.#restoreSoon(forges));
		} finally {
			remembered.didRestore();
		}
	}

	/** Stops the forge when the window closes. */
	async stop(): Promise<void> {
		this.#stopped.abort();
		await this.#next(async (running) => {
			await running?.stop();
			return undefined;
		});
	}

	/** Returns whether it did not start only because another window uses it. */
	async #restoreOwn(forges: KnownForges, waitMs?: number): Promise<boolean> {
		let isInUse = false;
		await this.#next(async (running) => {
			if (running || this.#stopped.signal.aborted) return running;
			const found = await this.#startFirst(await this.#own(), forges, waitMs);
			isInUse = found.isInUse;
			if (!found.started && !isInUse) await this.#options.remembered.remember(undefined);
			return found.started;
		});
		return isInUse;
	}

	async #restoreSoon(forges: KnownForges): Promise<void> {
		for (let left = 5; left > 0; left--) {
			await sleep(1000, this.#stopped.signal).catch(() => {});
			if (!(await this.#restoreOwn(forges))) return;
		}
	}

	get #remembered(): string | undefined {
		const { parent, remembered } = this.#options;
		return remembered.folder === undefined ? undefined : join(parent, remembered.folder);
	}

	async #existing(): Promise<readonly string[]> {
		const { findSampleFolders } = await import('../../sandbox/sample-folders.ts');
		const kept = await findSampleFolders(this.#options.parent, Date.now());
		const own = this.#remembered;
		return [...kept.filter((folder) => folder === own), ...kept.filter((folder) => folder !== own)];
	}

	/** The forge that this window had before. If only its workspace has a folder of one, it can be any. */
	async #own(): Promise<readonly string[]> {
		const own = this.#remembered;
		if (own === undefined) return this.#options.remembered.isInWorkspace ? this.#existing() : [];
		const { isSampleFolder } = await import('../../sandbox/sample-folders.ts');
		return isSampleFolder(own, Date.now()) ? [own] : [];
	}

	#next<T extends RunningSample | undefined>(
		work: (running: RunningSample | undefined) => Promise<T>,
	): Promise<T> {
		const next = this.#running.then(work);
		this.#running = next.catch(() => undefined);
		return next;
	}

	/** Starts the first of these forges that can start. */
	async #startFirst(folders: readonly string[], forges: KnownForges, waitMs: number | undefined) {
		let isInUse = false;
		for (const folder of folders) {
			try {
				return { started: await this.#start(folder, forges, { mustExist: true, waitMs }), isInUse: false };
			} catch (error) {
				if (await isUsed(error)) isInUse = true;
				else this.#options.log.warn(`The sample forge in ${folder} could not be restored`, error);
			}
		}
		return { started: undefined, isInUse };
	}

	async #startNew(forges: KnownForges): Promise<RunningSample> {
		const { newSampleFolder } = await import('../../sandbox/sample-folders.ts');
		return this.#start(newSampleFolder(this.#options.parent, Date.now()), forges, {}).catch(inWords);
	}

	async #start(folder: string, forges: KnownForges, how: Start): Promise<RunningSample> {
		const forge = await startForgeIn(folder, how);
		const lifetime = new Lifetime();
		const stop = async () => {
			lifetime.dispose();
			await forge.stop();
		};
		try {
			const session = await this.#signInTo(forge, forges, lifetime);
			lifetime.add(
				forges.registry.onDidChange(({ removed }) => {
					if (removed.some(({ id }) => id === session.id)) background(this.#remove(folder));
				}),
			);
			await this.#options.remembered.remember(basename(folder));
			return { session, stop };
		} catch (error) {
			await stop();
			throw error;
		}
	}

	async #signInTo(forge: Forge, { instances, registry }: KnownForges, lifetime: Lifetime): Promise<Session> {
		const { addresses, webhookKey, users } = forge;
		const [user] = users;
		if (!user) throw new Error('The sample forge has no users');
		const instance: Instance = { name: sampleName, ...addresses, clientId: 'tildeforge', webhookKey };
		lifetime.add(instances.addTemporary(instance));
		return registry.addTemporary({
			instance: sampleName,
			account: user.name,
			method: 'token',
			token: user.token,
			scopes: user.scopes,
			expires: null,
			refresh: null,
			client: null,
		});
	}

	async #remove(folder: string): Promise<void> {
		await this.#next(async (running) => {
			await running?.stop();
			await this.#options.remembered.remember(undefined);
			await (await import('../../sandbox/sample-folders.ts')).removeSampleFolder(folder);
			return undefined;
		});
	}
}

async function startForgeIn(folder: string, how: Start): Promise<Forge> {
	const { startForge } = await import('../../sandbox/forge.ts');
	// The type makes the compiler refuse an option that does not exist.
	const options: ForgeOptions = {
		port: 0,
		hasRandomSecrets: true,
		hasRecentDates: true,
		removesOldWebhooks: true,
		data: folder,
		...how,
	};
	return startForge(options);
}

async function isUsed(error: unknown): Promise<boolean> {
	const { CannotStart } = await import('../../sandbox/server/cannot-start.ts');
	return error instanceof CannotStart && error.isInUse;
}

/** Rejects with a message for the user if the forge cannot start. */
async function inWords(cause: unknown): Promise<never> {
	const { CannotStart } = await import('../../sandbox/server/cannot-start.ts');
	throw cause instanceof CannotStart ? new ForgeError('refused', cause.message, { cause }) : cause;
}
