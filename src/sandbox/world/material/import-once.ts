import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { HistoryStream, Mark } from './history-stream.ts';
import { importInto } from './import.ts';

/** What git makes of a history: the ids of the wanted commits, and the files of the repository by their paths. */
interface Imported {
	readonly ids: ReadonlyMap<Mark, string>;
	readonly files: ReadonlyMap<string, Buffer>;
}

/** By a hash of the history and the wanted commits. */
const imports = new Map<string, Promise<Imported>>();

/**
 * Does what `importInto` does, for a new repository. Git imports a history only once in a process: tests start hundreds of forges with the
 * same world. So this is only for histories that are small enough to stay in memory.
 */
export async function importOnce(
	folder: string,
	history: HistoryStream,
	wanted: readonly Mark[],
): Promise<ReadonlyMap<Mark, string>> {
	const key = keyOf(history, wanted);
	const before = imports.get(key);
	// If it failed in the other folder, it may succeed in this one.
	const known = before && (await before.catch(() => undefined));
	if (known) {
		await writeFiles(folder, known.files);
		return known.ids;
	}
	const imported = importAndRead(folder, history, wanted);
	imports.set(key, imported);
	return (await imported).ids;
}

function keyOf({ parts }: HistoryStream, wanted: readonly Mark[]): string {
	const hash = createHash('sha256').update(JSON.stringify(wanted));
	for (const part of parts) {
		const bytes = Buffer.isBuffer(part) ? part : JSON.stringify(part);
		hash.update(`\n${bytes.length} `).update(bytes);
	}
	return hash.digest('hex');
}

async function importAndRead(
	folder: string,
	history: HistoryStream,
	wanted: readonly Mark[],
): Promise<Imported> {
	const ids = await importInto(folder, history, wanted);
	const files = new Map<string, Buffer>();
	for (const part of ['objects', 'refs']) {
		const entries = await readdir(join(folder, part), { recursive: true, withFileTypes: true });
		for (const entry of entries.filter((one) => one.isFile())) {
			const path = join(entry.parentPath, entry.name);
			files.set(relative(folder, path), await readFile(path));
		}
	}
	return { ids, files };
}

async function writeFiles(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
	for (const [path, content] of files) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), content);
	}
}
