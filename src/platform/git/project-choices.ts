import * as v from 'valibot';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { SettingFile } from '../state/store/setting-file.ts';

const Choice = v.object({ instance: v.string(), owner: v.string(), name: v.string() });
const ChoiceOrNone = v.union([Choice, v.literal('none')]);
const Choices = v.object({
	repository: v.exactOptional(Choice),
	tracker: v.exactOptional(ChoiceOrNone),
	list: v.exactOptional(ChoiceOrNone),
});
/** Entries are checked one by one: one that cannot be read, such as that of a later version, does not affect the others. */
const ChoicesByRoot = v.record(v.string(), v.unknown());

/** Something on a forge that the user has chosen. */
export type ProjectChoice = Readonly<v.InferOutput<typeof Choice>>;

/** What the user has chosen or confirmed for a folder. `none` means that the project has no such thing. */
export type ProjectChoices = Readonly<v.InferOutput<typeof Choices>>;

/** The folders that were changed longest ago are forgotten first. */
const maxFolders = 500;

/** Remembers for each folder what the user has chosen for its project, in all workspaces and windows. */
export class StoredChoices implements Disposable {
	/** By the top folder of the work tree, the one changed last at the end. */
	readonly #stored: SettingFile<Readonly<Record<string, unknown>>>;
	readonly #lifetime = new Lifetime();

	constructor(
		/** On the machine that has the folders: another machine can have other folders with the same paths. */
		storage: Storage,
		log: Log,
	) {
		this.#stored = new SettingFile({
			storage,
			lifetime: this.#lifetime,
			log,
			name: ['projects', 'choices'],
			shape: ChoicesByRoot,
			none: {},
		});
	}

	/** Fires when the user has chosen something, also in another window. */
	get onDidChange(): Event<void> {
		return this.#stored.onDidChange;
	}

	/** Reads the stored choices, and watches for those of other windows. */
	async open(): Promise<void> {
		this.#stored.watch();
		await this.read();
	}

	/** The choices for the work tree whose top folder is `root`. */
	get(root: string): ProjectChoices {
		return readChoices(this.#stored.value[root]);
	}

	/** Reads what other windows have stored. Never rejects. The watcher may miss it, for instance on a network file system. */
	async read(): Promise<void> {
		await this.#stored.read();
	}

	/** Leaves the choices that `changes` does not name as they are. Rejects if they cannot be stored. */
	async change(root: string, changes: ProjectChoices): Promise<void> {
		await this.#stored.change(({ [root]: before, ...others }) => ({
			...Object.fromEntries(Object.entries(others).slice(1 - maxFolders)),
			[root]: { ...readChoices(before), ...changes },
		}));
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

function readChoices(stored: unknown): ProjectChoices {
	const read = v.safeParse(Choices, stored);
	return read.success ? read.output : {};
}
