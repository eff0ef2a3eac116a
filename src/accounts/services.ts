import * as vscode from 'vscode';
import { background } from '../base/background.ts';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Session } from '../signin/session.ts';
import type { Ledger } from '../signin/session-registry.ts';
import { Aside } from './dialogue/browser-step.ts';
import { signIn, type Wish } from './dialogue/sign-in.ts';
import { Forges } from './forges.ts';
import type { Landings } from './redirect.ts';

export interface AccountServicesOptions {
	readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'globalStorageUri' | 'extension'>;
	readonly log: Log;
	readonly secrets: Secrets;
	readonly landings: Landings;
	readonly ledger: Ledger;
	readonly trySample: (forges: Forges) => Promise<Session | undefined>;
}

/** Everything about accounts, loaded when the first command, view or sign-in needs it. */
export interface AccountServices extends Disposable {
	readonly forges: Forges;
	readonly signIn: (wish?: Wish) => Promise<Session | undefined>;
	/** Sign-ins that wait for the browser unseen. */
	readonly aside: Aside;
}

export function openAccountServices(options: AccountServicesOptions): AccountServices {
	const { landings, log, trySample } = options;
	const lifetime = new Lifetime();
	const forges = lifetime.add(new Forges(options));
	const tell = () =>
		vscode.commands.executeCommand('setContext', 'tildeforge.signedIn', forges.accounts.length > 0);
	background(tell());
	lifetime.add(forges.onDidChange(tell));
	const aside = new Aside();
	lifetime.add({ dispose: () => aside.leaveAll() });
	return {
		...{ forges, aside },
		signIn: (wish) => signIn({ forges, landings, trySample: () => trySample(forges), aside, log }, wish),
		dispose: () => lifetime.dispose(),
	};
}
