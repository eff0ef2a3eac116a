import type * as vscode from 'vscode';
import { count, formatNumber } from '../../../base/text/numbers.ts';
import { shortId } from '../../../forge/shapes/git-objects.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';
import type { LogEntry } from '../../../platform/git/objects.ts';
import { exactDate, shortAge } from '../../../platform/model/words.ts';
import { authorOf, subjectOf } from '../../view/commit-rows.ts';
import { plainItem } from './plain-item.ts';

/** An item of *Search Log…*. */
export type LogItem = vscode.QuickPickItem &
	(
		| { readonly id: 'commit'; readonly commit: Commit }
		| { readonly id: 'more' | 'continue' | 'stop' | 'note' }
	);

/** How far a log was searched. */
export interface LogProgress {
	readonly found: readonly Commit[];
	readonly searched: number;
	/** The last commit that was searched. */
	readonly last: LogEntry | undefined;
	readonly isComplete: boolean;
	readonly isInClone: boolean;
}

/** Creates the items of a box. */
export class LogItems {
	readonly #keepsOrder: boolean;
	/** VS Code keeps the active item only if it gets the same one again. */
	readonly #commits = new WeakMap<Commit, LogItem>();

	constructor(keepsOrder: boolean) {
		this.#keepsOrder = keepsOrder;
	}

	ofCommit(commit: Commit): LogItem {
		const known = this.#commits.get(commit);
		if (known) return known;
		const facts = [shortId(commit.id), authorOf(commit), shortAge(commit.timestamp, Date.now())];
		const item: LogItem = {
			id: 'commit',
			commit,
			...this.#item(
				commit.parents.length > 1 ? 'git-merge' : 'git-commit',
				subjectOf(commit),
				facts.filter(Boolean).join(' · '),
			),
		};
		this.#commits.set(commit, item);
		return item;
	}

	stop(progress: LogProgress): LogItem {
		return { id: 'stop', ...this.#item('stop-circle', 'Stop', `searched ${progressOf(progress)}`) };
	}

	continue(progress: LogProgress, isSearch: boolean): LogItem {
		const text = isSearch ? 'Search Earlier Commits' : 'Load Earlier Commits';
		const about = `${isSearch ? 'searched' : 'loaded'} ${progressOf(progress)}`;
		return { id: 'continue', ...this.#item('ellipsis', text, about) };
	}

	tryAgain(failure: string): LogItem {
		return { id: 'continue', ...this.#item('refresh', 'Try Again', failure) };
	}

	none(progress: LogProgress): LogItem {
		return { id: 'note', ...this.#item('info', 'No commits found', `searched ${progressOf(progress)}`) };
	}

	/** Not all commits that were found are shown. */
	more(shown: number, progress: LogProgress): LogItem {
		const { found, isComplete } = progress;
		const about = `showing ${formatNumber(shown)} of ${isComplete ? '' : 'at least '}${count(found.length, 'commit')}`;
		return { id: 'more', ...this.#item('ellipsis', 'Show More', about) };
	}

	#item(icon: string, text: string, about: string) {
		return plainItem(this.#keepsOrder, icon, text, about);
	}
}

/** `340 commits, back to 15 Nov 2026, 09:12`. */
function progressOf({ searched, last, isComplete, isInClone }: LogProgress): string {
	if (isComplete) return isInClone ? 'all of the local clone' : `all ${count(searched, 'commit')}`;
	const date = exactDate(last?.timestamp);
	return `${isInClone ? 'the local clone' : count(searched, 'commit')}${date === '' ? '' : `, back to ${date}`}`;
}
