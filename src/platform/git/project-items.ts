import type { ProjectItems } from '../model/project-items.ts';
import type { PartKind, Project, ProjectInstance, ProjectPart } from './project.ts';

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

/** The part in a list; empty if there is none, or only a guess from the name of the repository. */
const confirmed = (part: ProjectPart<ProjectInstance> | undefined) =>
	part === undefined || part.source === 'same-name' ? [] : [part];

export const repositoriesOfProjects = (projects: KnownProjects): ProjectItems =>
	itemsOf(projects, ({ repositories }) => repositories);

/** The items of this kind, without those that the user has not confirmed. */
export const confirmedOfProjects = (projects: KnownProjects, kind: PartKind): ProjectItems =>
	itemsOf(projects, ({ [kind]: part }) => confirmed(part));

interface NamedPart {
	/** The name of the forge. */
	readonly instance: string | undefined;
	/** With the tilde. */
	readonly owner: string;
	readonly name: string;
}

/** The other part of the project that has this part. Nothing that the user has not confirmed. */
export function otherPart(
	projects: KnownProjects,
	part: readonly [kind: PartKind, part: NamedPart],
	other: PartKind | 'repository',
): ProjectPart<ProjectInstance> | undefined {
	const project = projectWith(projects, part);
	return other === 'repository' ? project?.repositories[0] : confirmed(project?.[other])[0];
}

const projectWith = (
	{ all }: KnownProjects,
	[kind, { instance, owner, name }]: readonly [kind: PartKind, part: NamedPart],
): Project<ProjectInstance> | undefined =>
	all.find((one) =>
		confirmed(one[kind]).some(
			(part) => part.instance.name === instance && part.owner === owner && part.name === name,
		),
	);
