import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coalesce } from '../base/coalesce.ts';
import { replaceFile } from '../base/files.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { AccountsState } from './accounts.ts';
import { CannotStart } from './cannot-start.ts';
import { type HooksState, noHooks } from './hooks.ts';
import { type IdentityState, newIdentity } from './identity/state.ts';
import { type ListsState, noLists } from './lists/state.ts';
import { noRepositories, type RepositoriesState } from './repositories/stored.ts';
import { codeOf, isRunning } from './running.ts';
import type { SeenTokensState } from './seen-tokens.ts';
import { noTrackers, type TrackersState } from './trackers/state.ts';

/** All that a forge knows, but for what is in its repositories. */
interface ForgeState {
	readonly accounts: AccountsState;
	readonly identity: IdentityState;
	readonly hooks: HooksState;
	readonly lists: ListsState;
	readonly repositories: RepositoriesState;
	readonly trackers: TrackersState;
	/** Not there before a forge has been started with the quirk that needs it. */
	seenTokens?: SeenTokensState;
}

export interface Store {
	readonly state: ForgeState;
	/** The state was read from the disk: the forge has been here before. */
	readonly known: boolean;
	readonly changed: () => void;
	/** Writes what is not written yet, and ends. What was never called changed is not kept. */
	close(): Promise<void>;
}

const saveEvery = 500;

/** A forge's state, kept in `folder` between runs; without one it is forgotten at the end. A folder in use is refused. */
export function openStore(folder: string | undefined, accounts: () => AccountsState): Store {
	const file = folder === undefined ? undefined : join(folder, 'state.json');
	const unlock = folder === undefined ? () => {} : lock(folder);
	const kept = file === undefined ? undefined : readKept(file, unlock);
	const state = kept ?? {
		accounts: accounts(),
		identity: newIdentity(),
		hooks: noHooks(),
		lists: noLists(),
		repositories: noRepositories(),
		trackers: noTrackers(),
	};
	if (file === undefined) return { state, known: false, changed: () => {}, close: async () => {} };
	const lifetime = new Lifetime();
	let worthKeeping = kept !== undefined;
	const save = coalesce(lifetime, saveEvery, () => replaceFile(file, JSON.stringify(state)));
	return {
		state,
		known: kept !== undefined,
		changed: () => {
			worthKeeping = true;
			save();
		},
		close: async () => {
			if (worthKeeping) save();
			await save.flush();
			lifetime.dispose();
			unlock();
		},
	};
}

function readKept(file: string, unlock: () => void): ForgeState | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		unlock();
		if (!(error instanceof SyntaxError)) throw error;
		throw new CannotStart(`${file} is not what a forge has written. Move it away, or choose another folder.`);
	}
}

/** One forge at a time: two would write over each other's state. The lock of a process that is gone counts for nothing. */
function lock(folder: string): () => void {
	const file = join(folder, 'forge.pid');
	mkdirSync(folder, { recursive: true });
	const holder = holderOf(file);
	if (holder !== undefined) {
		throw new CannotStart(
			`Another forge (process ${holder}) uses ${folder}. End it, or choose another folder.`,
		);
	}
	writeFileSync(file, `${process.pid} ${began}`);
	return () => rmSync(file, { force: true });
}

/** Tells this process from an earlier one of the same number, as the first one in a container always is. */
const began = performance.timeOrigin;

function holderOf(file: string): number | undefined {
	try {
		const [pid = Number.NaN, since] = readFileSync(file, 'utf8').split(' ').map(Number);
		if (!(pid > 0) || (pid === process.pid && since !== began)) return undefined;
		return isRunning(pid) ? pid : undefined;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}
