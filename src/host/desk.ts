import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Session } from '../signin/session.ts';
import { Authentication } from './authentication.ts';
import { Forges } from './forges.ts';
import type { Landings } from './landing.ts';
import { signIn, type Wish } from './signin/sign-in.ts';

interface DeskOptions {
	readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'globalStorageUri' | 'extension'>;
	readonly log: Log;
	readonly secrets: Secrets;
	readonly landings: Landings;
	readonly sessionChanges: vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>;
	readonly trySample: (forges: Forges) => Promise<Session | undefined>;
}

/** Everything about accounts, loaded when the first of it is needed. */
export interface Desk extends Disposable {
	readonly forges: Forges;
	readonly authentication: Authentication;
	readonly signIn: (wish?: Wish) => Promise<Session | undefined>;
}

export async function openDesk(options: DeskOptions): Promise<Desk> {
	const { context, log, secrets, landings, sessionChanges: changes } = options;
	const lifetime = new Lifetime();
	const forges = lifetime.add(await Forges.open({ context, log, secrets }));
	const enter = (wish: Wish = {}) =>
		signIn({ forges, landings, trySample: () => options.trySample(forges), log }, wish);
	const authentication = lifetime.add(
		new Authentication({ forges, changes, signIn: (scopes, instance) => enter({ scopes, instance }) }),
	);
	return { forges, authentication, signIn: enter, dispose: () => lifetime.dispose() };
}
