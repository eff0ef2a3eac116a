import { type Call, type Client, connect } from '../../../src/forge/client/connect.ts';
import { trackerRows } from '../../../src/forge/rows/trackers.ts';
import { Accounts, type AccountsState } from '../../../src/sandbox/server/accounts.ts';
import { startArea } from '../../../src/sandbox/server/area.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { Hooks } from '../../../src/sandbox/server/hooks.ts';
import { noHooks } from '../../../src/sandbox/server/hooks-state.ts';
import { serve } from '../../../src/sandbox/server/serve.ts';
import { participant } from '../../../src/sandbox/trackers/tickets.ts';
import { noTrackers } from '../../../src/sandbox/trackers/tracker-records.ts';
import { Trackers } from '../../../src/sandbox/trackers/trackers.ts';
import { account } from './account.ts';

const token = (owner: string, scopes: readonly string[], value = owner) => ({
	value,
	owner,
	scopes,
	expires: null,
	client: null,
});

export const people = {
	owner: participant('owner'),
	other: participant('other'),
	third: participant('third'),
};

/** The caller. Here a token is named after its owner. */
export type Who = 'owner' | 'other' | 'third';

export interface Answered {
	readonly status: number;
	readonly type: string;
	/** The parsed body if it is JSON, otherwise its text. */
	readonly body: unknown;
}

/** A running tracker area with three accounts, whose clock stands still. */
export async function startTrackers(...drift: Quirk[]) {
	const quirks = new Set(drift);
	const state: AccountsState = {
		accounts: ['owner', 'other', 'third'].map((name, index) => account(index + 1, name)),
		tokens: [token('owner', ['*']), token('other', ['*']), token('third', ['*'])],
	};
	const saved = { count: 0 };
	const accounts = new Accounts(state, () => {});
	const hooks = new Hooks({
		state: noHooks(),
		changed: () => {},
		drift: quirks,
		isTokenValid: () => true,
		retries: [],
		check: (...asked) => trackers.check(...asked),
	});
	const trackersState = noTrackers();
	const trackers = new Trackers({
		state: trackersState,
		changed: () => {
			saved.count++;
		},
		accounts,
		hooks,
		drift: quirks,
		now: () => new Date('2026-03-04T05:06:07.890Z'),
	});
	const routes = [...hooks.routes('trackers'), ...serve(trackerRows, trackers.handlers)];
	const { address, stop } = await startArea({ accounts, drift: quirks, delayMs: 0, fail: 0, routes }, 0);

	const ask = async (as: Who, method: string, path: string, body?: unknown): Promise<Answered> => {
		const answer = await fetch(`${address}/api${path}`, {
			method,
			headers: {
				Authorization: `token ${as}`,
				...(body !== undefined && { 'Content-Type': 'application/json' }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await answer.text();
		const type = answer.headers.get('content-type') ?? '';
		return { status: answer.status, type, body: type === 'application/json' ? JSON.parse(text) : text };
	};

	/** The typed functions. A refusal or an omitted list element throws an error that ends the test. */
	const client = (as: Who): Client<typeof trackerRows> => {
		const json = async ({ method, path, query, body }: Call) => {
			const answer = await ask(
				as,
				method,
				`${path.slice('/api'.length)}?${new URLSearchParams(query)}`,
				body,
			);
			if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
			return answer.body;
		};
		return connect(trackerRows, {
			json,
			bytes: () => Promise.reject(new Error('the area has no bytes')),
			nothing: async (call) => void (await json(call)),
			report: (sentence) => {
				throw new Error(sentence);
			},
		});
	};

	return { trackers, state: trackersState, saved, hooks, ask, client, stop };
}

export type TrackersForge = Awaited<ReturnType<typeof startTrackers>>;
