import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Session } from '../signin/session.ts';
import type { SessionRegistry } from '../signin/session-registry.ts';
import { PendingSignIns } from './dialogue/browser-step.ts';
import { type SignInOptions, signIn } from './dialogue/sign-in.ts';
import { Forges } from './forges.ts';
import type { RedirectHandler } from './redirect.ts';

export interface AccountServicesOptions {
	readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'globalStorageUri' | 'extension'>;
	readonly log: Log;
	readonly secrets: Secrets;
	readonly landings: RedirectHandler;
	readonly registry: SessionRegistry;
	readonly trySample: (forges: Forges) => Promise<Session | undefined>;
}

/** Everything about accounts, loaded when the first command, view or sign-in needs it. */
export interface AccountServices extends Disposable {
	readonly forges: Forges;
	readonly signIn: (wish?: SignInOptions) => Promise<Session | undefined>;
	/** Sign-ins that wait for the browser while their boxes are hidden. */
	readonly aside: PendingSignIns;
}

export function openAccountServices(options: AccountServicesOptions): AccountServices {
	const { landings, log, trySample } = options;
	const lifetime = new Lifetime();
	const forges = lifetime.add(new Forges(options));
	const tell = () =>
		background(
			vscode.commands.executeCommand('setContext', 'tildeforge.signedIn', forges.accounts.length > 0),
		);
	tell();
	lifetime.add(forges.onDidChange(tell));
	const aside = new PendingSignIns();
	lifetime.add({ dispose: () => aside.leaveAll() });
	return {
		...{ forges, aside },
		signIn: (wish) => signIn({ forges, landings, trySample: () => trySample(forges), aside, log }, wish),
		dispose: () => lifetime.dispose(),
	};
}
