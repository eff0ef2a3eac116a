import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import type { User } from '../../../src/forge/shapes/people.ts';
import type {
	Commit,
	ForgeTreeEntry,
	GitReference,
	Repository,
} from '../../../src/forge/shapes/repositories.ts';
import { gitEnvironment } from '../../../src/sandbox/repositories/git.ts';
import { Repositories } from '../../../src/sandbox/repositories/repositories.ts';
import { noRepositories } from '../../../src/sandbox/repositories/repository-record.ts';
import { Accounts } from '../../../src/sandbox/server/accounts.ts';
import { startArea } from '../../../src/sandbox/server/area.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { Hooks } from '../../../src/sandbox/server/hooks.ts';
import { noHooks } from '../../../src/sandbox/server/hooks-state.ts';
import { serve } from '../../../src/sandbox/server/serve.ts';
import { mailingAccount } from './account.ts';

export const alice = mailingAccount(1, 'alice');
const bob = mailingAccount(2, 'bob');

export interface Answered {
	readonly status: number;
	readonly type: string;
	readonly bytes: Buffer;
	readonly headers: Headers;
	readonly json: Json;
}

type Resource = Partial<Omit<Repository & Commit & GitReference & User, 'id'>> & {
	readonly id?: number | string;
	/** Only with drift. */
	readonly artifacts?: readonly unknown[];
};

/** Fields of any response in this area. Few responses have all of them; a test that reads a missing field fails. */
interface Json extends Resource {
	readonly results: readonly Resource[];
	readonly next: string | null;
	readonly total: number;
	readonly entries: readonly ForgeTreeEntry[];
	readonly errors: readonly { readonly field?: string; readonly reason: string }[];
}

export interface Given {
	/** A token's value; null for none. */
	readonly as?: string | null;
	readonly method?: string;
	readonly body?: unknown;
	readonly headers?: Record<string, string>;
}

/** The running repository area with alice and bob, each with a token of the same name. */
export async function repositoriesWorld(quirks: readonly Quirk[] = []) {
	const folder = await mkdtemp(join(tmpdir(), 'forge-repositories-'));
	const drift = new Set(quirks);
	const accounts = new Accounts({ accounts: [alice, bob], tokens: [] }, () => {});
	for (const owner of ['alice', 'bob']) {
		accounts.issue({ value: owner, owner, scopes: ['*'], expires: null, client: null });
	}
	accounts.issue({ value: 'reader', owner: 'alice', scopes: ['info:read'], expires: null, client: null });
	const clock = { now: new Date('2026-11-20T07:22:10.500Z') };
	const state = noRepositories();
	let saved = 0;
	const hooks = new Hooks({
		state: noHooks(),
		changed: () => {},
		drift,
		isTokenValid: (token) => accounts.caller(token) !== undefined,
		retries: [],
		check: (family, params, caller) => repositories.check(family, params, caller),
	});
	const open = () =>
		new Repositories({
			state,
			changed: () => saved++,
			accounts,
			hooks,
			drift,
			now: () => clock.now,
			folder,
		});
	const repositories = open();
	const area = await startArea(
		{
			accounts,
			drift,
			delayMs: 0,
			fail: 0,
			routes: [...hooks.routes('repositories'), ...serve(repositoryRows, repositories.handlers)],
			fallback: repositories.fallback,
		},
		0,
	);

	async function ask(path: string, { as = 'alice', method, body, headers }: Given = {}): Promise<Answered> {
		const response = await fetch(area.address + path, {
			method: method ?? (body === undefined ? 'GET' : 'POST'),
			headers: {
				...(as !== null && { Authorization: `token ${as}` }),
				...(body !== undefined && { 'Content-Type': 'application/json' }),
				...headers,
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
			redirect: 'manual',
		});
		const bytes = Buffer.from(await response.arrayBuffer());
		const type = response.headers.get('content-type') ?? '';
		const json = type.startsWith('application/json') ? JSON.parse(bytes.toString('utf8')) : undefined;
		return { status: response.status, type, bytes, headers: response.headers, json };
	}

	const stop = async () => {
		await hooks.settled();
		await area.stop();
		await repositories.stop();
		await rm(folder, { recursive: true, force: true });
	};
	return {
		repositories,
		hooks,
		clock,
		folder,
		address: area.address,
		ask,
		open,
		stop,
		saved: () => saved,
	};
}

export type World = Awaited<ReturnType<typeof repositoriesWorld>>;

/** Plain git, as a user runs it in a terminal, with `settings` as its global configuration file. */
export function gitWith(
	settings: string,
	folder: string,
	...words: string[]
): Promise<{ stdout: string; stderr: string }> {
	const environment = {
		...gitEnvironment(),
		GIT_CONFIG_GLOBAL: settings,
		GIT_AUTHOR_NAME: 'Pia',
		GIT_AUTHOR_EMAIL: 'pia@example.org',
		GIT_COMMITTER_NAME: 'Pia',
		GIT_COMMITTER_EMAIL: 'pia@example.org',
	};
	return new Promise((resolve, reject) => {
		execFile('git', words, { cwd: folder, env: environment }, (error, stdout, stderr) => {
			if (error) reject(error);
			else resolve({ stdout, stderr });
		});
	});
}

export const git = (folder: string, ...words: string[]) => gitWith('/dev/null', folder, ...words);

/** Runs git with input, synchronously, so that it also works before the tests begin. */
export function feed(folder: string, input: string | Buffer, ...words: string[]): string {
	const { status, stdout, stderr } = spawnSync('git', words, { cwd: folder, env: gitEnvironment(), input });
	if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
	return stdout.toString('utf8').trim();
}
