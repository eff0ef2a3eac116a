import type { Reference, Repository } from '../../forge/shapes/repositories.ts';
import { repositoryRef, spellRepository } from '../../platform/model/keys.ts';
import { hoverText, plain } from '../../platform/model/markdown/hover.ts';
import { visible } from '../../platform/model/markdown/invisible-characters.ts';
import { ownershipOf } from '../../platform/model/ownership.ts';
import { exactDate, formatNumber, longAge, wireWord } from '../../platform/model/words.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import { contextOf } from '../model/repository-kind.ts';
import { shortName } from '../model/revision.ts';
import type { RepositoryTarget } from '../model/target.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';
import { commitRows } from './commit-rows.ts';
import { entryRows, missingRow, type TreeInput } from './entry-rows.ts';

interface RepositoryRowInput {
	readonly repositoryCache: RepositoryCache;
	/** The name of the account, with the tilde. */
	readonly me: string;
	/** The name of the forge. */
	readonly instance: string;
	/** What the forge says about the repository; undefined before it has answered. */
	readonly details: () => Repository | undefined;
	/** Rows for a failure to read the repository. */
	readonly failures: () => readonly Row[];
	/** Called when the user looks at the rows below. */
	readonly didOpen: () => void;
	readonly now: () => number;
}

export function repositoryRow(input: RepositoryRowInput): Row {
	const { repositoryCache, me, details, now } = input;
	const { key } = repositoryCache;
	const name = repositoryRef(key);
	const createRow = (): Row => {
		const { description = '', visibility = 'public', created, updated } = details() ?? {};
		const facts = [...(visibility === 'public' ? [] : [wireWord(visibility)]), firstLine(description)].filter(
			Boolean,
		);
		return {
			id: spellRepository(key),
			label: name,
			icon: 'repo',
			...(facts.length > 0 && { description: facts.join(' · ') }),
			tooltip: {
				markdown: () =>
					[
						`**${plain(name)}**`,
						plain(
							[
								wireWord(visibility),
								created ? `created ${exactDate(created)}` : '',
								updated ? `updated ${longAge(updated, now())}` : '',
							]
								.filter(Boolean)
								.join(' · '),
						),
						...(description.trim() === '' ? [] : ['---', hoverText(description)]),
					].join('\n\n'),
			},
			tooltipInputs: [visibility, created, updated, description],
			spokenLabel: [name, ...facts].join(', '),
			context: contextOf(ownershipOf(key.owner, me)),
			children: () => childRows(input),
			current: createRow,
			about: { kind: 'repository', key } satisfies RepositoryTarget,
		};
	};
	return createRow();
}

const firstLine = (text: string): string => visible(text.trim().split('\n')[0]?.trim().slice(0, 200) ?? '');

async function childRows(input: RepositoryRowInput): Promise<readonly Row[]> {
	const { repositoryCache, failures, didOpen } = input;
	const { key } = repositoryCache;
	const id = spellRepository(key);
	// Begins a refresh if the data is old, which `load` waits for only if there is none.
	didOpen();
	await repositoryCache.load();
	const { branches } = repositoryCache;
	if (!branches) return failures();
	if (branches.branches.length === 0 && repositoryCache.tags.length === 0) {
		const more = { description: 'push to it to add some' };
		return [...failures(), noticeRow(`empty/${id}`, 'info', 'No commits yet', more)];
	}
	return [
		...failures(),
		...[filesRow, branchesRow, tagsRow, logRow].flatMap((create) => create(input) ?? []),
	];
}

/** The rows of the tree that a reference leads to. */
async function treeRows(
	{ repositoryCache, instance }: RepositoryRowInput,
	reference: Reference,
	parentId: string,
): Promise<readonly Row[]> {
	const { key, objects } = repositoryCache;
	const tree = await objects.rootTree(reference.target);
	if (!tree) return [missingRow(parentId)];
	const revision = { kind: 'ref', name: reference.name } as const;
	const treeInput: TreeInput = { key, instance, objects, revision, commit: reference.target, parentId };
	return entryRows(treeInput, tree, '');
}

function filesRow(input: RepositoryRowInput): Row | undefined {
	const { key } = input.repositoryCache;
	const defaultBranch = () => input.repositoryCache.branches?.defaultBranch;
	const branch = defaultBranch();
	if (!branch) return undefined;
	const id = `${spellRepository(key)} files`;
	return {
		id,
		label: 'Files',
		description: visible(shortName(branch.name)),
		icon: 'files',
		context: 'files',
		tooltip: `The files of the default branch, ${shortName(branch.name)}`,
		// When the branch moves, the rows below are those of another tree.
		tooltipInputs: [branch.target],
		children: async () => {
			const now = defaultBranch();
			return now ? treeRows(input, now, id) : [];
		},
		about: { kind: 'reference', key, name: branch.name } satisfies RepositoryTarget,
	};
}

function branchesRow(input: RepositoryRowInput): Row | undefined {
	const { key, branches } = input.repositoryCache;
	const all = branches?.branches ?? [];
	if (all.length === 0) return undefined;
	return {
		id: `${spellRepository(key)} branches`,
		label: 'Branches',
		description: formatNumber(all.length),
		icon: 'git-branch',
		context: 'branches',
		children: () => {
			const now = input.repositoryCache.branches;
			return (now?.branches ?? []).map((branch) =>
				referenceRow(input, branch, branch === now?.defaultBranch ? 'default' : undefined),
			);
		},
		about: { kind: 'repository', key } satisfies RepositoryTarget,
	};
}

function tagsRow(input: RepositoryRowInput): Row | undefined {
	const { key, tags } = input.repositoryCache;
	const [newest] = tags;
	if (!newest) return undefined;
	const more = tags.length === 1 ? '' : ` and ${formatNumber(tags.length - 1)} more`;
	return {
		id: `${spellRepository(key)} tags`,
		label: 'Tags',
		description: `${visible(shortName(newest.name))}${more}`,
		icon: 'tag',
		context: 'tags',
		children: () => input.repositoryCache.tags.map((tag) => referenceRow(input, tag)),
		about: { kind: 'repository', key } satisfies RepositoryTarget,
	};
}

function referenceRow(input: RepositoryRowInput, reference: Reference, note?: string): Row {
	const { key } = input.repositoryCache;
	const { name, target } = reference;
	const isTag = name.startsWith('refs/tags/');
	const id = `${spellRepository(key)} ${name}`;
	const label = visible(shortName(name));
	return {
		id,
		label,
		...(note !== undefined && { description: note }),
		icon: isTag ? 'tag' : 'git-branch',
		tooltip: `${shortName(name)}, ${target.slice(0, 7)}`,
		spokenLabel: `${isTag ? 'tag' : 'branch'} ${label}${note === undefined ? '' : `, ${note}`}`,
		context: isTag ? 'tag' : 'branch',
		children: () => treeRows(input, reference, id),
		about: { kind: 'reference', key, name } satisfies RepositoryTarget,
	};
}

function logRow({ repositoryCache, now }: RepositoryRowInput): Row | undefined {
	const { key, branches, commits } = repositoryCache;
	if (commits.newest === undefined) return undefined;
	const branch = branches?.defaultBranch;
	return {
		id: `${spellRepository(key)} log`,
		label: 'Log',
		...(branch && { description: `of ${visible(shortName(branch.name))}` }),
		icon: 'history',
		context: 'log',
		children: () => commitRows({ key, commits: commits.all ?? [], hasMore: commits.hasMore, now: now() }),
		about: { kind: 'log', key } satisfies RepositoryTarget,
	};
}
