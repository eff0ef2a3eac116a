import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log/log.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Session } from '../signin/sessions/session.ts';
import type { SessionRegistry } from '../signin/sessions/session-registry.ts';
import type { SampleForge } from './commands/sample-forge.ts';
import { BrowserSignInSlot } from './dialog/browser-sign-in-slot.ts';
import type { SignInOptions } from './dialog/sign-in.ts';
import { SignIns } from './dialog/sign-ins.ts';
import { Forges } from './forges/forges.ts';
import type { RedirectHandler } from './forges/redirect-handler.ts';

interface AccountsOptions {
	readonly context: vscode.ExtensionContext;
	readonly log: Log;
	readonly secrets: Secrets;
	readonly redirectHandler: RedirectHandler;
	readonly registry: SessionRegistry;
	readonly sample: SampleForge;
	/** Called when the user has signed in to another account. */
	readonly didAddAccount: (session: Session) => void;
}

/** Everything about accounts, loaded when the first command, view or sign-in needs it. */
export interface Accounts extends Disposable {
	readonly forges: Forges;
	readonly signIn: (signInOptions?: SignInOptions) => Promise<Session | undefined>;
	/** The sign-in that waits for the browser. */
	readonly pendingSignIns: BrowserSignInSlot;
	readonly sample: SampleForge;
}

export function openAccounts(options: AccountsOptions): Accounts {
	const { context, registry, log, secrets, redirectHandler, sample, didAddAccount } = options;
	const lifetime = new Lifetime();
	const forges = lifetime.add(new Forges(context, registry, log, secrets));
	const pendingSignIns = new BrowserSignInSlot();
	const signIns = lifetime.add(
		new SignIns({ forges, redirectHandler, trySample: () => sample.signIn(forges), pendingSignIns, log }),
	);
	return {
		forges,
		pendingSignIns,
		sample,
		signIn: async (signInOptions) => {
			const known = new Set(registry.sessions.map(({ id }) => id));
			const session = await signIns.start(signInOptions);
			if (session && !known.has(session.id)) didAddAccount(session);
			return session;
		},
		dispose: () => lifetime.dispose(),
	};
}
