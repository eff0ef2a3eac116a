import assert from 'node:assert/strict';
import { ForgeError } from '../../../../../src/forge/contract/errors.ts';
import type { GitTreeEntry, Objects } from '../../../../../src/platform/git/objects.ts';
import { Submodules } from '../../../../../src/repositories/state/entries/submodules.ts';
import { RepositoryPool } from '../../../../../src/repositories/state/repository-pool.ts';
import { demoRepositories } from '../../../../kit/forge/demo-repositories.ts';
import { noObjects } from '../../no-objects.ts';

const key = { account: 'ana', owner: '~ana', repository: 'editor' };
const dotfiles = { owner: '~bob', repository: 'dotfiles' };

describe('The files of a submodule', () => {
	const { open, forge } = demoRepositories();

	/** Finds the submodule `lib` of a repository with this `.gitmodules`. */
	async function start(gitmodules: string | undefined, kind: GitTreeEntry['kind'] = 'file') {
		const window = await open();
		const pool = new RepositoryPool(window.repositories);
		window.ending(pool);
		const entries: readonly GitTreeEntry[] = [
			...(gitmodules === undefined ? [] : [{ name: '.gitmodules', kind, id: 'a'.repeat(40) }]),
			{ name: 'lib', kind: 'submodule', id: 'b'.repeat(40) },
		];
		const objects: Objects = {
			...noObjects,
			blob: async () => ({ kind: 'bytes', bytes: Buffer.from(gitmodules ?? '') }),
		};
		const root = { id: 'c'.repeat(40), entries, problems: [] };
		const outer = { key, objects, commit: 'd'.repeat(40), root };
		const submodules = new Submodules(window.repositories, pool);
		const { client } = window.repositories.accounts[0] ?? assert.fail();
		const newest = async () => {
			for await (const { rows } of client.log(dotfiles)) return rows[0]?.id ?? assert.fail();
			return assert.fail();
		};
		return { ...window, pool, newest, find: (commit: string) => submodules.find(outer, 'lib', commit) };
	}

	const at = (url: string) => `[submodule "lib"]\n\tpath = lib\n\turl = ${url}\n`;

	for (const url of ['../../~bob/dotfiles', '../../~bob/dotfiles.git', 'address'] as const) {
		it(`are those of the commit in another repository of the forge, at ${url}`, async () => {
			const address = `${forge().addresses.repositories}/~bob/dotfiles`;
			const { find, newest } = await start(at(url === 'address' ? address : url));
			const commit = await newest();
			const found = await find(commit);
			assert.ok(found.kind === 'found', found.kind);
			assert.deepEqual(
				[found.instance, found.tree.key, found.tree.commit],
				['forge.test', { account: 'ana', ...dotfiles }, commit],
			);
			assert.ok(found.tree.root.entries.some(({ name }) => name === 'install'));
		});
	}

	it('are missing if the forge does not have the commit, or the repository', async () => {
		for (const name of ['dotfiles', 'no-such']) {
			const { find } = await start(at(`../../~bob/${name}`));
			const url = `${forge().addresses.repositories}/~bob/${name}`;
			assert.deepEqual(await find('f'.repeat(40)), { kind: 'missing', url });
		}
	});

	it('are missing if no account may see them, and are not if the forge cannot be reached', async () => {
		const { find, pool } = await start(at('../../~bob/dotfiles'));
		const [{ objects } = assert.fail()] = pool.at({ instance: 'forge.test', ...dotfiles });
		objects.rootTree = () => Promise.reject(new ForgeError('forbidden', 'No.'));
		assert.equal((await find('f'.repeat(40))).kind, 'missing');
		objects.rootTree = () => Promise.reject(new ForgeError('offline', 'No connection.'));
		await assert.rejects(find('f'.repeat(40)), { kind: 'offline' });
	});

	for (const [gitmodules, kind, url] of [
		[at('https://elsewhere.test/lib.git'), 'file', 'https://elsewhere.test/lib.git'],
		[at('git@elsewhere.test:lib'), 'file', 'git@elsewhere.test:lib'],
		['[submodule "other"]\npath = other\nurl = ../other\n', 'file', undefined],
		// git does not follow it.
		[at('../../~bob/dotfiles'), 'symlink', undefined],
		[undefined, 'file', undefined],
	] as const) {
		it(`are elsewhere: ${url ?? `${kind} ${gitmodules?.length ?? 'missing'}`}`, async () => {
			const { find, forget, asked } = await start(gitmodules, kind);
			forget();
			assert.deepEqual(await find('f'.repeat(40)), { kind: 'elsewhere', url });
			assert.deepEqual(asked(), []);
		});
	}
});
