import { execFile } from 'node:child_process';
import { dirname, isAbsolute } from 'node:path';
import { ForgeError } from '../../forge/contract/errors.ts';
import { parseConfig } from './config.ts';

/** The git that reads local clones. */
export interface Git {
	/** The absolute path of git. */
	readonly program: string;
	/** Whether the user trusts the workspace. Git does not run otherwise: the settings of a clone can name programs to run. */
	readonly isTrusted: boolean;
	/** By default, the environment of this process. */
	readonly environment?: Readonly<NodeJS.ProcessEnv>;
	/** How long git may take to answer. By default, ten seconds. */
	readonly timeoutMs?: number;
}

interface GitCommand {
	readonly args: readonly string[];
	readonly options: {
		readonly cwd: string;
		readonly env: NodeJS.ProcessEnv;
		readonly windowsHide: true;
	};
}

/** Settings that replace those of the clone: they could run programs or change what is read. */
const overrides = [
	'core.fsmonitor=false',
	'core.hooksPath=/dev/null',
	'core.pager=cat',
	'core.askPass=',
	'core.sshCommand=false',
	'credential.helper=',
	'diff.external=',
	'protocol.allow=never',
	// A folder that looks like a bare repository can be part of any repository.
	'safe.bareRepository=explicit',
];

/** The commands that run no hooks, because they change nothing in the clone. */
const readCommands = ['cat-file', 'config', 'rev-list', 'rev-parse'];

const isRead = (args: readonly string[]): boolean =>
	readCommands.includes(args.find((arg) => !arg.startsWith('--')) ?? '');

/**
 * The events that run hooks. Since git 2.55, `hook.<event>.enabled` switches off all hooks of an event, also those in settings that git includes
 * only while the command runs.
 */
const hookEvents = `
	applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg
	commit-msg post-commit pre-rebase post-checkout post-merge pre-push pre-receive update
	proc-receive post-receive post-update reference-transaction push-to-checkout pre-auto-gc
	post-rewrite post-index-change sendemail-validate fsmonitor-watchman
`
	.trim()
	.split(/\s+/);

/**
 * The hooks that a command could run because settings of the clone, the user or the system name them. Git has such hooks since 2.54, and
 * `core.hooksPath` concerns only the others.
 */
async function configuredHooks(
	git: Git,
	folder: string,
	args: readonly string[],
	signal?: AbortSignal,
): Promise<readonly string[]> {
	if (isRead(args)) return [];
	const settings = parseConfig(await gitOutput(git, folder, ['config', '--list', '--null'], signal));
	const names = settings.flatMap(({ section, subsection = '' }) => (section === 'hook' ? [subsection] : []));
	if (names.some((name) => name.includes('\ufffd'))) {
		throw new ForgeError(
			'refused',
			`Tildeforge does not run git in ${folder}, because it could not switch off a hook there: its name in git's settings is not UTF-8.`,
		);
	}
	return [...new Set([...hookEvents, ...names])];
}

/** Switches off hooks. Their names can contain `=`, at which `-c` would cut them. */
const hooksOff = (names: readonly string[]): NodeJS.ProcessEnv => ({
	GIT_CONFIG_COUNT: `${names.length}`,
	...Object.fromEntries(
		names.flatMap((name, nth) => [
			[`GIT_CONFIG_KEY_${nth}`, `hook.${name}.enabled`],
			[`GIT_CONFIG_VALUE_${nth}`, 'false'],
		]),
	),
});

/**
 * The command that runs git safely in a folder. All code that runs git in a clone must use it. Git still reads the settings of the user
 * and of the system: they say which folders of other users are safe, and rewrite the URLs of remotes. `hooks` are the names of configured
 * hooks to switch off; a command that only reads runs none. Reasons: docs/decisions/local-clones.md.
 */
export function gitCommand(
	git: Git,
	folder: string,
	args: readonly string[],
	hooks: readonly string[] = [],
): GitCommand {
	if (!git.isTrusted) {
		throw new ForgeError(
			'refused',
			'Tildeforge does not run git in folders that you do not trust. Trust the workspace first.',
		);
	}
	if (!isAbsolute(git.program) || !isAbsolute(folder)) {
		throw new ForgeError('refused', 'Tildeforge needs the absolute paths of git and of the folder.');
	}
	const settings = overrides.flatMap((setting) => ['-c', setting]);
	return {
		args: ['--no-pager', ...settings, '-C', folder, ...args],
		options: {
			// On Windows, the working folder of a running program cannot be removed.
			cwd: dirname(git.program),
			env: { ...gitEnvironment(git.environment ?? process.env, folder), ...hooksOff(hooks) },
			windowsHide: true,
		},
	};
}

/** The environment without variables that lead git to other folders or name programs to run. */
function gitEnvironment(environment: Readonly<NodeJS.ProcessEnv>, folder: string): NodeJS.ProcessEnv {
	const rest = Object.entries(environment).filter(([name]) => !/^(?:GIT_|SSH_ASKPASS)/i.test(name));
	return {
		...Object.fromEntries(rest),
		// As in a shell. Otherwise git compares the `gitdir` of an `includeIf` only with the path without symbolic links.
		PWD: folder,
		LC_ALL: 'C',
		LANGUAGE: 'C',
		// No setting can override this list. No protocol has this name.
		GIT_ALLOW_PROTOCOL: 'none',
		GIT_NO_LAZY_FETCH: '1',
		GIT_NO_REPLACE_OBJECTS: '1',
		GIT_OPTIONAL_LOCKS: '0',
		GIT_TERMINAL_PROMPT: '0',
	};
}

export type GitResult =
	| { readonly kind: 'done'; readonly output: string }
	| { readonly kind: 'failed'; readonly code: number; readonly reason: string };

export const gitTimeoutMs = 10_000;
const maxOutput = 64 * 1024 * 1024;

/** Runs git to its end. In `args`, paths from outside must follow `--`. */
export async function runGit(
	git: Git,
	folder: string,
	args: readonly string[],
	signal?: AbortSignal,
): Promise<GitResult> {
	const hooks = await configuredHooks(git, folder, args, signal);
	const command = gitCommand(git, folder, args, hooks);
	signal?.throwIfAborted();
	const limits = {
		timeout: git.timeoutMs ?? gitTimeoutMs,
		maxBuffer: maxOutput,
		killSignal: 'SIGKILL',
	} as const;
	const options = { ...command.options, ...limits, signal };
	return new Promise((resolve, reject) => {
		const child = execFile(git.program, command.args, options, (error, output, errors) => {
			// If git ends at the very time limit, Node drops the rest of the output and reports no error.
			if (!error && !child.stdout?.readableEnded) reject(gitTimedOut(folder));
			else if (!error) resolve({ kind: 'done', output });
			else if (signal?.aborted) reject(signal.reason);
			else if (typeof error.code === 'number') resolve({ kind: 'failed', code: error.code, reason: errors });
			else if (error.killed) reject(gitTimedOut(folder));
			else if (child.pid === undefined) reject(cannotRunGit(error));
			else reject(gitEnded(folder, error.message));
		});
		child.stdin?.end();
	});
}

/** The output of a command that is not expected to fail. */
export async function gitOutput(
	git: Git,
	folder: string,
	args: readonly string[],
	signal?: AbortSignal,
): Promise<string> {
	const result = await runGit(git, folder, args, signal);
	if (result.kind === 'done') return result.output;
	throw gitEnded(folder, reasonIn(result.reason));
}

/** The line of git's messages that says why it failed. */
export function reasonIn(messages: string): string {
	const lines = messages.trim().split('\n');
	return lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines.at(-1) ?? '';
}

export const gitTimedOut = (folder: string): ForgeError =>
	new ForgeError('timeout', `Git did not answer in time in ${folder}.`);

export const gitEnded = (folder: string, reason: string): ForgeError =>
	new ForgeError(
		'surprise',
		`Git ended unexpectedly in ${folder}: ${reason.replace(/\.$/, '') || 'it gave no reason'}.`,
	);

export const cannotRunGit = (cause: Error): ForgeError =>
	new ForgeError('refused', `Git could not be run: ${cause.message}. Check the setting "git.path".`, {
		cause,
	});
