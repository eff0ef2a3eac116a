import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart } from '../cannot-start.ts';

/** The first one that leaves a person's configuration alone when it is told to. */
export const oldestGit = [2, 32] as const;
export const wantedGit = `git ${oldestGit.join('.')} or newer`;

const known = new Map<string, string>();

/**
 * The absolute path of git. By its name alone, Windows looks for it in the folder that the child starts in before it looks
 * on the PATH, and other systems do so where the PATH has a relative folder: a repository could bring a git of its own.
 */
export function gitProgram(): string {
	const { PATH = '' } = process.env;
	const found = known.get(PATH) ?? search(PATH);
	if (found === undefined) {
		throw new CannotStart(
			`The forge keeps its repositories with git, which was not found. Install ${wantedGit}, make sure that it is on the PATH, and try again.`,
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

/** Of macOS itself, and whether the program that it stands for is installed. */
const stub = '/usr/bin/git';
const xcodeSelect = '/usr/bin/xcode-select';

/**
 * Whether running this git would only open the dialog with which macOS offers to install the developer tools. The user
 * asked for a forge, and not for that.
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
