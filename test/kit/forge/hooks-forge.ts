import { Accounts, type AccountsState } from '../../../src/sandbox/server/accounts.ts';
import { startArea } from '../../../src/sandbox/server/area.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { Hooks, type HooksOptions } from '../../../src/sandbox/server/hooks.ts';
import { type HooksState, noHooks } from '../../../src/sandbox/server/hooks-state.ts';
import { missing } from '../../../src/sandbox/server/refusal.ts';
import { account } from './account.ts';

/** A token's value. `stranger` was never issued. */
export type Who = 'alice' | 'alice2' | 'bob' | 'reader' | 'nobody' | 'expired' | 'stranger';

interface Given extends Partial<Pick<HooksOptions, 'retries' | 'timeoutMs' | 'canonicalOwner' | 'mayReach'>> {
	readonly state?: HooksState;
	readonly drift?: readonly Quirk[];
}

/** The webhook endpoints of an area, without the rest of the area. Tokens are named after their holders. */
export async function startHooks(area: 'lists' | 'repositories' | 'trackers', given: Given = {}) {
	const token = (value: Who, owner: string, scopes: readonly string[]) => ({
		...{ value, owner, scopes, expires: null, client: null },
	});
	const state: AccountsState = {
		accounts: [account(1, 'alice'), account(2, 'bob')],
		tokens: [
			token('alice', 'alice', ['*']),
			token('alice2', 'alice', ['*']),
			token('bob', 'bob', ['*']),
			token('reader', 'alice', ['lists:read']),
			token('nobody', 'alice', []),
			{ ...token('expired', 'alice', ['*']), expires: 1 },
		],
	};
	const clock = { now: new Date('2026-03-04T05:06:07.890Z') };
	const accounts = new Accounts(
		state,
		() => {},
		() => clock.now,
	);
	const drift = new Set(given.drift);
	const hooksState = given.state ?? noHooks();
	const saved = { count: 0 };
	const hooks = new Hooks({
		...{ retries: [], timeoutMs: 5000, ...given },
		state: hooksState,
		changed: () => {
			saved.count++;
		},
		drift,
		isTokenValid: (value) => accounts.caller(value) !== undefined,
		now: () => clock.now,
		check: (_, { list, tracker, repository }) => {
			if ([list, tracker, repository].includes('none')) throw missing();
		},
	});
	const running = await startArea({ accounts, drift, delayMs: 0, fail: 0, routes: hooks.routes(area) }, 0);
	const ask = async (method: string, path: string, who: Who = 'alice', body?: unknown, headers = {}) => {
		const response = await fetch(running.address + path, {
			method,
			headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json', ...headers },
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		const type = response.headers.get('content-type') ?? '';
		return { status: response.status, type, body: type.includes('json') ? JSON.parse(text) : text };
	};
	return { ...running, hooks, accounts, clock, saved, state: hooksState, ask };
}
