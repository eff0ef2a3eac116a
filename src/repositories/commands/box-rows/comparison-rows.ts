import * as vscode from 'vscode';
import { timeOfDay } from '../../../base/clock.ts';
import { count, formatNumber } from '../../../base/text/numbers.ts';
import { shortId } from '../../../forge/shapes/git-objects.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';
import type { BoxRow } from '../../../platform/editor/boxes/search-box.ts';
import { escapeIcons } from '../../../platform/editor/escape.ts';
import { shortAge } from '../../../platform/model/words.ts';
import type { ComparedCommits } from '../../state/compare-commits.ts';
import { authorOf, subjectOf } from '../../view/commit-rows.ts';

/** What the user wants to see of a comparison. */
export type ComparisonChoice =
	| { readonly kind: 'commit'; readonly commit: Commit }
	| { readonly kind: 'changes'; readonly title: string; readonly before: string; readonly after: string };

/** What is known about the histories. */
export type Histories =
	/** `isAwaited` if the user wants to see the changes since the merge base. */
	| { readonly kind: 'reading'; readonly isAwaited: boolean }
	| { readonly kind: 'failed' }
	| ({ readonly kind: 'known' } & ComparedCommits);

type Row = BoxRow<ComparisonChoice>;

/** What the rows do that are always there. */
interface ComparisonActions {
	readonly showChanges: () => ComparisonChoice;
	readonly showChangesSinceBase: () => ComparisonChoice | undefined;
	readonly swap: () => undefined;
}

interface ComparisonNames {
	readonly before: string;
	readonly after: string;
}

/** More commits of one side than a user reads. The log has all. */
const maxShown = 500;

const icon = (name: string) => new vscode.ThemeIcon(name);

/** What the user can open, then the commits that only one of the two has. */
export function comparisonRows(
	names: ComparisonNames,
	histories: Histories,
	actions: ComparisonActions,
): readonly Row[] {
	const [before, after] = [names.before, names.after].map(escapeIcons);
	return [
		{
			id: sinceBase,
			iconPath: icon('git-merge'),
			label: `What ${after} adds to ${before}`,
			description: escapeIcons(describeAdded(names, histories)),
			enter: actions.showChangesSinceBase,
		},
		{
			id: 'changes',
			iconPath: icon('diff-multiple'),
			label: `All differences from ${before} to ${after}`,
			enter: actions.showChanges,
		},
		{
			id: 'swap',
			iconPath: icon('arrow-swap'),
			label: 'Swap',
			description: `what ${before} adds to ${after}`,
			enter: actions.swap,
		},
		...(histories.kind === 'known' ? commitRows(names, histories) : []),
	];
}

/** The id of the row that shows the changes since the merge base. */
export const sinceBase = 'changes since base';

const commitRows = (
	names: ComparisonNames,
	{ before, after, isComplete }: ComparedCommits,
): readonly Row[] => [
	...sideRows(names.after, after, isComplete),
	...sideRows(names.before, before, isComplete),
];

/** Counts the commits since the merge base, and names that. */
function describeAdded({ before, after }: ComparisonNames, histories: Histories): string {
	if (histories.kind === 'reading')
		return histories.isAwaited ? 'Reading the logs… Opens when they have been read' : 'Reading the logs…';
	if (histories.kind === 'failed') return 'The logs could not be read';
	const { mergeBase, isComplete } = histories;
	const added = countCommits(histories.after, isComplete);
	if (!mergeBase)
		return isComplete
			? `${before} and ${after} have no commit in common`
			: 'They have no commit in common among those that were read';
	const name = `${added} since ${shortId(mergeBase.id)} ${subjectOf(mergeBase)}`;
	const age = shortAge(mergeBase.timestamp, timeOfDay());
	return [name, age].filter(Boolean).join(' · ');
}

const countCommits = ({ length }: readonly Commit[], isComplete: boolean): string =>
	isComplete ? count(length, 'commit') : `at least ${count(length, 'commit')}`;

function sideRows(name: string, commits: readonly Commit[], isComplete: boolean): readonly Row[] {
	const cut: readonly Row[] =
		commits.length > maxShown
			? [
					{
						iconPath: icon('info'),
						label: `${formatNumber(commits.length - maxShown)} more`,
						description: 'use Show Log of Branch or Tag',
					},
				]
			: [];
	return [
		{
			kind: vscode.QuickPickItemKind.Separator,
			label: `Only in ${escapeIcons(name)}: ${countCommits(commits, isComplete)}`,
		},
		...commits.slice(0, maxShown).map(commitRow),
		...cut,
	];
}

function commitRow(commit: Commit): Row {
	const facts = [shortId(commit.id), authorOf(commit), shortAge(commit.timestamp, timeOfDay())];
	return {
		enter: () => ({ kind: 'commit', commit }),
		iconPath: icon(commit.parents.length > 1 ? 'git-merge' : 'git-commit'),
		label: escapeIcons(subjectOf(commit)),
		description: escapeIcons(facts.filter(Boolean).join(' · ')),
	};
}
