import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Secrets } from '../../base/secrets.ts';
import { onDidChangeSettings } from '../../platform/editor/setting-changes.ts';
import { readInstances } from '../../signin/instances/instance.ts';
import type { Session } from '../../signin/sessions/session.ts';
import { SessionRegistry } from '../../signin/sessions/session-registry.ts';
import { Authentication, type AuthenticationOptions } from './authentication-provider.ts';
import type { Forges } from './forges.ts';
import { SampleForgeMemento } from './sample-forge-memento.ts';

interface SessionsOptions {
	readonly context: vscode.ExtensionContext;
	readonly log: Log;
	readonly secrets: Secrets;
	readonly changes: AuthenticationOptions['changes'];
	/** Loads the code that reaches a forge. */
	readonly accounts: () => Promise<{
		readonly forges: Forges;
		readonly signIn: (options: {
			readonly scopes: readonly string[];
			readonly instance: string | undefined;
		}) => Promise<Session | undefined>;
	}>;
}

/** The sessions of this machine, and the editor's access to them. */
export interface Sessions extends Disposable {
	readonly registry: SessionRegistry;
	readonly authentication: Authentication;
	readonly rememberedSample: SampleForgeMemento;
	/** Tells VS Code again whether the user is signed in. */
	updateSignedIn(): void;
	/** Starts watching for changes by other windows. Until then, a window notices them only when it gets the focus. */
	follow(): void;
}

/**
 * Reads the sessions and keeps them up to date. VS Code asks for sessions in every window, even if Tildeforge is not used there, so this
 * loads nothing else.
 */
export async function openSessions({
	context,
	log,
	secrets,
	changes,
	accounts,
}: SessionsOptions): Promise<Sessions> {
	const folder = join(context.globalStorageUri.fsPath, 'sessions');
	const lifetime = new Lifetime();
	const registry = lifetime.add(new SessionRegistry(context.secrets, folder, secrets, log));
	const authentication = lifetime.add(
		new Authentication({
			registry,
			changes,
			renew: async (id) => (await accounts()).forges.renewal.renewIfNeeded(id),
			signIn: async (scopes, instance) => {
				const session = await (await accounts()).signIn({ scopes, instance });
				if (!session) throw new vscode.CancellationError();
				return session;
			},
			signOut: async (session) => (await accounts()).forges.signOut(session),
		}),
	);
	const rememberedSample = new SampleForgeMemento(
		context.workspaceState,
		() => vscode.workspace.workspaceFolders,
	);
	await registry.read();
	const updateSignedIn = createSignedInUpdate(registry, rememberedSample);
	updateSignedIn();
	lifetime.add(registry.onDidChange(updateSignedIn));
	lifetime.add(onDidChangeSettings('tildeforge.instances')(updateSignedIn));
	const read = coalesce(lifetime, 30, () => registry.read(), {
		onError: (failure) => log.error('The sessions could not be read', failure),
	});
	lifetime.add(context.secrets.onDidChange(read));
	lifetime.add(
		vscode.window.onDidChangeWindowState(({ focused }) => {
			if (focused) read();
		}),
	);
	const follow = () => {
		let watcher: FSWatcher;
		try {
			mkdirSync(folder, { recursive: true, mode: 0o700 });
			watcher = watch(folder, { persistent: false }, read);
		} catch (error) {
			log.warn('Changes made by other windows are noticed only when this window gets the focus', error);
			return;
		}
		watcher.on('error', (error) => log.warn('Other windows are no longer watched', error));
		lifetime.add({ dispose: () => watcher.close() });
	};
	return {
		registry,
		authentication,
		rememberedSample,
		updateSignedIn,
		follow,
		dispose: () => lifetime.dispose(),
	};
}

/**
 * Returns a function that updates two context keys: whether the user is signed in at all, without which the palette has few commands, and
 * whether they are signed in to a forge that other windows have, too. A session of a forge that is not in the settings does not count,
 * because nothing can be done with it.
 */
function createSignedInUpdate(registry: SessionRegistry, rememberedSample: SampleForgeMemento): () => void {
	const values = new Map<string, boolean>();
	const set = (key: string, value: boolean) => {
		if ((values.get(key) ?? false) === value) return;
		values.set(key, value);
		background(vscode.commands.executeCommand('setContext', key, value));
	};
	return () => {
		const { sessions } = registry;
		const isTemporary = ({ id }: Session) => registry.isTemporary(id);
		const stored = sessions.filter((session) => !isTemporary(session));
		const names = new Set(stored.length > 0 ? configuredNames() : []);
		const isSignedInToForge = stored.some(({ instance }) => names.has(instance));
		set(
			'tildeforge.signedIn',
			isSignedInToForge || sessions.some(isTemporary) || rememberedSample.isExpected,
		);
		set('tildeforge.signedInToForge', isSignedInToForge);
	};
}

const configuredNames = (): readonly string[] =>
	readInstances(vscode.workspace.getConfiguration().get('tildeforge.instances')).instances.map(
		({ name }) => name,
	);
