import type { Disposable } from '../../base/disposable.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { startForge } from '../../sandbox/forge.ts';
import type { Instance } from '../../signin/instance.ts';
import type { Session } from '../../signin/session.ts';
import type { SessionRegistry } from '../../signin/session-registry.ts';
import type { Instances } from '../instances.ts';

const name = 'Sample forge';

type Forge = Awaited<ReturnType<typeof startForge>>;

/** The forges and sessions of this window. */
interface KnownForges {
	readonly instances: Pick<Instances, 'addTemporary'>;
	readonly registry: Pick<SessionRegistry, 'addTemporary' | 'sessions'>;
}

/** The sample forge of this window, and its session. */
export class SampleForge {
	#running: Promise<Forge> | undefined;
	#temporaryInstance: Disposable | undefined;

	/** Starts the forge if it is not running, and signs in as its first user. */
	async signIn(forges: KnownForges): Promise<Session> {
		if (!this.#running) {
			this.#running = this.#start(forges);
			this.#running.catch(() => {
				this.#running = undefined;
			});
		}
		const { users } = await this.#running;
		const [user] = users;
		if (!user) throw new Error('The sample forge has no users');
		const known = forges.registry.sessions.find(({ instance }) => instance === name);
		if (known) return known;
		return forges.registry.addTemporary({
			instance: name,
			account: user.name,
			method: 'token',
			token: user.token,
			scopes: user.scopes,
			expires: null,
			refresh: null,
			client: null,
		});
	}

	/** Stops the forge when the window closes. */
	async stop(): Promise<void> {
		this.#temporaryInstance?.dispose();
		await (await this.#running)?.stop();
	}

	async #start({ instances }: KnownForges): Promise<Forge> {
		const [{ startForge }, { CannotStart }] = await Promise.all([
			import('../../sandbox/forge.ts'),
			import('../../sandbox/cannot-start.ts'),
		]);
		const forge = await startForge({ port: 0, hasRandomSecrets: true, isRecent: true }).catch(
			(cause: unknown) => {
				throw cause instanceof CannotStart ? new ForgeError('refused', cause.message, { cause }) : cause;
			},
		);
		const { addresses, webhookKey } = forge;
		const instance: Instance = { name, ...addresses, clientId: 'tildeforge', webhookKey };
		this.#temporaryInstance = instances.addTemporary(instance);
		return forge;
	}
}
