import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isMacPlaceholder } from '../../base/find-git.ts';
import { CannotStart } from '../server/cannot-start.ts';
import { gitProgram, oldestGit, wantedGit } from './git-program.ts';

/**
 * The environment of every git process that the forge starts. It removes git's variables, so that neither the user's or
 * system's configuration nor a hook that runs this process can change the forge's answers.
 */
export function gitEnvironment(): NodeJS.ProcessEnv {
	const rest = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
	return {
		...Object.fromEntries(rest),
		LC_ALL: 'C',
		GIT_CONFIG_NOSYSTEM: '1',
		// Git for Windows also accepts this name.
		GIT_CONFIG_GLOBAL: '/dev/null',
		GIT_ATTR_NOSYSTEM: '1',
		GIT_CONFIG_COUNT: '2',
		// A folder kept between runs may belong to another user, for example in a container.
		GIT_CONFIG_KEY_0: 'safe.directory',
		GIT_CONFIG_VALUE_0: '*',
		// Otherwise git reads the user's attributes from the default path.
		GIT_CONFIG_KEY_1: 'core.attributesFile',
		GIT_CONFIG_VALUE_1: '/dev/null',
		GIT_TERMINAL_PROMPT: '0',
		// An id must always name the same object, whatever `refs/replace` contains.
		GIT_NO_REPLACE_OBJECTS: '1',
	};
}

const run = promisify(execFile);
const outputLimit = 512 * 1024 * 1024;

/** Runs git and returns its output. Arguments from outside must follow `--end-of-options`. */
export async function git(folder: string, args: readonly string[]): Promise<string> {
	const options = { cwd: folder, env: gitEnvironment(), maxBuffer: outputLimit, windowsHide: true };
	const { stdout } = await run(gitProgram(), args, { ...options, encoding: 'utf8' });
	return stdout;
}

/** Throws an error for the user if there is no git that the forge can use. It may have been there at an earlier start. */
export async function checkGit(): Promise<void> {
	const program = gitProgram();
	if (await isMacPlaceholder(program)) {
		throw new CannotStart(
			`The forge needs git for its repositories, but the developer tools of macOS are not installed. Run xcode-select --install, or install ${wantedGit} in another way, and try again.`,
		);
	}
	const answer = await run(program, ['--version'], { env: gitEnvironment(), windowsHide: true }).catch(
		(error: Error & { readonly stderr?: string }) => {
			const reason = (error.stderr ?? '').trim().split('\n')[0] || error.message;
			throw new CannotStart(`The forge needs git for its repositories, but git does not run here: ${reason}`);
		},
	);
	const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(answer.stdout) ?? []).map(Number);
	if (major > oldestGit[0] || (major === oldestGit[0] && minor >= oldestGit[1])) return;
	throw new CannotStart(
		`The forge needs git for its repositories, but this version is too old (${answer.stdout.trim()}). Install ${wantedGit}, and try again.`,
	);
}
