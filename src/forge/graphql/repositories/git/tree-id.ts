import { createHash } from 'node:crypto';

/** An entry of a tree. */
export interface EntryData {
	readonly name: string;
	readonly id: string;
	/** As in git, but a decimal number. */
	readonly mode: number;
}

/**
 * Whether a tree has exactly these entries. The id of a tree is the hash of its entries, so the hash differs if an entry is missing, and also if
 * a name is not UTF-8.
 */
export function areAllEntries(id: string, entries: readonly EntryData[]): boolean {
	const records = entries
		.map((entry) => ({ entry, sortName: Buffer.from(isTree(entry) ? `${entry.name}/` : entry.name) }))
		.sort((a, b) => Buffer.compare(a.sortName, b.sortName))
		.map(({ entry }) =>
			Buffer.concat([Buffer.from(`${entry.mode.toString(8)} ${entry.name}\0`), Buffer.from(entry.id, 'hex')]),
		);
	return treeId(Buffer.concat(records), id) === id;
}

/** The id of a tree with this content. `like` is any id of the repository: its length tells the hash function. */
export const treeId = (content: Uint8Array, like: string): string =>
	createHash(like.length === 64 ? 'sha256' : 'sha1')
		.update(`tree ${content.length}\0`)
		.update(content)
		.digest('hex');

const isTree = ({ mode }: EntryData) => mode === 0o040000;
