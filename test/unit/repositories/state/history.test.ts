import assert from 'node:assert/strict';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { listAll } from '../../../../src/forge/client/pages.ts';
import { LogReader } from '../../../../src/repositories/state/log-reader.ts';
import { createReferences } from '../../../../src/repositories/state/references.ts';
import { allQuirks, type Quirk } from '../../../../src/sandbox/server/drift.ts';
import { startRepository } from '../../../kit/forge/remote-repository.ts';
import { writeHistory } from '../../../kit/forge/repositories-history.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { readable } from '../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../tools/places.ts';

let world: Awaited<ReturnType<typeof startRepository>> | undefined;
afterEach(async () => {
	await world?.stop();
	world = undefined;
});

async function start(quirks: readonly Quirk[] = [], commits?: number) {
	world = await startRepository(quirks);
	const { folder } = world;
	const ids = writeHistory(folder, commits);
	world.asked.length = 0;
	return { ...world, ids, logOf: (revision: string) => feed(folder, '', 'rev-list', revision).split('\n') };
}

describe('Reading a log', () => {
	for (const [mode, quirks] of [
		['strict', []],
		['quirks', allQuirks],
	] as const) {
		it(`gives all commits page by page, in the order of the server (${mode})`, async () => {
			const { objects, asked, logOf } = await start(quirks, 120);
			const log = new LogReader(objects, 'master');
			const counts: number[] = [];
			for (let page = 0; page < 3; page++) {
				assert.equal(log.isComplete, false);
				await log.readMore();
				counts.push(log.commits.length);
			}
			assert.equal(log.isComplete, true);
			assert.deepEqual(
				log.commits.map(({ id }) => id),
				logOf('master'),
			);
			assert.deepEqual(counts.slice(0, 2), [50, 100]);
			await log.readMore();
			assert.equal(asked.length, counts.length);
		});
	}
});

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
