import * as vscode from 'vscode';
import { count, formatNumber } from '../../../base/text/numbers.ts';
import { shortId } from '../../../forge/shapes/git-objects.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { shortAge } from '../../../platform/model/words.ts';
import type { ComparedCommits } from '../../state/compare-commits.ts';
import { authorOf, subjectOf } from '../../view/commit-rows.ts';

/** An item of the box that compares two branches, tags or commits. */
export type ComparisonItem = vscode.QuickPickItem &
	(
		| { readonly id: 'commit'; readonly commit: Commit }
		| { readonly id: 'changes' | 'changes-since-base' | 'swap' | 'note' | 'retry' | 'group' }
	);

/** What is known about the histories. */
export type Histories =
	/** `isAwaited` if the user wants to see the changes since the merge base. */
	| { readonly kind: 'reading'; readonly isAwaited: boolean }
	| { readonly kind: 'failed'; readonly message: string }
	| ({ readonly kind: 'known' } & ComparedCommits);

interface ComparisonNames {
	readonly before: string;
	readonly after: string;
}

/** More commits of one side than a user reads. The log has all. */
const maxShown = 500;

const icon = (name: string) => new vscode.ThemeIcon(name);

/** What the user can open, then the commits that only one of the two has. */
export function comparisonItems(names: ComparisonNames, histories: Histories): readonly ComparisonItem[] {
	const [before, after] = [names.before, names.after].map(escapeIcons);
	const actions: readonly ComparisonItem[] = [
		{
			id: 'changes',
			iconPath: icon('diff-multiple'),
			label: 'Show Changes',
			description: `from ${before} to ${after}`,
		},
		{
			id: 'changes-since-base',
			iconPath: icon('git-merge'),
			label: 'Show Changes Since Merge Base',
			description: escapeIcons(describeBase(names, histories)),
		},
		{ id: 'swap', iconPath: icon('arrow-swap'), label: 'Swap', description: `from ${after} to ${before}` },
	];
	switch (histories.kind) {
		case 'reading':
			return actions;
		case 'failed':
			return [
				...actions,
				{
					id: 'retry',
					iconPath: icon('refresh'),
					label: 'Try Again',
					description: escapeIcons(histories.message),
				},
			];
		case 'known':
			return [
				...actions,
				...sideItems(names.after, histories.after, histories.isComplete),
				...sideItems(names.before, histories.before, histories.isComplete),
			];
	}
}

/** Names the merge base, and says if one of the two is part of the other. */
function describeBase({ before, after }: ComparisonNames, histories: Histories): string {
	if (histories.kind === 'reading')
		return histories.isAwaited ? 'Reading the logs… Opens when they have been read' : 'Reading the logs…';
	if (histories.kind === 'failed') return 'The logs could not be read';
	const { mergeBase, isComplete } = histories;
	if (!mergeBase)
		return isComplete
			? `${before} and ${after} have no commit in common`
			: 'They have no commit in common among those that were read';
	const name = `${shortId(mergeBase.id)} ${subjectOf(mergeBase)}`;
	const age = shortAge(mergeBase.timestamp, Date.now());
	return [name, age].filter(Boolean).join(' · ');
}

function sideItems(name: string, commits: readonly Commit[], isComplete: boolean): readonly ComparisonItem[] {
	const number = isComplete ? count(commits.length, 'commit') : `at least ${count(commits.length, 'commit')}`;
	const cut: readonly ComparisonItem[] =
		commits.length > maxShown
			? [
					{
						id: 'note',
						iconPath: icon('info'),
						label: `${formatNumber(commits.length - maxShown)} more`,
						description: 'use Show Log of Branch or Tag',
					},
				]
			: [];
	return [
		{
			id: 'group',
			kind: vscode.QuickPickItemKind.Separator,
			label: `Only in ${escapeIcons(name)}: ${number}`,
		},
		...commits.slice(0, maxShown).map(commitItem),
		...cut,
	];
}

function commitItem(commit: Commit): ComparisonItem {
	const facts = [shortId(commit.id), authorOf(commit), shortAge(commit.timestamp, Date.now())];
	return {
		id: 'commit',
		commit,
		iconPath: icon(commit.parents.length > 1 ? 'git-merge' : 'git-commit'),
		label: escapeIcons(subjectOf(commit)),
		description: escapeIcons(facts.filter(Boolean).join(' · ')),
	};
}
