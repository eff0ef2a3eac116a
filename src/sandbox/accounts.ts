import { randomBytes } from 'node:crypto';
import { missing } from './refusal.ts';

export interface Account {
	readonly id: number;
	/** Without its tilde. */
	readonly name: string;
	/** As it stands in the From of mails. */
	readonly fullName: string;
	readonly email: string;
	readonly url: string | null;
	readonly location: string | null;
	readonly bio: string | null;
	readonly password: string;
}

export interface Token {
	readonly value: string;
	/** The account's name. */
	readonly owner: string;
	/** `*`, or words such as `tickets:read`. */
	readonly scopes: readonly string[];
	/** Milliseconds since 1970, or null for one that does not expire. */
	readonly expires: number | null;
	/** The OAuth client that it was made for; null for a personal one. */
	readonly client: string | null;
	/** What its owner calls it. */
	readonly comment?: string;
	/** Milliseconds since 1970. */
	readonly issued?: number;
}

/** Who makes a request, and what they may do. */
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

	constructor(state: AccountsState, changed: () => void, now: () => Date = () => new Date()) {
		this.#state = state;
		this.#changed = changed;
		this.#now = now;
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

	/** Whom a route is about: the one it names, else the caller. Nobody of that name is a 404. */
	subject(owner: string | number | undefined, caller: Caller): Account {
		if (owner === undefined) return caller.account;
		const named = String(owner);
		const found = named.startsWith('~') ? this.find(named) : this.findByEmail(named);
		if (!found) throw missing();
		return found;
	}

	/** The caller that a token stands for; undefined for an unknown, expired or revoked one. */
	caller(value: string): Caller | undefined {
		const token = this.#state.tokens.find((one) => one.value === value);
		const account = token && this.find(token.owner);
		if (!token || !account) return undefined;
		return this.#isOver(token) ? undefined : { account, token };
	}

	/** Without a value it is one of the older form: 32 hex characters. */
	issue(token: Omit<Token, 'value' | 'issued'> & { readonly value?: string }): Token {
		const issued = {
			...token,
			value: token.value ?? randomBytes(16).toString('hex'),
			issued: this.#now().getTime(),
		};
		this.#state.tokens = [...this.#state.tokens.filter((one) => !this.#isOver(one)), issued];
		this.#changed();
		return issued;
	}

	/** From now on the token is worth nothing. Answers whether it was worth something. */
	revoke(value: string): boolean {
		const before = this.#state.tokens.length;
		this.#state.tokens = this.#state.tokens.filter((token) => token.value !== value);
		this.#changed();
		return this.#state.tokens.length < before;
	}

	/** The tokens that are still worth something, in the order in which they were made. */
	tokensOf(owner: string, client: string | null): readonly Token[] {
		return this.#state.tokens.filter(
			(token) => token.owner === owner && token.client === client && !this.#isOver(token),
		);
	}

	#isOver({ expires }: Token): boolean {
		return expires !== null && expires <= this.#now().getTime();
	}
}

/**
 * Whether scopes cover one: `*` covers all, and the right to write is the right to read. Where the lists area registers
 * `email` (a quirk, so nobody else has such a scope), that is the right to `emails`.
 */
export function covers(scopes: readonly string[], wanted: string): boolean {
	return scopes.some((granted) => {
		const scope = granted.replace(/^email:/, 'emails:');
		return scope === '*' || scope === wanted || scope.replace(/:write$/, ':read') === wanted;
	});
}

export const shortUser = ({ name }: Pick<Account, 'name'>) => ({ canonical_name: `~${name}`, name });

export const user = ({ name, email, url, location, bio }: Account) => ({
	...shortUser({ name }),
	email,
	url,
	location,
	bio,
});
