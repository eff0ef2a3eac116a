import { covers } from '../../forge/contract/covers.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { toOwnName } from '../../forge/contract/own-name.ts';
import type { Instance } from '../instances/instance.ts';
import type { Finding } from '../instances/probe.ts';
import type { RequestContext } from '../instances/request.ts';
import { loadGraphqlScopes } from '../methods/graphql-scopes.ts';
import { identify } from '../methods/identify.ts';
import type { Session } from '../sessions/session.ts';
import type { Area, Connection } from './connection.ts';
import type { Renewal } from './renewal.ts';

/** Whether the token has a permission, as far as a harmless call can tell. */
export interface ScopeTrial {
	readonly scope: string;
	readonly result: 'yes' | 'no' | 'unknown';
	readonly detail: string;
}

/** No list, repository or tracker has this name. Changing it changes nothing, and servers check the permission before they look for the name. */
const noResource = toOwnName({ owner: '~', name: 'tildeforge-permission-check' }, '~');

/** For each scope, a call that changes nothing, whatever the token allows. */
function trials(
	{ lists, repositories, trackers }: Connection,
	signal: AbortSignal,
): Readonly<Record<Area, Readonly<Record<string, () => unknown>>>> {
	const options = { signal };
	const firstPage = async (pages: AsyncIterable<unknown> | undefined) => {
		for await (const _ of pages ?? []) return;
	};
	return {
		lists: {
			'emails:read': () => firstPage(lists?.emails({}, options)),
			'lists:read': () => firstPage(lists?.lists({}, options)),
			'lists:write': () => lists?.updateList({ list: noResource }, {}, options),
			'patches:read': () => firstPage(lists?.patchsets({ list: noResource }, options)),
			// The contract requires only the read permission here; servers require more.
			'patches:write': () => lists?.updatePatchset({ list: noResource, patchset: 1 }, {}, options),
			'subs:read': () => firstPage(lists?.subscriptions({}, options)),
			'subs:write': () => lists?.unsubscribe({ subscription: 0 }, options),
		},
		repositories: {
			'info:read': () => firstPage(repositories?.repositories({}, options)),
			'info:write': () => repositories?.updateRepository({ repository: noResource }, {}, options),
			'data:read': () => firstPage(repositories?.references({ repository: noResource }, options)),
		},
		trackers: {
			'trackers:read': () => firstPage(trackers?.trackers({}, options)),
			'trackers:write': () => trackers?.updateTracker({ tracker: noResource }, {}, options),
			'tickets:read': () => firstPage(trackers?.tickets({ tracker: noResource }, options)),
			'tickets:write': () => trackers?.updateTicket({ tracker: noResource, ticket: 1 }, {}, options),
		},
	};
}

/** Tries every permission of an area. `scopes` are the scopes that the token itself states, or null if it states none. */
export function tryScopes(
	connection: Connection,
	area: Area,
	scopes: readonly string[] | null,
	signal: AbortSignal,
): Promise<readonly ScopeTrial[]> {
	return Promise.all(
		Object.entries(trials(connection, signal)[area]).map(async ([scope, attempt]): Promise<ScopeTrial> => {
			const isUnlisted = scopes !== null && !covers(scopes, scope);
			const note = isUnlisted ? ' The token does not list this permission.' : '';
			try {
				await attempt();
				return { scope, result: 'yes', detail: `allowed.${note}` };
			} catch (error) {
				if (!(error instanceof ForgeError)) throw error;
				// The permission is there, and only the target is missing. Status 500 may mean a missing ticket or a failure of the server.
				if (error.kind === 'missing' && error.status !== 500)
					return { scope, result: 'yes', detail: `allowed.${note}` };
				if (error.kind === 'forbidden' && error.scopes.length > 0)
					return { scope, result: 'no', detail: 'missing.' };
				return { scope, result: 'unknown', detail: describeFailure(error) };
			}
		}),
	);
}

/**
 * Says which permissions of an area in GraphQL the token states. A call cannot tell: a change to a name that does not exist ends before its
 * permission is checked.
 */
export async function readStatedScopes(
	area: Area,
	scopes: readonly string[] | null,
): Promise<readonly ScopeTrial[]> {
	const needed = (await loadGraphqlScopes())[area] ?? [];
	return needed.map((full): ScopeTrial => {
		const scope = full.slice(full.lastIndexOf('/') + 1);
		if (scopes === null)
			return { scope, result: 'unknown', detail: 'the token does not list its permissions.' };
		return covers(scopes, full)
			? { scope, result: 'yes', detail: 'listed by the token.' }
			: { scope, result: 'no', detail: 'missing.' };
	});
}

/** These calls change nothing, so the report must not say that they may have. */
function describeFailure({ kind, message, mayBeDone }: ForgeError): string {
	if (!mayBeDone) return message;
	if (kind === 'timeout' || kind === 'busy') return 'the service did not respond in time.';
	return kind === 'offline' ? 'the connection was lost.' : 'something went wrong in the service.';
}

/**
 * Returns the account that a session's token belongs to, as the services of an instance report it. Renews a token that has ended or is
 * refused first, as every other request does.
 */
export async function readTokenOwner(
	context: RequestContext,
	instance: Instance,
	{ id }: Session,
	renewal: Renewal,
	signal: AbortSignal,
): Promise<string> {
	const used = await renewal.renewIfNeeded(id, signal);
	if (!used) throw new ForgeError('signed-out', `You're not signed in to ${instance.name}. Sign in again.`);
	try {
		return (await identify(context, instance, used.token, signal)).account;
	} catch (error) {
		if (!(error instanceof ForgeError) || error.kind !== 'signed-out') throw error;
		const renewed = await renewal.handleRefusal(used, 'identity', signal);
		if (!renewed || renewed.token === used.token) throw error;
		return (await identify(context, instance, renewed.token, signal)).account;
	}
}

/** What a connection test found out about one account. */
export interface ConnectionReport {
	readonly instance: Instance;
	readonly account: string;
	readonly services: readonly {
		readonly name: string;
		readonly address: string;
		readonly finding: Finding;
		/** Undefined if the service does not tell it. */
		readonly version: string | undefined;
		/** The account that the token belongs to there, or why that is unknown. */
		readonly who: string;
		readonly scopes: readonly ScopeTrial[];
	}[];
}

const marks = { yes: '✓', no: '✗', unknown: '?' };

export function formatReport({ instance, account, services }: ConnectionReport): string {
	const parts = services.map(({ name, address, finding, version, who, scopes }) => {
		const state =
			finding.kind === 'good'
				? `✓ reachable${version === undefined ? '' : `, version ${version}`}`
				: `✗ ${finding.message}`;
		const permissions = scopes.map(
			({ scope, result, detail }) => `    ${marks[result]} ${scope.padEnd(16)}${detail}`,
		);
		return [
			`${name}: ${address}`,
			`  ${state}`,
			`  account: ${who}`,
			...(permissions.length > 0 ? ['  permissions:', ...permissions] : []),
		].join('\n');
	});
	return [`Connection of ${account} to ${instance.name}`, ...parts].join('\n\n');
}
