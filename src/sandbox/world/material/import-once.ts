import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type FolderFiles, readFolder, writeFolder } from '../../repositories/folder-files.ts';
import type { HistoryStream, Mark } from './history-stream.ts';
import { importInto } from './import.ts';

/** What git makes of a history: the ids of the wanted commits, and the objects and references in the repository. */
interface Imported {
	readonly ids: ReadonlyMap<Mark, string>;
	readonly objects: FolderFiles;
	readonly refs: FolderFiles;
}

/** By a hash of the history and the wanted commits. */
const imports = new Map<string, Promise<Imported>>();

/**
 * Does what `importInto` does, for a new repository and a history that other forges of this process have, too: tests start hundreds of them.
 * Git imports it only once, and it stays in memory.
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
		await writeFolder(join(folder, 'objects'), known.objects);
		await writeFolder(join(folder, 'refs'), known.refs);
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
	return {
		ids,
		objects: await readFolder(join(folder, 'objects')),
		refs: await readFolder(join(folder, 'refs')),
	};
}
