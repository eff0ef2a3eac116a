import type { ProjectItems } from '../model/project-items.ts';
import type { Project, ProjectInstance, ProjectPart, SinglePart } from './project.ts';

interface KnownProjects {
	readonly all: readonly Project<ProjectInstance>[];
	ready(): Promise<void>;
}

const itemsOf = (
	projects: KnownProjects,
	partsOf: (project: Project<ProjectInstance>) => readonly ProjectPart<ProjectInstance>[],
): ProjectItems => ({
	get all() {
		return projects.all
			.flatMap(partsOf)
			.map(({ instance, owner, name }) => ({ instance: instance.name, owner, name }));
	},
	ready: () => projects.ready(),
});

/** Nothing that only has the name of the repository. */
const confirmed = (part: ProjectPart<ProjectInstance> | undefined) =>
	part === undefined || part.source === 'same-name' ? [] : [part];

export const repositoriesOfProjects = (projects: KnownProjects): ProjectItems =>
	itemsOf(projects, ({ repositories }) => repositories);

/** The items of this kind, without those that the user has not confirmed. */
export const confirmedOfProjects = (projects: KnownProjects, kind: SinglePart): ProjectItems =>
	itemsOf(projects, ({ [kind]: part }) => confirmed(part));
