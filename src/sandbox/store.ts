import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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

const saveEvery = 500;

/** A forge's state, kept in `folder` between runs; without one it is forgotten at the end. */
export function openStore(folder: string | undefined, accounts: () => AccountsState): Store {
	const file = folder === undefined ? undefined : join(folder, 'state.json');
	const kept = file === undefined ? undefined : readKept(file);
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
		},
	};
}

function readKept(file: string): ForgeState | undefined {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw error;
	}
	return JSON.parse(text);
}

/** A reader finds the old state or the new one, whenever the process is ended. */
function writeWhole(file: string, text: string): void {
	mkdirSync(join(file, '..'), { recursive: true });
	writeFileSync(`${file}.new`, text);
	renameSync(`${file}.new`, file);
}
