import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../base/files/files.ts';
import { parseScfg } from './scfg.ts';

/** The values that `.hut.scfg` has for the project of a work tree, as written there. */
export interface HutFile {
	/** An address, such as `https://todo.example.org/~ana/editor`. */
	readonly tracker: string | undefined;
	/** A mail address or an address of a page. */
	readonly list: string | undefined;
}

const fileName = '.hut.scfg';
const maxBytes = 64 * 1024;

export function parseHutFile(text: string): HutFile {
	const directives = parseScfg(text);
	const paramOf = (name: string) => directives.find((directive) => directive.name === name)?.params[0];
	return { tracker: paramOf('tracker'), list: paramOf('development-mailing-list') };
}

/** Reads the file in the first of these folders that has it. */
export async function readHutFile(folders: readonly string[]): Promise<HutFile | undefined> {
	for (const folder of folders) {
		const text = await readSmallFile(join(folder, fileName));
		if (text !== undefined) return parseHutFile(text);
	}
	return undefined;
}

/** Undefined if there is no such file, or if it is not a regular file: the repository may come from a stranger. */
async function readSmallFile(file: string): Promise<string | undefined> {
	try {
		if (!(await lstat(file)).isFile()) return undefined;
		const handle = await open(file);
		try {
			const { bytesRead, buffer } = await handle.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
			return bytesRead > maxBytes ? undefined : buffer.toString('utf8', 0, bytesRead);
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return undefined;
		throw error;
	}
}
