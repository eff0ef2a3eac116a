import assert from 'node:assert/strict';
import { isAbort } from '../../../../src/base/abort.ts';
import { RemoteBlobs } from '../../../../src/repositories/state/remote-blobs.ts';
import { allQuirks } from '../../../../src/sandbox/server/drift.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { skippableTime } from '../../../kit/window/clock.ts';

const key = { account: 'ana', owner: '~ana', repository: 'editor' };

for (const [name, quirks] of [
	['a strict forge', []],
	['a forge as in practice', allQuirks],
] as const) {
	describe(`The files of a repository on ${name}`, () => {
		const { open: openWindow } = demoRepositories(quirks);
		const time = skippableTime();

		/** A window, with the ids of files in the newest commit and in an early one. */
		async function open() {
			const window = await openWindow();
			const blobs = new RemoteBlobs(window.repositories, window.log);
			window.ending(blobs);
			const find = async (id: string, path: string, madeAt?: number) =>
				(await blobs.of(key, madeAt)(id, { path, most: 1e6 }))?.length;
			return { ...window, blobs, find };
		}

		/** Reads the ids of files as another window does. */
		async function known() {
			const cache = (await openWindow()).cacheOf('ana', 'editor');
			await cache.refresh();
			const commits = cache.history.all ?? [];
			const idAt = async (commit: string, path: string) => {
				let tree = await cache.objects.rootTree(commit);
				for (const name of path.split('/').slice(0, -1))
					tree = await cache.objects.tree(tree?.entries.find((one) => one.name === name)?.id ?? '');
				return tree?.entries.find((one) => one.name === path.split('/').at(-1))?.id ?? '';
			};
			const [newest = assert.fail()] = commits;
			const ids = await Promise.all(commits.map(({ id }) => idAt(id, 'src/main.c')));
			const changed = ids.findIndex((id) => id !== ids[0]);
			const before = commits[changed] ?? assert.fail();
			return {
				undo: await idAt(newest.id, 'src/undo.c'),
				main: ids[0] ?? '',
				oldMain: ids[changed] ?? '',
				oldAt: Date.parse(before.timestamp) + 1000,
			};
		}

		it('are found by few requests: for the commits, the folders and each file, once', async () => {
			const { undo, main } = await known();
			const { find, asked, forget } = await open();
			assert.ok(await find(undo.slice(0, 8), 'src/undo.c'));
			assert.deepEqual(
				asked().map((path) => path.replace(/[\da-f]{40}/, 'ID')),
				['/log/HEAD', '/tree/ID', '/tree/ID', '/blob/ID/src/undo.c'],
			);
			forget();
			assert.ok(await find(main.slice(0, 8), 'src/main.c'));
			assert.ok(await find(undo.slice(0, 8), 'src/undo.c'));
			assert.equal(asked().length, 1);
		});

		it('are found at the time of a patch', async () => {
			const { oldMain, oldAt } = await known();
			const { find } = await open();
			assert.equal(await find(oldMain.slice(0, 8), 'src/main.c'), undefined);
			assert.ok(await find(oldMain.slice(0, 8), 'src/main.c', oldAt));
		});

		it('are missing if their ids differ, and are not read then', async () => {
			const { find, asked } = await open();
			assert.equal(await find('01234567', 'src/main.c'), undefined);
			assert.equal(await find('01234567', 'gone/main.c'), undefined);
			assert.ok(!asked().some((path) => path.startsWith('/blob')));
			assert.equal(asked().length, 3);
		});

		it('are found in known commits without a request, however old these are', async () => {
			const { undo } = await known();
			const { find, asked, forget } = await open();
			assert.ok(await find(undo.slice(0, 8), 'src/undo.c'));
			forget();
			time.skip(61_000);
			assert.ok(await find(undo.slice(0, 8), 'src/undo.c'));
			assert.deepEqual(asked(), []);
			assert.equal(await find('01234567', 'src/undo.c'), undefined);
			assert.deepEqual(asked(), ['/log/HEAD']);
		});

		it('are found if the known commits are no longer on the forge', async () => {
			const { undo } = await known();
			const { find, connections, asked, forget } = await open();
			const [{ line } = assert.fail()] = connections;
			const replaced = (text: string) =>
				text.replaceAll(/("(?:id|tree)": ?"[\da-f]{31})[\da-f]{9}"/g, '$1f00dfeed0"');
			line.edit = (what, text) => (what === 'GET /log/HEAD' ? { text: replaced(text) } : undefined);
			assert.equal(await find(undo.slice(0, 8), 'src/undo.c'), undefined);
			line.edit = undefined;
			time.skip(61_000);
			forget();
			assert.ok(await find(undo.slice(0, 8), 'src/undo.c'));
			assert.deepEqual(
				asked().map((path) =>
					path.replace(/[\da-f]{31}(?:f00dfeed0|([\da-f]{9}))/, (_, id) => (id ? 'ID' : 'GONE')),
				),
				['/tree/GONE', '/tree/GONE', '/log/HEAD', '/tree/ID', '/tree/ID', '/blob/ID/src/undo.c'],
			);
		});

		it('are missing for a minute after the forge has failed, and are not asked for', async () => {
			const { undo } = await known();
			const { find, cut, lines, connections } = await open();
			assert.ok(await find(undo.slice(0, 8), 'src/undo.c'));
			const { main } = await known();
			cut(true);
			time.skip(61_000);
			assert.equal(await find(main.slice(0, 8), 'src/main.c'), undefined);
			cut(false);
			assert.equal(await find(main.slice(0, 8), 'src/main.c'), undefined);
			assert.equal(lines.filter(({ line }) => line.includes('cannot be read for a minute')).length, 1);
			assert.ok(connections.length > 0);
			time.skip(61_000);
			assert.ok(await find(main.slice(0, 8), 'src/main.c'));
		});

		it('are not looked for without limit', async () => {
			const { find, asked } = await open();
			for (let n = 0; n < 200; n++) await find('01234567', `gone-${n}`);
			const { undo } = await known();
			assert.equal(await find(undo.slice(0, 8), 'src/undo.c'), undefined);
			assert.equal(asked().length, 2);
			time.skip(61_000);
			assert.ok(await find(undo.slice(0, 8), 'src/undo.c'));
		});

		it('of a repository or an account that is gone are missing, and a cancelled search ends', async () => {
			const { blobs, find, signOut } = await open();
			const options = { path: 'a', most: 1 };
			assert.equal(await blobs.of({ ...key, repository: 'gone' }, 0)('01234567', options), undefined);
			await assert.rejects(
				blobs.of(key, 0)('01234567', { ...options, signal: AbortSignal.abort() }),
				(error) => isAbort(error),
			);
			signOut('ana');
			assert.equal(await find('01234567', 'src/main.c'), undefined);
		});
	});
}
