import * as v from 'valibot';
import { ForgeError, isTransient, type Unreachable } from '../../forge/contract/errors.ts';
import type { Area } from '../../forge/webhooks/families.ts';
import type { HttpAnswer } from '../../forge/wire/exchange.ts';
import { isGone, readGraphqlService } from './api-meta.ts';
import type { AddressName } from './instance.ts';
import { type Metadata, readMetadata } from './metadata.ts';
import { appendPath, type RequestContext, readJson, requireAnswer } from './request.ts';

/** What a probe found at an address. */
export type Finding =
	| {
			readonly kind: 'good';
			readonly hasOAuth?: boolean;
			/** What the identity service publishes about OAuth 2.0. */
			readonly metadata?: Metadata;
			/** Whether the service speaks GraphQL. With `yes`, it may speak REST, too, which is not checked. Otherwise, it speaks REST. */
			readonly graphql: 'yes' | 'no' | 'unknown';
	  }
	/** Something answers, but it is not the expected service. */
	| { readonly kind: 'other'; readonly message: string; readonly reason: OtherReason }
	| { readonly kind: 'away'; readonly message: string; readonly reason: AwayReason };

/** Why a probe could not check an address. A service that is `down` may still belong to the forge. */
type AwayReason = 'down' | 'refused' | Unreachable;

/** What answers instead of the expected service. */
type OtherReason = 'no-forge' | 'other-service';

export type ProbeFailureReason = AwayReason | OtherReason;

const Version = v.object({ version: v.string() });

/** For each area, a route that only it has. Without a token, the area refuses the request; other services answer 404. */
const ownRoutes: Readonly<Record<Area, string>> = {
	lists: '/api/lists',
	repositories: '/api/repos',
	trackers: '/api/trackers',
};

const noApi = "A server responded, but it doesn't offer the API that Tildeforge needs.";

const areaNames = {
	lists: 'mailing lists',
	repositories: 'repositories',
	trackers: 'ticket trackers',
};

/** Checks what is at the address of a service, without a token. */
export async function probe(
	context: RequestContext,
	service: AddressName,
	address: string,
	signal: AbortSignal,
): Promise<Finding> {
	try {
		if (service === 'identity') return await probeIdentity(context, address, signal);
		if (service === 'hub') return await probeHub(context, address, signal);
		return await probeArea(context, service, address, signal);
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		const reason = error.unreachable ?? (isTransient(error) ? 'down' : 'refused');
		return { kind: 'away', message: error.message, reason };
	}
}

const askVersion = (context: RequestContext, address: string, signal: AbortSignal) =>
	requireAnswer(context, appendPath(address, '/api/version'), signal);

const versionOf = (answer: HttpAnswer): string | undefined =>
	answer.status === 200 ? readJson(Version, answer)?.version : undefined;

/** The version of a service. Undefined if it does not tell, as services that speak only GraphQL. */
export async function readVersion(
	context: RequestContext,
	address: string,
	signal: AbortSignal,
): Promise<string | undefined> {
	const answer = await errorOr(askVersion(context, address, signal));
	return answer instanceof ForgeError ? undefined : versionOf(answer);
}

/** Returns an error in place of an answer, because another answer may be enough. */
const errorOr = async <T>(answer: Promise<T>): Promise<T | ForgeError> => {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof ForgeError) return error;
		throw error;
	}
};

const askOwnRoute = (context: RequestContext, area: Area, address: string, signal: AbortSignal) =>
	requireAnswer(context, appendPath(address, ownRoutes[area]), signal);

const Refusal = v.object({ errors: v.pipe(v.array(v.object({ reason: v.string() })), v.nonEmpty()) });

/** Whether REST refuses a request because it has no token. */
const isRefusal = (answer: HttpAnswer): boolean =>
	answer.status === 401 && readJson(Refusal, answer) !== undefined;

/** Asks in GraphQL first: for most services, that answer is enough. */
async function probeArea(
	context: RequestContext,
	area: Area,
	address: string,
	signal: AbortSignal,
): Promise<Finding> {
	const graphql = await errorOr(readGraphqlService(context, address, signal));
	if (graphql === area) return { kind: 'good', graphql: 'yes' };
	// Another request would time out, too.
	if (graphql instanceof ForgeError && graphql.kind === 'timeout') throw graphql;
	const answer = await askOwnRoute(context, area, address, signal);
	const restArea: Finding = { kind: 'good', graphql: graphql === 'none' ? 'no' : 'unknown' };
	if (isRefusal(answer)) return restArea;
	const version = versionOf(await askVersion(context, address, signal));
	if (version !== undefined && !isGone(answer)) return restArea;
	if (graphql instanceof ForgeError) throw graphql;
	if (version === undefined && (graphql === undefined || graphql === 'none')) {
		return {
			kind: 'other',
			message: noApi,
			reason: 'no-forge',
		};
	}
	return {
		kind: 'other',
		message: `A forge service responded, but it has no ${areaNames[area]}.`,
		reason: 'other-service',
	};
}

/** Whether an area has no REST. Answers that do not say so may come from a firewall or a service that is just starting. */
export async function isRestGone(
	context: RequestContext,
	area: Area,
	address: string,
	signal: AbortSignal,
): Promise<boolean> {
	const asked = [askOwnRoute(context, area, address, signal), askVersion(context, address, signal)] as const;
	const answers = await errorOr(Promise.all(asked));
	if (answers instanceof ForgeError) return false;
	const [route, version] = answers;
	return isGone(route) && (isGone(version) || versionOf(version) !== undefined);
}

/** A hub has no REST. */
async function probeHub(context: RequestContext, address: string, signal: AbortSignal): Promise<Finding> {
	const service = await readGraphqlService(context, address, signal);
	if (service === 'hub') return { kind: 'good', graphql: 'yes' };
	if (service === undefined || service === 'none')
		return { kind: 'other', message: noApi, reason: 'no-forge' };
	return {
		kind: 'other',
		message: 'A forge service responded, but it has no projects.',
		reason: 'other-service',
	};
}

async function probeIdentity(
	context: RequestContext,
	address: string,
	signal: AbortSignal,
): Promise<Finding> {
	const [metadata, answer] = await Promise.all([
		readMetadata(context, address, signal),
		errorOr(readGraphqlService(context, address, signal)),
	]);
	const graphql = answer === 'identity' ? 'yes' : answer === 'none' ? 'no' : 'unknown';
	// A service that speaks GraphQL has OAuth 2.0, even if it publishes no metadata.
	if (metadata || graphql === 'yes')
		return { kind: 'good', hasOAuth: true, ...(metadata && { metadata }), graphql };
	const legacyPage = await requireAnswer(context, appendPath(address, '/oauth/personal-token'), signal);
	// The service redirects a user who is not signed in to its login page. A site that answers at every address does not.
	if (legacyPage.status < 400 && legacyPage.redirected) return { kind: 'good', hasOAuth: false, graphql };
	if (answer instanceof ForgeError) throw answer;
	return { kind: 'other', message: "A server responded, but it doesn't offer sign-in.", reason: 'no-forge' };
}
