import { isDeepStrictEqual } from 'node:util';
import { coalesce } from '../../base/coalesce.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { LocalObjects } from './local-objects.ts';
import type { CloneObjects } from './objects.ts';
import { OptionalObjects } from './optional-objects.ts';
import { filesToWatch, type ProjectFolder, readFolder } from './project-folder.ts';
import type { Git } from './run-git.ts';

export interface OpenFolderOptions {
	readonly folder: string;
	readonly git: Git;
	/** Calls `changed` when one of these files appears, changes or disappears, until the result is disposed. */
	readonly watch: (files: readonly string[], changed: () => void) => Disposable;
	/** Called when another clone is found than before. */
	readonly changed: () => void;
	readonly log: Log;
}

/** The time to wait after a change: git replaces a settings file in several steps. */
const settleMs = 200;
/** An object that takes longer is read from the forge. */
const objectTimeoutMs = 2000;

/** A folder of the workspace, and the clone that it is in. Reads it again when the clone's settings change. */
export class OpenFolder implements Disposable {
	readonly #options: OpenFolderOptions;
	readonly #lifetime = new Lifetime();
	readonly #readSoon = coalesce(this.#lifetime, settleMs, () => this.#read());
	#found: ProjectFolder | undefined;
	#objects: CloneObjects | undefined;
	/** Ends when the objects are in other folders. */
	#objectsLifetime = this.#lifetime.child();
	#watched: readonly string[] = [];
	#watcher: Disposable | undefined;
	/** The last problem that was logged. A broken clone is read repeatedly, and its problem is logged once. */
	#problem: string | undefined;

	/** Resolves when the folder was first read. */
	readonly ready: Promise<void>;

	constructor(options: OpenFolderOptions) {
		this.#options = options;
		this.#lifetime.add({ dispose: () => this.#watcher?.dispose() });
		this.ready = this.refresh();
	}

	/** Undefined if the folder is in no clone, if that cannot be read, or before the folder was read. */
	get found(): ProjectFolder | undefined {
		return this.#found;
	}

	/** The objects of the clone. Those that cannot be read count as missing. */
	get objects(): CloneObjects | undefined {
		const { found } = this;
		if (!found) return undefined;
		this.#objects ??= this.#openObjects(found);
		return this.#objects;
	}

	/** Reads the folder again. */
	async refresh(): Promise<void> {
		this.#readSoon();
		await this.#readSoon.flush();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#openObjects({ clone }: ProjectFolder): CloneObjects {
		const { git, log } = this.#options;
		const gitWithTimeout: Git = {
			...git,
			get isTrusted() {
				return git.isTrusted;
			},
			timeoutMs: objectTimeoutMs,
		};
		const objects = this.#objectsLifetime.add(new LocalObjects(gitWithTimeout, clone));
		return new OptionalObjects(objects, (error) =>
			log.info(`Objects are read from the forge for a minute. ${error.message}`),
		);
	}

	async #read(): Promise<void> {
		const { folder, changed } = this.#options;
		const { signal } = this.#lifetime;
		const found = await this.#find(signal);
		if (this.#lifetime.ended) return;
		this.#watch(filesToWatch(folder, found));
		if (isDeepStrictEqual(found, this.#found)) return;
		const hasSameObjects = isDeepStrictEqual(objectsLayoutOf(found), objectsLayoutOf(this.#found));
		this.#found = found;
		if (!hasSameObjects) {
			this.#objects = undefined;
			this.#objectsLifetime.dispose();
			this.#objectsLifetime = this.#lifetime.child();
		}
		changed();
	}

	async #find(signal: AbortSignal): Promise<ProjectFolder | undefined> {
		const { folder, git } = this.#options;
		try {
			const found = await readFolder(git, folder, signal);
			this.#problem = undefined;
			return found;
		} catch (error) {
			return signal.aborted ? undefined : this.#foundAfterFailure(error);
		}
	}

	/** What counts as found if reading failed. After a timeout, it is what was found before: the machine is busy, and the clone is the same. */
	#foundAfterFailure(error: unknown): ProjectFolder | undefined {
		const problem = error instanceof Error ? error.message : String(error);
		if (problem !== this.#problem) this.#options.log.info(problem);
		this.#problem = problem;
		return error instanceof ForgeError && error.kind === 'timeout' ? this.#found : undefined;
	}

	#watch(files: readonly string[]): void {
		if (isDeepStrictEqual(files, this.#watched)) return;
		this.#watched = files;
		this.#watcher?.dispose();
		this.#watcher = this.#options.watch(files, () => this.#readSoon());
	}
}

/** What determines how the objects of a clone are read. Its remotes and `.hut.scfg` do not. */
function objectsLayoutOf(found: ProjectFolder | undefined) {
	if (!found) return undefined;
	const { root, gitFolder, commonFolder, objectFormat, isPartial } = found.clone;
	return { root, gitFolder, commonFolder, objectFormat, isPartial };
}
