import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { listAll } from '../../../../src/forge/client/pages.ts';
import { createReferences } from '../../../../src/repositories/state/references.ts';
import { startRepository } from '../../../kit/forge/remote-repository.ts';
import { writeHistory } from '../../../kit/forge/repositories-history.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../tools/places.ts';

let world: Awaited<ReturnType<typeof startRepository>> | undefined;
afterEach(async () => {
	await world?.stop();
	world = undefined;
});

async function start() {
	world = await startRepository();
	return { ...world, ids: writeHistory(world.folder) };
}

describe('The references of a repository', () => {
	const open = (
		at: string,
		{ remote, objects }: Pick<Awaited<ReturnType<typeof start>>, 'remote' | 'objects'>,
	) => {
		const { log } = readable();
		return createReferences(remote, objects, fileStorage(at, log), log);
	};

	it('name the default branch if the forge does, even if that lists no such branch', async () => {
		const { ids, remote, objects } = await start();
		const all = await listAll(remote.client.references(remote));
		const read = async (rows: typeof all) => {
			const client = {
				...remote.client,
				async *references() {
					yield { rows, total: undefined, isLast: true };
				},
			};
			const references = open(temporaryFolder('refs'), { remote: { ...remote, client }, objects });
			await references.refresh();
			const { value } = references;
			references.dispose();
			return value ?? assert.fail();
		};
		const toBranch = (name: string) => ({ name: 'HEAD', target: `refs/heads/${name}` });
		const signed = all.find(({ name }) => name === 'refs/heads/signed') ?? assert.fail();
		const named = await read([toBranch('signed'), ...all]);
		assert.deepEqual(named, { references: all, head: signed.target, defaultBranch: signed.name });
		const { references, head, defaultBranch } = await read([toBranch('lost'), signed]);
		assert.deepEqual(references, [signed, { name: 'refs/heads/lost', target: ids.master }]);
		assert.deepEqual([head, defaultBranch], [ids.master, 'refs/heads/lost']);
		const commit = { name: 'HEAD', target: ids.master };
		assert.deepEqual(await read([commit, signed]), { references: [commit, signed], head: ids.master });
	});

	it('are kept if a forge cannot list all of them, and only those that are gone are removed', async () => {
		const { ids, remote, objects } = await start();
		const all = await listAll(remote.client.references(remote));
		const gone = { name: 'refs/heads/gone', target: ids.master };
		let rows = [...all, gone];
		const client = {
			...remote.client,
			async *references() {
				yield { rows, total: Number.POSITIVE_INFINITY, isLast: true };
			},
		};
		const at = temporaryFolder('refs');
		const first = open(at, { remote: { ...remote, client }, objects });
		await first.refresh();
		await first.settled();
		first.dispose();
		rows = all.slice(2);
		const second = open(at, { remote: { ...remote, client }, objects });
		await second.refresh();
		const sorted = (references: typeof all) => references.toSorted((a, b) => (a.name < b.name ? -1 : 1));
		assert.deepEqual(sorted(second.value?.references ?? []), sorted(all));
		second.dispose();
	});
});
