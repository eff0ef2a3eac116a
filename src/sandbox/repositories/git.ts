import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CannotStart } from '../cannot-start.ts';
import { gitProgram, oldestGit, onlyOffersTools, wantedGit } from './git-program.ts';

/**
 * The environment of every git that the forge starts. What the surroundings say of git is left out: neither a person's
 * nor the system's configuration, nor a hook that this process runs in, may change what the forge answers.
 */
export function gitEnvironment(): NodeJS.ProcessEnv {
	const rest = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
	return {
		...Object.fromEntries(rest),
		LC_ALL: 'C',
		GIT_CONFIG_NOSYSTEM: '1',
		// Git for Windows knows this name, too.
		GIT_CONFIG_GLOBAL: '/dev/null',
		GIT_ATTR_NOSYSTEM: '1',
		GIT_CONFIG_COUNT: '2',
		// A folder kept between runs may belong to another user, as in a container.
		GIT_CONFIG_KEY_0: 'safe.directory',
		GIT_CONFIG_VALUE_0: '*',
		// Without this a person's attributes are read where no configuration names them.
		GIT_CONFIG_KEY_1: 'core.attributesFile',
		GIT_CONFIG_VALUE_1: '/dev/null',
		GIT_TERMINAL_PROMPT: '0',
		// An id names one object, whatever `refs/replace` holds.
		GIT_NO_REPLACE_OBJECTS: '1',
	};
}

const run = promisify(execFile);
const outputLimit = 512 * 1024 * 1024;

/** What git prints. `words` are arguments; whatever comes from outside stands behind `--end-of-options`. */
export async function git(folder: string, words: readonly string[]): Promise<string> {
	const options = { cwd: folder, env: gitEnvironment(), maxBuffer: outputLimit, windowsHide: true };
	const { stdout } = await run(gitProgram(), words, { ...options, encoding: 'utf8' });
	return stdout;
}

/** Refuses, in words for a person, where there is no git that a forge could work with. */
export async function checkGit(): Promise<void> {
	const program = gitProgram();
	if (await onlyOffersTools(program)) {
		throw new CannotStart(
			`The forge keeps its repositories with git, and the developer tools of macOS are not installed. Run xcode-select --install, or install ${wantedGit} in another way, and try again.`,
		);
	}
	const said = await run(program, ['--version'], { env: gitEnvironment(), windowsHide: true }).catch(
		(error: Error & { readonly stderr?: string }) => {
			const reason = (error.stderr ?? '').trim().split('\n')[0] || error.message;
			throw new CannotStart(`The forge keeps its repositories with git, which does not run here: ${reason}`);
		},
	);
	const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(said.stdout) ?? []).map(Number);
	if (major > oldestGit[0] || (major === oldestGit[0] && minor >= oldestGit[1])) return;
	throw new CannotStart(
		`The forge keeps its repositories with git, and this one is too old (${said.stdout.trim()}). Install ${wantedGit}, and try again.`,
	);
}
