import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { listAll } from '../../../../src/forge/client/pages.ts';
import { toRefs } from '../../../../src/repositories/model/refs.ts';
import { LogReader } from '../../../../src/repositories/state/log-reader.ts';
import { createReferences } from '../../../../src/repositories/state/references.ts';
import { allQuirks, type Quirk } from '../../../../src/sandbox/server/drift.ts';
import { openCache, startRepository } from '../../../kit/forge/remote-repository.ts';
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

	for (const [mode, quirks] of [
		['strict', []],
		['quirks', allQuirks],
	] as const) {
		it(`continues the history that it began if the branch is replaced (${mode})`, async () => {
			const { objects, folder, logOf } = await start(quirks, 120);
			const before = logOf('master');
			const log = new LogReader(objects, 'HEAD');
			await log.readMore();
			const first = before.at(-1) ?? assert.fail();
			feed(folder, '', 'update-ref', 'refs/heads/master', first);
			for (let page = 0; page < 3; page++) await log.readMore();
			assert.equal(log.isComplete, true);
			assert.deepEqual(
				log.commits.map(({ id }) => id),
				before,
			);
			const later = new LogReader(objects, 'HEAD');
			await later.readMore();
			assert.equal(later.commits.length, 1);
		});
	}

	it('knows from the first page that a short log is complete', async () => {
		const { objects, asked, ids } = await start([], 20);
		const log = new LogReader(objects, ids.feature);
		await log.readMore();
		assert.equal(log.isComplete, true);
		assert.equal(log.commits.length, 19);
		assert.equal(asked.length, 1);
	});

	it('continues where it was after a failure or a cancelled page', async () => {
		const { objects, line, logOf } = await start([], 120);
		const log = new LogReader(objects, 'master');
		await log.readMore();
		line.isCut = true;
		await assert.rejects(log.readMore(), { kind: 'offline' });
		line.isCut = false;
		await log.readMore();
		assert.equal(log.commits.length, 100);
		const stop = new AbortController();
		const stopped = assert.rejects(log.readMore(stop.signal), /enough/);
		stop.abort(new Error('enough'));
		await stopped;
		assert.equal(log.commits.length, 100);
		await log.readMore();
		assert.equal(log.isComplete, true);
		assert.deepEqual(
			log.commits.map(({ id }) => id),
			logOf('master'),
		);
	});

	it('shares one page among concurrent callers', async () => {
		const { objects, asked } = await start();
		const log = new LogReader(objects, 'master');
		await Promise.all([log.readMore(), log.readMore()]);
		assert.equal(asked.length, 1);
	});

	it('rejects if there is no such revision', async () => {
		const { objects } = await start();
		await assert.rejects(new LogReader(objects, 'missing').readMore(), { kind: 'missing' });
	});
});

describe('The references of a repository', () => {
	const open = (
		at: string,
		{ remote, objects }: Pick<Awaited<ReturnType<typeof start>>, 'remote' | 'objects'>,
	) => {
		const { log } = readable();
		return createReferences(remote, objects, fileStorage(at, log), log);
	};

	for (const quirks of [[], allQuirks]) {
		it(`are its branches, the default one first, and its tags (${quirks.length} quirks)`, async () => {
			const { ids, ...started } = await start(quirks);
			const references = open(temporaryFolder('refs'), started);
			await references.refresh();
			assert.equal(references.lastError, undefined);
			const { branches, tags } = toRefs(
				references.value?.references ?? [],
				references.value?.head ?? undefined,
			);
			assert.deepEqual(
				branches.map(({ name, isDefault }) => [name, isDefault]),
				[
					['master', true],
					['feature/tree-view', false],
					['release/2.x', false],
					['signed', false],
				],
			);
			assert.deepEqual(tags, [
				{ name: 'v1.0.0', target: ids.tag },
				{ name: 'release', target: ids.master },
				{ name: 'light', target: ids.feature },
			]);
			references.dispose();
		});
	}

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

	it('are read from the disk while the forge cannot be reached', async () => {
		const { line, ...started } = await start();
		const at = temporaryFolder('refs');
		const first = open(at, started);
		await first.refresh();
		await first.settled();
		line.isCut = true;
		const second = open(at, started);
		await second.open();
		assert.deepEqual(second.value, first.value);
		await second.refresh();
		assert.equal(second.lastError?.kind, 'offline');
		assert.deepEqual(second.value, first.value);
		for (const one of [first, second]) one.dispose();
	});

	it('are empty in an empty repository', async () => {
		world = await startRepository();
		const references = open(temporaryFolder('refs'), world);
		await references.refresh();
		assert.deepEqual(references.value, { references: [], head: null });
		references.dispose();
	});

	it('tell annotated tags apart by the commit that they stand for, which is asked only once', async () => {
		const { ids, objects, asked } = await start();
		const at = temporaryFolder('objects');
		const one = openCache(at, objects);
		assert.equal(await one.cache.peel(ids.tag), ids.master);
		assert.equal(await one.cache.peel(ids.feature), ids.feature);
		await one.files.settled();
		assert.deepEqual(asked, [`/log/${ids.tag}`, `/log/${ids.feature}`]);
		const { cache } = openCache(at, objects);
		assert.equal(await cache.peel(ids.tag), ids.master);
		assert.equal(asked.length, 2);
		rmSync(at, { recursive: true, force: true });
	});
});
