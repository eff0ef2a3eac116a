import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart } from '../cannot-start.ts';

/** The first version that can ignore the user's configuration. */
export const oldestGit = [2, 32] as const;
export const wantedGit = `git ${oldestGit.join('.')} or newer`;

const known = new Map<string, string>();

/**
 * The absolute path of git. Given only a name, Windows searches the child's working folder before the PATH, and other
 * systems search relative folders of the PATH. Either could run a git that a repository brings along.
 */
export function gitProgram(): string {
	const { PATH = '' } = process.env;
	const found = known.get(PATH) ?? search(PATH);
	if (found === undefined) {
		throw new CannotStart(
			`The forge needs git for its repositories, but git was not found. Install ${wantedGit}, make sure that it is on the PATH, and try again.`,
		);
	}
	known.set(PATH, found);
	return found;
}

function search(path: string): string | undefined {
	const name = process.platform === 'win32' ? 'git.exe' : 'git';
	const folders = path.split(delimiter).filter(isAbsolute);
	return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return statSync(file).isFile();
	} catch {
		return false;
	}
}

/** The placeholder of macOS, which exists even if git is not installed. */
const stub = '/usr/bin/git';
const xcodeSelect = '/usr/bin/xcode-select';

/**
 * Whether running this git would only open the macOS dialog that offers to install the developer tools. A user who
 * starts a forge does not expect that dialog.
 */
export async function onlyOffersTools(
	program: string,
	{ platform = process.platform, select = xcodeSelect } = {},
): Promise<boolean> {
	if (platform !== 'darwin' || program !== stub) return false;
	return promisify(execFile)(select, ['-p']).then(
		() => false,
		() => true,
	);
}
