import { inflateSync } from 'node:zlib';
import { bounds, checkRows } from '../../../contract/bounds.ts';
import type { GitProtocol } from './ask-git.ts';
import { delimiterPacket, flushPacket, packet } from './packets.ts';
import { type EntryData, treeId } from './tree-id.ts';

const isSha256 = (id: string) => id.length === 64;
/** The number of the type of trees, and the bytes before the first object of a pack. */
const treeType = 2;
const headerLength = 12;

/** Asks for one object and, with the filter, for none of those below it. */
const requestFor = (id: string) =>
	[
		packet('command=fetch\n'),
		...(isSha256(id) ? [packet('object-format=sha256\n')] : []),
		delimiterPacket,
		...[`want ${id}\n`, 'filter tree:0\n', 'no-progress\n', 'done\n'].map(packet),
		flushPacket,
	].join('');

/** All entries of a tree. Undefined if git's protocol cannot be used here, or not for a single tree. */
export async function treeInGit(git: GitProtocol, id: string): Promise<readonly EntryData[] | undefined> {
	const [first, ...packets] = (await git.fetchFiltered(requestFor(id))) ?? [];
	if (first?.toString() !== 'packfile\n') return undefined;
	// The first byte of a line is 1 for a part of the pack. Other lines are progress and errors.
	const parts = packets.filter((line) => line[0] === 1).map((line) => line.subarray(1));
	const content = firstTree(Buffer.concat(parts));
	return content && treeId(content, id) === id ? entriesIn(content, isSha256(id) ? 32 : 20) : undefined;
}

/** The content of a pack's first object. Undefined if that is not a whole tree. */
function firstTree(pack: Buffer): Buffer | undefined {
	const [first = 0] = pack.subarray(headerLength);
	if (pack.toString('latin1', 0, 4) !== 'PACK' || ((first >> 4) & 7) !== treeType) return undefined;
	// The length of the object takes as many bytes as have their highest bit set, and one more.
	let at = headerLength;
	while (((pack[at] ?? 0) & 0x80) !== 0) at++;
	try {
		return inflateSync(pack.subarray(at + 1), { maxOutputLength: bounds.fileBytes });
	} catch {
		return undefined;
	}
}

/** The entries of a tree: mode, space, name, zero byte and the bytes of the id. Undefined if the tree is damaged. */
function entriesIn(content: Buffer, idLength: number): readonly EntryData[] | undefined {
	const entries: EntryData[] = [];
	for (let at = 0; at < content.length; ) {
		const space = content.indexOf(' ', at);
		const end = content.indexOf(0, at);
		const next = end + 1 + idLength;
		if (space < at || end < space || next > content.length) return undefined;
		entries.push({
			name: content.toString('utf8', space + 1, end),
			id: content.toString('hex', end + 1, next),
			mode: Number.parseInt(content.toString('latin1', at, space), 8),
		});
		checkRows(entries.length);
		at = next;
	}
	return entries;
}
