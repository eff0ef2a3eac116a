import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { EntryKind, GitTree, Objects } from '../../../../../src/platform/git/objects.ts';
import { readLink } from '../../../../../src/repositories/state/entries/read-link.ts';
import { noObjects } from '../../no-objects.ts';

const id = (letter: string) => letter.repeat(40);
const tree = (letter: string, entries: Readonly<Record<string, readonly [EntryKind, string]>>): GitTree => ({
	id: id(letter),
	entries: Object.entries(entries).map(([name, [kind, one]]) => ({ name, kind, id: id(one) })),
	problems: [],
});

describe('A symbolic link', () => {
	const src = tree('2', { 'a.c': ['file', '9'] });
	const root = tree('1', { src: ['directory', '2'], lib: ['submodule', '7'], link: ['symlink', '5'] });

	/** Where the link leads if this is its text. */
	function read(
		target: string,
		{ above = [root.id], ...more }: { above?: string[] } & Partial<Objects> = {},
	) {
		const objects: Objects = {
			...noObjects,
			tree: async (one) => [root, src].find((tree) => tree.id === one),
			blob: async () => ({ kind: 'bytes', bytes: Buffer.from(target) }),
			...more,
		};
		return readLink({ objects, commit: id('c'), root }, 'link', id('5'), above);
	}

	for (const [target, leadsTo] of [
		['src/a.c', 'file'],
		['./src/', 'folder'],
		['.', 'folder-above'],
		['lib', 'submodule'],
		['src/none', 'nothing'],
		['/etc/passwd', 'outside'],
		['../x', 'outside'],
		['link', 'outside'],
	] as const) {
		it(`with the target ${target} leads to: ${leadsTo}`, async () => {
			const link = await read(target);
			assert.deepEqual(
				[link?.target, link?.leadsTo, link?.treeId],
				[...[target, leadsTo, leadsTo === 'folder' ? src.id : undefined]],
			);
		});
	}

	it('leads to a folder above it also if another link has led to that', async () => {
		assert.equal((await read('src', { above: [root.id, src.id] }))?.leadsTo, 'folder-above');
	});

	it('to a folder is read without the files in the folder', async () => {
		const link = await read('src', { tree: () => assert.fail() });
		assert.equal(link?.treeId, src.id);
	});

	it('has its target also if nothing else can be read, and is unknown without it, but hides no bug', async () => {
		const offline = () => Promise.reject(new ForgeError('offline', 'No connection.'));
		assert.deepEqual(await read('src/a.c', { tree: offline }), { target: 'src/a.c', leadsTo: 'file' });
		assert.equal(await read('src', { blob: offline }), undefined);
		assert.equal(await read('src', { blob: async () => ({ kind: 'too-large', size: 5000 }) }), undefined);
		const broken = () => Promise.reject(new TypeError('No function.'));
		for (const objects of [{ tree: broken }, { blob: broken }])
			await assert.rejects(read('src/a.c', objects), TypeError);
	});
});
