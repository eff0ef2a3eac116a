import { parseCommit, parseTree } from '../../../src/forge/shapes/git-objects.ts';
import type { Objects } from '../../../src/platform/git/objects.ts';
import { toTree } from '../../../src/platform/git/tree-entries.ts';
import { BareRepository } from '../../../src/sandbox/repositories/bare.ts';
import { feed } from '../../kit/forge/repositories-world.ts';

/** The objects of a repository on disk, read through git, with the ids that were read. */
export function gitObjects(folder: string) {
	const bare = new BareRepository(folder);
	const read: string[] = [];
	const objectOf = async (id: string, type: string) => {
		read.push(`${type} ${id}`);
		const object = await bare.object(id);
		return object?.type === type ? object : undefined;
	};
	const tree = async (id: string) => {
		const object = await objectOf(id, 'tree');
		return object && toTree(id, parseTree(object));
	};
	const commit = async (id: string) => {
		const object = await objectOf(id, 'commit');
		return object && parseCommit(object);
	};
	const objects: Objects = {
		tree,
		commit,
		rootTree: async (id) => tree((await commit(id))?.tree ?? ''),
		blob: async (id, { most }) => {
			const object = await objectOf(id, 'blob');
			if (!object) return undefined;
			const { content } = object;
			return content.length > most
				? { kind: 'too-large', size: content.length }
				: { kind: 'bytes', bytes: content };
		},
	};
	return { objects, read, end: () => bare.end() };
}

/** The lines of `git diff --name-status -M`. Its limits are those of an unchanged configuration. */
export const nameStatus = (folder: string, before: string, after: string): readonly string[] => {
	const output = feed(folder, '', 'diff', '--name-status', '-M', '-z', before, after);
	const fields = output.split('\0');
	const lines: string[] = [];
	for (let at = 0; at < fields.length - 1; ) {
		const count = /^[RC]/.test(fields[at] ?? '') ? 3 : 2;
		lines.push(fields.slice(at, at + count).join(' → '));
		at += count;
	}
	return lines;
};
