import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coalesce } from '../base/coalesce.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { AccountsState } from './accounts.ts';
import { type HooksState, noHooks } from './hooks.ts';
import { type IdentityState, newIdentity } from './identity/state.ts';
import { type ListsState, noLists } from './lists/state.ts';
import { noRepositories, type RepositoriesState } from './repositories/stored.ts';
import { noTrackers, type TrackersState } from './trackers/state.ts';

/** All that a forge knows, but for what is in its repositories. */
interface ForgeState {
	readonly accounts: AccountsState;
	readonly identity: IdentityState;
	readonly hooks: HooksState;
	readonly lists: ListsState;
	readonly repositories: RepositoriesState;
	readonly trackers: TrackersState;
}

export interface Store {
	readonly state: ForgeState;
	/** The state was read from the disk: the forge has been here before. */
	readonly known: boolean;
	readonly changed: () => void;
	/** Writes what is not written yet, and ends. */
	close(): Promise<void>;
}

/** The folder cannot be used; the message says why, and what to do. */
export class StoreRefused extends Error {
	override readonly name = 'StoreRefused';
}

const saveEvery = 500;

/** A forge's state, kept in `folder` between runs; without one it is forgotten at the end. */
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
	const save = coalesce(lifetime, saveEvery, async () => writeWhole(file, JSON.stringify(state)));
	return {
		state,
		known: kept !== undefined,
		changed: save,
		close: async () => {
			save();
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
		throw new StoreRefused(
			`${file} is not what a forge has written. Move it away, or choose another folder.`,
		);
	}
}

/** One forge at a time: two would write over each other's state. The lock of a process that is gone counts for nothing. */
function lock(folder: string): () => void {
	const file = join(folder, 'forge.pid');
	mkdirSync(folder, { recursive: true });
	const holder = holderOf(file);
	if (holder !== undefined) {
		throw new StoreRefused(
			`Another forge (process ${holder}) uses ${folder}. End it, or choose another folder.`,
		);
	}
	writeFileSync(file, String(process.pid));
	return () => rmSync(file, { force: true });
}

function holderOf(file: string): number | undefined {
	try {
		const pid = Number(readFileSync(file, 'utf8'));
		if (!(pid > 0)) return undefined;
		process.kill(pid, 0);
		return pid;
	} catch (error) {
		// A process of somebody else is one, too.
		return codeOf(error) === 'EPERM' ? Number(readFileSync(file, 'utf8')) : undefined;
	}
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** A reader finds the old state or the new one, whenever the process is ended. */
function writeWhole(file: string, text: string): void {
	mkdirSync(join(file, '..'), { recursive: true });
	writeFileSync(`${file}.new`, text);
	renameSync(`${file}.new`, file);
}
