import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Lists } from '../../../src/sandbox/lists/lists.ts';
import { noLists } from '../../../src/sandbox/lists/state.ts';
import { gitEnvironment } from '../../../src/sandbox/repositories/git.ts';
import { Repositories } from '../../../src/sandbox/repositories/repositories.ts';
import { noRepositories } from '../../../src/sandbox/repositories/repository-record.ts';
import { Accounts } from '../../../src/sandbox/server/accounts.ts';
import { Hooks } from '../../../src/sandbox/server/hooks.ts';
import { noHooks } from '../../../src/sandbox/server/hooks-state.ts';
import { noTrackers } from '../../../src/sandbox/trackers/tracker-records.ts';
import { Trackers } from '../../../src/sandbox/trackers/trackers.ts';
import { demoAccounts } from '../../../src/sandbox/world/material/accounts.ts';
import { createClock } from '../../../src/sandbox/world/material/clock.ts';
import { parseTime } from '../../../src/sandbox/world/material/people.ts';

const run = promisify(execFile);

/** Runs git in a folder as the forge does. Returns its output. */
export async function git(folder: string, ...words: readonly string[]): Promise<string> {
	const env = { ...gitEnvironment(), GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.org' };
	const { stdout } = await run('git', ['-C', folder, ...words], { env, maxBuffer: 64 * 1024 * 1024 });
	return stdout;
}

/** An empty forge without its addresses, in which a test builds a world. */
export async function worldForge() {
	const folder = await mkdtemp(join(tmpdir(), 'world-'));
	const changed = () => {};
	const drift = new Set<never>();
	const clock = createClock();
	const { now } = clock;
	const accounts = new Accounts(demoAccounts(), changed, now);
	const hooks = new Hooks({
		state: noHooks(),
		changed,
		drift,
		isTokenValid: () => true,
		retries: [],
		check: () => {},
	});
	const state = { trackers: noTrackers(), lists: noLists(), repositories: noRepositories() };
	const shared = { changed, accounts, hooks, drift, now };
	const trackers = new Trackers({ ...shared, state: state.trackers });
	const lists = new Lists({ ...shared, state: state.lists, host: 'lists.localhost' });
	const repositories = new Repositories({
		...shared,
		state: state.repositories,
		folder: join(folder, 'repositories'),
	});
	await repositories.start();
	return {
		accounts,
		trackers,
		lists,
		repositories,
		clock,
		parseTime,
		state,
		folder,
		stop: async () => {
			await repositories.stop();
			await rm(folder, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}

export type WorldForge = Awaited<ReturnType<typeof worldForge>>;
