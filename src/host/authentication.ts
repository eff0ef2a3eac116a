import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { covers } from '../forge/scopes.ts';
import { accountLabel, type Session } from '../signin/session.ts';
import type { Forges } from './forges.ts';

type Change = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

interface AuthenticationOptions {
	readonly forges: Forges;
	/** Signs somebody in, with at least these scopes; undefined when they changed their mind. */
	readonly signIn: (scopes: readonly string[], instance: string | undefined) => Promise<Session | undefined>;
	readonly changes: vscode.EventEmitter<Change>;
}

/** Tildeforge's accounts as the editor knows them: its Accounts menu, and other extensions that ask for a session. */
export class Authentication
	implements Omit<vscode.AuthenticationProvider, 'onDidChangeSessions'>, Disposable
{
	readonly #options: AuthenticationOptions;
	readonly #following: Disposable;

	constructor(options: AuthenticationOptions) {
		this.#options = options;
		this.#following = options.forges.ledger.onDidChange(({ added, removed, changed }) => {
			if (added.length + removed.length + changed.length === 0) return;
			options.changes.fire({
				added: added.map(shown),
				removed: removed.map(shown),
				changed: changed.map(shown),
			});
		});
	}

	async getSessions(
		scopes: readonly string[] | undefined,
		{ account }: vscode.AuthenticationProviderSessionOptions,
	): Promise<vscode.AuthenticationSession[]> {
		const { ledger, renewal } = this.#options.forges;
		const wanted = ledger.sessions.filter(
			(one) =>
				(account === undefined || account.id === one.id) &&
				// A token that does not tell what it may do is tried.
				(scopes ?? []).every((scope) => one.scopes === null || covers(one.scopes, scope)),
		);
		// One that cannot be renewed now is handed out as it is: that a network is away signs nobody out.
		const fresh = await Promise.all(wanted.map((one) => renewal.fresh(one.id).catch(() => one)));
		return fresh.flatMap((one) => (one ? [shown(one)] : []));
	}

	async createSession(
		scopes: readonly string[],
		{ account }: vscode.AuthenticationProviderSessionOptions,
	): Promise<vscode.AuthenticationSession> {
		const { ledger } = this.#options.forges;
		const instance = account && ledger.get(account.id)?.instance;
		const session = await this.#options.signIn(scopes, instance);
		if (!session) throw new vscode.CancellationError();
		return shown(session);
	}

	async removeSession(id: string): Promise<void> {
		const session = this.#options.forges.ledger.get(id);
		if (session) await this.#options.forges.signOut(session);
	}

	dispose(): void {
		this.#following.dispose();
	}
}

const shown = (session: Session): vscode.AuthenticationSession => ({
	id: session.id,
	accessToken: session.token,
	account: { id: session.id, label: accountLabel(session) },
	scopes: [...(session.scopes ?? [])],
});
