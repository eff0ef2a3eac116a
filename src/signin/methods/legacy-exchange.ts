import * as v from 'valibot';
import { ForgeError } from '../../forge/contract/errors.ts';
import { parseTime } from '../../forge/contract/read.ts';
import { toDisplayText } from '../../forge/wire/refusals.ts';
import { appendPath, readJson, sendRequest } from '../instances/request.ts';
import type { AuthorizationRequest, TokenGrant, TokenIssuer } from './oauth.ts';

/** The page on which the user approves, in the sign-in from before OAuth 2.0. */
export function exchangeAddress(
	identity: string,
	{ client, redirect, state, scopes }: AuthorizationRequest,
): string {
	const query = new URLSearchParams({
		client_id: client.id,
		scopes: scopes.join(','),
		state,
		redirect_uri: redirect,
	});
	return `${appendPath(identity, '/oauth/authorize')}?${query}`;
}

const ExchangeAnswer = v.object({
	token: v.pipe(v.string(), v.nonEmpty()),
	expires: v.fallback(v.optional(v.string()), undefined),
});
const Errors = v.object({ errors: v.array(v.object({ reason: v.string() })) });

/** Gets the token for an exchange code, which works only once. `scopes` are those that the user granted, if known. */
export async function redeemExchange(
	{ context, instance, client }: TokenIssuer,
	exchange: string,
	scopes: readonly string[] | null,
	signal?: AbortSignal,
): Promise<TokenGrant> {
	const answer = await sendRequest(context, appendPath(instance.identity ?? '', '/oauth/exchange'), {
		json: { client_id: client.id, client_secret: client.secret ?? '', exchange },
		signal,
	});
	const body = answer.status === 200 ? readJson(ExchangeAnswer, answer) : undefined;
	if (!body) {
		const reasons = (readJson(Errors, answer)?.errors ?? [])
			.slice(0, 5)
			.map(({ reason }) => toDisplayText(reason, [exchange, client.secret]));
		const explanation = reasons.length > 0 ? `: ${reasons.join(', ').replace(/\.$/, '')}` : '';
		throw new ForgeError('refused', `${instance.name} did not issue a token${explanation}.`, {
			status: answer.status,
			// Makes the caller ask for the secret again.
			reasons: reasons.filter((one) => /client/i.test(one)).map((reason) => ({ field: 'client', reason })),
		});
	}
	return { token: body.token, scopes, expires: parseTime(body.expires) ?? null, refresh: null };
}
