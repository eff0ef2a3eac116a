import * as v from 'valibot';
import { ForgeError, isTransient, type Unreachable } from '../../forge/contract/errors.ts';
import type { Service } from './instance.ts';
import { readMetadata } from './metadata.ts';
import { appendPath, type RequestContext, readJson, requireAnswer } from './request.ts';

/** What a probe found at an address. */
export type Finding =
	| { readonly kind: 'good'; readonly version: string | undefined; readonly hasOAuth?: boolean }
	/** Something answers, but it is not the expected service. */
	| { readonly kind: 'other'; readonly message: string; readonly reason: OtherReason }
	| { readonly kind: 'away'; readonly message: string; readonly reason: AwayReason };

/** Why a probe could not check an address. A service that is `down` may still belong to the forge. */
type AwayReason = 'down' | 'refused' | Unreachable;

/** What answers instead of the expected service. */
type OtherReason = 'no-forge' | 'other-service';

export type FailureReason = AwayReason | OtherReason;

const Version = v.object({ version: v.string() });

/** For each area, a route that only it has. Without a token, the area refuses the request; other services answer 404. */
const ownRoutes = { lists: '/api/lists', repositories: '/api/repos', trackers: '/api/trackers' };

const areaNames = {
	lists: 'mailing lists',
	repositories: 'repositories',
	trackers: 'ticket trackers',
};

/** Checks what is at the address of a service, without a token. */
export async function probe(
	context: RequestContext,
	service: Service,
	address: string,
	signal: AbortSignal,
): Promise<Finding> {
	try {
		return service === 'identity'
			? await probeIdentity(context, address, signal)
			: await probeArea(context, service, address, signal);
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		const reason = error.unreachable ?? (isTransient(error) ? 'down' : 'refused');
		return { kind: 'away', message: error.message, reason };
	}
}

async function versionOf(
	context: RequestContext,
	address: string,
	signal: AbortSignal,
): Promise<string | undefined> {
	const answer = await requireAnswer(context, appendPath(address, '/api/version'), signal);
	return answer.status === 200 ? readJson(Version, answer)?.version : undefined;
}

async function probeArea(
	context: RequestContext,
	area: keyof typeof ownRoutes,
	address: string,
	signal: AbortSignal,
): Promise<Finding> {
	const [version, areaAnswer] = await Promise.all([
		versionOf(context, address, signal),
		requireAnswer(context, appendPath(address, ownRoutes[area]), signal),
	]);
	if (version === undefined) {
		return {
			kind: 'other',
			message: "A server responded, but it doesn't offer the API that Tildeforge needs.",
			reason: 'no-forge',
		};
	}
	if (areaAnswer.status === 404) {
		return {
			kind: 'other',
			message: `A forge service responded, but it has no ${areaNames[area]}.`,
			reason: 'other-service',
		};
	}
	return { kind: 'good', version };
}

async function probeIdentity(
	context: RequestContext,
	address: string,
	signal: AbortSignal,
): Promise<Finding> {
	const [metadata, version] = await Promise.all([
		readMetadata(context, address, signal),
		versionOf(context, address, signal),
	]);
	if (metadata) return { kind: 'good', version, hasOAuth: true };
	const legacyPage = await requireAnswer(context, appendPath(address, '/oauth/personal-token'), signal);
	// The service redirects a user who is not signed in to its login page. A site that answers at every address does not.
	if (legacyPage.status < 400 && legacyPage.redirected) return { kind: 'good', version, hasOAuth: false };
	return { kind: 'other', message: "A server responded, but it doesn't offer sign-in.", reason: 'no-forge' };
}
