import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { Objects } from '../../../../src/platform/git/objects.ts';
import { findEntry } from '../../../../src/repositories/model/find-entry.ts';
import { LogReader } from '../../../../src/repositories/state/log-reader.ts';
import { type WalkedFile, walkTree } from '../../../../src/repositories/state/walk-tree.ts';
import { gitEnvironment } from '../../../../src/sandbox/repositories/git.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { startGraphqlRepository } from '../../../kit/forge/graphql-repository.ts';
import { openCache, startRepository } from '../../../kit/forge/remote-repository.ts';
import { writeHistory } from '../../../kit/forge/repositories-history.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { endings } from '../../../tools/endings.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const modes = { file: '100644', executable: '100755', symlink: '120000', submodule: '160000' } as const;
const types = { file: 'blob', executable: 'blob', symlink: 'blob', submodule: 'commit' } as const;

/** The lines of `git ls-tree -r`. */
const listedByGit = (folder: string, ref: string): string[] =>
	feed(folder, '', 'ls-tree', '-r', '-z', ref).split('\0').filter(Boolean);

const refsOf = (folder: string): readonly string[] =>
	feed(folder, '', 'for-each-ref', '--format=%(refname)').split('\n').filter(Boolean);

async function walked(objects: Objects, commit: string): Promise<readonly WalkedFile[]> {
	const root = (await objects.rootTree(commit)) ?? assert.fail(`there is no tree of ${commit}`);
	const found: WalkedFile[] = [];
	const problems = await walkTree({ objects, root, onFiles: (files) => void found.push(...files) });
	assert.deepEqual(problems, []);
	return found;
}

function lineOfFile({ path, entry: { kind, id } }: WalkedFile): string {
	if (kind === 'directory') assert.fail('a directory is no file');
	return `${modes[kind]} ${types[kind]} ${id}\t${path}`;
}

/** The content of blobs by id, as `git cat-file` prints it. */
function contentsByGit(folder: string, ids: readonly string[]): ReadonlyMap<string, Buffer> {
	const { stdout } = spawnSync('git', ['cat-file', '--batch'], {
		cwd: folder,
		env: gitEnvironment(),
		input: ids.map((id) => `${id}\n`).join(''),
		maxBuffer: 2 ** 30,
	});
	const contents = new Map<string, Buffer>();
	for (let at = 0; at < stdout.length; ) {
		const end = stdout.indexOf(10, at);
		const [id = '', , size] = stdout.toString('latin1', at, end).split(' ');
		contents.set(id, stdout.subarray(end + 1, end + 1 + Number(size)));
		at = end + 2 + Number(size);
	}
	return contents;
}

/** Checks every path, mode, size and byte of a reference against git. */
async function check(objects: Objects, folder: string, ref: string): Promise<void> {
	const commit = feed(folder, '', 'rev-parse', `${ref}^{commit}`);
	const root = (await objects.rootTree(commit)) ?? assert.fail(ref);
	const found = await walked(objects, commit);
	assert.deepEqual(found.map(lineOfFile).sort(), listedByGit(folder, ref).sort(), ref);
	const current = found.filter(({ entry }) => entry.kind !== 'submodule');
	const contents = contentsByGit(folder, [...new Set(current.map(({ entry }) => entry.id))]);
	for (const { path, entry } of current) {
		const at = await findEntry(objects, root, path, { commit, followLast: false });
		assert.deepEqual(at, { kind: 'entry', path, entry });
		const blob = await objects.blob(entry.id, { location: { commit, path }, most: 10_000_000 });
		assert.ok(blob?.kind === 'bytes', `${ref}:${path}`);
		const expected = contents.get(entry.id) ?? assert.fail(`git has no ${path}`);
		assert.ok(expected.equals(blob.bytes), `${ref}:${path}`);
	}
}

for (const [mode, quirks] of [
	['strict', []],
	['with the quirks of real servers', allQuirks],
] as const) {
	describe(`The objects of a forge, ${mode},`, () => {
		const ending = endings();
		it('are those of git at every path of every reference, also from the disk, without the forge', async () => {
			const { folder, objects, line, stop } = await startRepository(quirks);
			ending(stop);
			writeHistory(folder);
			const at = temporaryFolder('objects');
			const first = openCache(at, objects);
			for (const ref of refsOf(folder)) await check(first.cache, folder, ref);
			await first.files.settled();
			line.isCut = true;
			const { cache } = openCache(at, objects);
			for (const ref of refsOf(folder)) await check(cache, folder, ref);
		});

		it('have the content of each blob by its id, if the server finds blobs without a location', async () => {
			const { folder, objects, stop } = await startRepository(quirks);
			ending(stop);
			const { master } = writeHistory(folder);
			const blobs = (await walked(objects, master)).filter(({ entry }) => entry.kind !== 'submodule');
			const contents = contentsByGit(
				folder,
				blobs.map(({ entry }) => entry.id),
			);
			for (const { path, entry } of blobs) {
				const blob = await objects.blob(entry.id, { most: 1000 });
				if (quirks.length > 0) assert.equal(blob, undefined);
				else assert.deepEqual(blob, { kind: 'bytes', bytes: contents.get(entry.id) }, path);
			}
		});
	});
}

describe('The objects of a forge, in GraphQL,', () => {
	const ending = endings();
	for (const quirks of [[], allQuirks]) {
		it(`are those of git at every path of every reference (${quirks.length} quirks)`, async () => {
			const { folder, objects, stop } = await startGraphqlRepository({ quirks });
			ending(stop);
			const { master, tag } = writeHistory(folder);
			for (const ref of refsOf(folder)) await check(objects, folder, ref);
			assert.equal(await objects.resolve(tag), master);
			const log = new LogReader(objects, 'HEAD');
			const { signal } = new AbortController();
			for (let page = 0; page < 5; page++) await log.readMore(signal);
			const ids = log.commits.map(({ id }) => id);
			assert.deepEqual(ids, feed(folder, '', 'rev-list', 'master').split('\n'));
		});

		it(`are undefined if they are missing or of another type (${quirks.length} quirks)`, async () => {
			const { folder, objects, stop } = await startGraphqlRepository({ quirks });
			ending(stop);
			const { master, tag, tree } = writeHistory(folder);
			const blob = feed(folder, '', 'rev-parse', 'master:README.md');
			const missing = '1'.repeat(40);
			for (const id of [missing, master, tag, blob]) assert.equal(await objects.tree(id), undefined, id);
			for (const id of [missing, tree, tag, blob]) assert.equal(await objects.commit(id), undefined, id);
			for (const id of [missing, tree, master])
				assert.equal(await objects.blob(id, { most: 100 }), undefined, id);
			for (const revision of [missing, 'no/such', tree, blob])
				assert.equal(await objects.resolve(revision), undefined, revision);
		});
	}
});
