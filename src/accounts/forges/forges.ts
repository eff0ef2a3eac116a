import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { fileStorage } from '../../base/files/file-storage.ts';
import { namesIn } from '../../base/files/files.ts';
import { memoryStorage } from '../../base/files/memory-storage.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { Masker } from '../../base/masking/masker.ts';
import type { Secrets } from '../../base/secrets.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { FirstUses } from '../../forge/wire/first-use.ts';
import { FirstUseLock } from '../../forge/wire/first-use-lock.ts';
import { Queues } from '../../forge/wire/queue.ts';
import { transport } from '../../forge/wire/transport.ts';
import { AccountCaches } from '../../platform/state/account-caches.ts';
import { removeSignedOut } from '../../platform/state/remove-signed-out.ts';
import { Seen } from '../../platform/state/seen/seen.ts';
import { endedAccountOf } from '../../platform/state/session-ending.ts';
import { type Account, type Connection, createConnection } from '../../signin/connections/connection.ts';
import { Renewal } from '../../signin/connections/renewal.ts';
import { signOut } from '../../signin/connections/sign-out.ts';
import { TokenEndWork } from '../../signin/connections/token-end-work.ts';
import { type Instance, plainHosts } from '../../signin/instances/instance.ts';
import { defaultMetadata, readMetadata } from '../../signin/instances/metadata.ts';
import type { RequestContext } from '../../signin/instances/request.ts';
import { isTokenInvalid } from '../../signin/methods/identify.ts';
import { type OAuthClient, refresh, revoke } from '../../signin/methods/oauth.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { describeStorageErrors } from '../../signin/sessions/session-key.ts';
import type { EndedSession, SessionChange, SessionRegistry } from '../../signin/sessions/session-registry.ts';
import { Instances } from './instances.ts';
import { offerRevocation } from './revocation.ts';

/** The fields of a session that are not known once it has ended. */
const unknownGrant = { scopes: null, expires: null, refresh: null, client: null };

/** How long other windows may still write data of an account that has signed out. */
const signedOutMs = 1000;

const secretName = ({ name }: Instance, client: string) => `client/${name}/${client}`;

/** The forges, their signed-in accounts and the connections to them. Created when first needed. */
export class Forges implements Disposable {
	readonly instances: Instances;
	readonly registry: SessionRegistry;
	readonly renewal: Renewal;
	/** What is done at the forge before a token ends or is replaced. */
	readonly tokenEndWork: TokenEndWork;
	/** Cached data of the forges, by session. Removed when the account signs out. */
	readonly caches: AccountCaches;
	/** What the user has seen. Removed when the account signs out. */
	readonly seen: Seen;
	/** Sends requests by the editor's network access. */
	readonly fetch: RequestContext['fetch'];
	readonly version: string;
	/** Whether the extension runs where the folder is. In a remote window, it may run on the local machine instead. */
	readonly runsInWorkspace: boolean;
	readonly #context: vscode.ExtensionContext;
	readonly #log: Log;
	readonly #secrets: Secrets;
	readonly #lifetime = new Lifetime();
	readonly #changes: vscode.EventEmitter<void>;
	readonly #queues: Queues;
	readonly #agent: string;
	/** By session id. A connection is replaced when its instance changes, or the dialect of an area. */
	readonly #connections = new Map<
		string,
		{
			readonly instance: Instance;
			readonly graphql: Session['graphql'];
			readonly connection: Connection;
		}
	>();

	constructor(context: vscode.ExtensionContext, registry: SessionRegistry, log: Log, secrets: Secrets) {
		this.#context = context;
		this.#log = log;
		this.#secrets = secrets;
		this.version = String(context.extension.packageJSON.version);
		this.runsInWorkspace = context.extension.extensionKind === vscode.ExtensionKind.Workspace;
		this.#agent = `Tildeforge/${this.version}`;
		this.#changes = this.#lifetime.add(new vscode.EventEmitter<void>());
		this.instances = this.#lifetime.add(new Instances());
		this.fetch = this.#lifetime.add(transport()).fetch;
		this.tokenEndWork = new TokenEndWork(log);
		this.registry = registry;
		const storage = fileStorage(context.globalStorageUri.fsPath, log);
		this.#queues = new Queues(new FirstUses(new FirstUseLock(storage)));
		// A folder has the name of the file of its session. It contains the id of the key, because clients that share a remote machine sign in and out
		// independently. A sample account has no folder, because each window has its own sample forge.
		this.caches = new AccountCaches(this.#path('cache'), log, (id) => registry.fileName(id));
		this.seen = this.#lifetime.add(new Seen((id) => this.keptOf(id), log));
		const removeLeftovers = coalesce(this.#lifetime, signedOutMs, () =>
			removeSignedOut(storage, this.#sessionFiles, () => this.caches.openNames, log),
		);
		removeLeftovers();
		this.#lifetime.add(registry.onDidChange(removeLeftovers));
		this.renewal = new Renewal({
			registry,
			storage,
			prepare: (session) => this.prepareEnd(session),
			fetchNext: (session, token) => this.#fetchNextToken(session, token),
			isTokenInvalid: (session) => this.#isTokenInvalid(session),
			discard: (session) => this.#revoke(session).then(() => {}),
			log,
		});
		this.#lifetime.add(registry.onDidChange((change) => this.#didChange(change)));
		this.#lifetime.add(this.instances.onDidChange(() => this.#changes.fire()));
	}

	/** Fires when accounts or forges change. */
	get onDidChange(): vscode.Event<void> {
		return this.#changes.event;
	}

	/** Signed-in accounts of forges that are set up, in the order of the forges, then by name. */
	get accounts(): readonly Account[] {
		const byName = this.registry.sessions.toSorted((a, b) => (a.account < b.account ? -1 : 1));
		return this.instances.all.flatMap((instance) =>
			byName
				.filter((session) => session.instance === instance.name)
				.map((session) => ({ session, instance, connection: this.#connection(session, instance) })),
		);
	}

	endedSession = (account: string): EndedSession | undefined =>
		this.registry.ended.find(({ id }) => id === account);

	endedAccount = (id: string): Account | undefined => {
		const owner = endedAccountOf(this.endedSession(id));
		const instance = owner && this.instances.find(owner.instance);
		if (!owner || !instance) return undefined;
		const session = { id, ...owner, method: 'token', token: '', ...unknownGrant } as const;
		return { session, instance, connection: this.#connection(session, instance) };
	};

	isTemporary = (account: string): boolean => this.registry.isTemporary(account);

	/** The storage for what cannot be read from the forge again. That of a temporary account ends with its forge. */
	keptOf = (account: string): Storage => {
		const { instance = '' } = this.registry.get(account) ?? {};
		const wasTemporary = this.registry.wasTemporary(account);
		const folder = wasTemporary ? this.instances.folderOf(instance) : this.#path('kept');
		return folder === undefined ? memoryStorage() : fileStorage(folder, this.#log);
	};

	/** As `SessionRegistry.checkStorage`. */
	checkStorage = (): Promise<void> => this.registry.checkStorage();

	/** The names of all session files, including those of ended sessions. Each begins with the id of its session. */
	readonly #sessionFiles = (): Promise<readonly string[]> => namesIn(this.#path('sessions'));

	requestContext(instance: Instance): RequestContext {
		const { firstUses } = this.#queues;
		return { fetch: this.fetch, agent: this.#agent, plainHosts: plainHosts(instance), firstUses };
	}

	/** The application that signs users in to an instance, or undefined if none is set up. */
	async client(instance: Instance): Promise<OAuthClient | undefined> {
		const { clientId } = instance;
		if (clientId === undefined) return undefined;
		const secret = await describeStorageErrors(() =>
			this.#context.secrets.get(secretName(instance, clientId)),
		);
		if (secret !== undefined) this.#secrets.add(secret);
		return { id: clientId, secret };
	}

	/** Rejects with a message for the user if the editor cannot store the secret. */
	async storeClientSecret(instance: Instance, client: string, secret: string): Promise<void> {
		const storage = this.#context.secrets;
		this.#secrets.add(secret);
		const name = secretName(instance, client);
		if ((await describeStorageErrors(() => storage.get(name))) === secret) return;
		await this.checkStorage();
		await describeStorageErrors(() => storage.store(name, secret));
	}

	/** Masks this text in everything that is logged or shown from now on. */
	addSecret(secret: string): void {
		this.#secrets.add(secret);
	}

	/** Returns the text with all secrets masked. */
	mask(text: string): string {
		return new Masker(this.#secrets).mask(text);
	}

	/** Ends a session in every window, and also at the forge if it was created for this editor alone. */
	async signOut(session: Session): Promise<void> {
		await signOut(
			session,
			this.registry,
			(newest) => this.prepareEnd(newest),
			(newest) => this.revokeOwn(newest),
		);
	}

	/** Does what has to be done at the forge with the token of a session before it ends. Does not reject. */
	async prepareEnd(session: Session): Promise<void> {
		const instance = this.instances.find(session.instance);
		if (!instance) return;
		await this.tokenEndWork.run({ session, instance, connection: this.#connection(session, instance) });
	}

	/**
	 * Ends a session at the forge that is no longer used here. Only revokes tokens of browser sign-ins: a pasted token may also be in use
	 * elsewhere. If the forge cannot do that, offers the user to do it. Never rejects.
	 */
	async revokeOwn(session: Session): Promise<void> {
		if (session.method !== 'browser') return;
		try {
			const page = await this.#revoke(session);
			if (page !== undefined) background(offerRevocation(session.instance, session.token, page));
		} catch (error) {
			this.#log.warn(`A token of ${session.instance} that is no longer used could not be revoked`, error);
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#connection(session: Session, instance: Instance): Connection {
		const { id, graphql } = session;
		const known = this.#connections.get(id);
		// While an account signs in, the forge comes from the dialog and then from the settings, where its fields may have another order.
		if (known && isDeepStrictEqual(known.instance, instance) && isDeepStrictEqual(known.graphql, graphql))
			return known.connection;
		const created = createConnection({
			instance,
			id,
			graphql,
			renewal: this.renewal,
			fetch: this.fetch,
			queues: this.#queues,
			agent: this.#agent,
			log: this.#log,
		});
		this.#connections.set(id, { instance, graphql, connection: created });
		return created;
	}

	async #fetchNextToken(session: Session, token: string) {
		const { context, instance, client, metadata } = await this.#issuerOf(session);
		return refresh({ context, instance, client, metadata }, token);
	}

	async #revoke(session: Session): Promise<string | undefined> {
		return revoke(await this.#issuerOf(session), session.token, session.refresh);
	}

	/** Returns what renewing or revoking a session's token needs. */
	async #issuerOf(session: Session) {
		const instance = this.instances.find(session.instance);
		if (instance?.identity === undefined || session.client === null) {
			throw new ForgeError('refused', `${session.instance} is no longer in the settings.`);
		}
		const context = this.requestContext(instance);
		const published = await readMetadata(context, instance.identity);
		const client = (await this.client({ ...instance, clientId: session.client })) ?? {
			id: session.client,
			secret: undefined,
		};
		return { context, instance, client, metadata: published ?? defaultMetadata(instance.identity) };
	}

	async #isTokenInvalid(session: Session): Promise<boolean> {
		const instance = this.instances.find(session.instance);
		if (!instance) return false;
		return isTokenInvalid(this.requestContext(instance), instance, session.token, session.graphql);
	}

	#didChange({ removed, forgotten }: SessionChange): void {
		for (const { id } of removed) this.#connections.delete(id);
		this.seen.forget(forgotten);
		// Never rejects. Need not be awaited: if the account signs in again meanwhile, its cache waits for this and starts empty.
		for (const id of forgotten) background(this.caches.remove(id));
		this.#changes.fire();
	}

	#path(...names: readonly string[]): string {
		return join(this.#context.globalStorageUri.fsPath, ...names);
	}
}
