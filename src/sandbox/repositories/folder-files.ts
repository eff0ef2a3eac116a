import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Everything below some folders by its path, each folder before what is in it. Only files have content. */
export type FolderFiles = ReadonlyMap<string, Buffer | undefined>;

/** Reads all folders and files below a folder. */
export async function readFolder(folder: string): Promise<FolderFiles> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = new Map<string, Buffer | undefined>();
	const paths = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }));
	for (const { entry, path } of paths.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
		files.set(relative(folder, path), entry.isFile() ? await readFile(path) : undefined);
	return files;
}

/** Writes into a folder what `readFolder` has read in another one. */
export async function writeFolder(folder: string, files: FolderFiles): Promise<void> {
	for (const [path, content] of files) {
		if (content === undefined) await mkdir(join(folder, path), { recursive: true });
		else await writeFile(join(folder, path), content);
	}
}
