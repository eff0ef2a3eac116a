import type * as vscode from 'vscode';
import { timeOfDay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { covers } from '../../forge/contract/covers.ts';
import { plainScope } from '../../forge/contract/plain-scope.ts';
import { accountLabel, needsRenewal, type Session } from '../../signin/sessions/session.ts';
import type { SessionRegistry } from '../../signin/sessions/session-registry.ts';

type Change = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

export interface AuthenticationOptions {
	readonly registry: SessionRegistry;
	readonly changes: Pick<vscode.EventEmitter<Change>, 'fire'>;
	/** The session with a token that has not ended; undefined when the session is over. */
	readonly renew: (id: string) => Promise<Session | undefined>;
	/** Signs the user in, with at least these scopes. Rejects when the user cancels. */
	readonly signIn: (scopes: readonly string[], instance: string | undefined) => Promise<Session>;
	readonly signOut: (session: Session) => Promise<void>;
}

/** Tildeforge's accounts for VS Code's Accounts menu and for other extensions. */
export class Authentication
	implements Omit<vscode.AuthenticationProvider, 'onDidChangeSessions'>, Disposable
{
	readonly #options: AuthenticationOptions;
	readonly #registryListener: Disposable;

	constructor(options: AuthenticationOptions) {
		this.#options = options;
		this.#registryListener = options.registry.onDidChange(({ added, removed, changed }) => {
			if (added.length + removed.length + changed.length === 0) return;
			options.changes.fire({
				added: added.map(toVsCodeSession),
				removed: removed.map(toVsCodeSession),
				changed: changed.map(toVsCodeSession),
			});
		});
	}

	async getSessions(
		scopes: readonly string[] | undefined,
		{ account }: vscode.AuthenticationProviderSessionOptions,
	): Promise<vscode.AuthenticationSession[]> {
		const { registry, renew } = this.#options;
		const wanted = registry.sessions.filter(
			(session) =>
				(account === undefined || account.id === session.id) &&
				// A token with unknown scopes may have the right ones, so it is included.
				(scopes ?? []).every((scope) => session.scopes === null || covers(session.scopes, scope)),
		);
		// Without scopes, VS Code only lists the accounts, in every window. It does not use their tokens, so none is renewed.
		if (scopes === undefined) return wanted.map(toVsCodeSession);
		const now = timeOfDay();
		const renewed = await Promise.all(
			// If the token cannot be renewed now, return it unchanged: a lost network must not sign the user out.
			wanted.map((one) => (needsRenewal(one, now) ? renew(one.id).catch(() => one) : one)),
		);
		return renewed.flatMap((one) => (one ? [toVsCodeSession(one)] : []));
	}

	async createSession(
		scopes: readonly string[],
		{ account }: vscode.AuthenticationProviderSessionOptions,
	): Promise<vscode.AuthenticationSession> {
		const { registry, signIn } = this.#options;
		return toVsCodeSession(await signIn(scopes, account && registry.get(account.id)?.instance));
	}

	async removeSession(id: string): Promise<void> {
		const { registry, signOut } = this.#options;
		const session = registry.get(id);
		if (session) await signOut(session);
	}

	dispose(): void {
		this.#registryListener.dispose();
	}
}

const toVsCodeSession = (session: Session): vscode.AuthenticationSession => ({
	id: session.id,
	accessToken: session.token,
	account: { id: session.id, label: accountLabel(session) },
	// Other extensions ask for scopes in the contract's words.
	scopes: [...new Set((session.scopes ?? []).map(plainScope))],
});
