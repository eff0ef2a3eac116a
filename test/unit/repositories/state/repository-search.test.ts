import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { Blob, GitTree } from '../../../../src/platform/git/objects.ts';
import { RepositorySearch } from '../../../../src/repositories/state/repository-search.ts';
import { openCache, startRepository } from '../../../kit/forge/remote-repository.ts';
import { writeHistory } from '../../../kit/forge/repositories-history.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const never = new AbortController().signal;

/** What else a search finds if no result is left out. */
const whole = { tooLarge: 0, cutFiles: 0, isCut: false };

/** A tree of files in memory, of which `stored` are on the disk, as are those that are loaded. The forge does not have those that are `gone`. */
function searchOf(
	files: Readonly<Record<string, Uint8Array | string>>,
	stored: readonly string[] = Object.keys(files),
	gone: readonly string[] = [],
) {
	const names = Object.keys(files);
	const idOf = (name: string) => names.indexOf(name).toString(16).padStart(40, '0');
	const bytesOf = (id: string) => Buffer.from(files[names[Number.parseInt(id, 16)] ?? ''] ?? '');
	const onDisk = new Set(stored.map(idOf));
	const [asked, lookedFor]: [string[], string[]] = [[], []];
	const root: GitTree = {
		...{ id: 'f'.repeat(40), problems: [] },
		entries: names.map((name) => ({ name, kind: 'file', id: idOf(name) })),
	};
	let failing: string | undefined;
	const search = new RepositorySearch(
		{
			...{ tree: async () => undefined, rootTree: async () => root, commit: async () => undefined },
			storedBlob: async (id) => {
				lookedFor.push(id);
				return onDisk.has(id) ? bytesOf(id) : undefined;
			},
			storedBlobIds: async () => new Set(onDisk),
			blob: async (id, { most, location }): Promise<Blob | undefined> => {
				asked.push(location?.path ?? '');
				if (gone.includes(location?.path ?? '')) return undefined;
				if (location?.path === failing) throw new ForgeError('offline', 'No connection.');
				const bytes = bytesOf(id);
				if (bytes.length > most) return { kind: 'too-large', size: bytes.length };
				onDisk.add(id);
				return { kind: 'bytes', bytes };
			},
		},
		'c'.repeat(40),
		root,
	);
	const find = async (words: string) => {
		const { found, missingBytes: _, ...counts } = await search.find(words, never);
		return { found: found.map(({ path, line }) => `${path}:${line}`), ...counts };
	};
	return { search, find, asked, lookedFor, fail: (name?: string) => (failing = name) };
}

describe('Searching a repository', () => {
	it('finds lines in the files on the disk, and says how many those are, without a request', async () => {
		const { search, find, asked, lookedFor } = searchOf({ a: 'one\ntwo', b: 'two', c: 'two' }, ['a', 'b']);
		await search.list({});
		const expected = { ...whole, found: ['a:1', 'b:0'], files: 3, searched: 2, missing: 1 };
		assert.deepEqual(await find('two'), expected);
		assert.deepEqual(await find('two'), expected);
		assert.deepEqual(asked, []);
		// Looking for each of many files that are not there would take seconds.
		assert.equal(lookedFor.length, 2);
	});

	it('finds lines in the order of the paths, whatever the order in which the folders are read', async () => {
		const { search, find } = searchOf({ 'b.txt': 'two\ntwo', B: 'two', 'a.txt': 'two' });
		await search.list({});
		assert.deepEqual((await find('two')).found, ['B:0', 'a.txt:0', 'b.txt:0', 'b.txt:1']);
	});

	it('counts lines as VS Code does, also those that end with CR alone', async () => {
		const { search, find } = searchOf({ a: 'one\rtwo\r\nthree\nfour\r\r\n\u2028five', b: '\ufeffsix' });
		await search.list({});
		for (const [words, found] of [
			['two', ['a:1']],
			['three', ['a:2']],
			['four', ['a:3']],
			['five', ['a:5']],
			['six', ['b:0']],
		] as const)
			assert.deepEqual((await find(words)).found, found);
		const [two] = (await search.find('wo', never)).found;
		assert.deepEqual([two?.start, two?.end, two?.excerpt], [1, 3, 'two']);
	});

	for (const [what, content, expected] of [
		['small', 'x'.repeat(10), { least: 500, most: 2_000_000 }],
		['large', 'x'.repeat(100_000), { least: 100_000, most: 20_000_000 }],
		['huge', 'x'.repeat(1_000_000), { least: 100_000, most: 50 * 1024 * 1024 }],
	] as const) {
		it(`says between which sizes the missing files probably are if the others are ${what}`, async () => {
			const names = Array.from({ length: 150 }, (_, nth) => `f${nth}`);
			const { search, find } = searchOf(
				Object.fromEntries(names.map((name) => [name, content])),
				names.slice(0, 100),
			);
			await search.list({});
			assert.deepEqual((await search.find('none', never)).missingBytes, expected);
			assert.equal((await find('none')).missing, 50);
		});
	}

	it('says the usual sizes if no file was read', async () => {
		const { search } = searchOf({ a: 'x', b: 'x' }, []);
		await search.list({});
		assert.deepEqual((await search.find('none', never)).missingBytes, { least: 4000, most: 80_000 });
	});

	it('searches all files after they are loaded, even if they have more text than stays in memory', async () => {
		const names = Array.from({ length: 60 }, (_, nth) => `f${nth}`);
		const text = `${'x'.repeat(900_000)}\ntwo`;
		const { search, find, asked } = searchOf(Object.fromEntries(names.map((name) => [name, text])), []);
		await search.list({});
		assert.equal((await find('two')).missing, 60);
		await search.loadMissing(never, () => {});
		for (let nth = 0; nth < 2; nth++) {
			const { found, searched, missing } = await find('two');
			assert.deepEqual([found.length, searched, missing], [60, 60, 0]);
		}
		assert.equal(asked.length, 60);
	});

	it('counts binary files as searched, and very large ones as not searched', async () => {
		const large = 'two\n'.repeat(300_000);
		const ofD = { ...whole, found: ['d:0'], files: 4, searched: 2 };
		const { search, find } = searchOf({ a: Buffer.from('two\0'), b: large, c: large, d: 'two' }, [
			'a',
			'b',
			'd',
		]);
		await search.list({});
		assert.deepEqual(await find('two'), { ...ofD, missing: 1, tooLarge: 1 });
		await search.loadMissing(never, () => {});
		assert.deepEqual(await find('two'), { ...ofD, missing: 0, tooLarge: 2 });
	});

	it('keeps what was loaded before a failure', async () => {
		const { search, find, asked, fail } = searchOf({ a: 'two', b: 'two', c: 'two' }, []);
		await search.list({});
		await find('two');
		fail('b');
		await assert.rejects(
			search.loadMissing(never, () => {}),
			{ kind: 'offline' },
		);
		assert.deepEqual((await find('two')).found, ['a:0', 'c:0']);
		fail(undefined);
		await search.loadMissing(never, () => {});
		assert.deepEqual((await find('two')).found, ['a:0', 'b:0', 'c:0']);
		assert.deepEqual(asked.sort(), ['a', 'b', 'b', 'c']);
	});

	it('says in how many files there are more lines than it shows', async () => {
		const files = { a: 'two\n'.repeat(20), b: 'two\n'.repeat(21), c: 'two\n'.repeat(30) };
		const { search } = searchOf(files);
		await search.list({});
		const { found, isCut, cutFiles } = await search.find('two', never);
		assert.deepEqual([found.length, isCut, cutFiles], [60, false, 2]);
	});

	it('shows up to 20 lines of a file and 500 in all, and says whether there are more', async () => {
		const files = Object.fromEntries(Array.from({ length: 40 }, (_, nth) => [`f${nth}`, 'two\n'.repeat(30)]));
		const exact = searchOf(Object.fromEntries(Object.entries(files).slice(0, 25))).search;
		await exact.list({});
		assert.equal((await exact.find('two', never)).isCut, false);
		const { search } = searchOf(files);
		await search.list({});
		const { found, isCut } = await search.find('two', never);
		assert.deepEqual([found.length, isCut], [500, true]);
		assert.equal(found.filter(({ path }) => path === 'f0').length, 20);
	});

	it('says that the forge does not have a file, after all others are loaded', async () => {
		const { search, find } = searchOf({ a: 'two', b: 'two', c: 'two' }, [], ['a', 'b']);
		await search.list({});
		await find('two');
		await assert.rejects(
			search.loadMissing(never, () => {}),
			{ kind: 'missing', message: '2 files could not be found on the forge.' },
		);
		assert.deepEqual((await find('two')).found, ['c:0']);
	});

	for (const [count, text] of [
		[1, 'two'],
		[200, 'many\n'.repeat(20_000)],
	] as const)
		it(`has no result for what the user no longer searches, with ${count} files`, async () => {
			const files = Array.from({ length: count }, (_, nth) => [`f${nth}`, `${nth} of ${text}`]);
			const { search } = searchOf(Object.fromEntries(files));
			await search.list({});
			const stop = new AbortController();
			const searching = search.find('nothing like this', stop.signal);
			stop.abort();
			await assert.rejects(searching, { name: 'AbortError' });
		});
});

describe('Searching a repository of a forge', () => {
	it('finds what git grep finds, after all files are loaded', async () => {
		const world = await startRepository();
		const folder = temporaryFolder('search');
		try {
			const { master, tree } = writeHistory(world.folder);
			const { cache: objects } = openCache(folder, world.objects);
			const root = (await objects.tree(tree)) ?? assert.fail();
			const search = new RepositorySearch(objects, master, root);
			await search.list({});
			for (const isLoaded of [false, true]) {
				if (isLoaded) await search.loadMissing(never, () => {});
				for (const words of ['e', 'DEMO', 'item', '&x=1', '#']) {
					const { found, files, searched, missing } = await search.find(words, never);
					const grep = feed(world.folder, '', 'grep', '-nIiFz', '-e', words, master, '--', ':!link.md');
					const lines = [...grep.matchAll(/[0-9a-f]{40}:([^\0]+)\0(\d+)\0[^\n]*/g)].map(([, ...at]) => at);
					const shown = found.map(({ path, line }) => [path, `${line + 1}`]);
					assert.deepEqual(shown.sort(), isLoaded ? lines.sort() : []);
					assert.deepEqual([searched, missing], isLoaded ? [files, 0] : [0, files]);
				}
			}
		} finally {
			await world.stop();
			await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
		}
	});
});
