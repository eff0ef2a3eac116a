import { locate, type ServiceAddresses } from '../model/references.ts';
import { hostedRepository } from '../model/remote-url.ts';
import type { HutFile } from './hut-file.ts';
import type { ProjectChoice, ProjectChoices } from './project-choices.ts';
import type { Remote } from './remotes.ts';

/** The part of an instance that projects need. */
export interface ProjectInstance extends ServiceAddresses {
	readonly name: string;
}

/** Something on a forge, by its owner, with the tilde, and its name. */
export interface ProjectPart<I> {
	readonly instance: I;
	readonly owner: string;
	readonly name: string;
	/**
	 * Where the name comes from. With `same-name`, it is only a guess from the repository's name: the tracker or list may not exist, and
	 * the user must confirm it before it is used.
	 */
	readonly source: 'remote' | 'hut-file' | 'choice' | 'same-name';
}

/** The kinds of parts of which a project has at most one, and which the user may have to confirm. */
export type PartKind = 'tracker' | 'list';

/** What belongs to a local clone on the forges that are set up. */
export interface Project<I> {
	/** The top folder of the work tree. */
	readonly root: string;
	/** All repositories that its remotes lead to, the project's own first. */
	readonly repositories: readonly (ProjectPart<I> & { readonly remote: string })[];
	readonly tracker: ProjectPart<I> | undefined;
	readonly list: ProjectPart<I> | undefined;
	/** Sentences for the user about what could not be understood. */
	readonly problems: readonly string[];
}

interface ProjectSources<I> {
	readonly root: string;
	readonly remotes: readonly Remote[];
	readonly hutFile: HutFile | undefined;
	readonly choices: ProjectChoices;
	readonly instances: readonly I[];
}

/** The project of a local clone. Undefined if nothing of it is on these instances. */
export function projectOf<I extends ProjectInstance>(sources: ProjectSources<I>): Project<I> | undefined {
	const { root, hutFile, choices } = sources;
	const repositories = repositoriesOf(sources);
	const problems: string[] = [];
	const findPart = (kind: PartKind): ProjectPart<I> | undefined => {
		const text = hutFile?.[kind];
		if (text !== undefined) {
			const named = partNamed(kind, text, sources.instances, repositories[0]?.instance);
			if (named) return { ...named, source: 'hut-file' };
			problems.push(
				`${JSON.stringify(text.slice(0, 80))} in .hut.scfg is not a ${kind} of a forge that is set up.`,
			);
		}
		const choice = choices[kind];
		if (choice === 'none') return undefined;
		return chosenPart(choice, sources.instances) ?? partOfSameName(kind, repositories[0]);
	};
	const [tracker, list] = [findPart('tracker'), findPart('list')];
	if (repositories.length === 0 && !tracker && !list) return undefined;
	return { root, repositories, tracker, list, problems };
}

/** The chosen repository comes first, then that of `origin`, then the others in the order of the clone's settings. */
function repositoriesOf<I extends ProjectInstance>({ remotes, choices, instances }: ProjectSources<I>) {
	const byOrigin = remotes.toSorted(
		(one, other) => Number(other.name === 'origin') - Number(one.name === 'origin'),
	);
	const all = byOrigin.flatMap(({ name: remote, fetchUrls, pushUrls }) =>
		[...fetchUrls, ...pushUrls].flatMap((url) => {
			const hosted = hostedRepository(url, instances);
			if (!hosted) return [];
			const { instance, owner, repository: name } = hosted;
			return [{ instance, owner, name, source: 'remote' as const, remote }];
		}),
	);
	const byName = new Map<string, (typeof all)[number]>();
	for (const one of all) {
		const name = JSON.stringify([one.instance.name, one.owner, one.name]);
		if (!byName.has(name)) byName.set(name, one);
	}
	const unique = [...byName.values()];
	const chosen = chosenPart(choices.repository, instances);
	const isChosen = (one: (typeof unique)[number]) => chosen !== undefined && isSamePart(one, chosen);
	return [
		...unique.filter(isChosen).map((one) => ({ ...one, source: 'choice' as const })),
		...unique.filter((one) => !isChosen(one)),
	];
}

type Part<I> = Omit<ProjectPart<I>, 'source'>;

const isSamePart = <I extends ProjectInstance>(one: Part<I>, other: Part<I>): boolean =>
	one.instance.name === other.instance.name && one.owner === other.owner && one.name === other.name;

/** Undefined if nothing was chosen, or if its forge is no longer set up. */
function chosenPart<I extends ProjectInstance>(
	choice: ProjectChoice | undefined,
	instances: readonly I[],
): ProjectPart<I> | undefined {
	const instance = instances.find(({ name }) => name === choice?.instance);
	return choice && instance && { instance, owner: choice.owner, name: choice.name, source: 'choice' };
}

const services = { tracker: 'trackers', list: 'lists' } as const;

/** The tracker or list that has the name of the repository. It may not exist. */
export function partOfSameName<I extends ProjectInstance>(
	kind: PartKind,
	repository: Part<I> | undefined,
): ProjectPart<I> | undefined {
	if (repository?.instance[services[kind]] === undefined) return undefined;
	const { instance, owner, name } = repository;
	return { instance, owner, name, source: 'same-name' };
}

/** The tracker or list that a text names. `own` is the forge of a text without one: `~owner/name`. */
function partNamed<I extends ProjectInstance>(
	kind: PartKind,
	text: string,
	instances: readonly I[],
	own: I | undefined,
): Part<I> | undefined {
	const located = locate(text, instances);
	if (located?.instance && located.target.kind === kind) {
		const { instance, target } = located;
		return { instance, owner: target.owner, name: target.kind === 'list' ? target.list : target.tracker };
	}
	const [, owner, name, host] = /^(?:mailto:)?(~[\w.-]+)\/([\w.-]+)(?:@(.+))?$/.exec(text) ?? [];
	if (owner === undefined || name === undefined) return undefined;
	const service = services[kind];
	const instance =
		host === undefined
			? own
			: instances.find((one) => URL.parse(one[service] ?? '')?.hostname === host.toLowerCase());
	return instance?.[service] === undefined ? undefined : { instance, owner, name };
}
