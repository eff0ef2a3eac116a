import { createHash, randomBytes } from 'node:crypto';
import type { Token, TokenClaims } from '../server/accounts.ts';
import { createBearer } from './bearer.ts';
import { isSameSecret } from './clients.ts';
import type { IdentityContext } from './identity-context.ts';
import { recordedScopes } from './scopes.ts';
import type { Client, Code, Consent, Grant } from './state.ts';

/** An error in the form of RFC 6749, for the application. */
export class OAuthError extends Error {
	readonly code: string;
	readonly status: number;

	constructor(code: string, description: string, status = 400) {
		super(description);
		this.code = code;
		this.status = status;
	}
}

/** The response to a valid code or refresh token. */
export interface Issued {
	readonly token: Token;
	readonly refresh: string | null;
}

const secret = () => randomBytes(32).toString('base64url');

/** The grants that users gave applications, with their codes and tokens. */
export class Grants {
	readonly #context: IdentityContext;
	readonly #key: Buffer;

	constructor(context: IdentityContext) {
		this.#context = context;
		const { state } = context;
		state.key ??= randomBytes(32).toString('base64');
		this.#key = Buffer.from(state.key, 'base64');
	}

	/** Records the user's consent. Returns the code that the application exchanges for a token. */
	approve(consent: Consent, redirect: Code['redirect'], challenge: Code['challenge']): string {
		const code = {
			value: secret(),
			expires: this.#timeIn(this.#context.lifetimes.code),
			redirect,
			challenge,
		};
		const { state, changed } = this.#context;
		state.grants = [
			...state.grants.filter((grant) => !this.#hasEnded(grant)),
			{ ...consent, code, spent: false, refresh: null, worn: [], tokens: [] },
		];
		changed();
		return code.value;
	}

	/** Exchanges a code for tokens. A code can be used once. */
	redeem(client: Client, code: string, redirect: string | null, verifier: string | null): Issued {
		const grant = this.#context.state.grants.find((one) => isSameSecret(code, one.code.value));
		if (!grant || grant.client !== client.id) throw new OAuthError('invalid_grant', 'The code is unknown.');
		if (grant.spent) {
			if (!this.#context.drift.has('used-code-keeps-token')) this.end(grant);
			throw new OAuthError(
				'invalid_grant',
				'The code has been used before, so its tokens have been revoked.',
			);
		}
		const { expires, redirect: wanted, challenge } = grant.code;
		if (expires <= this.#timeIn(0)) throw new OAuthError('invalid_grant', 'The code has expired.');
		if (wanted !== null && wanted !== redirect) {
			throw new OAuthError('invalid_grant', 'The redirect_uri is not the one of the authorization request.');
		}
		if (!this.#context.drift.has('pkce-ignored')) checkVerifier(challenge, verifier);
		grant.spent = true;
		return this.#issue(grant, grant.scopes);
	}

	/** Makes a code unusable without issuing a token. */
	useUp(code: string): void {
		const grant = this.#context.state.grants.find((one) => isSameSecret(code, one.code.value));
		if (grant) grant.spent = true;
	}

	/** `scopes` are the requested ones; undefined requests all that were granted. */
	refresh(client: Client, value: string, scopes: readonly string[] | undefined): Issued {
		const grant = this.#ofRefresh(value);
		if (!grant || grant.client !== client.id) {
			throw new OAuthError('invalid_grant', 'The refresh token is unknown or has been revoked.');
		}
		if (grant.refresh?.value !== value) {
			this.end(grant);
			throw new OAuthError(
				'invalid_grant',
				'The refresh token has been used before, so all tokens of its grant have been revoked.',
			);
		}
		if (grant.refresh.expires <= this.#timeIn(0)) {
			throw new OAuthError('invalid_grant', 'The refresh token has expired.');
		}
		if (scopes?.some((scope) => !grant.scopes.includes(scope))) {
			throw new OAuthError('invalid_scope', 'A refresh cannot request more scopes than were granted.');
		}
		grant.worn.push(value);
		return this.#issue(grant, scopes ?? grant.scopes);
	}

	/** Issues a token of the newer form. By default, it records the claimed scopes in the words of REST. */
	issueNewer(claims: TokenClaims, lifetime: number, recorded?: string): Token {
		const { state, accounts, drift, graphqlScopes } = this.#context;
		const expires = this.#timeIn(lifetime);
		const grants = recorded ?? recordedScopes(claims.scopes, drift, graphqlScopes);
		const value = createBearer(
			{ expires, grants, client: claims.client ?? '', username: claims.owner },
			this.#key,
			drift.has('equal-tokens') ? 0 : state.serial++,
		);
		return accounts.issue({ ...claims, value, expires });
	}

	/** The grant behind a token or a refresh token. */
	find(value: string): Grant | undefined {
		return this.#ofRefresh(value) ?? this.#context.state.grants.find(({ tokens }) => tokens.includes(value));
	}

	/** The user's grants that still have a valid code or token. */
	of(owner: string): readonly Grant[] {
		return this.#context.state.grants.filter((grant) => grant.owner === owner && !this.#hasEnded(grant));
	}

	/** Ends a grant with all its tokens. */
	end(grant: Grant): void {
		const { state, accounts, changed } = this.#context;
		for (const token of grant.tokens) accounts.revoke(token);
		state.grants = state.grants.filter((one) => one !== grant);
		changed();
	}

	#ofRefresh(value: string): Grant | undefined {
		return this.#context.state.grants.find(
			({ refresh, worn }) => refresh?.value === value || worn.includes(value),
		);
	}

	#issue(grant: Grant, scopes: readonly string[]): Issued {
		const { drift, lifetimes, changed } = this.#context;
		const { client, owner } = grant;
		const isLongLived = drift.has('no-refresh-token');
		const token = this.issueNewer(
			{ owner, scopes, client },
			isLongLived ? lifetimes.personal + 86_400 : lifetimes.access,
		);
		grant.tokens.push(token.value);
		grant.refresh = isLongLived ? null : { value: secret(), expires: this.#timeIn(lifetimes.refresh) };
		changed();
		return { token, refresh: grant.refresh?.value ?? null };
	}

	#hasEnded({ spent, code, refresh, tokens }: Grant): boolean {
		const now = this.#timeIn(0);
		if (!spent) return code.expires <= now;
		if (refresh && refresh.expires > now) return false;
		return !tokens.some((token) => this.#context.accounts.caller(token));
	}

	/** The time after some seconds from now, in milliseconds since 1970. */
	#timeIn(seconds: number): number {
		return this.#context.now().getTime() + seconds * 1000;
	}
}

function checkVerifier(challenge: string | null, verifier: string | null): void {
	if (challenge === null && verifier === null) return;
	// Refuse a verifier without a challenge: an attacker may have removed the challenge from the request (RFC 9700,
	// 4.8.2).
	const isValid =
		challenge !== null &&
		verifier !== null &&
		/^[A-Za-z0-9._~-]{43,128}$/.test(verifier) &&
		isSameSecret(createHash('sha256').update(verifier).digest('base64url'), challenge);
	if (!isValid) throw new OAuthError('invalid_grant', 'The code_verifier does not match the code_challenge.');
}
