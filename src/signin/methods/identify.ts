import { abortable, neverAborts } from '../../base/abort.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { Queues } from '../../forge/wire/queue.ts';
import { wire } from '../../forge/wire/wire.ts';
import { allServices, type Instance, type Service } from '../instances/instance.ts';
import type { RequestContext } from '../instances/request.ts';
import { type AskedService, askInGraphql, askInRest, findOwner, isRefusal } from './service-owner.ts';

/** Short, because other requests and windows wait while a token is checked. */
const shortLimits = { answerMs: 10_000, wholeMs: 10_000 };
const noRetries = { times: 0, baseMs: 0, capMs: 0, maxWaitMs: 0 };

/** How long to wait for the other services after one has accepted or refused the token. */
const graceMs = 1500;

/** All services of a forge, asked with a token. */
function servicesOf(
	{ fetch, agent, plainHosts, firstUses }: RequestContext,
	instance: Instance,
	token: string,
	limits: Partial<typeof shortLimits> = {},
): readonly AskedService[] {
	const queues = new Queues(firstUses);
	return allServices.flatMap((service) => {
		const address = instance[service];
		if (address === undefined) return [];
		const serviceWire = wire({
			base: address,
			token: () => token,
			fetch,
			queues,
			agent,
			plainHosts,
			retryPolicy: noRetries,
			limits,
		});
		return [{ service, address, wire: serviceWire }];
	});
}

/** Whether a service fails because of the token. A service that is unreachable or busy fails differently. */
const failsWithToken = (error: unknown) =>
	error instanceof ForgeError && error.kind === 'surprise' && error.status === 500;

/** The owner of a token, and how the forge is asked with it. */
export interface Identity {
	readonly account: string;
	/** The services that are asked in GraphQL. Missing if all are asked in REST. */
	readonly graphql?: readonly Service[];
}

/**
 * Returns the account that a token belongs to, as the forge reports it. One service that knows the account is enough: the others may be
 * unreachable. Still waits briefly for the others, so that each has seen the token before other windows use it. Rejects with a
 * refusal of the token if there is one, or else with the error that arrived first.
 */
export async function identify(
	context: RequestContext,
	instance: Instance,
	token: string,
	signal: AbortSignal = neverAborts,
): Promise<Identity> {
	const lifetime = new Lifetime();
	const { promise: graceOver, resolve: endGrace } = Promise.withResolvers<void>();
	const accounts = new Map<Service, string>();
	const failures = new Map<Service, unknown>();
	const inGraphql = new Set<Service>();
	const startGrace = () => lifetime.timeout(endGrace, graceMs);
	const requests = servicesOf(context, instance, token).map(async (asked) => {
		const { service } = asked;
		try {
			const didChooseGraphql = () => inGraphql.add(service);
			accounts.set(service, await findOwner(context, instance, asked, token, didChooseGraphql, signal));
			startGrace();
		} catch (error) {
			failures.set(service, error);
			if (isRefusal(error)) startGrace();
		}
	});
	try {
		await abortable(Promise.race([Promise.all(requests), graceOver]), signal);
	} finally {
		lifetime.dispose();
	}
	const graphql = allServices.filter((service) => inGraphql.has(service));
	const identityOf = (account: string): Identity => ({ account, ...(graphql.length > 0 && { graphql }) });
	const errors = [...failures.values()];
	const unusable = errors.find(saysTokenIsUnusable);
	if (unusable) throw unusable;
	const areaAccount = [...accounts].find(([service]) => service !== 'identity')?.[1];
	if (areaAccount !== undefined) return identityOf(areaAccount);
	const account = accounts.get('identity');
	if (account !== undefined) {
		if (errors.length === 0 || !errors.every(failsWithToken)) return identityOf(account);
		throw unusableTokenError(instance, errors[0]);
	}
	const refusal = errors.find(isRefusal);
	if (refusal) {
		// Without a status, it was not the forge that refused the token.
		if (refusal.status === undefined) throw refusal;
		throw new ForgeError(
			'signed-out',
			`${instance.name} does not accept this token. It may have expired, been revoked, or belong to another forge.`,
			{ cause: refusal },
		);
	}
	throw errors[0] ?? new ForgeError('refused', `${instance.name} has no service addresses in the settings.`);
}

/** Services fail with the token of an application that another user has registered, and with a token that they have stored twice. */
const unusableTokenError = ({ name }: Instance, cause: unknown) => {
	const reason = `${name} recognizes this token, but its services fail when they are used with it.`;
	const message = `${reason} Create a new personal access token and sign in with it.`;
	return new ForgeError('refused', message, { reasons: [{ field: 'token', reason }], cause });
};

/** Whether a sign-in failed because the services cannot use a token of this kind. */
export const saysTokenIsUnusable = (error: unknown): error is ForgeError =>
	error instanceof ForgeError && error.reasons.some(({ field }) => field === 'token');

/**
 * Whether the whole forge no longer accepts a token: every service that knows tokens refuses it. Rejects if a service that might accept it
 * cannot be asked, because that must not sign the user out.
 */
export async function isTokenInvalid(
	context: RequestContext,
	instance: Instance,
	token: string,
	/** The services that are asked in GraphQL. */
	graphql: readonly Service[] = [],
): Promise<boolean> {
	const accepted = new AbortController();
	const outcomes = await Promise.allSettled(
		servicesOf(context, instance, token, shortLimits).map(async (asked) => {
			const ask = graphql.includes(asked.service) ? askInGraphql : askInRest;
			try {
				await ask(asked, accepted.signal);
			} catch (error) {
				if (!(error instanceof ForgeError && error.kind === 'forbidden')) throw error;
				// A service that reports a missing permission accepts the token. Without a reason, a proxy has answered.
				if (error.reasons.length === 0)
					throw new ForgeError('busy', `${instance.name} is not available at the moment.`, { cause: error });
			}
			accepted.abort();
		}),
	);
	if (accepted.signal.aborted) return false;
	const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
	// There is no such service, in either dialect.
	const isMissing = (error: unknown) =>
		error instanceof ForgeError && (error.kind === 'missing' || error.status === 404 || error.status === 410);
	for (const failure of failures) if (!isRefusal(failure) && !isMissing(failure)) throw failure;
	return failures.some(isRefusal);
}
