import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { once } from '../../base/once.ts';
import type { ProjectItem } from '../model/project-items.ts';
import type { FindBlob } from './find-blob.ts';
import { findProgram } from './find-program.ts';
import type { CloneObjects } from './objects.ts';
import { OpenFolder, type OpenFolderOptions } from './open-folder.ts';
import { type Project, type ProjectInstance, projectOf } from './project.ts';
import type { StoredChoices } from './project-choices.ts';
import type { Git } from './run-git.ts';

/** The workspace of a window. */
interface Workspace {
	readonly watch: OpenFolderOptions['watch'];
	/** The paths of its folders on this machine, in their order. */
	readonly folders: readonly string[];
	readonly isTrusted: boolean;
	/** The user's setting `git.path`. */
	readonly gitPath: unknown;
	/** Fires when any of these changes. */
	readonly onDidChange: Event<void>;
}

interface ProjectsOptions<I> {
	readonly workspace: Workspace;
	/** The forges that are set up. */
	readonly instances: () => readonly I[];
	readonly onDidChangeInstances: Event<void>;
	readonly choices: StoredChoices;
	readonly log: Log;
	/** By default, the environment of this process. */
	readonly environment?: Readonly<NodeJS.ProcessEnv>;
}

/** The longest time that a view waits for git before it shows its rows without the projects. */
const readyTimeoutMs = 1000;

/** The projects that the folders of the workspace belong to. Runs git only while the workspace is trusted. */
export class Projects<I extends ProjectInstance> implements Disposable {
	readonly choices: StoredChoices;
	readonly #options: ProjectsOptions<I>;
	readonly #lifetime = new Lifetime();
	readonly #changes: Emitter<void>;
	/** The folders of the workspace, by path. */
	readonly #folders = new Map<string, OpenFolder>();
	#program: string | undefined;
	#all: readonly Project<I>[] | undefined;
	/** The problems that were logged. */
	readonly #problems = new Set<string>();
	#updated: Promise<void>;

	constructor(options: ProjectsOptions<I>) {
		const { workspace, onDidChangeInstances, choices, log } = options;
		this.#options = options;
		this.choices = choices;
		this.#changes = this.#lifetime.add(
			new Emitter<void>((failure) => log.error('A listener for projects failed', failure)),
		);
		this.#lifetime.add(
			workspace.onDidChange(() => {
				const update = () => this.#update();
				this.#updated = this.#updated.then(update, update);
				background(this.#updated);
			}),
		);
		this.#lifetime.add(onDidChangeInstances(() => this.#didChange()));
		this.#lifetime.add(choices.onDidChange(() => this.#didChange()));
		this.#lifetime.add({ dispose: () => this.#keepOnly([]) });
		this.#updated = this.#update();
		background(this.#updated);
	}

	/** Fires when `all` may have changed. */
	get onDidChange(): Event<void> {
		return this.#changes.event;
	}

	/** Whether the user trusts the workspace. Otherwise there are no projects. */
	get isTrusted(): boolean {
		return this.#options.workspace.isTrusted;
	}

	/** In the order of the folders. No two have the same root. */
	get all(): readonly Project<I>[] {
		this.#all ??= this.#projects();
		return this.#all;
	}

	/** Resolves when the folders were first read, or after `readyTimeoutMs`, so that a slow git delays the views only once. */
	readonly ready = once(async (): Promise<void> => {
		using timer = new Lifetime();
		const timeUp = new Promise<void>((resolve) => timer.timeout(resolve, readyTimeoutMs));
		await Promise.race([this.settled(), timeUp]);
	});

	/** Resolves when the folders were read. */
	async settled(): Promise<void> {
		await this.#updated;
		await Promise.all([...this.#folders.values()].map(({ ready }) => ready));
	}

	/** Reads all folders again. */
	async refresh(): Promise<void> {
		await this.#updated;
		await Promise.all([...this.#folders.values()].map((folder) => folder.refresh()));
	}

	/** The top folders of the clones of a repository. */
	rootsOf({ instance, owner, name }: ProjectItem): readonly string[] {
		return this.all
			.filter(({ repositories }) =>
				repositories.some(
					(repository) =>
						repository.instance.name === instance && repository.owner === owner && repository.name === name,
				),
			)
			.map(({ root }) => root);
	}

	/** The objects of the clones of a repository. */
	objectsOf(repository: ProjectItem): readonly CloneObjects[] {
		return this.rootsOf(repository).flatMap((root) => {
			const folder = [...this.#folders.values()].find(({ found }) => found?.clone.root === root);
			// Forges have only repositories with SHA-1 object IDs.
			return folder?.found?.clone.objectFormat === 'sha1' ? (folder.objects ?? []) : [];
		});
	}

	/** The mail addresses of the commits that the user makes in the clones. */
	get emails(): readonly string[] {
		const all = [...this.#folders.values()].flatMap(({ found }) => found?.clone.email ?? []);
		return [...new Set(all)];
	}

	/** Finds a file in any of the clones by the beginning of its blob's id. */
	readonly findBlob: FindBlob = async (abbreviated, { most, signal }) => {
		await this.ready();
		const clones = [...this.#folders.values()].filter(({ found }) => found?.clone.objectFormat === 'sha1');
		for (const objects of new Set(clones.map((folder) => folder.objects))) {
			const options = signal && { signal };
			const id = await objects?.findBlob(abbreviated, options);
			const blob = id === undefined ? undefined : await objects?.blob(id, { most, ...options });
			if (blob?.kind === 'bytes') return blob.bytes;
		}
		return undefined;
	};

	dispose(): void {
		this.#lifetime.dispose();
	}

	async #update(): Promise<void> {
		const { workspace, environment, log } = this.#options;
		const program = workspace.isTrusted
			? await findProgram(
					workspace.gitPath,
					environment?.PATH === undefined ? {} : { path: environment.PATH },
				)
			: undefined;
		if (this.#lifetime.ended) return;
		if (program !== this.#program) this.#keepOnly([]);
		this.#program = program;
		const paths = program === undefined ? [] : [...new Set(workspace.folders)];
		this.#keepOnly(paths);
		if (program === undefined) return;
		const git: Git = {
			program,
			get isTrusted() {
				return workspace.isTrusted;
			},
			...(environment && { environment }),
		};
		const { watch } = workspace;
		const changed = () => this.#didChange();
		for (const folder of paths) {
			if (this.#folders.has(folder)) continue;
			this.#folders.set(folder, new OpenFolder({ folder, git, watch, changed, log }));
		}
	}

	#keepOnly(paths: readonly string[]): void {
		for (const [path, folder] of this.#folders) {
			if (paths.includes(path)) continue;
			this.#folders.delete(path);
			folder.dispose();
			if (folder.found) this.#didChange();
		}
	}

	#projects(): readonly Project<I>[] {
		const { workspace, instances, choices } = this.#options;
		const known = instances();
		const found = workspace.folders.flatMap((path) => this.#folders.get(path)?.found ?? []);
		// Folders of one clone are one project. Of several `.hut.scfg` files, that of the first folder counts.
		return [...Map.groupBy(found, ({ clone }) => clone.root)].flatMap(([root, folders]) => {
			const remotes = folders[0]?.clone.remotes ?? [];
			const hutFile = folders.find((folder) => folder.hutFile !== undefined)?.hutFile;
			const project = projectOf({ root, remotes, hutFile, choices: choices.get(root), instances: known });
			for (const problem of project?.problems ?? []) this.#report(root, problem);
			return project ?? [];
		});
	}

	#report(root: string, problem: string): void {
		const line = `${root}: ${problem}`;
		if (!this.#problems.has(line)) this.#options.log.info(line);
		this.#problems.add(line);
	}

	#didChange(): void {
		if (this.#lifetime.ended) return;
		this.#all = undefined;
		this.#changes.fire();
	}
}
