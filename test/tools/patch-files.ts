import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Files } from './patch-command.ts';
import { Stop } from './stop.ts';

const reasons: Readonly<Record<string, string>> = {
	EISDIR: 'it is a folder',
	EEXIST: 'there is a file with that name',
	ENOTDIR: 'a part of its path is a file',
	EACCES: 'the permission is missing',
	EPERM: 'the permission is missing',
};

/** Says in one sentence why a file or folder cannot be used. */
function orStop<T>(what: string, work: () => T, ifMissing = 'it is not there'): T {
	try {
		return work();
	} catch (error) {
		if (!(error instanceof Error && 'code' in error)) throw error;
		const reason = error.code === 'ENOENT' ? ifMissing : reasons[String(error.code)];
		throw new Stop(`${what}: ${reason ?? error.message}.`);
	}
}

/** Makes a folder and those above it. The option `recursive` of Node never ends where the system refuses folders, as below `/proc`. */
function makeFolder(folder: string): void {
	try {
		mkdirSync(folder);
	} catch (error) {
		if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
		const above = dirname(folder);
		const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
		if (!isMissing || above === folder) throw error;
		makeFolder(above);
		mkdirSync(folder);
	}
}

/** The files of the disk, and the standard input. */
export const diskFiles: Files = {
	read: (name) =>
		orStop(name === '-' ? 'The standard input cannot be read' : `${name} cannot be read`, () =>
			readFileSync(name === '-' ? 0 : name),
		),
	write: (folder, name, text) => {
		orStop(
			`The folder ${folder} cannot be made`,
			() => makeFolder(folder),
			'the system refuses folders there',
		);
		const file = join(folder, name);
		orStop(`${file} cannot be written`, () => writeFileSync(file, text));
		return file;
	},
};
