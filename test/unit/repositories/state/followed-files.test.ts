import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { FileAddress } from '../../../../src/repositories/model/file-address.ts';
import { FollowedFiles } from '../../../../src/repositories/state/followed-files.ts';
import { settle } from '../../base/clock.ts';
import { readable } from '../../tickets/state/forge.ts';

const file = (path: string, name = 'refs/heads/main'): FileAddress => ({
	...{ instance: 'forge.test', owner: '~ana', repository: 'editor', path },
	revision: { kind: 'ref', name },
});

describe('Files that were read at a branch', () => {
	function follow() {
		const moves = new Emitter<void>();
		const commits = new Map([['refs/heads/main', 'one']]);
		const repository = {
			onDidChange: moves.event,
			commitOf: async ({ ...revision }: FileAddress['revision']) =>
				revision.kind === 'ref' ? commits.get(revision.name) : revision.id,
		};
		const followed = new FollowedFiles(() => repository, readable().log);
		const changed: string[][] = [];
		followed.onDidChange((addresses) => void changed.push(addresses.map(({ path }) => path)));
		const move = async () => {
			moves.fire();
			await settle();
		};
		return { followed, changed, commits, move };
	}

	it('are reported when the branch moves, once each, and not when something else changes', async () => {
		const { followed, changed, commits, move } = follow();
		for (const path of ['a.c', 'b.c', 'a.c']) followed.add(file(path));
		followed.add(file('c.c', 'refs/heads/other'));
		await settle();
		await move();
		assert.deepEqual(changed, []);
		commits.set('refs/heads/main', 'two');
		await move();
		assert.deepEqual(changed, [['a.c', 'b.c']]);
	});

	it('are not followed at a commit, which never changes', async () => {
		const { followed, changed, commits, move } = follow();
		followed.add({ ...file('a.c'), revision: { kind: 'commit', id: 'one' } });
		commits.set('refs/heads/main', 'two');
		await move();
		assert.deepEqual(changed, []);
	});
});
