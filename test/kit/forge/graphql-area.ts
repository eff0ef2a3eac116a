import { Lists } from '../../../src/sandbox/lists/lists.ts';
import { noLists } from '../../../src/sandbox/lists/state.ts';
import { Repositories } from '../../../src/sandbox/repositories/repositories.ts';
import { noRepositories } from '../../../src/sandbox/repositories/repository-record.ts';
import { Accounts } from '../../../src/sandbox/server/accounts.ts';
import { startArea } from '../../../src/sandbox/server/area.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { Hooks } from '../../../src/sandbox/server/hooks.ts';
import { noHooks } from '../../../src/sandbox/server/hooks-state.ts';
import { participant } from '../../../src/sandbox/trackers/tickets.ts';
import { noTrackers } from '../../../src/sandbox/trackers/tracker-records.ts';
import { Trackers } from '../../../src/sandbox/trackers/trackers.ts';
import { graphqlApi } from '../../graphql-forge/graphql-api.ts';
import type { ProjectRecord } from '../../graphql-forge/hub/projects.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { account } from './account.ts';

const names = ['owner', 'other', 'third'] as const;
type Name = (typeof names)[number];

export const people = {
	owner: participant('owner'),
	other: participant('other'),
	third: participant('third'),
};

const projects: readonly ProjectRecord[] = [
	{
		owner: 'owner',
		name: 'editor',
		lists: ['~owner/editor-devel'],
		repositories: ['~other/editor'],
		mercurial: ['~owner/old'],
		trackers: ['~owner/bugs'],
	},
	{ owner: 'owner', name: 'home', isPrivate: true, lists: [], repositories: ['~owner/notes'], trackers: [] },
];

interface QueryError {
	readonly message: string;
	readonly path?: readonly (string | number)[];
	readonly extensions?: Readonly<Record<string, unknown>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a test compares the data with what it expects.
type Data = any;

export interface Answered {
	readonly status: number;
	readonly data: Data;
	readonly errors: readonly QueryError[] | undefined;
}

/** An area with GraphQL alone. The clock stands still until a test moves it. */
export async function startGraphqlArea(
	area: 'lists' | 'repositories' | 'trackers' | 'hub',
	...quirks: readonly Quirk[]
) {
	const drift = new Set(quirks);
	const clock = { now: new Date('2026-03-04T05:06:07.890Z') };
	const accounts = new Accounts(
		{ accounts: names.map((name, index) => account(index + 1, name)), tokens: [] },
		() => {},
		undefined,
		drift.has('revoked-hooks-fire'),
	);
	const nothing = () => {};
	const hooks = new Hooks({
		...{
			state: noHooks(),
			changed: nothing,
			drift,
			isTokenValid: (token) => accounts.hookCaller(token) !== undefined,
		},
		...{ retries: [], check: nothing },
	});
	const opened: number[] = [];
	const trackers = new Trackers({
		...{ state: noTrackers(), changed: nothing, accounts, hooks, drift, now: () => clock.now },
		didOpen: ({ number }) => opened.push(number),
	});
	const lists = new Lists({
		...{ state: noLists(), changed: nothing, accounts, hooks, drift, now: () => clock.now },
		...{ host: 'lists.test', didOpen: () => opened.push(0) },
	});
	const repositories = new Repositories({
		...{ state: noRepositories(), changed: nothing, accounts, hooks, drift, now: () => clock.now },
		folder: temporaryFolder('repositories'),
	});
	const parts = { accounts, drift, hooks, lists, repositories, trackers };
	const started = await startArea(
		{
			...{ accounts, drift, delayMs: 0, fail: 0, routes: [], lacksRest: true },
			...(area === 'repositories' && { fallback: repositories.fallback }),
			graphql: graphqlApi({ keepsRest: false, projects }).open(parts)[area],
		},
		0,
	);
	const { address } = started;
	const stop = async () => {
		await started.stop();
		await repositories.stop();
	};
	let tokens = 0;
	/** Issues a token with a grant string; an empty one allows everything. */
	const token = (owner: Name, grants = ''): string => {
		const value = `${owner}/${++tokens}+`.padEnd(33, 'x');
		const scopes = grants === '' ? ['*'] : grants.split(' ');
		return accounts.issue({ owner, scopes, client: null, expires: null, value }).value;
	};
	const usual = { owner: token('owner'), other: token('other'), third: token('third') };

	const send = (path: string, request: RequestInit = {}) => fetch(`${address}${path}`, request);
	const ask = async (bearer: string, query: string, variables: object = {}): Promise<Answered> => {
		const response = await send('/query', {
			method: 'POST',
			headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
			body: JSON.stringify({ query, variables }),
		});
		const { data, errors } = (await response.json()) as Answered;
		return { status: response.status, data, errors };
	};

	return {
		...{ parts, hooks, lists, repositories, trackers, accounts, clock, opened, address, token, send, stop },
		/** Sends a query with any token. */
		askWith: ask,
		/** Sends a query of a user who may do everything. */
		ask: (as: Name, query: string, variables: object = {}) => ask(usual[as], query, variables),
		/** As `ask`, for a query without errors: returns only the data. */
		data: async (as: Name, query: string, variables: object = {}): Promise<Data> => {
			const { data, errors } = await ask(usual[as], query, variables);
			if (errors) throw new Error(JSON.stringify(errors));
			return data;
		},
	};
}

export type StartedArea = Awaited<ReturnType<typeof startGraphqlArea>>;
