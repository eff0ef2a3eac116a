import { background } from '../../base/background.ts';
import { visible } from '../../base/text/invisible-characters.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { idOfRepository } from '../../platform/model/keys.ts';
import { noticeRow, type Row } from '../../platform/view/row.ts';
import { branchRef, defaultBranchOf } from '../model/refs.ts';
import type { RepositoryTarget } from '../model/repository-target.ts';
import { commitRows } from './commit-rows.ts';
import { missingRow } from './entry-rows.ts';
import type { RepositoryRowInput } from './repository-row-input.ts';

/** A branch or tag, with its own rows below it. */
export interface ShownReference {
	/** The full name. */
	readonly name: string;
	/** What the user calls it, such as `branch main`. */
	readonly label: string;
	/** The id of a commit or annotated tag. */
	readonly target: string;
}

type LogTarget = Extract<RepositoryTarget, { kind: 'log' }>;

/** The log of the default branch. */
export function defaultLogRow(input: RepositoryRowInput): Row | undefined {
	const { repositoryCache, didSee } = input;
	const { key, history, head } = repositoryCache;
	if (head === undefined) return undefined;
	const branch = defaultBranchOf(input.repositoryCache.refs);
	const about: LogTarget = { kind: 'log', key };
	const parentId = idOfRepository(key);
	return {
		id: `${parentId} log`,
		label: 'Log',
		...(branch && { description: `of ${visible(branch.name)}` }),
		spokenLabel: branch ? `Log of branch ${visible(branch.name)}` : 'Log',
		icon: 'history',
		context: 'log',
		didExpand: () => {
			const see = async () => {
				if (history.all === undefined || history.isReading) await history.refresh();
				const branchNow = defaultBranchOf(input.repositoryCache.refs);
				const commits = (history.all ?? []).map(({ id }) => id);
				const isOfBranch = branchNow !== undefined && branchNow.commit === commits[0];
				didSee(commits, isOfBranch ? { [branchRef(branchNow)]: branchNow.commit } : {});
			};
			background(see());
		},
		children: async () => {
			// The rows are drawn again when the read ends, which must not begin another one.
			if (history.all === undefined && !history.lastError) await history.refresh();
			const rows = commitRows(about, history.all ?? [], history.hasMore, parentId);
			return [searchRow(about, parentId), ...rows];
		},
		about,
	};
}

/** The log of a branch or tag. The log is that of the commit there, so the row changes only when the branch moves. */
export function referenceLogRow(
	{ repositoryCache, didSee }: RepositoryRowInput,
	{ name, label, target }: ShownReference,
	parentId: string,
): Row {
	const { key } = repositoryCache;
	const about: LogTarget = { kind: 'log', key, ref: name };
	return {
		// The ids of the files beside this row have a colon after `parentId`, so none is the same.
		id: `${parentId} log`,
		label: 'Log',
		spokenLabel: `Log of ${label}`,
		tooltip: `The commits of ${label}`,
		tooltipInputs: [target],
		icon: 'history',
		context: 'log',
		didExpand: () => {
			const see = async () => {
				const log = await repositoryCache.openLog(target);
				if (log)
					didSee(
						log.commits.map(({ id }) => id),
						{ [name]: target },
					);
			};
			// The rows report the failure.
			background(see().catch(() => {}));
		},
		children: async () => {
			try {
				const log = await repositoryCache.openLog(target);
				if (!log)
					return [noticeRow(`no-log/${parentId}`, 'info', 'No commits: the tag points to a file or folder')];
				const rows = commitRows(about, log.commits, !log.isComplete, parentId);
				return [searchRow(about, parentId), ...rows];
			} catch (error) {
				if (error instanceof ForgeError && error.kind === 'missing') return [missingRow(`log/${parentId}`)];
				throw error;
			}
		},
		about,
	};
}

const searchRow = (about: LogTarget, parentId: string): Row =>
	noticeRow(`search/${parentId}`, 'search', 'Search…', {
		tooltip: 'Click to find commits by message, author or path.',
		spokenLabel: 'Search this log',
		command: { id: 'tildeforge.searchRepositoryLog', title: 'Search Log', arguments: [about] },
		about,
	});
