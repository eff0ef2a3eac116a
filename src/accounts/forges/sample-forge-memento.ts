/** The name of the forge, and so the authority of its folders. */
export const sampleName = 'Sample forge';

const memoryKey = 'sampleForge';

interface WorkspaceFolder {
	readonly uri: { readonly scheme: string; readonly authority: string };
}

/** The values that VS Code stores for a window. */
interface WindowMemory {
	get(key: string): unknown;
	update(key: string, value: string | undefined): PromiseLike<void>;
}

/** Whether a folder is in a repository of a sample forge. VS Code may write the name of the forge in lower case. */
const isInSample = ({ uri: { scheme, authority } }: WorkspaceFolder) =>
	scheme === 'tildeforge' && authority.toLowerCase() === sampleName.toLowerCase();

/** Which sample forge this window had before it was reloaded. Separate from `SampleForge`, because every window loads this. */
export class SampleForgeMemento {
	readonly #memory: WindowMemory;
	readonly #workspaceFolders: () => readonly WorkspaceFolder[] | undefined;
	#isRestored = false;

	constructor(memory: WindowMemory, workspaceFolders: () => readonly WorkspaceFolder[] | undefined) {
		this.#memory = memory;
		this.#workspaceFolders = workspaceFolders;
	}

	/** Whether the window had a sample forge that is not restored yet. */
	get isExpected(): boolean {
		return !this.#isRestored && (this.folder !== undefined || this.isInWorkspace);
	}

	/** The name of its folder. */
	get folder(): string | undefined {
		const name = this.#memory.get(memoryKey);
		return typeof name === 'string' ? name : undefined;
	}

	/** Whether the workspace has a folder of a sample forge, which cannot be read without the forge. */
	get isInWorkspace(): boolean {
		return this.#workspaceFolders()?.some(isInSample) === true;
	}

	async remember(folder: string | undefined): Promise<void> {
		await this.#memory.update(memoryKey, folder);
	}

	/** The window does not expect its sample forge any longer, whether it is there or not. */
	didRestore(): void {
		this.#isRestored = true;
	}
}
