import { basename, join } from 'node:path';
import { background } from '../../base/background.ts';
import { sleep, timeOfDay } from '../../base/clock.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { Forge, ForgeOptions } from '../../sandbox/forge-options.ts';
import {
	findSampleFolders,
	isSampleFolder,
	newSampleFolder,
	removeSampleFolder,
} from '../../sandbox/sample-folders.ts';
import { CannotStart } from '../../sandbox/server/cannot-start.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import type { Session } from '../../signin/sessions/session.ts';
import type { SessionRegistry } from '../../signin/sessions/session-registry.ts';
import type { Instances } from '../forges/instances.ts';
import { type SampleForgeMemento, sampleName } from '../forges/sample-forge-memento.ts';

/** The forges and sessions of this window. */
interface KnownForges {
	readonly instances: Pick<Instances, 'addTemporary'>;
	readonly registry: SessionRegistry;
}

interface RunningSample {
	readonly session: Session;
	stop(): Promise<void>;
}

/**
 * The sample forge of this window, and its session. It is kept in a folder for a day, so that it is there again after a
 * reload of the window. Signing out removes it. Reasons: docs/decisions/sample-forge.md.
 */
export class SampleForge {
	/** Contains the folders of the sample forges of all windows. */
	readonly #parent: string;
	readonly #memento: SampleForgeMemento;
	readonly #log: Log;
	/** Resolves when the starts and ends that were requested are done, with the forge that runs then. */
	#running: Promise<RunningSample | undefined> = Promise.resolve(undefined);
	readonly #stopped = new AbortController();

	constructor(parent: string, memento: SampleForgeMemento, log: Log) {
		this.#parent = parent;
		this.#memento = memento;
		this.#log = log;
	}

	/**
	 * Starts the forge if it is not running, and signs in as its first user. Prefers a forge that is kept and not in use to a
	 * new one.
	 */
	async signIn(forges: KnownForges): Promise<Session> {
		const { session } = await this.#enqueue(
			async (running) =>
				running ??
				(await this.#startFirst(await this.#keptFolders(), forges, 0)).started ??
				this.#startNew(forges),
		);
		return session;
	}

	/**
	 * Starts the forge that this window had before, if it had one, and signs in to it. If another window uses it, tries again for a
	 * while: after a reload, the previous window may not have ended yet.
	 */
	async restore(forges: KnownForges): Promise<void> {
		// Also removes folders that are too old.
		background(this.#keptFolders());
		try {
			const isInUse = this.#memento.isExpected && (await this.#restoreOwn(forges, 0));
			if (isInUse) background(this.#restoreSoon(forges));
		} finally {
			this.#memento.didRestore();
		}
	}

	/** Stops the forge when the window closes. */
	async stop(): Promise<void> {
		this.#stopped.abort();
		await this.#enqueue(async (running) => {
			await running?.stop();
			return undefined;
		});
	}

	/** Returns whether the forge was not started because another window uses it. */
	async #restoreOwn(forges: KnownForges, waitMs?: number): Promise<boolean> {
		let isInUse = false;
		await this.#enqueue(async (running) => {
			if (running || this.#stopped.signal.aborted) return running;
			const outcome = await this.#startFirst(await this.#ownFolders(), forges, waitMs);
			isInUse = outcome.isInUse;
			if (!outcome.started && !isInUse) await this.#memento.remember(undefined);
			return outcome.started;
		});
		return isInUse;
	}

	async #restoreSoon(forges: KnownForges): Promise<void> {
		for (let left = 5; left > 0; left--) {
			await sleep(1000, this.#stopped.signal).catch(() => {});
			if (!(await this.#restoreOwn(forges))) return;
		}
	}

	/** The folder of the forge that this window had before. */
	get #rememberedFolder(): string | undefined {
		const { folder } = this.#memento;
		return folder === undefined ? undefined : join(this.#parent, folder);
	}

	/** The folders of all forges that are kept, that of this window first. */
	async #keptFolders(): Promise<readonly string[]> {
		const kept = await findSampleFolders(this.#parent, timeOfDay());
		const own = this.#rememberedFolder;
		return [...kept.filter((folder) => folder === own), ...kept.filter((folder) => folder !== own)];
	}

	/**
	 * The folder of the forge that this window had before. If only the workspace shows that the window had a forge, it can be any forge that is
	 * kept.
	 */
	async #ownFolders(): Promise<readonly string[]> {
		const own = this.#rememberedFolder;
		if (own === undefined) return this.#memento.isInWorkspace ? this.#keptFolders() : [];
		return isSampleFolder(own, timeOfDay()) ? [own] : [];
	}

	/** Starts or ends the forge when all that has been requested before is done. */
	#enqueue<T extends RunningSample | undefined>(
		work: (running: RunningSample | undefined) => Promise<T>,
	): Promise<T> {
		const next = this.#running.then(work);
		this.#running = next.catch(() => undefined);
		return next;
	}

	/** Starts the first of these forges that can start. `isInUse`: none started, and another window uses one of them. */
	async #startFirst(folders: readonly string[], forges: KnownForges, waitMs: number | undefined) {
		let isInUse = false;
		for (const folder of folders) {
			try {
				return { started: await this.#start(folder, forges, true, waitMs), isInUse: false };
			} catch (error) {
				if (error instanceof CannotStart && error.isInUse) isInUse = true;
				else this.#log.warn(`The sample forge in ${folder} could not be restored`, error);
			}
		}
		return { started: undefined, isInUse };
	}

	/** Rejects with a message for the user if the forge cannot start. */
	async #startNew(forges: KnownForges): Promise<RunningSample> {
		try {
			return await this.#start(newSampleFolder(this.#parent, timeOfDay()), forges, false);
		} catch (cause) {
			throw cause instanceof CannotStart ? new ForgeError('refused', cause.message, { cause }) : cause;
		}
	}

	async #start(
		folder: string,
		forges: KnownForges,
		mustExist: boolean,
		waitMs?: number,
	): Promise<RunningSample> {
		const forge = await startForgeIn(folder, mustExist, waitMs);
		const lifetime = new Lifetime();
		const stop = async () => {
			lifetime.dispose();
			await forge.stop();
		};
		try {
			const session = await this.#signInTo(forge, folder, forges, lifetime);
			lifetime.add(
				forges.registry.onDidChange(({ removed }) => {
					if (removed.some(({ id }) => id === session.id)) background(this.#remove(folder));
				}),
			);
			await this.#memento.remember(basename(folder));
			return { session, stop };
		} catch (error) {
			await stop();
			throw error;
		}
	}

	async #signInTo(
		forge: Forge,
		folder: string,
		{ instances, registry }: KnownForges,
		lifetime: Lifetime,
	): Promise<Session> {
		const { addresses, webhookKey, users, smtp: mailServer } = forge;
		const [user] = users;
		if (!user) throw new Error('The sample forge has no users');
		const instance: Instance = {
			name: sampleName,
			...addresses,
			webhookKey,
			mailServer,
		};
		lifetime.add(instances.addTemporary(instance, join(folder, 'kept')));
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
		await this.#enqueue(async (running) => {
			await running?.stop();
			await this.#memento.remember(undefined);
			await removeSampleFolder(folder);
			return undefined;
		});
	}
}

async function startForgeIn(folder: string, mustExist: boolean, waitMs?: number): Promise<Forge> {
	const { startForge } = await import('../../sandbox/start-forge.ts');
	// The type makes the compiler refuse an option that does not exist.
	const options: ForgeOptions = {
		port: 0,
		hasRandomSecrets: true,
		hasRecentDates: true,
		removesOldWebhooks: true,
		answersAfterMs: 4000,
		data: folder,
		mustExist,
		waitMs,
	};
	return startForge(options);
}
