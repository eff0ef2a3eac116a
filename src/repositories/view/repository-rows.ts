import { background } from '../../base/background.ts';
import { timeLimit, timeOfDay } from '../../base/clock.ts';
import { forEachConcurrently } from '../../base/for-each-concurrently.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { formatNumber } from '../../base/text/numbers.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import type { Distance } from '../../platform/git/objects.ts';
import { idOfRepository, repositoryRef } from '../../platform/model/keys.ts';
import { escapeMarkdown, hoverText } from '../../platform/model/markdown/hover.ts';
import { shownOwnershipOf } from '../../platform/model/ownership.ts';
import { exactDate, longAge, shortAge, wireWord } from '../../platform/model/words.ts';
import { agingRow, noticeRow, type Row } from '../../platform/view/row.ts';
import { pushCommands } from '../model/clone-addresses.ts';
import { type Branch, branchRef, defaultBranchOf, type Tag } from '../model/refs.ts';
import { contextOf } from '../model/repository-kind.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import { authorOf } from './commit-rows.ts';
import { entryRows, missingRow, type TreeInput } from './entry-rows.ts';
import { defaultLogRow, referenceLogRow, type ShownReference } from './log-rows.ts';
import type { RepositoryRowInput } from './repository-row-input.ts';

export function repositoryRow(input: RepositoryRowInput): Row {
	const { repositoryCache, me, isPinned, canAnswerPushes, canSearchCode, answersPushes, details } = input;
	const { key } = repositoryCache;
	const name = repositoryRef(key);
	const createRow = (): Row => {
		const { description = '', visibility = 'public', created, updated } = details() ?? {};
		const summary = firstLine(description);
		const answers = answersPushes() ? 'reports tickets to pushers' : '';
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
								updated ? `updated ${longAge(updated, timeOfDay())}` : '',
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
			// The user can turn off answering even where it no longer works.
			context: contextOf(
				shownOwnershipOf(key.owner, me, isPinned),
				canAnswerPushes || answersPushes(),
				canSearchCode(),
			),
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
	// Begins a refresh if the data is old. Only if there is no data, the rows wait for it.
	didOpen();
	await repositoryCache.readOnce();
	const { refs } = repositoryCache;
	if (!refs) return failures();
	if (refs.branches.length + refs.tags.length === 0) {
		return [...failures(), ...emptyRows(input)];
	}
	return [
		...failures(),
		...[filesRow, branchesRow, tagsRow, partialRow, defaultLogRow].flatMap((create) => create(input) ?? []),
	];
}

/** The rows of a repository without commits. Its owner sees the commands that push the first ones. */
function emptyRows({ repositoryCache: { key }, me, baseAddress }: RepositoryRowInput): readonly Row[] {
	const id = idOfRepository(key);
	const about: RepositoryTarget = { kind: 'repository', key };
	if (key.owner !== me) return [noticeRow(`empty/${id}`, 'info', 'No commits yet', { about })];
	const commands = pushCommands(baseAddress, key);
	const copy = { id: 'tildeforge.copyPushCommands', title: 'Copy Push Commands', arguments: [about] };
	return [
		noticeRow(`empty/${id}`, 'info', 'No commits yet', {
			description: 'push to it to add some',
			tooltip: `Run these commands in a folder that has commits:\n\n${commands.join('\n')}\n\nClick to copy them.`,
			command: copy,
			about,
		}),
		...commands.map((command, nth) =>
			noticeRow(`empty/${id}/${nth}`, 'terminal', command, {
				tooltip: `${command}\n\nClick to copy both commands.`,
				command: copy,
				about,
			}),
		),
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

/** The rows of a branch or tag: its log, then its files. */
async function referenceRows(
	input: RepositoryRowInput,
	reference: ShownReference,
	parentId: string,
): Promise<readonly Row[]> {
	return [referenceLogRow(input, reference, parentId), ...(await treeRows(input, reference, parentId))];
}

function filesRow(input: RepositoryRowInput): Row | undefined {
	const { key, head } = input.repositoryCache;
	if (head === undefined) return undefined;
	const branch = defaultBranchOf(input.repositoryCache.refs);
	const id = `${idOfRepository(key)} files`;
	const name = branch ? branchRef(branch) : 'HEAD';
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
		children: () => branchRows(input),
		about: { kind: 'repository', key } satisfies RepositoryTarget,
	};
}

/** What is known of a branch without asking the forge. */
interface BranchFacts {
	readonly commit?: Commit | undefined;
	/** From the default branch. */
	readonly distance?: Distance | undefined;
}

/** Of more branches, git would take too long. */
const maxDescribed = 50;
/** The rows do not wait longer for what git knows. */
const describeMs = 1500;

async function branchRows(input: RepositoryRowInput): Promise<readonly Row[]> {
	const { refs, objects } = input.repositoryCache;
	const { branches = [] } = refs ?? {};
	const main = defaultBranchOf(refs)?.commit;
	const known = new Map<Branch, BranchFacts>();
	const signal = timeLimit(describeMs);
	const describe = async (branch: Branch) => {
		const commit = await objects.storedCommit(branch.commit, { signal });
		known.set(branch, { commit });
		if (main === undefined || main === branch.commit) return;
		known.set(branch, { commit, distance: await objects.distance(branch.commit, main, { signal }) });
	};
	try {
		await forEachConcurrently(branches.slice(0, maxDescribed), 4, describe);
	} catch (error) {
		if (!signal.aborted) throw error;
	}
	return branches.map((branch) => agingRow((now) => branchRow(input, branch, known.get(branch) ?? {}, now)));
}

function branchRow(
	input: RepositoryRowInput,
	branch: Branch,
	{ commit, distance }: BranchFacts,
	now: number,
): Row {
	const { key } = input.repositoryCache;
	const name = branchRef(branch);
	const id = `${idOfRepository(key)} ${name}`;
	const label = visible(branch.name);
	const author = commit && authorOf(commit);
	const { ahead = 0, behind = 0 } = distance ?? {};
	const apart = [
		ahead > 0 && `${formatNumber(ahead)} ahead`,
		behind > 0 && `${formatNumber(behind)} behind`,
	].filter(Boolean);
	const main = branch.isDefault && 'default';
	const facts = [main, author, commit && shortAge(commit.timestamp, now), apart.join(', ')].filter(Boolean);
	const spoken = [main, author && `by ${author}`, commit && longAge(commit.timestamp, now), ...apart];
	return {
		id,
		label,
		...(facts.length > 0 && { description: facts.join(' · ') }),
		icon: 'git-branch',
		tooltip: [`${label}, at commit ${shortId(branch.commit)}`, ...apart].join(', '),
		spokenLabel: [`branch ${label}`, ...spoken].filter(Boolean).join(', '),
		context: input.repositoryCache.objects.hasClone ? 'branch cloned' : 'branch',
		children: () => referenceRows(input, { name, label: `branch ${label}`, target: branch.commit }, id),
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

/** Says that there may be more branches and tags than the rows above show. */
const partialRow = ({ repositoryCache: { key, hasPartialRefs } }: RepositoryRowInput): Row | undefined =>
	hasPartialRefs
		? noticeRow(`partial/${idOfRepository(key)}`, 'info', 'Some branches and tags may be missing', {
				tooltip:
					'The forge loses some of the branches and tags of large private repositories. Those that were known stay. A local clone has them all.',
				about: { kind: 'repository', key } satisfies RepositoryTarget,
			})
		: undefined;

function tagRow(input: RepositoryRowInput, tag: Tag): Row {
	const { key } = input.repositoryCache;
	const name = `refs/tags/${tag.name}`;
	const id = `${idOfRepository(key)} ${name}`;
	const label = visible(tag.name);
	const kind = input.repositoryCache.annotatedTags.isAnnotated(tag) ? 'annotated' : undefined;
	return {
		id,
		label,
		...(kind && { description: kind }),
		icon: 'tag',
		tooltip: kind ? `${label}, an annotated tag` : `${label}, at ${shortId(tag.target)}`,
		spokenLabel: `tag ${label}${kind ? `, ${kind}` : ''}`,
		context: 'tag',
		children: () => referenceRows(input, { name, label: `tag ${label}`, target: tag.target }, id),
		about: { kind: 'reference', key, name } satisfies RepositoryTarget,
	};
}
