import { randomBytes } from 'node:crypto';
import { missing } from './refusal.ts';

export interface Account {
	readonly id: number;
	/** Without its tilde. */
	readonly name: string;
	readonly email: string;
	readonly url: string | null;
	readonly location: string | null;
	readonly bio: string | null;
	readonly password: string;
}

/** What a token is issued for. */
export interface TokenClaims {
	/** The account's name. */
	readonly owner: string;
	/** `*`, or words such as `tickets:read`. */
	readonly scopes: readonly string[];
	/** The OAuth client that the token was issued to; null for a personal token. */
	readonly client: string | null;
	/** The comment that its owner gave it. */
	readonly comment?: string;
}

export interface Token extends TokenClaims {
	readonly value: string;
	/** Milliseconds since 1970, or null for a token that does not expire. */
	readonly expires: number | null;
	/** Milliseconds since 1970. */
	readonly issued?: number;
}

/** The account and the token behind a request. */
export interface Caller {
	readonly account: Account;
	readonly token: Token;
}

export interface AccountsState {
	accounts: Account[];
	tokens: Token[];
}

export class Accounts {
	readonly #state: AccountsState;
	readonly #changed: () => void;
	readonly #now: () => Date;
	/** Whether the webhooks of a revoked token still fire. */
	readonly #keepsHooks: boolean;
	/** The tokens that were revoked, if their webhooks still fire. */
	#revoked: readonly Token[] = [];

	constructor(
		state: AccountsState,
		changed: () => void,
		now: () => Date = () => new Date(),
		keepsHooks = false,
	) {
		this.#state = state;
		this.#changed = changed;
		this.#now = now;
		this.#keepsHooks = keepsHooks;
	}

	get all(): readonly Account[] {
		return this.#state.accounts;
	}

	/** The account called `name` or `~name`. */
	find(name: string): Account | undefined {
		const bare = name.replace(/^~/, '');
		return this.#state.accounts.find((account) => account.name === bare);
	}

	findByEmail(email: string): Account | undefined {
		const wanted = email.toLowerCase();
		return this.#state.accounts.find((account) => account.email.toLowerCase() === wanted);
	}

	/** The account that a route names, by default the caller's. Throws a 404 for an unknown name. */
	subject(owner: string | number | undefined, caller: Caller): Account {
		if (owner === undefined) return caller.account;
		const named = String(owner);
		const found = named.startsWith('~') ? this.find(named) : this.findByEmail(named);
		if (!found) throw missing();
		return found;
	}

	/** The caller that a token identifies; undefined for an unknown, expired or revoked token. */
	caller(value: string): Caller | undefined {
		return this.#callerIn(this.#state.tokens, value);
	}

	/** The caller for whom the webhooks of a token fire. */
	hookCaller(value: string): Caller | undefined {
		return this.caller(value) ?? this.#callerIn(this.#revoked, value);
	}

	#callerIn(tokens: readonly Token[], value: string): Caller | undefined {
		const token = tokens.find((one) => one.value === value);
		const account = token && this.find(token.owner);
		if (!token || !account) return undefined;
		return this.#hasExpired(token) ? undefined : { account, token };
	}

	/** Issues a token. Without a `value`, generates one in the older form: 32 hex characters. */
	issue(token: Omit<Token, 'value' | 'issued'> & { readonly value?: string }): Token {
		const issued = {
			...token,
			value: token.value ?? randomBytes(16).toString('hex'),
			issued: this.#now().getTime(),
		};
		this.#state.tokens = [...this.#state.tokens.filter((one) => !this.#hasExpired(one)), issued];
		this.#changed();
		return issued;
	}

	/** Revokes a token. Returns whether it existed. */
	revoke(value: string): boolean {
		const revoked = this.#state.tokens.filter((token) => token.value === value);
		this.#state.tokens = this.#state.tokens.filter((token) => token.value !== value);
		if (this.#keepsHooks) this.#revoked = [...this.#revoked, ...revoked];
		this.#changed();
		return revoked.length > 0;
	}

	/** The valid tokens of an account, oldest first. */
	tokensOf(owner: string, client: string | null): readonly Token[] {
		return this.#state.tokens.filter(
			(token) => token.owner === owner && token.client === client && !this.#hasExpired(token),
		);
	}

	#hasExpired({ expires }: Token): boolean {
		return expires !== null && expires <= this.#now().getTime();
	}
}

/**
 * Whether scopes cover `wanted`: `*` covers everything, and the right to write includes the right to read. `email` covers
 * `emails`, because the quirk `email-read` renames that scope.
 */
export function covers(scopes: readonly string[], wanted: string): boolean {
	return scopes.some((granted) => {
		const scope = granted.replace(/^email:/, 'emails:');
		return scope === '*' || scope === wanted || scope.replace(/:write$/, ':read') === wanted;
	});
}

export const shortUser = (name: string) => ({ canonical_name: `~${name}`, name });

export const user = ({ name, email, url, location, bio }: Account) => ({
	...shortUser(name),
	email,
	url,
	location,
	bio,
});
