import type { Name, Storage } from '../../../base/files/storage.ts';

/** The folder with the texts of mails, one file for each mail. */
export const textsFolder: Name = ['texts'];

/** The ids of the mails whose texts are on the disk. */
export async function listMailTextFiles(cache: Storage): Promise<ReadonlySet<number>> {
	const files = await cache.list(textsFolder);
	return new Set(files.map(({ name }) => Number(name)));
}
