import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { GitTreeEntry, Objects } from '../../../../src/platform/git/objects.ts';
import type { FileAddress } from '../../../../src/repositories/model/file-address.ts';
import { isHiddenName } from '../../../../src/repositories/model/hidden-names.ts';
import {
	type ListedFile,
	RemoteFiles,
	type RepositorySource,
} from '../../../../src/repositories/state/remote-files.ts';
import { startRepository } from '../../../kit/forge/remote-repository.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { endings } from '../../../tools/endings.ts';
import { type Mode, writeTrees } from '../model/trees.ts';
import { noObjects } from '../no-objects.ts';

const megabyte = 1024 * 1024;
const address = (
	path: string,
	revision: FileAddress['revision'] = { kind: 'ref', name: 'main' },
): FileAddress => ({
	...{ instance: 'forge.test', owner: '~alice', repository: 'demo', revision, path },
});

/** A repository with one commit, `main`, in which files have these contents and sizes. */
function repository(
	entries: readonly (GitTreeEntry & { readonly content?: string; readonly size?: number })[],
) {
	const root = { id: 'aa00000000', entries, problems: [] };
	const objects: Objects = {
		...noObjects,
		rootTree: async () => root,
		blob: async (id, { most }) => {
			const { content = '', size = content.length } = entries.find((one) => one.id === id) ?? {};
			if (size > most) return { kind: 'too-large', size };
			return { kind: 'bytes', bytes: size === content.length ? Buffer.from(content) : Buffer.alloc(size) };
		},
	};
	const source: RepositorySource = {
		objects,
		commitOf: async (revision) => (revision.kind === 'ref' && revision.name === 'main' ? 'one' : undefined),
	};
	return { source };
}

function open(sources: readonly RepositorySource[], confirms = true) {
	const asked: (readonly [string, number | undefined])[] = [];
	const remote = new RemoteFiles(
		() => sources,
		async ({ message }) => `About ${message}`,
	);
	const files = {
		stat: (one: FileAddress) => remote.stat(one),
		list: (one: FileAddress) => remote.list(one),
		read: (one: FileAddress) =>
			remote.read(one, async (name, size) => {
				asked.push([name, size]);
				return confirms;
			}),
	};
	return { files, asked };
}

const fails = (kind: string, message: RegExp) => (error: unknown) =>
	error instanceof ForgeError && error.kind === kind && message.test(error.message);

describe('The files of a remote repository', function () {
	const ending = endings();
	this.timeout(20_000);

	it('lack what macOS reads as the folder of git or as settings of VS Code', () => {
		for (const name of ['.git', '.g\u200cit', '\ufeff.GIT', '.vs\u200dcode', 'a.code-work\u206aspace'])
			assert.ok(isHiddenName(name), name);
		for (const name of ['.gitignore', 'g\u200cit', 'a\u200cb.txt']) assert.ok(!isHiddenName(name), name);
	});

	it('follow symbolic links, as in a folder on disk', async () => {
		const { folder, objects, stop } = await startRepository();
		ending(stop);
		const file = (mode: Mode, content: string) => ({ mode, content }) as const;
		writeTrees(folder, [
			new Map([
				['doc/NEWS', file('100644', 'new')],
				['NEWS', file('120000', 'doc/NEWS')],
				['guide', file('120000', 'doc')],
				['gone', file('120000', 'nothing')],
				['out', file('120000', '../../etc/passwd')],
				['vendor/lib', file('160000', 'a'.repeat(40))],
			]),
		]);
		const commit = feed(folder, '', 'rev-parse', 'refs/heads/t0').trim();
		const { files } = open([{ objects, commitOf: async () => commit }]);
		const listed = await files.list(address(''));
		const shape = ({ name, type, isLink }: ListedFile) => `${name} ${type}${isLink ? ' link' : ''}`;
		assert.deepEqual(listed.map(shape), [
			...['NEWS file link', 'doc directory', 'gone file link', 'guide directory link'],
			...['out file link', 'vendor directory'],
		]);
		const text = async (path: string, isRaw = false) =>
			Buffer.from(await files.read({ ...address(path), ...(isRaw && { form: 'raw' as const }) })).toString();
		assert.equal(await text('NEWS'), 'new');
		assert.equal(await text('guide/NEWS'), 'new');
		assert.equal(await text('NEWS', true), 'doc/NEWS');
		assert.equal(await text('vendor/lib', true), `Subproject commit ${'a'.repeat(40)}\n`);
		assert.deepEqual(await files.list(address('vendor/lib')), []);
		const { type, isLink } = await files.stat(address('guide'));
		assert.deepEqual([type, isLink], ['directory', true]);
		// A link that leads out of the repository or nowhere has its target as its text.
		assert.equal(await text('out'), '../../etc/passwd');
		assert.equal(await text('gone'), 'nothing');
		assert.deepEqual(
			await files.stat(address('out')).then(({ type, isLink, size }) => [type, isLink, size]),
			[...['file', true, 16]],
		);
		await assert.rejects(text('out/x'), fails('missing', /has no out\/x at main/));
		for (const isRaw of [false, true])
			await assert.rejects(text('doc/none', isRaw), fails('missing', /has no doc\/none at main/));
	});

	it('are listed without names that the editor or Windows would take for something else', async () => {
		const names = ['.vscode', 'a.code-workspace', '..\\..\\evil.bat', 'CON', 'x.', 'a.c'];
		const { source } = repository(names.map((name) => ({ name, id: name, kind: 'file', content: name })));
		const { files } = open([source]);
		assert.deepEqual(
			(await files.list(address(''))).map(({ name }) => name),
			['a.c'],
		);
		assert.equal(Buffer.from(await files.read(address('.vscode'))).toString(), '.vscode');
	});

	it('are listed with links that cannot be read, of which only some are read', async () => {
		const links = Array.from({ length: 1000 }, (_, nth) => ({
			name: `${nth}`,
			id: 'l',
			kind: 'symlink' as const,
		}));
		const { source } = repository([...links, { name: 'a.c', id: 'a', kind: 'file' }]);
		let reads = 0;
		Object.assign(source.objects, {
			blob: () => {
				reads += 1;
				return Promise.reject(new ForgeError('offline', 'No connection.'));
			},
		});
		const listed = await open([source]).files.list(address(''));
		assert.deepEqual([listed.length, reads], [1001, 100]);
		assert.deepEqual(listed[0], { name: '0', type: 'file', isLink: true });
		assert.deepEqual(listed.at(-1), { name: 'a.c', type: 'file', isLink: false });
		Object.assign(source.objects, { blob: () => Promise.reject(new TypeError('A bug')) });
		await assert.rejects(open([source]).files.list(address('')), TypeError);
	});

	it('are read only after a confirmation if they are large, and never if they are too large', async () => {
		const entry = (name: string, size: number) => ({ ...{ name, id: name, size }, kind: 'file' as const });
		const { source } = repository([entry('log', 6 * megabyte), entry('disk', 65 * megabyte)]);
		const { files, asked } = open([source]);
		assert.equal((await files.stat(address('log'))).size, 6 * megabyte);
		assert.deepEqual(asked, []);
		assert.equal((await files.read(address('log'))).length, 6 * megabyte);
		await assert.rejects(files.read(address('disk')), fails('refused', /too large to be opened here/));
		assert.deepEqual(asked, [['log', 6 * megabyte]]);
		await assert.rejects(open([source], false).files.read(address('log')), fails('refused', /not opened/));
		assert.equal((await files.read({ ...address('log'), form: 'raw' })).length, 6 * megabyte);
		assert.equal(asked.length, 1, 'A confirmed file needs no second confirmation.');
	});

	it('include a text about each commit, whose version changes with the text', async () => {
		const { source } = repository([]);
		const commit = { message: 'One' };
		Object.assign(source.objects, { commit: async () => commit });
		const { files } = open([source]);
		const message = { ...address('Commit Message'), form: 'message' as const };
		assert.equal(Buffer.from(await files.read(message)).toString(), 'About One');
		const before = await files.stat(message);
		assert.deepEqual([before.type, before.size, before.isLink], ['file', 9, false]);
		commit.message = 'Two';
		assert.notEqual((await files.stat(message)).version, before.version);
		Object.assign(source.objects, { commit: async () => undefined });
		await assert.rejects(files.read(message), fails('missing', /has no Commit Message at main/));
	});

	const hashes = ['2234567890ab', '1234567890ab'] as const;
	const fileWith = (id: string) => repository([{ name: 'a.c', id, kind: 'file', content: id }]).source;

	it('have a higher version after each change of a branch, also if a change is reverted', async () => {
		mock.timers.enable({ apis: ['Date'], now: 1000 });
		ending(() => mock.timers.reset());
		let source = fileWith(hashes[0]);
		const files = new RemoteFiles(
			() => [source],
			async () => '',
		);
		const versionOf = async (id: string) => {
			source = fileWith(id);
			return (await files.stat(address('a.c'))).version;
		};
		const [first, second] = hashes;
		assert.deepEqual([await versionOf(first), await versionOf(first)], [1000, 1000]);
		mock.timers.setTime(2000);
		assert.equal(await versionOf(first), 1000);
		assert.equal(await versionOf(second), 2000);
		assert.equal(await versionOf(first), 2001);
		// The clock was set back.
		mock.timers.setTime(500);
		assert.equal(await versionOf(second), 2002);
	});

	it('have the version of their content at a commit', async () => {
		const versionOf = async (id: string) => {
			const { files } = open([{ ...fileWith(id), commitOf: async () => 'one' }]);
			return (await files.stat(address('a.c', { kind: 'commit', id: 'one' }))).version;
		};
		assert.equal(await versionOf(hashes[0]), await versionOf(hashes[0]));
		assert.notEqual(await versionOf(hashes[0]), await versionOf(hashes[1]));
	});

	it('are read by the first account that may see the repository', async () => {
		const refused: RepositorySource = {
			...repository([]).source,
			commitOf: async () => {
				throw new ForgeError('forbidden', 'Not for you.');
			},
		};
		const { source } = repository([{ name: 'a.c', id: 'a', kind: 'file', content: 'x' }]);
		const content = await open([refused, source]).files.read(address('a.c'));
		assert.equal(Buffer.from(content).toString(), 'x');
		await assert.rejects(open([refused]).files.read(address('a.c')), fails('forbidden', /Not for you/));
		await assert.rejects(open([]).files.read(address('a.c')), fails('signed-out', /Sign in to forge\.test/));
	});

	it('are missing if the forge no longer has their content', async () => {
		const { source } = repository([{ name: 'a.c', id: 'a', kind: 'file' }]);
		Object.assign(source.objects, { blob: async () => undefined });
		const { files } = open([source]);
		await assert.rejects(files.read(address('a.c')), fails('missing', /has no a\.c at main/));
		await assert.rejects(files.stat(address('a.c')), fails('missing', /has no a\.c at main/));
	});

	it('do not exist at a branch that does not exist', async () => {
		const { files } = open([repository([]).source]);
		const missing = address('', { kind: 'ref', name: 'refs/heads/gone' });
		await assert.rejects(files.stat(missing), fails('missing', /has no branch or tag gone/));
	});
});
