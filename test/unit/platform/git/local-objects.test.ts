import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClone } from '../../../../src/platform/git/clone.ts';
import { LocalObjects } from '../../../../src/platform/git/local-objects.ts';
import type { Git } from '../../../../src/platform/git/run-git.ts';
import { commitAll, git, newFolder, newRepository, userGit, writeFiles } from '../../../kit/items/clones.ts';
import { endings } from '../../../tools/endings.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

const most = 10_000_000;
const unknown = 'f'.repeat(40);

describe('The objects of a local clone', () => {
	const ending = endings();
	const objectsOf = async (root: string, ownGit: Git = git) => {
		const clone = await openClone(ownGit, root);
		assert.ok(clone);
		const objects = new LocalObjects(ownGit, clone);
		ending(objects);
		return objects;
	};

	const bytesOf = async (objects: LocalObjects, id: string) => {
		const blob = await objects.blob(id, { most });
		return blob?.kind === 'bytes' ? Buffer.from(blob.bytes) : blob;
	};

	it('are those that git lists, with every path, kind, ID and byte', async () => {
		const inner = newRepository();
		const root = newRepository({
			'a.txt': 'a\n',
			empty: '',
			'src/deep/ä #?%.ts': 'export {};\r\n',
			'src/bytes.bin': Uint8Array.from({ length: 100_000 }, (_, n) => (n * 7) % 256),
			'run.sh': '#!/bin/sh\n',
		});
		userGit(root, 'update-index', '--chmod=+x', 'run.sh');
		const target = execFileSync(git.program, ['hash-object', '-w', '--stdin'], { cwd: root, input: 'a.txt' });
		userGit(root, 'update-index', '--add', '--cacheinfo', `120000,${target.toString().trim()},link`);
		userGit(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'lib');
		userGit(root, 'commit', '--quiet', '--message', 'More');
		const kinds = { 100644: 'file', 100755: 'executable', 120000: 'symlink', 160000: 'submodule' };
		const listed = userGit(root, 'ls-tree', '-r', '-z', 'HEAD').split('\0').filter(Boolean);
		const expected = listed.map((line) => {
			const [, mode = '', id, path] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line) ?? [];
			return `${new Map(Object.entries(kinds)).get(mode)} ${id} ${path}`;
		});
		const objects = await objectsOf(root);
		const walk = async (tree: string, prefix: string): Promise<string[]> => {
			const found = await objects.tree(tree);
			assert.deepEqual(found?.problems, []);
			const nested = found?.entries.map(async ({ kind, id, name }) =>
				kind === 'directory' ? walk(id, `${prefix}${name}/`) : [`${kind} ${id} ${prefix}${name}`],
			);
			return (await Promise.all(nested ?? [])).flat();
		};
		const top = await objects.rootTree(userGit(root, 'rev-parse', 'HEAD'));
		const found = await walk(top?.id ?? '', '');
		assert.deepEqual(found, expected);
		assert.equal(found.length, 8);
		for (const [kind, id = ''] of found.map((line) => line.split(' '))) {
			if (kind === 'submodule') continue;
			const bytes = execFileSync(git.program, ['cat-file', 'blob', id], { cwd: root, maxBuffer: most });
			assert.deepEqual(await bytesOf(objects, id), bytes);
		}
	});

	it('have commits with message, people, time and parents', async () => {
		const root = newRepository();
		const first = userGit(root, 'rev-parse', 'HEAD');
		const second = commitAll(root, 'Subject\n\nBody of ä commit');
		const commit = await (await objectsOf(root)).commit(second);
		assert.deepEqual(commit, {
			id: second,
			short_id: second.slice(0, 7),
			author: { name: 'Ana', email: 'ana@example.org' },
			committer: { name: 'Ana', email: 'ana@example.org' },
			timestamp: '2026-01-02T03:04:05+01:00',
			message: 'Subject\n\nBody of ä commit\n',
			tree: userGit(root, 'rev-parse', 'HEAD^{tree}'),
			parents: [first],
			signature: null,
		});
	});

	it('are undefined if they are not there, of another type, or not named by a full ID', async () => {
		const root = newRepository();
		const objects = await objectsOf(root);
		const blob = userGit(root, 'rev-parse', 'HEAD:a.txt');
		const commit = userGit(root, 'rev-parse', 'HEAD');
		for (const id of [
			unknown,
			commit,
			blob.slice(0, 12),
			'HEAD:a.txt',
			'',
			`${blob}^{blob}`,
			'f'.repeat(64),
		]) {
			assert.equal(await objects.blob(id, { most }), undefined, id);
		}
		for (const id of [unknown, blob, 'HEAD']) {
			assert.equal(await objects.tree(id), undefined, id);
			assert.equal(await objects.commit(id), undefined, id);
			assert.equal(await objects.rootTree(id), undefined, id);
		}
	});

	it('include those that were added after the first read', async () => {
		const root = newRepository();
		const objects = await objectsOf(root);
		assert.equal(await objects.commit(unknown), undefined);
		const id = commitAll(root);
		assert.equal((await objects.commit(id))?.id, id);
		userGit(root, 'gc', '--quiet');
		assert.equal((await objects.commit(id))?.id, id);
	});

	it('have the content that matches their IDs, even if the clone replaces it', async () => {
		const root = newRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
		const a = userGit(root, 'rev-parse', 'HEAD:a.txt');
		userGit(root, 'replace', a, userGit(root, 'rev-parse', 'HEAD:b.txt'));
		assert.deepEqual(await bytesOf(await objectsOf(root), a), Buffer.from('a\n'));
	});

	it('are undefined if their content does not match their IDs', async () => {
		const root = newRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
		const [a = '', b = ''] = ['a', 'b'].map((name) => userGit(root, 'rev-parse', `HEAD:${name}.txt`));
		const fileOf = (id: string) => join(root, '.git', 'objects', id.slice(0, 2), id.slice(2));
		rmSync(fileOf(a));
		copyFileSync(fileOf(b), fileOf(a));
		const objects = await objectsOf(root);
		assert.equal(await bytesOf(objects, a), undefined);
		assert.deepEqual(await bytesOf(objects, b), Buffer.from('b\n'));
	});

	it('are refused if the clone has SHA-256 IDs', async () => {
		const root = newRepository({ 'a.txt': 'a\n' }, '--object-format=sha256');
		const objects = await objectsOf(root);
		const refused = {
			name: 'ForgeError',
			kind: 'refused',
			message: `The repository in ${root} has SHA256 object IDs. Tildeforge reads only repositories with SHA-1 object IDs.`,
		};
		await assert.rejects(objects.commit(userGit(root, 'rev-parse', 'HEAD')), refused);
		await assert.rejects(objects.findBlob('abcdef'), refused);
	});

	describe('by the beginning of an ID', () => {
		it('are found if it is the only blob that begins like this', async () => {
			const root = newRepository();
			const objects = await objectsOf(root);
			const id = userGit(root, 'rev-parse', 'HEAD:a.txt');
			assert.equal(await objects.findBlob(id.slice(0, 7)), id);
			assert.equal(await objects.findBlob(id), id);
			const tree = userGit(root, 'rev-parse', 'HEAD^{tree}');
			for (const none of [tree.slice(0, 10), 'fffffff', id.slice(0, 3), 'HEAD', '', '0000000', unknown]) {
				assert.equal(await objects.findBlob(none), undefined, none);
			}
		});

		it('are not confused with a branch or tag of that name', async () => {
			const root = newRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
			const id = userGit(root, 'rev-parse', 'HEAD:a.txt');
			userGit(root, 'branch', id.slice(0, 7));
			userGit(root, 'tag', id.slice(0, 8), 'HEAD:b.txt');
			const objects = await objectsOf(root);
			for (const length of [7, 8]) assert.equal(await objects.findBlob(id.slice(0, length)), id);
		});

		it('are found among objects of other types, but not among several blobs', async () => {
			const root = newRepository();
			const objects = await objectsOf(root);
			const byStart = new Map<string, string>();
			// Two of some hundred IDs begin with the same four digits.
			const contents = Array.from({ length: 1200 }, (_, n) => [`${n}`, `content ${n}`] as const);
			writeFiles(root, Object.fromEntries(contents));
			commitAll(root);
			const ids = userGit(root, 'ls-tree', '-r', '--format=%(objectname)', 'HEAD').split('\n');
			const shared = ids.find((id) => {
				if (byStart.has(id.slice(0, 4))) return true;
				byStart.set(id.slice(0, 4), id);
				return false;
			});
			assert.ok(shared);
			assert.equal(await objects.findBlob(shared.slice(0, 4)), undefined);
			assert.equal(await objects.findBlob(shared), shared);
			// Commits until one begins like a blob.
			const starts = new Set(ids.map((id) => id.slice(0, 4)));
			const tree = userGit(root, 'rev-parse', 'HEAD^{tree}');
			const isOnlyStart = (start: string) =>
				starts.has(start) && ids.filter((id) => id.startsWith(start)).length === 1;
			let commit = '';
			for (let n = 0; n < 1000 && !isOnlyStart(commit.slice(0, 4)); n++) {
				commit = userGit(root, 'commit-tree', '-m', `${n}`, tree);
			}
			const found = await objects.findBlob(commit.slice(0, 4));
			assert.equal(
				found,
				ids.find((id) => id.startsWith(commit.slice(0, 4))),
			);
		}).timeout(60_000);
	});

	describe('of a partial clone', () => {
		/** A clone without blobs, whose remote leaves a mark when git asks it for one. */
		const partialClone = () => {
			const folder = newFolder('partial');
			const mark = join(folder, 'fetched');
			const root = newRepository();
			for (const [name, value] of [
				['core.repositoryFormatVersion', '1'],
				['extensions.partialClone', 'origin'],
				['remote.origin.promisor', 'true'],
				['remote.origin.url', `ext::sh -c touch% ${mark}`],
				['protocol.ext.allow', 'always'],
			] as const) {
				userGit(root, 'config', name, value);
			}
			return { root, mark };
		};

		it('are undefined if they are missing, and are not fetched', async () => {
			const { root, mark } = partialClone();
			const objects = await objectsOf(root);
			const known = userGit(root, 'rev-parse', 'HEAD:a.txt');
			const answers = await Promise.all([unknown, known, unknown].map((id) => bytesOf(objects, id)));
			assert.deepEqual(answers, [undefined, Buffer.from('a\n'), undefined]);
			assert.equal(await objects.findBlob(unknown.slice(0, 8)), undefined);
			assert.equal(existsSync(mark), false);
			// The test would notice if git fetched.
			assert.throws(() => userGit(root, 'cat-file', '-p', unknown));
			assert.equal(existsSync(mark), true);
		});

		onlyWhere(
			process.platform !== 'win32',
			'the git of this test is a shell script',
			'are not fetched by a git that cannot turn that off either',
			(title) =>
				it(title, async () => {
					const { root, mark } = partialClone();
					const program = join(newFolder('old-git'), 'git');
					const script = `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec "${git.program}" "$@"\n`;
					writeFileSync(program, script, { mode: 0o755 });
					const objects = await objectsOf(root, { ...git, program });
					const known = userGit(root, 'rev-parse', 'HEAD:a.txt');
					const ids = [known, unknown, 'e'.repeat(40), known];
					const answers = await Promise.all(ids.map((id) => bytesOf(objects, id)));
					assert.deepEqual(answers, [Buffer.from('a\n'), undefined, undefined, Buffer.from('a\n')]);
					assert.equal(existsSync(mark), false);
				}),
		);
	});
});
