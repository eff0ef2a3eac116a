import { Emitter } from '../../../src/base/emitter.ts';
import { fileStorage } from '../../../src/base/files/file-storage.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { StoredChoices } from '../../../src/platform/git/project-choices.ts';
import { Projects } from '../../../src/platform/git/projects.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { readable } from '../forge/tracker-forge.ts';
import { environment, git, newRepository, userGit } from '../items/clones.ts';

export const instances = [
	{
		name: 'forge',
		repositories: 'https://git.forge.test',
		trackers: 'https://todo.forge.test',
		lists: 'https://lists.forge.test',
	},
];

export function cloneOf(url: string, files: Readonly<Record<string, string>> = {}): string {
	const root = newRepository({ 'src/a.txt': 'a\n', ...files });
	userGit(root, 'remote', 'add', 'origin', url);
	return root;
}

/** Choices that no other window shares. */
function newChoices(lifetime: Lifetime): StoredChoices {
	const { log } = readable();
	return lifetime.add(new StoredChoices(fileStorage(temporaryFolder('choices'), log), log));
}

interface Given {
	readonly folders?: readonly string[];
	readonly isTrusted?: boolean;
	readonly gitPath?: unknown;
	readonly environment?: NodeJS.ProcessEnv;
}

/** A window with these folders. `change` changes it as the user does. */
export function openWorkspace(given: Given = {}) {
	const lifetime = new Lifetime();
	const { log, lines } = readable();
	const workspaceChanges = new Emitter<void>();
	const instanceChanges = new Emitter<void>();
	const watched = new Set<{ readonly files: readonly string[]; readonly changed: () => void }>();
	let known = instances;
	let state = {
		folders: given.folders ?? [],
		isTrusted: given.isTrusted ?? true,
		gitPath: 'gitPath' in given ? given.gitPath : git.program,
	};
	const projects = lifetime.add(
		new Projects({
			workspace: {
				get folders() {
					return state.folders;
				},
				get isTrusted() {
					return state.isTrusted;
				},
				get gitPath() {
					return state.gitPath;
				},
				onDidChange: workspaceChanges.event,
				watch: (files, changed) => {
					const watcher = { files, changed };
					watched.add(watcher);
					return { dispose: () => watched.delete(watcher) };
				},
			},
			instances: () => known,
			onDidChangeInstances: instanceChanges.event,
			choices: newChoices(lifetime),
			log,
			environment: given.environment ?? environment,
		}),
	);
	let changes = 0;
	lifetime.add(projects.onDidChange(() => changes++));
	return {
		...{ projects, lines },
		dispose: () => lifetime.dispose(),
		changes: () => changes,
		change: async (change: Partial<typeof state>) => {
			state = { ...state, ...change };
			workspaceChanges.fire();
			await projects.settled();
		},
		setInstances: (next: typeof instances) => {
			known = next;
			instanceChanges.fire();
		},
		/** The files that are watched. */
		watched: () => [...watched].flatMap(({ files }) => files),
		/** Tells those who watch a file that it has changed. */
		touch: (file: string) => {
			for (const { files, changed } of watched) if (files.includes(file)) changed();
		},
		/** The projects in short: `forge ~ana/editor`. */
		shown: () =>
			projects.all.map(({ repositories: [first] }) =>
				first ? `${first.instance.name} ${first.owner}/${first.name}` : 'none',
			),
	};
}
