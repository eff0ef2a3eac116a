import type { Name, Storage } from '../../../base/files/storage.ts';

interface Limits {
	readonly files: number;
	readonly bytes: number;
}

/**
 * Removes the oldest files of a folder, except for those to keep, until it is within its limits. If one cannot be removed, removes the
 * others and then rejects.
 */
export async function trimFolder(
	storage: Storage,
	folder: Name,
	{ files, bytes }: Limits,
	isKept: (name: string) => boolean = () => false,
): Promise<void> {
	const stored = [...(await storage.list(folder))].sort((a, b) => b.written - a.written);
	const failures: unknown[] = [];
	let total = 0;
	for (const [index, { name, size }] of stored.entries()) {
		total += size;
		if ((index < files && total <= bytes) || isKept(name)) continue;
		await storage.remove([...folder, name]).catch((failure: unknown) => failures.push(failure));
	}
	if (failures.length > 0) throw failures[0];
}
