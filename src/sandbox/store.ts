import { join } from 'node:path';
import { coalesce } from '../base/coalesce.ts';
import { readText, replaceFile } from '../base/files/files.ts';
import { Lifetime } from '../base/lifetime.ts';
import { type IdentityState, newIdentity } from './identity/state.ts';
import { type ListsState, noLists } from './lists/state.ts';
import { noRepositories, type RepositoriesState } from './repositories/repository-record.ts';
import type { AccountsState } from './server/accounts.ts';
import { CannotStart } from './server/cannot-start.ts';
import { lockFolder } from './server/folder-lock.ts';
import { type HooksState, noHooks } from './server/hooks-state.ts';
import type { TokenTableState } from './server/token-table.ts';
import { noTrackers, type TrackersState } from './trackers/tracker-records.ts';
import type { UnsentMail } from './world/material/outgoing-mail.ts';

/** The state of a forge, except for the content of its repositories. */
interface ForgeState {
	readonly accounts: AccountsState;
	readonly identity: IdentityState;
	readonly hooks: HooksState;
	readonly lists: ListsState;
	readonly repositories: RepositoriesState;
	readonly trackers: TrackersState;
	/** Mails that users of the sample forge send when the user of VS Code reads the list. */
	unsentMails?: readonly UnsentMail[];
	/** Missing until the forge runs with the quirk that needs it. */
	seenTokens?: TokenTableState;
}

/** A state of another format cannot be used. Increase this when the format changes. */
const format = 1;

export interface Store {
	readonly state: ForgeState;
	/** Whether the state was read from disk, so that the forge existed before. */
	readonly isRestored: boolean;
	readonly changed: () => void;
	/** Writes pending changes and closes the store. A new state is written only if `changed` was called. */
	close(): Promise<void>;
	/** Closes the store of a forge that could not start, and leaves the state on disk as it was. */
	abandon(): Promise<void>;
}

interface StoreOptions {
	/** The folder that keeps the state between runs. Without a folder, the state is lost at the end. */
	readonly folder: string | undefined;
	readonly accounts: () => AccountsState;
	/** Whether to refuse a folder without a state. */
	readonly mustExist?: boolean;
	/** How long to wait while another forge uses the folder. */
	readonly waitMs?: number | undefined;
}

export const stateFile = (folder: string): string => join(folder, 'state.json');

const saveIntervalMs = 500;

/** Opens a forge's state. Rejects if the folder is in use, or if its state cannot be used. */
export async function openStore({ folder, accounts, mustExist, waitMs }: StoreOptions): Promise<Store> {
	if (folder === undefined) {
		const end = async () => {};
		return { state: newState(accounts), isRestored: false, changed: () => {}, close: end, abandon: end };
	}
	const file = stateFile(folder);
	const { lost, confirm, unlock } = await lockFolder(folder, waitMs);
	try {
		const stored = await readState(file);
		if (!stored && mustExist) throw new CannotStart(`${folder} has no forge.`);
		const state = stored ?? newState(accounts);
		const lifetime = new Lifetime();
		let shouldSave = stored !== undefined;
		const write = async () => {
			try {
				await replaceFile(file, JSON.stringify({ format, ...state }), { confirm });
			} catch (error) {
				// Another forge uses the folder now.
				if (!lost.aborted) throw error;
			}
		};
		const save = coalesce(lifetime, saveIntervalMs, write);
		const abandon = async () => {
			lifetime.dispose();
			await unlock();
		};
		return {
			state,
			isRestored: stored !== undefined,
			changed: () => {
				shouldSave = true;
				save();
			},
			close: async () => {
				try {
					if (shouldSave) save();
					await save.flush();
				} finally {
					await abandon();
				}
			},
			abandon,
		};
	} catch (error) {
		await unlock();
		throw error;
	}
}

const newState = (accounts: () => AccountsState): ForgeState => ({
	accounts: accounts(),
	identity: newIdentity(),
	hooks: noHooks(),
	lists: noLists(),
	repositories: noRepositories(),
	trackers: noTrackers(),
});

/** Undefined if there is no file. */
async function readState(file: string): Promise<ForgeState | undefined> {
	const text = await readText(file);
	if (text === undefined) return undefined;
	const { format: found, ...state } = parse(text) ?? {};
	if (found === format) return state;
	throw new CannotStart(
		`${file} was not written by a forge of this version. Move it away, or choose another folder.`,
	);
}

function parse(text: string) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
