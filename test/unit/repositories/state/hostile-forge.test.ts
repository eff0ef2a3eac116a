import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { Objects } from '../../../../src/platform/git/objects.ts';
import { maxEntries, toTree } from '../../../../src/platform/git/tree-entries.ts';
import type { FileAddress } from '../../../../src/repositories/model/file-address.ts';
import { findEntry } from '../../../../src/repositories/model/find-entry.ts';
import { PathMatcher } from '../../../../src/repositories/model/match-paths.ts';
import { ForgeObjects } from '../../../../src/repositories/state/forge-objects.ts';
import { RemoteFiles } from '../../../../src/repositories/state/remote-files.ts';
import { RepositorySearch } from '../../../../src/repositories/state/repository-search.ts';
import { walkTree } from '../../../../src/repositories/state/walk-tree.ts';
import { entryRows } from '../../../../src/repositories/view/entry-rows.ts';
import { noSubmodules } from '../../../kit/forge/no-submodules.ts';
import { connectRepositories, openCache } from '../../../kit/forge/remote-repository.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { noObjects } from '../no-objects.ts';

const commit = 'c'.repeat(40);
const root = '1'.repeat(40);
const inner = '2'.repeat(40);
const huge = '3'.repeat(40);
const secret = '4'.repeat(40);
const never = new AbortController().signal;
const revision = { kind: 'commit', id: commit } as const;
const key = { account: 'ana', owner: '~ana', repository: 'editor' };
const rowInput = {
	...{ key, instance: 'forge.test', revision, commit },
	...{ parentId: 'files', submodules: noSubmodules },
};

const file = (name: string, id = secret) => ({ name, id, type: 'blob', mode: 0o100644 });
const folder = (name: string, id: string) => ({ name, id, type: 'tree', mode: 0o40000 });
const hostileNames = ['..', '.', '', 'a/b', '../up', '/etc/passwd', 'a\0b', '..\0'];

/** The trees of a forge that tries to lead out of the repository, and in circles. The file `huge` has 2 GB by its header. */
const trees: Readonly<Record<string, readonly object[]>> = {
	[root]: [
		...hostileNames.map((name) => file(name)),
		folder('..', inner),
		folder('me', root),
		folder('sub', inner),
		file('huge', huge),
		file('twice'),
		file('twice', huge),
		file('good'),
	],
	[inner]: [folder('me', inner), { ...file('x'), name: null }, folder('up', root), file('deep')],
};
const goodFiles = ['good', 'huge', 'sub/deep', 'twice'];

describe('A forge that sends hostile trees', () => {
	let server: Server;
	let objects: Objects;
	let asked: string[];
	let end: () => void;
	const cacheOf = () => openCache(temporaryFolder('hostile'), new ForgeObjects(remote())).cache;
	let remote: () => ConstructorParameters<typeof ForgeObjects>[0];

	before(async () => {
		server = createServer((request, response) => {
			const [, ref = ''] = /\/tree\/([^/]+)$/.exec(request.url ?? '') ?? [];
			const id = ref === commit ? root : ref;
			const entries = trees[id];
			if (entries) {
				response.setHeader('Content-Type', 'application/json');
				response.end(JSON.stringify({ id, short_id: '', entries }));
			} else if (request.url?.endsWith('/huge') || request.url?.endsWith(huge)) {
				response.writeHead(200, { 'Content-Length': 2 ** 31 }).write('only the beginning');
			} else response.writeHead(404).end('{}');
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : undefined;
		const { client, asked: requests, dispose } = connectRepositories(`http://127.0.0.1:${port}`, 'token');
		asked = requests;
		end = dispose;
		remote = () => ({ client, owner: '~ana', repository: 'editor' });
	});
	beforeEach(() => {
		objects = cacheOf();
		asked.length = 0;
	});
	after(() => {
		end();
		server.closeAllConnections();
		server.close();
	});

	const files = () =>
		new RemoteFiles(
			() => [{ objects, commitOf: async () => commit }],
			async () => '',
		);
	const address = (path: string): FileAddress => ({
		...{ instance: 'forge.test', owner: '~ana', repository: 'editor', revision, path },
	});
	const rootTree = async () => (await objects.rootTree(commit)) ?? assert.fail();

	it('has only files in its folders that a checkout could have', async () => {
		const names = async (path: string) => (await files().list(address(path))).map(({ name }) => name);
		assert.deepEqual(await names(''), ['sub', 'huge', 'twice', 'good']);
		assert.deepEqual(await names('sub'), ['up', 'deep']);
	});

	it('does not lead out of the repository, nor in circles, by a path', async () => {
		const paths = [
			...hostileNames.filter(Boolean),
			'sub/../../x',
			'me',
			'me/good',
			'sub/me',
			'sub/up',
			'sub/up/sub',
		];
		for (const path of paths) {
			assert.equal((await findEntry(objects, await rootTree(), path)).kind, 'missing', path);
			await assert.rejects(files().stat(address(path)), { kind: 'missing' }, path);
			await assert.rejects(
				files().read(address(path), async () => true),
				{ kind: 'missing' },
				path,
			);
		}
		assert.doesNotMatch(asked.join(' '), /\.\.|%2e|passwd/i);
	});

	it('has a file of 2 GB that is not read, whose size is known', async () => {
		const { size, type } = await files().stat(address('huge'));
		assert.deepEqual([size, type], [2 ** 31, 'file']);
		await assert.rejects(
			files().read(address('huge'), async () => true),
			{
				kind: 'refused',
				message: 'huge is too large to be opened here. Clone the repository to open it.',
			},
		);
	});

	it('lists the other files in Go to File, and says what is left out', async () => {
		const matcher = new PathMatcher();
		const problems = await walkTree({
			...{ objects, root: await rootTree() },
			onFiles: (found) => matcher.add(found.map(({ path }) => path)),
		});
		assert.deepEqual(matcher.find('', 100).toSorted(), goodFiles);
		assert.match(problems.join('\n'), /more entries are left out/);
		assert.match(problems.join('\n'), /"me" is left out: it is the same folder as the one that contains it/);
		assert.match(problems.join('\n'), /sub\/up is left out: it is the same folder as one that contains it/);
	});

	it('searches the other files, and counts the one of 2 GB as too large', async () => {
		const search = new RepositorySearch(cacheOf(), commit, await rootTree());
		assert.match((await search.list({})).join('\n'), /left out/);
		await search.find('only', never);
		await assert.rejects(
			search.loadMissing(never, () => {}),
			{ kind: 'missing' },
		);
		const { found, files: all, tooLarge } = await search.find('only', never);
		assert.deepEqual([found, all, tooLarge], [[], goodFiles.length, 1]);
	});

	it('can be expanded in the view only to its end', async () => {
		const rows = await entryRows({ ...rowInput, objects }, await rootTree(), '');
		const sub = rows.find(({ label }) => label === 'sub');
		const below = (await sub?.children?.()) ?? [];
		assert.deepEqual(
			below.map(({ label }) => label),
			[
				'deep',
				'"me" is left out: it is the same folder as the one that contains it.',
				'"" is left out: it has no name.',
				'sub/up is left out: it is the same folder as one that contains it.',
			],
		);
	});
});

describe('A folder of a million entries', function () {
	this.timeout(30_000);
	const raw = Array.from({ length: 1_000_000 }, (_, nth) => ({ name: `${nth}`, mode: 0o100644, id: secret }));
	const tree = toTree(root, raw);
	const note = /The folder has 1,000,000 entries\. Only the first 100,000 are shown\./;
	const objects = { ...noObjects, rootTree: async () => tree };

	it('is cut as a folder', async () => {
		const files = new RemoteFiles(
			() => [{ objects, commitOf: async () => commit }],
			async () => '',
		);
		const listed = await files.list({
			...{ instance: 'forge.test', owner: '~ana', repository: 'editor', revision, path: '' },
		});
		assert.equal(listed.length, maxEntries);
	});

	it('is cut in the view, which says so', async () => {
		const rows = await entryRows({ ...rowInput, objects }, tree, '');
		assert.equal(rows.length, 1002);
		assert.equal(rows.at(-2)?.label, '99,000 more');
		assert.match(rows.at(-1)?.label ?? '', note);
	});
});
