import * as v from 'valibot';
import { ForgeError, isTransient, type Unreachable } from '../../forge/contract/errors.ts';
import type { HttpAnswer } from '../../forge/wire/exchange.ts';
import { isGone, readGraphqlService } from './api-meta.ts';
import type { AddressName } from './instance.ts';
import { type Metadata, readMetadata } from './metadata.ts';
import { appendPath, type RequestContext, readJson, requireAnswer } from './request.ts';

/** What a probe found at an address. */
export type Finding =
	| {
			readonly kind: 'good';
			readonly version: string | undefined;
			readonly hasOAuth?: boolean;
			/** What the identity service publishes about OAuth 2.0. */
			readonly metadata?: Metadata;
			/** Whether the service speaks GraphQL only, or also REST. If that is unknown, it speaks REST. Without it, it speaks REST only. */
			readonly graphql?: 'only' | 'also' | 'unknown';
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
const ownRoutes = { lists: '/api/lists', repositories: '/api/repos', trackers: '/api/trackers' };

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

/** Returns an error in place of an answer, because another answer may be enough. */
const errorOr = async <T>(answer: Promise<T>): Promise<T | ForgeError> => {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof ForgeError) return error;
		throw error;
	}
};

async function probeArea(
	context: RequestContext,
	area: keyof typeof ownRoutes,
	address: string,
	signal: AbortSignal,
): Promise<Finding> {
	const [versionAnswer, areaAnswer, graphql] = await Promise.all([
		errorOr(askVersion(context, address, signal)),
		errorOr(requireAnswer(context, appendPath(address, ownRoutes[area]), signal)),
		errorOr(readGraphqlService(context, address, signal)),
	]);
	const hasGraphql = graphql === area;
	if (versionAnswer instanceof ForgeError || areaAnswer instanceof ForgeError) {
		if (hasGraphql) return { kind: 'good', version: undefined, graphql: 'also' };
		throw versionAnswer instanceof ForgeError ? versionAnswer : areaAnswer;
	}
	const version = versionOf(versionAnswer);
	// Any other answer may come from a firewall or a service that is just starting.
	const isRestGone = isGone(areaAnswer) && (isGone(versionAnswer) || version !== undefined);
	if (hasGraphql) return { kind: 'good', version, graphql: isRestGone ? 'only' : 'also' };
	if (version !== undefined && !isGone(areaAnswer))
		return { kind: 'good', version, ...(graphql !== 'none' && { graphql: 'unknown' }) };
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

/** A hub has no REST. */
async function probeHub(context: RequestContext, address: string, signal: AbortSignal): Promise<Finding> {
	const service = await readGraphqlService(context, address, signal);
	if (service === 'hub') return { kind: 'good', version: undefined, graphql: 'only' };
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
	const [metadata, versionAnswer, graphql] = await Promise.all([
		readMetadata(context, address, signal),
		askVersion(context, address, signal),
		errorOr(readGraphqlService(context, address, signal)),
	]);
	const version = versionOf(versionAnswer);
	// A service that speaks GraphQL has OAuth 2.0, even if it publishes no metadata.
	if (graphql === 'identity') {
		const dialect = version === undefined ? 'only' : 'also';
		return { kind: 'good', version, hasOAuth: true, ...(metadata && { metadata }), graphql: dialect };
	}
	if (metadata) return { kind: 'good', version, hasOAuth: true, metadata };
	const legacyPage = await requireAnswer(context, appendPath(address, '/oauth/personal-token'), signal);
	// The service redirects a user who is not signed in to its login page. A site that answers at every address does not.
	if (legacyPage.status < 400 && legacyPage.redirected) return { kind: 'good', version, hasOAuth: false };
	if (graphql instanceof ForgeError) throw graphql;
	return { kind: 'other', message: "A server responded, but it doesn't offer sign-in.", reason: 'no-forge' };
}
