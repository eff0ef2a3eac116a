import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

/** The absolute path of git: the first of `preferred` that is a program, or else the one on the PATH. */
export const findGit = (path: string, preferred: readonly string[] = []): string | undefined =>
	findOnPath('git', path, preferred);

/**
 * The absolute path of a program: the first of `preferred` that is one, or else the one on the PATH. Given only a name, Windows
 * searches the child's working folder before the PATH, and other systems search relative folders of the PATH. Either could run a
 * program that a repository brings along, so relative paths are ignored.
 */
export function findOnPath(
	program: string,
	path: string,
	preferred: readonly string[] = [],
): string | undefined {
	const name = process.platform === 'win32' && !/\.exe$/i.test(program) ? `${program}.exe` : program;
	const onPath = path.split(delimiter).map((folder) => folder && join(folder, name));
	return [...preferred, ...onPath].filter(isAbsolute).find(isProgram);
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
const macPlaceholder = '/usr/bin/git';
const xcodeSelect = '/usr/bin/xcode-select';

/**
 * Whether this git is only the placeholder of macOS, which opens a dialog that offers to install the developer tools. A user who did
 * not start git does not expect that dialog.
 */
export async function isMacPlaceholder(
	program: string,
	{ platform = process.platform, select = xcodeSelect } = {},
): Promise<boolean> {
	if (platform !== 'darwin' || program !== macPlaceholder) return false;
	return promisify(execFile)(select, ['-p']).then(
		() => false,
		() => true,
	);
}
