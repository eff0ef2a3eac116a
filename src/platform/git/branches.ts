import { type Git, type GitResult, gitEnded, gitOutput, reasonIn, runGit } from './run-git.ts';

/** A branch of a local clone. */
export interface LocalBranch {
	/** Without `refs/heads/`. */
	readonly name: string;
	readonly commit: string;
	/** The full reference that the branch follows, such as `refs/remotes/origin/main`. */
	readonly upstream: string | undefined;
}

export interface LocalHead {
	/** The id of the commit that is checked out. Undefined before the first commit. */
	readonly commit: string | undefined;
	/** The branch that is checked out. Undefined if it is a commit alone. */
	readonly branch: string | undefined;
}

export async function readHead(git: Git, root: string, signal?: AbortSignal): Promise<LocalHead> {
	const [commit, branch] = await Promise.all([
		runGit(git, root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], signal),
		runGit(git, root, ['symbolic-ref', '--quiet', 'HEAD'], signal),
	]);
	return { commit: outputIfAny(root, commit), branch: branchName(outputIfAny(root, branch) ?? '') };
}

export async function readBranches(
	git: Git,
	root: string,
	signal?: AbortSignal,
): Promise<readonly LocalBranch[]> {
	const format = '--format=%(objectname)%00%(refname)%00%(upstream)';
	const output = await gitOutput(git, root, ['for-each-ref', format, 'refs/heads/'], signal);
	return output.split('\n').flatMap((line) => {
		const [commit = '', ref = '', upstream] = line.split('\0');
		const name = branchName(ref);
		return name === undefined ? [] : [{ name, commit, upstream: upstream || undefined }];
	});
}

/** Git exits with 1 if there is no such commit or branch. */
function outputIfAny(folder: string, result: GitResult): string | undefined {
	if (result.kind === 'done') return result.output.trim();
	if (result.code === 1) return undefined;
	throw gitEnded(folder, reasonIn(result.reason));
}

const branchName = (ref: string): string | undefined =>
	ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
