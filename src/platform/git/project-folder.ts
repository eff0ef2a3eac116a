import { join } from 'node:path';
import { type LocalClone, openClone } from './clone.ts';
import { type HutFile, readHutFile } from './hut-file.ts';
import type { Git } from './run-git.ts';

/** The local clone that a folder is in. */
export interface ProjectFolder {
	readonly clone: LocalClone;
	readonly hutFile: HutFile | undefined;
}

/** Undefined if the folder is in no clone. Rejects with a `ForgeError` if the clone cannot be read. */
export async function readFolder(
	git: Git,
	folder: string,
	signal?: AbortSignal,
): Promise<ProjectFolder | undefined> {
	const clone = await openClone(git, folder, signal);
	return clone && { clone, hutFile: await readHutFile(clone.folders) };
}

/** The files that determine the result of `readFolder`, without the user's settings and files that settings include. */
export function filesToWatch(folder: string, found: ProjectFolder | undefined): readonly string[] {
	if (!found) return [join(folder, '.git')];
	const { root, gitFolder, commonFolder, folders } = found.clone;
	return [
		join(root, '.git'),
		join(commonFolder, 'config'),
		join(gitFolder, 'config.worktree'),
		...folders.map((one) => join(one, '.hut.scfg')),
	];
}
