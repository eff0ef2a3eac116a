import { ForgeError } from '../../forge/errors.ts';
import { openClone } from './clone.ts';
import { readHutFile } from './hut-file.ts';
import { type Project, type ProjectInstance, projectOf } from './project.ts';
import type { ProjectChoices } from './project-choices.ts';
import type { Git } from './run-git.ts';

interface FindProjects<I> {
	readonly git: Git;
	readonly instances: readonly I[];
	readonly choicesOf: (root: string) => ProjectChoices;
	readonly signal?: AbortSignal;
}

interface FoundProjects<I> {
	/** In the order of the folders. No two have the same root. */
	readonly projects: readonly Project<I>[];
	/** Sentences for the user about folders that could not be read. */
	readonly problems: readonly string[];
}

/** Finds the projects that these folders belong to. */
export async function findProjects<I extends ProjectInstance>(
	folders: readonly string[],
	options: FindProjects<I>,
): Promise<FoundProjects<I>> {
	const found = await Promise.all(folders.map((folder) => findProject(folder, options)));
	const projects = found.flatMap((one) => one.project ?? []);
	return {
		projects: projects.filter(({ root }, index) => projects.findIndex((one) => one.root === root) === index),
		problems: [...new Set(found.flatMap(({ problem }) => problem ?? []))],
	};
}

/** A folder that cannot be read does not hide the projects of the others. */
async function findProject<I extends ProjectInstance>(
	folder: string,
	{ git, instances, choicesOf, signal }: FindProjects<I>,
): Promise<{ readonly project?: Project<I> | undefined; readonly problem?: string }> {
	try {
		const clone = await openClone(git, folder, signal);
		if (!clone) return {};
		const { root, remotes, folders } = clone;
		const hutFile = await readHutFile(folders);
		return { project: projectOf({ root, remotes, hutFile, choices: choicesOf(root), instances }) };
	} catch (error) {
		if (error instanceof ForgeError) return { problem: error.message };
		throw error;
	}
}
