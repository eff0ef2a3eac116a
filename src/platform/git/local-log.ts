import type { Distance, LogEntry, ReadLogEntries } from './objects.ts';
import { type Git, gitOutput } from './run-git.ts';
import { isObjectId } from './tree-entries.ts';

/** Git walks a long history from its beginning, on a machine that may be busy. */
const logTimeoutMs = 60_000;

/** One commit: fields that end with NUL, which no commit contains. Before each, git prints a line with its id. */
const format = '--format=%x00%H%x00%P%x00%an%x00%ae%x00%aI%x00%B';
const fields = 6;

/** Whether the history of a clone ends before its first commit. */
export async function isShallow(git: Git, root: string, signal?: AbortSignal): Promise<boolean> {
	return (await gitOutput(git, root, ['rev-parse', '--is-shallow-repository'], signal)).trim() !== 'false';
}

/** How many commits each of two commits has that the other one lacks. */
export async function readDistance(
	git: Git,
	root: string,
	one: string,
	other: string,
	signal?: AbortSignal,
): Promise<Distance> {
	const args = ['rev-list', '--left-right', '--count', `${one}...${other}`, '--'];
	const output = await gitOutput({ ...git, timeoutMs: logTimeoutMs }, root, args, signal);
	const [ahead = 0, behind = 0] = output.trim().split(/\s+/).map(Number);
	return { ahead, behind };
}

/** Lists what git knows of the commits of a log. No setting of the clone or the user changes what `rev-list` prints. */
export async function readLogEntries(
	git: Git,
	root: string,
	commit: string,
	{ skip, most, paths, signal }: ReadLogEntries,
): Promise<readonly LogEntry[]> {
	const args = [
		'--literal-pathspecs',
		'rev-list',
		format,
		'--encoding=UTF-8',
		`--skip=${skip}`,
		`--max-count=${most}`,
		// Otherwise git leaves out branches whose changes a merge has not taken. It lists merges that differ from any parent.
		'--full-history',
		commit,
		'--',
		...paths,
	];
	const output = await gitOutput({ ...git, timeoutMs: logTimeoutMs }, root, args, signal);
	const [, ...parts] = output.split('\0');
	return Array.from({ length: Math.floor(parts.length / fields) }, (_, nth) => {
		const [id = '', parents = '', name = '', email = '', timestamp = '', message = ''] = parts.slice(
			nth * fields,
			(nth + 1) * fields,
		);
		return {
			id,
			parents: parents.split(' ').filter(isObjectId),
			author: { name, email },
			timestamp,
			message: message.replace(/\n(?:commit [0-9a-f]{40}\n)?$/, ''),
		};
	});
}
