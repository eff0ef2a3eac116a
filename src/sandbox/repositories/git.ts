import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

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
		// A folder kept between runs may belong to another user, as in a container.
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: 'safe.directory',
		GIT_CONFIG_VALUE_0: '*',
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
	const { stdout } = await run('git', words, { ...options, encoding: 'utf8' });
	return stdout;
}
