import * as v from 'valibot';
import { ForgeError, isPassing, type Unreachable } from '../forge/errors.ts';
import { answered, type Means, readJson, under } from './ask.ts';
import type { Service } from './instance.ts';
import { metadata } from './metadata.ts';

/** What a probe found at an address. */
export type Finding =
	| { readonly kind: 'good'; readonly version: string | undefined; readonly oauth?: boolean }
	/** Something answers, but it is not the expected service. */
	| { readonly kind: 'other'; readonly words: string }
	| { readonly kind: 'away'; readonly words: string; readonly reason: Away };

/** Why a probe found out nothing about an address. A service that is `down` may well belong to the forge. */
type Away = 'down' | 'refused' | Unreachable;

const Version = v.object({ version: v.string() });

/** For each area, a route that only it has. Without a token, the area refuses the request; other services answer 404. */
const ownRoute = { lists: '/api/lists', repositories: '/api/repos', trackers: '/api/trackers' };

const called = {
	lists: 'mailing lists',
	repositories: 'repositories',
	trackers: 'ticket trackers',
};

/** Checks what is at the address of a service, without a token. */
export async function probe(
	means: Means,
	service: Service,
	address: string,
	signal: AbortSignal,
): Promise<Finding> {
	try {
		return service === 'identity'
			? await probeIdentity(means, address, signal)
			: await probeArea(means, service, address, signal);
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		const reason = error.unreachable ?? (isPassing(error) ? 'down' : 'refused');
		return { kind: 'away', words: error.message, reason };
	}
}

async function versionOf(means: Means, address: string, signal: AbortSignal): Promise<string | undefined> {
	const answer = await answered(means, under(address, '/api/version'), { signal });
	return answer.status === 200 ? readJson(Version, answer)?.version : undefined;
}

async function probeArea(
	means: Means,
	area: keyof typeof ownRoute,
	address: string,
	signal: AbortSignal,
): Promise<Finding> {
	const [version, own] = await Promise.all([
		versionOf(means, address, signal),
		answered(means, under(address, ownRoute[area]), { signal }),
	]);
	if (version === undefined) {
		return {
			kind: 'other',
			words: "A server responded, but it doesn't offer the API that Tildeforge needs.",
		};
	}
	if (own.status === 404) {
		return { kind: 'other', words: `A forge service responded, but it has no ${called[area]}.` };
	}
	return { kind: 'good', version };
}

async function probeIdentity(means: Means, address: string, signal: AbortSignal): Promise<Finding> {
	const [told, version] = await Promise.all([
		metadata(means, address, signal),
		versionOf(means, address, signal),
	]);
	if (told) return { kind: 'good', version, oauth: true };
	const older = await answered(means, under(address, '/oauth/personal-token'), { signal });
	// The service redirects a user who is not signed in to its login page. A site that answers at every address does not.
	if (older.status < 400 && older.redirected) return { kind: 'good', version, oauth: false };
	return { kind: 'other', words: "A server responded, but it doesn't offer sign-in." };
}
