import { background } from '../../base/background.ts';
import { sleep } from '../../base/backoff.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Forge } from '../../sandbox/forge.ts';
import type { Instance } from '../../signin/instance.ts';
import type { Session } from '../../signin/session.ts';
import type { SessionRegistry } from '../../signin/session-registry.ts';
import type { Instances } from '../instances.ts';

const name = 'Sample forge';

/** The forges and sessions of this window. */
interface KnownForges {
	readonly instances: Pick<Instances, 'addTemporary'>;
	readonly registry: Pick<SessionRegistry, 'addTemporary' | 'onDidChange'>;
}

interface RunningSample {
	readonly session: Session;
	stop(): Promise<void>;
}

/**
 * The sample forge of this window, and its session. It is kept in a folder for a day, so that it is there again after a
 * reload of the window. Signing out removes it.
 */
export class SampleForge {
	readonly #parent: string;
	/** The running forge, once the last start or stop has finished. */
	#running: Promise<RunningSample | undefined> = Promise.resolve(undefined);
	readonly #stopped = new AbortController();

	/** `parent` contains the folders of the sample forges of all windows. */
	constructor(parent: string) {
		this.#parent = parent;
	}

	/** Starts the forge if it is not running, and signs in as its first user. */
	async signIn(forges: KnownForges): Promise<Session> {
		const { session } = await this.#next(
			async (running) => running ?? (await this.#startExisting(forges)) ?? this.#startNew(forges),
		);
		return session;
	}

	/**
	 * Restarts a forge that an earlier window left on disk, and signs in to it. Does nothing if there is none. If all are in use,
	 * retries for ten seconds: after a reload, the previous window may not have ended yet.
	 */
	async restore(forges: KnownForges): Promise<void> {
		if (!(await this.#tryRestore(forges))) background(this.#restoreSoon(forges));
	}

	/** Stops the forge when the window closes. */
	async stop(): Promise<void> {
		this.#stopped.abort();
		await (await this.#running)?.stop();
	}

	/** Returns false if all forges on disk are in use. */
	async #tryRestore(forges: KnownForges): Promise<boolean> {
		const running = await this.#next(async (running) => running ?? this.#startExisting(forges));
		return running !== undefined || !(await this.#folders()).isAnyInUse;
	}

	async #restoreSoon(forges: KnownForges): Promise<void> {
		for (let left = 10; left > 0; left--) {
			await sleep(1000, this.#stopped.signal).catch(() => {});
			if (this.#stopped.signal.aborted || (await this.#tryRestore(forges))) return;
		}
	}

	async #folders() {
		const { findSampleFolders } = await import('../../sandbox/sample-folders.ts');
		return findSampleFolders(this.#parent, Date.now());
	}

	#next<T extends RunningSample | undefined>(
		work: (running: RunningSample | undefined) => Promise<T>,
	): Promise<T> {
		const next = this.#running.then(work);
		this.#running = next.catch(() => undefined);
		return next;
	}

	async #startExisting(forges: KnownForges): Promise<RunningSample | undefined> {
		const { free } = await this.#folders();
		for (const folder of free) {
			const running = await this.#start(folder, forges).catch((error: unknown) => {
				// Another window has just started it, or it is damaged.
				if (error instanceof ForgeError) return undefined;
				throw error;
			});
			if (running) return running;
		}
		return undefined;
	}

	async #startNew(forges: KnownForges): Promise<RunningSample> {
		const { newSampleFolder } = await import('../../sandbox/sample-folders.ts');
		return this.#start(newSampleFolder(this.#parent, Date.now()), forges);
	}

	async #start(folder: string, { instances, registry }: KnownForges): Promise<RunningSample> {
		const forge = await startForgeIn(folder);
		const { addresses, webhookKey, users } = forge;
		const [user] = users;
		if (!user) throw new Error('The sample forge has no users');
		const instance: Instance = { name, ...addresses, clientId: 'tildeforge', webhookKey };
		const temporaryInstance = instances.addTemporary(instance);
		const session = await registry.addTemporary({
			instance: name,
			account: user.name,
			method: 'token',
			token: user.token,
			scopes: user.scopes,
			expires: null,
			refresh: null,
			client: null,
		});
		const stop = async () => {
			listener.dispose();
			temporaryInstance.dispose();
			await forge.stop();
		};
		const listener = registry.onDidChange(({ removed }) => {
			if (removed.some(({ id }) => id === session.id)) background(this.#remove(folder));
		});
		return { session, stop };
	}

	async #remove(folder: string): Promise<void> {
		await this.#next(async (running) => {
			await running?.stop();
			await (await import('../../sandbox/sample-folders.ts')).removeSampleFolder(folder);
			return undefined;
		});
	}
}

/** Rejects with a message for the user if the forge cannot start. */
async function startForgeIn(folder: string): Promise<Forge> {
	const [{ startForge }, { CannotStart }] = await Promise.all([
		import('../../sandbox/forge.ts'),
		import('../../sandbox/cannot-start.ts'),
	]);
	const options = {
		port: 0,
		hasRandomSecrets: true,
		hasRecentDates: true,
		removesOldWebhooks: true,
		data: folder,
	};
	return startForge(options).catch((cause: unknown) => {
		throw cause instanceof CannotStart ? new ForgeError('refused', cause.message, { cause }) : cause;
	});
}
