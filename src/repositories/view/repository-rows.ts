import { background } from '../../base/background.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { formatNumber } from '../../base/text/numbers.ts';
import type { Repository } from '../../forge/shapes/repositories.ts';
import { idOfRepository, repositoryRef } from '../../platform/model/keys.ts';
import { escapeMarkdown, hoverText } from '../../platform/model/markdown/hover.ts';
import { shownOwnershipOf } from '../../platform/model/ownership.ts';
import { exactDate, longAge, wireWord } from '../../platform/model/words.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import type { Branch, Tag } from '../model/refs.ts';
import { contextOf } from '../model/repository-kind.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import type { RepositoryCache } from '../state/repository-cache.ts';
import { commitRows } from './commit-rows.ts';
import { entryRows, missingRow, type TreeInput } from './entry-rows.ts';

interface RepositoryRowInput {
	readonly repositoryCache: RepositoryCache;
	/** The name of the account, with the tilde. */
	readonly me: string;
	readonly isPinned: boolean;
	/** Whether the user has chosen that pushes are answered. */
	readonly answersPushes: () => boolean;
	/** The name of the forge. */
	readonly instance: string;
	readonly submodules: TreeInput['submodules'];
	/** What the forge says about the repository; undefined before it has answered. */
	readonly details: () => Repository | undefined;
	/** Rows for a failure to read the repository. */
	readonly failures: () => readonly Row[];
	/** Called when the user looks at the rows below. */
	readonly didOpen: () => void;
	/** Called when the user looks at commits. `targets` has the branches that lead to them. */
	readonly didSee: (commits: readonly string[], targets: Readonly<Record<string, string>>) => void;
	readonly now: () => number;
}

export function repositoryRow(input: RepositoryRowInput): Row {
	const { repositoryCache, me, isPinned, answersPushes, details, now } = input;
	const { key } = repositoryCache;
	const name = repositoryRef(key);
	const createRow = (): Row => {
		const { description = '', visibility = 'public', created, updated } = details() ?? {};
		const summary = firstLine(description);
		const answers = answersPushes() ? 'answers pushes' : '';
		const facts = [visibility === 'public' ? '' : wireWord(visibility), answers, summary].filter(Boolean);
		const kind = visibility === 'public' ? 'repository' : `${wireWord(visibility)} repository`;
		return {
			id: idOfRepository(key),
			label: name,
			icon: 'repo',
			...(facts.length > 0 && { description: facts.join(' · ') }),
			tooltip: {
				markdown: () =>
					[
						`**${escapeMarkdown(name)}**`,
						escapeMarkdown(
							[
								wireWord(visibility),
								created ? `created ${exactDate(created)}` : '',
								updated ? `updated ${longAge(updated, now())}` : '',
								answers,
							]
								.filter(Boolean)
								.join(' · '),
						),
						...(description.trim() === '' ? [] : ['---', hoverText(description)]),
					].join('\n\n'),
			},
			tooltipInputs: [visibility, created, updated, description, answers],
			spokenLabel: [name, kind, answers, summary].filter(Boolean).join(', '),
			context: contextOf(shownOwnershipOf(key.owner, me, isPinned)),
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
	const id = idOfRepository(key);
	// Begins a refresh if the data is old. Only if there is no data, the rows wait for it.
	didOpen();
	if (repositoryCache.refs === undefined) await repositoryCache.refresh();
	const { refs } = repositoryCache;
	if (!refs) return failures();
	if (refs.branches.length + refs.tags.length === 0) {
		const about: RepositoryTarget = { kind: 'repository', key };
		const more = {
			description: 'push to it to add some',
			tooltip: 'Click to copy the clone address.',
			command: { id: 'tildeforge.copyCloneAddress', title: 'Copy Clone Address', arguments: [about] },
			about,
		};
		return [...failures(), noticeRow(`empty/${id}`, 'info', 'No commits yet', more)];
	}
	return [
		...failures(),
		...[filesRow, branchesRow, tagsRow, logRow].flatMap((create) => create(input) ?? []),
	];
}

/** The rows of the files at a reference. `target` is the id of a commit or annotated tag. */
async function treeRows(
	{ repositoryCache, instance, submodules }: RepositoryRowInput,
	{ name, target }: { readonly name: string; readonly target: string },
	parentId: string,
): Promise<readonly Row[]> {
	const { key, objects } = repositoryCache;
	const tree = await objects.rootTree(target);
	if (!tree) return [missingRow(parentId)];
	const input: TreeInput = {
		key,
		instance,
		submodules,
		objects,
		revision: { kind: 'ref', name },
		commit: target,
		parentId,
	};
	return entryRows(input, tree, '');
}

const defaultBranchOf = ({ repositoryCache }: RepositoryRowInput): Branch | undefined => {
	const [first] = repositoryCache.refs?.branches ?? [];
	return first?.isDefault ? first : undefined;
};

function filesRow(input: RepositoryRowInput): Row | undefined {
	const { key, head } = input.repositoryCache;
	if (head === undefined) return undefined;
	const branch = defaultBranchOf(input);
	const id = `${idOfRepository(key)} files`;
	const name = branch ? fullName(branch) : 'HEAD';
	const of = branch ? `the default branch, ${visible(branch.name)}` : 'the default branch';
	return {
		id,
		label: 'Files',
		...(branch && { description: visible(branch.name) }),
		icon: 'files',
		context: 'files',
		tooltip: `The files of ${of}`,
		spokenLabel: `Files of ${of}`,
		// When the branch moves, the rows below are those of another tree.
		tooltipInputs: [head],
		children: () => treeRows(input, { name, target: input.repositoryCache.head ?? head }, id),
		about: { kind: 'reference', key, name } satisfies RepositoryTarget,
	};
}

function branchesRow(input: RepositoryRowInput): Row | undefined {
	const { key, refs } = input.repositoryCache;
	const all = refs?.branches ?? [];
	if (all.length === 0) return undefined;
	return {
		id: `${idOfRepository(key)} branches`,
		label: 'Branches',
		description: formatNumber(all.length),
		icon: 'git-branch',
		context: 'branches',
		children: () => (input.repositoryCache.refs?.branches ?? []).map((branch) => branchRow(input, branch)),
		about: { kind: 'repository', key } satisfies RepositoryTarget,
	};
}

function branchRow(input: RepositoryRowInput, branch: Branch): Row {
	const { key } = input.repositoryCache;
	const name = fullName(branch);
	const id = `${idOfRepository(key)} ${name}`;
	const label = visible(branch.name);
	return {
		id,
		label,
		...(branch.isDefault && { description: 'default' }),
		icon: 'git-branch',
		tooltip: `${label}, at commit ${branch.commit.slice(0, 7)}`,
		spokenLabel: `branch ${label}${branch.isDefault ? ', default' : ''}`,
		context: 'branch',
		children: () => treeRows(input, { name, target: branch.commit }, id),
		about: { kind: 'reference', key, name } satisfies RepositoryTarget,
	};
}

function tagsRow(input: RepositoryRowInput): Row | undefined {
	const { key, refs } = input.repositoryCache;
	const tags = refs?.tags ?? [];
	const [newest] = tags;
	if (!newest) return undefined;
	const more = tags.length === 1 ? '' : ` and ${formatNumber(tags.length - 1)} more`;
	return {
		id: `${idOfRepository(key)} tags`,
		label: 'Tags',
		description: `${visible(newest.name)}${more}`,
		icon: 'tag',
		context: 'tags',
		children: () => {
			background(input.repositoryCache.lookUpTags());
			return (input.repositoryCache.refs?.tags ?? []).map((tag) => tagRow(input, tag));
		},
		about: { kind: 'repository', key } satisfies RepositoryTarget,
	};
}

function tagRow(input: RepositoryRowInput, tag: Tag): Row {
	const { key } = input.repositoryCache;
	const name = `refs/tags/${tag.name}`;
	const id = `${idOfRepository(key)} ${name}`;
	const label = visible(tag.name);
	const kind = input.repositoryCache.isAnnotated(tag) ? 'annotated' : undefined;
	return {
		id,
		label,
		...(kind && { description: kind }),
		icon: 'tag',
		tooltip: kind ? `${label}, an annotated tag` : `${label}, at ${tag.target.slice(0, 7)}`,
		spokenLabel: `tag ${label}${kind ? `, ${kind}` : ''}`,
		context: 'tag',
		children: () => treeRows(input, { name, target: tag.target }, id),
		about: { kind: 'reference', key, name } satisfies RepositoryTarget,
	};
}

function logRow(input: RepositoryRowInput): Row | undefined {
	const { repositoryCache, didSee, now } = input;
	const { key, history, head } = repositoryCache;
	if (head === undefined) return undefined;
	const branch = defaultBranchOf(input);
	return {
		id: `${idOfRepository(key)} log`,
		label: 'Log',
		...(branch && { description: `of ${visible(branch.name)}` }),
		spokenLabel: branch ? `Log of branch ${visible(branch.name)}` : 'Log',
		icon: 'history',
		context: 'log',
		didExpand: () => {
			const see = async () => {
				if (history.all === undefined || history.isReading) await history.refresh();
				const branch = defaultBranchOf(input);
				const commits = (history.all ?? []).map(({ id }) => id);
				const isOfBranch = branch !== undefined && branch.commit === commits[0];
				didSee(commits, isOfBranch ? { [fullName(branch)]: branch.commit } : {});
			};
			background(see());
		},
		children: async () => {
			if (history.all === undefined) await history.refresh();
			return commitRows(key, history.all ?? [], history.hasMore, now);
		},
		about: { kind: 'log', key } satisfies RepositoryTarget,
	};
}

const fullName = ({ name }: Branch): string => `refs/heads/${name}`;
