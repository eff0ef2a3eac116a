import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coalesce } from '../base/coalesce.ts';
import { replaceFile } from '../base/files.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { AccountsState } from './accounts.ts';
import { CannotStart } from './cannot-start.ts';
import { lockFolder } from './folder-lock.ts';
import { type HooksState, noHooks } from './hooks.ts';
import { type IdentityState, newIdentity } from './identity/state.ts';
import { type ListsState, noLists } from './lists/state.ts';
import { noRepositories, type RepositoriesState } from './repositories/stored.ts';
import { codeOf } from './running.ts';
import type { SeenTokensState } from './seen-tokens.ts';
import { noTrackers, type TrackersState } from './trackers/state.ts';

/** The state of a forge, except for the content of its repositories. */
interface ForgeState {
	readonly accounts: AccountsState;
	readonly identity: IdentityState;
	readonly hooks: HooksState;
	readonly lists: ListsState;
	readonly repositories: RepositoriesState;
	readonly trackers: TrackersState;
	/** Missing until the forge runs with the quirk that needs it. */
	seenTokens?: SeenTokensState;
}

export interface Store {
	readonly state: ForgeState;
	/** Whether the state was read from disk, so that the forge existed before. */
	readonly isRestored: boolean;
	readonly changed: () => void;
	/** Writes pending changes and closes the store. A new state is written only if `changed` was called. */
	close(): Promise<void>;
}

const saveIntervalMs = 500;

/**
 * Opens a forge's state, which `folder` keeps between runs. Without a folder, the state is lost at the end. Refuses a
 * folder in use.
 */
export function openStore(folder: string | undefined, accounts: () => AccountsState): Store {
	const file = folder === undefined ? undefined : join(folder, 'state.json');
	const unlock = folder === undefined ? () => {} : lockFolder(folder);
	const stored = file === undefined ? undefined : readState(file, unlock);
	const state = stored ?? {
		accounts: accounts(),
		identity: newIdentity(),
		hooks: noHooks(),
		lists: noLists(),
		repositories: noRepositories(),
		trackers: noTrackers(),
	};
	if (file === undefined) return { state, isRestored: false, changed: () => {}, close: async () => {} };
	const lifetime = new Lifetime();
	let shouldSave = stored !== undefined;
	const save = coalesce(lifetime, saveIntervalMs, () => replaceFile(file, JSON.stringify(state)));
	return {
		state,
		isRestored: stored !== undefined,
		changed: () => {
			shouldSave = true;
			save();
		},
		close: async () => {
			if (shouldSave) save();
			await save.flush();
			lifetime.dispose();
			unlock();
		},
	};
}

function readState(file: string, unlock: () => void): ForgeState | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		unlock();
		if (!(error instanceof SyntaxError)) throw error;
		throw new CannotStart(`${file} was not written by a forge. Move it away, or choose another folder.`);
	}
}
