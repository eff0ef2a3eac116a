import type { Name, Storage } from '../../../platform/state/storage.ts';

/** Where an account keeps the mails that were read, a file each. */
export const textsFolder: Name = ['texts'];

/** The ids of these mails. */
export async function storedMails(cache: Pick<Storage, 'list'>): Promise<ReadonlySet<number>> {
	const files = await cache.list(textsFolder);
	return new Set(files.map(({ name }) => Number(name)));
}
