import * as v from 'valibot';
import { Emitter } from '../../base/emitter.ts';

/** Stores values for the workspace, as a `vscode.Memento` does. */
interface Memory {
	get(name: string): unknown;
	update(name: string, value: unknown): PromiseLike<void>;
}

const Choice = v.object({ instance: v.string(), owner: v.string(), name: v.string() });
const ChoiceOrNone = v.union([Choice, v.literal('none')]);
const Choices = v.object({
	repository: v.exactOptional(Choice),
	tracker: v.exactOptional(ChoiceOrNone),
	list: v.exactOptional(ChoiceOrNone),
});

/** Something on a forge that the user has chosen. */
export type ProjectChoice = Readonly<v.InferOutput<typeof Choice>>;

/** What the user has chosen or confirmed for a folder. `none` means that the project has no such thing. */
export type ProjectChoices = Readonly<v.InferOutput<typeof Choices>>;

const memoryKey = 'projects.choices';
/** More folders than a workspace has. */
const mostFolders = 200;

/** Remembers what the user has chosen for the projects of the workspace. */
export class StoredChoices {
	readonly #memory: Memory;
	readonly #changes = new Emitter<string>();
	/** Fires with the folder. */
	readonly onDidChange = this.#changes.event;

	constructor(memory: Memory) {
		this.#memory = memory;
	}

	/** The choices for the work tree whose top folder is `root`. */
	get(root: string): ProjectChoices {
		const read = v.safeParse(Choices, this.#all()[root]);
		return read.success ? read.output : {};
	}

	/** Leaves the choices that `changes` does not name as they are. */
	async change(root: string, changes: ProjectChoices): Promise<void> {
		const { [root]: _, ...others } = this.#all();
		const kept = Object.entries(others).slice(1 - mostFolders);
		const changed = { ...this.get(root), ...changes };
		await this.#memory.update(memoryKey, { ...Object.fromEntries(kept), [root]: changed });
		this.#changes.fire(root);
	}

	#all(): Readonly<Record<string, unknown>> {
		const read = v.safeParse(v.record(v.string(), v.unknown()), this.#memory.get(memoryKey));
		return read.success ? read.output : {};
	}
}
