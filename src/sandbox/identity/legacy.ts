import { randomBytes } from 'node:crypto';
import type { Account } from '../server/accounts.ts';
import { timestamp } from '../server/delivery.ts';
import { invalid, Refusal } from '../server/refusal.ts';
import { json, type Reply } from '../server/reply.ts';
import { isSameSecret, redirectFault } from './clients.ts';
import { consentPages } from './consent.ts';
import type { IdentityContext } from './identity-context.ts';
import { problemPage } from './pages.ts';
import { namedScope, parseScopes } from './scopes.ts';
import type { Client } from './state.ts';
import { type Handler, jsonOf, redirect, type Visit, withParameters } from './visit.ts';

interface Authorization {
	readonly client: Client;
	readonly target: string;
	readonly state: string | null;
	readonly scopes: readonly string[];
}

/**
 * The exchange that predates OAuth 2.0, as real servers implement it: it is only for clients with a secret, errors
 * return without `state`, and the redirect address may be a prefix of the registered one.
 */
export function legacyPages({
	state,
	changed,
	clientOf,
	accounts,
	drift,
	now,
	lifetimes,
}: IdentityContext): Readonly<Record<string, Handler>> {
	const readAuthorization = (visit: Visit, query: URLSearchParams): Authorization | Reply => {
		const client = clientOf(query.get('client_id') ?? '');
		const [registered] = client?.redirects ?? [];
		if (!client || client.secret === null || registered === undefined) {
			return problemPage(
				visit,
				400,
				'Unknown application',
				'No application is registered here with that client_id.',
			);
		}
		const target = query.get('redirect_uri') ?? registered;
		const refuse = (error: string, details: string) => redirect(withParameters(target, { error, details }));
		if (!isPrefix(target, registered)) {
			// Real servers redirect to any web address here, even a foreign one.
			const details = 'The URI provided must use be a subpath of your configured redirect URI';
			if (/^https?:/i.test(target) && URL.canParse(target)) return refuse('invalid_redirect', details);
			return problemPage(
				visit,
				400,
				'Wrong redirect address',
				'The address to return to does not belong to the application.',
			);
		}
		const words = (query.get('scopes') ?? '').split(',').filter(Boolean);
		if (words.length === 0) return refuse('invalid_scope', 'No scopes were asked for');
		const parsed = parseScopes(words, drift);
		if ('refused' in parsed) return refuse('invalid_scope', parsed.refused);
		return { client, target, state: query.get('state'), scopes: parsed.scopes };
	};

	const exchange = async ({ request }: Visit): Promise<Reply> => {
		const body = await jsonOf(request);
		const client = clientOf(text(body, 'client_id'));
		if (!client || client.secret === null) throw new Refusal(400, 'Unknown client ID');
		if (!isSameSecret(text(body, 'client_secret'), client.secret))
			throw new Refusal(400, 'Invalid client secret');
		const value = text(body, 'exchange');
		const found = state.exchanges.find((one) => one.value === value && one.client === client.id);
		if (!found || found.expires <= now().getTime()) throw new Refusal(400, 'Exchange token expired');
		state.exchanges = state.exchanges.filter((one) => one !== found);
		changed();
		// A client has one token per user, so the previous one ends.
		for (const before of accounts.tokensOf(found.owner, client.id)) accounts.revoke(before.value);
		const expires = now().getTime() + lifetimes.personal * 1000;
		const token = accounts.issue({ owner: found.owner, scopes: found.scopes, client: client.id, expires });
		return json(200, { token: token.value, expires: timestamp(new Date(expires)) });
	};

	const approve = (authorization: Authorization, account: Account, scopes: readonly string[]): Reply => {
		const value = randomBytes(6).toString('hex');
		const current = now().getTime();
		state.exchanges = [
			...state.exchanges.filter(({ expires }) => expires > current),
			{
				value,
				client: authorization.client.id,
				owner: account.name,
				scopes,
				expires: current + lifetimes.exchange * 1000,
			},
		];
		changed();
		return redirect(
			withParameters(authorization.target, {
				exchange: value,
				scopes: scopes.map((scope) => namedScope(scope, drift)).join(','),
				...(authorization.state !== null && { state: authorization.state }),
			}),
		);
	};

	const decline = ({ target }: Authorization): Reply => {
		const details = 'User declined to grant access to your application';
		return redirect(withParameters(target, { error: 'user_declined', details }));
	};

	return {
		...consentPages<Authorization>({ path: '/oauth/authorize', readAuthorization, approve, decline }),
		'POST /oauth/exchange': exchange,
	};

	function isPrefix(given: string, registered: string): boolean {
		if (redirectFault(given, drift) !== undefined) return false;
		return new URL(given).origin === new URL(registered).origin && registered.startsWith(given);
	}
}

function text(body: Readonly<Record<string, unknown>>, name: string): string {
	const value = body[name];
	if (value === undefined) throw invalid(name, `${name} is required`);
	if (typeof value !== 'string') throw invalid(name, `${name} must be a string`);
	return value;
}
