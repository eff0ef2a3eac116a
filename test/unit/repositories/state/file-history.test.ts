import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import type { Commit } from '../../../../src/forge/shapes/repositories.ts';
import { type FileChange, FileHistory } from '../../../../src/repositories/state/file-history.ts';
import { createBare } from '../../../../src/sandbox/repositories/bare.ts';
import { feed } from '../../../kit/forge/repositories-world.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { gitObjects } from '../git-objects.ts';
import { type Step, writeCommits } from '../write-commits.ts';

const long = (seed: string) => Array.from({ length: 20 }, (_, at) => `${seed} ${at}\n`).join('');

describe('The history of a file', () => {
	let folder: string;
	let repository: ReturnType<typeof gitObjects> | undefined;
	const stop = new AbortController();
	beforeEach(async () => {
		folder = temporaryFolder('history');
		await createBare(folder);
	});
	afterEach(() => {
		repository?.end();
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	/** The log of a branch, in pages of a few commits, as a server gives it. */
	async function logOf(branch: string, ids = feed(folder, '', 'rev-list', branch).split('\n')) {
		const reading = gitObjects(folder);
		repository = reading;
		const all: Commit[] = [];
		for (const id of ids) all.push((await reading.objects.commit(id)) ?? assert.fail(`no ${id}`));
		const commits: Commit[] = [];
		return {
			commits,
			get isComplete() {
				return commits.length === all.length;
			},
			readMore: async () => void commits.push(...all.slice(commits.length, commits.length + 3)),
		};
	}

	async function historyOf(branch: string, path: string, ids?: readonly string[]) {
		const log = await logOf(branch, ids && [...ids]);
		const { objects = assert.fail() } = repository ?? {};
		const found: FileChange[] = [];
		const history = new FileHistory(objects, log, path, stop.signal);
		const search = (count: number) => history.search(count, (change) => found.push(change));
		return { history, search, found, objects };
	}

	const idsOf = (changes: readonly FileChange[]) => changes.map(({ commit }) => commit.id);
	const gitLog = (...words: string[]) => feed(folder, '', 'log', '--format=%H', ...words).split('\n');

	it('of any branches and merges has the commits of git log, in its order', async () => {
		const step = fc.record({
			others: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
			write: fc.dictionary(fc.constantFrom('f', 'd/f', 'd/e/f'), fc.constantFrom('1', '2', '3')),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (drawn) => {
				const steps = drawn.map(({ others, write }, nth): Step => {
					const parents = [...new Set([0, ...others].map((back) => nth - 1 - back))].filter(
						(one) => one >= 0,
					);
					return { parents, write: nth === 0 ? { ...write, f: '1' } : write };
				});
				writeCommits(folder, steps);
				const tip = `c${steps.length - 1}`;
				const { history, search, found } = await historyOf(tip, 'f');
				await search(100);
				assert.ok(history.isComplete);
				assert.deepEqual(idsOf(found), gitLog(tip, '--', 'f'));
				repository?.end();
			}),
			{ numRuns: 25 },
		);
	}).timeout(60_000);

	it('follows renames, also with changes, and ends where the file was created', async () => {
		const first = long('a');
		const changed = first.replace('a 3\n', 'other\n');
		writeCommits(folder, [
			{ write: { other: 'x' } },
			{ write: { 'old-name.txt': first } },
			{ write: { other: 'y' } },
			{ remove: ['old-name.txt'], write: { 'src/new.txt': changed } },
			{ write: { 'src/new.txt': `${changed}end\n` } },
		]);
		const { history, search, found } = await historyOf('c4', 'src/new.txt');
		await search(100);
		assert.deepEqual(idsOf(found), gitLog('--follow', 'c4', '--', 'src/new.txt'));
		assert.deepEqual(
			found.map(({ before, after }) => [before?.path, after.path]),
			[
				['src/new.txt', 'src/new.txt'],
				['old-name.txt', 'src/new.txt'],
				[undefined, 'old-name.txt'],
			],
		);
		assert.ok(history.isComplete);
		assert.equal(history.searched, 4);
	});

	it('ends where a file took the place of a folder', async () => {
		writeCommits(folder, [
			{ write: { 'f/old': '1' } },
			{ write: { 'f/old': '2' } },
			{ remove: ['f/old'], write: { f: '3' } },
			{ write: { f: '4' } },
		]);
		const { search, found } = await historyOf('c3', 'f');
		await search(100);
		assert.deepEqual(idsOf(found), gitLog('-2', 'c3'));
		assert.equal(found[1]?.before, undefined);
	});

	it('is searched in steps, and continues where it stopped', async () => {
		writeCommits(
			folder,
			Array.from({ length: 10 }, (_, nth) => ({ write: { [nth % 3 === 0 ? 'f' : 'g']: `${nth}` } })),
		);
		const { history, search, found } = await historyOf('c9', 'f');
		await search(4);
		assert.deepEqual([history.searched, history.isComplete, found.length], [4, false, 2]);
		await search(4);
		assert.deepEqual([history.searched, history.isComplete, found.length], [8, false, 3]);
		await search(4);
		assert.deepEqual([history.searched, history.isComplete, found.length], [10, true, 4]);
		await search(4);
		assert.deepEqual(idsOf(found), gitLog('c9', '--', 'f'));
	});

	it('is complete if a server lists a commit before its children', async () => {
		writeCommits(folder, [{ write: { f: '1' } }, { write: { f: '2' } }, { write: { f: '3' } }]);
		const [tip = '', middle = '', first = ''] = gitLog('c2');
		const { history, search, found } = await historyOf('c2', 'f', [tip, first, middle]);
		await search(100);
		assert.deepEqual(idsOf(found), [tip, middle, first]);
		assert.ok(history.isComplete);
	});

	it('reads few directories that did not change', async () => {
		writeCommits(
			folder,
			Array.from({ length: 8 }, (_, nth) => ({ write: nth === 0 ? { 'd/f': '1' } : { g: `${nth}` } })),
		);
		const { search } = await historyOf('c7', 'd/f');
		const { read = [] } = repository ?? {};
		read.length = 0;
		await search(100);
		const trees = read.filter((one) => one.startsWith('tree '));
		assert.equal(new Set(trees).size, 9, 'eight root directories and the one of the file');
	});

	it('fails if the file is not in the newest commit, or a commit is gone, and can be tried again', async () => {
		writeCommits(folder, [{ write: { f: '1' } }, { write: { f: '2' } }]);
		const missing = await historyOf('c1', 'nothing');
		await assert.rejects(missing.search(5), { kind: 'missing', message: /nothing was not found in commit/ });
		repository?.end();

		const { search, objects, found } = await historyOf('c1', 'f');
		const { rootTree } = objects;
		const [, first = ''] = gitLog('c1');
		objects.rootTree = async (id, options) => (id === first ? undefined : rootTree(id, options));
		await assert.rejects(search(5), { kind: 'missing', message: /Commit \w{7} was not found/ });
		objects.rootTree = rootTree;
		await search(5);
		assert.deepEqual(idsOf(found), gitLog('c1'));
	});
});
