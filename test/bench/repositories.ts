import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Log } from '../../src/base/log/log.ts';
import { connect } from '../../src/forge/client/connect.ts';
import { repositoryRows } from '../../src/forge/rows/repositories.ts';
import { compareTrees } from '../../src/repositories/model/compare-trees.ts';
import { PathMatcher } from '../../src/repositories/model/match-paths.ts';
import { ForgeObjects } from '../../src/repositories/state/forge-objects.ts';
import { ObjectCache } from '../../src/repositories/state/object-cache.ts';
import { ObjectFiles } from '../../src/repositories/state/object-files.ts';
import { walkTree } from '../../src/repositories/state/walk-tree.ts';
import { gitEnvironment } from '../../src/sandbox/repositories/git.ts';
import { plainTransport } from '../kit/forge/plain-transport.ts';
import { testWire } from '../kit/forge/test-wire.ts';
import { root, temporaryFolder } from '../tools/places.ts';
import { Background } from '../tools/processes.ts';
import { median, type Table } from './table.ts';

const delayMs = 30;
const parallel = 6;
const rounds = 15;
const shownPaths = 200;
const typed = 'unit07 file0123.c';
const [owner, repository] = ['~bob', 'mainframe'];

const since = (begun: number) => performance.now() - begun;

interface ForgeFacts {
	readonly repositories: string;
	readonly users: readonly { readonly name: string; readonly token: string }[];
}

/** A forge in its own process, as a real one, with a repository of 20,000 files and a commit that changes three of them. */
async function startForge() {
	const data = join(temporaryFolder('bench'), 'data');
	const words = ['--port', '0', '--scale', '1', '--delay', String(delayMs), '--data', data];
	const forge = new Background(process.execPath, [join(root, 'test/scripts/run.mjs'), 'forge', ...words]);
	const [line] = await forge.waitForLine(/^\{.*$/, 120);
	const { repositories: address, users }: ForgeFacts = JSON.parse(line);
	const token = users.find(({ name }) => name === owner)?.token;
	const folder = join(data, 'repositories', owner, `${repository}.git`);
	const git = (...words: readonly string[]) =>
		execFileSync('git', words, {
			cwd: folder,
			env: gitEnvironment(),
			encoding: 'utf8',
			maxBuffer: 2 ** 28,
		}).trim();
	const before = git('rev-parse', 'master');
	const changed = git('ls-tree', '-r', '--name-only', 'master')
		.split('\n')
		.filter((_, at) => at % 9000 === 0);
	const edits = changed.map((path) => `M 100644 inline ${path}\ndata 8\nchanged\n\n`);
	const commit = `commit refs/heads/master\ncommitter Bob <bob@example.org> 1717300000 +0000\ndata 4\nEdit\nfrom ${before}\n`;
	const input = `${commit}${edits.join('')}\n`;
	const { status } = spawnSync('git', ['fast-import', '--quiet'], {
		cwd: folder,
		env: gitEnvironment(),
		input,
	});
	if (status !== 0) throw new Error('The second commit could not be made.');
	return { address, token, folder, git, before, after: git('rev-parse', 'master'), stop: () => forge.stop() };
}

type Forge = Awaited<ReturnType<typeof startForge>>;

/** A window with a cache in a folder. Counts its requests. */
function openWindow({ address, token }: Forge, folder = temporaryFolder('bench')) {
	const network = plainTransport();
	const log = new Log(() => {});
	const counted = { requests: 0 };
	const client = connect(
		repositoryRows,
		testWire({
			base: address,
			token: () => token,
			fetch: (...request) => {
				counted.requests += 1;
				return network.fetch(...request);
			},
			log,
		}),
	);
	const objectFiles = new ObjectFiles(fileStorage(folder, log), () => 2 ** 30, log);
	const cache = new ObjectCache(new ForgeObjects({ client, owner, repository }), objectFiles);
	return { client, cache, files: objectFiles, counted, folder, dispose: () => network.dispose() };
}

type Window = ReturnType<typeof openWindow>;

/** Makes the first request of a token and opens the connections, which every window does only once. */
const warmUp = async ({ client, counted }: Window) => {
	await client.repository({ owner, repository });
	await Promise.all(
		Array.from({ length: parallel }, (_, at) =>
			client.log({ owner, repository }, { query: { at: `${at}` } }),
		),
	);
	counted.requests = 0;
};

async function firstDirectory(forge: Forge): Promise<{ roundTrip: number; times: number[] }> {
	const [trips, times]: [number[], number[]] = [[], []];
	for (let round = 0; round < rounds; round++) {
		const window = openWindow(forge);
		await warmUp(window);
		let begun = performance.now();
		await window.client.repository({ owner, repository }, { query: { round: String(round) } });
		trips.push(since(begun));
		begun = performance.now();
		await window.cache.rootTree(forge.after);
		times.push(since(begun));
		await window.files.settled();
		window.dispose();
	}
	return { roundTrip: median(trips), times };
}

async function knownBlob(forge: Forge): Promise<number[]> {
	const first = openWindow(forge);
	const ids = forge
		.git('ls-tree', '-r', forge.before)
		.split('\n')
		.slice(0, 50)
		.map((line) => line.split(/\s/)[2] ?? '');
	for (const id of ids) await first.cache.blob(id, { most: 1e6 });
	await first.files.settled();
	const window = openWindow(forge, first.folder);
	const times: number[] = [];
	for (const id of ids) {
		const begun = performance.now();
		await window.cache.blob(id, { most: 1e6 });
		times.push(since(begun));
	}
	if (window.counted.requests > 0) throw new Error('A known blob was requested again.');
	for (const one of [first, window]) one.dispose();
	return times;
}

async function walk(forge: Forge, window: Window) {
	const tree = await window.cache.rootTree(forge.after);
	if (!tree) throw new Error('The commit has no tree.');
	const paths: string[] = [];
	let first = 0;
	let directories = 0;
	const before = process.cpuUsage();
	const begun = performance.now();
	const problems = await walkTree({
		objects: window.cache,
		root: tree,
		onFiles: (found, { read }) => {
			if (found.length > 0) first ||= since(begun);
			paths.push(...found.map(({ path }) => path));
			directories = read;
		},
	});
	if (problems.length > 0) throw new Error(problems.join(' '));
	const whole = since(begun);
	const { user, system } = process.cpuUsage(before);
	return { paths, first, whole, directories, busy: (user + system) / 1000 };
}

/** Milliseconds for each letter while a query is typed: medians of several times. */
function keystrokes(paths: readonly string[]): number[] {
	const matcher = new PathMatcher();
	matcher.add(paths);
	const times = Array.from(typed, (): number[] => []);
	for (let round = 0; round < rounds; round++) {
		for (const [at, of] of times.entries()) {
			const begun = performance.now();
			matcher.find(typed.slice(0, at + 1), shownPaths);
			of.push(since(begun));
		}
	}
	return times.map(median);
}

async function commitDiff(forge: Forge) {
	const window = openWindow(forge);
	await warmUp(window);
	const begun = performance.now();
	const [before, after] = await Promise.all(
		[forge.before, forge.after].map(async (commit) => ({
			commit,
			tree: await window.cache.rootTree(commit),
		})),
	);
	if (!before || !after) throw new Error('There are no sides.');
	const { changes } = await compareTrees(window.cache, before, after);
	const took = since(begun);
	if (changes.length !== 3) throw new Error(`${changes.length} changed files instead of 3`);
	window.dispose();
	const lines = forge.git('diff-tree', '-r', '-t', forge.before, forge.after).split('\n');
	// On both sides, with the roots.
	const trees = 2 * (1 + lines.filter((line) => line.startsWith(':040000')).length);
	return { took, trees, requests: window.counted.requests };
}

/** Browsing a large repository over a network with a delay. */
export async function repositories(): Promise<Table> {
	const forge = await startForge();
	try {
		const { roundTrip, times: directory } = await firstDirectory(forge);
		const blob = await knownBlob(forge);
		const window = openWindow(forge);
		await warmUp(window);
		const cold = await walk(forge, window);
		await window.files.settled();
		window.dispose();
		const stored = openWindow(forge, window.folder);
		const warm = await walk(forge, stored);
		if (stored.counted.requests > 0) throw new Error('A known directory was requested again.');
		stored.dispose();
		const keys = keystrokes(cold.paths);
		const diff = await commitDiff(forge);

		const ideal = (cold.directories * roundTrip) / parallel;
		const [open, known, key] = [median(directory), median(blob), Math.max(...keys)];
		const row = (name: string, ...values: [number, number]) => ({ name, values });
		return {
			about: `A repository of ${cold.paths.length} files in ${cold.directories} directories, with ${delayMs} ms of delay`,
			columns: ['median', 'worst'],
			rows: [
				row('one round trip; the first directory, ms', roundTrip, open),
				row('a blob from the disk, ms: median, worst', known, Math.max(...blob)),
				row('walk from the forge, ms: first files, all', cold.first, cold.whole),
				row('walk from the disk, ms: first files, all', warm.first, warm.whole),
				row('processor time of these walks, ms: from the forge, from the disk', cold.busy, warm.busy),
				row('a letter in Go to File, ms: a typical one, the slowest', median(keys), key),
				row("a commit's diff: requests, ms", diff.requests, diff.took),
			],
			goals: [
				{
					goal: `the first directory takes at most a round trip and 10 ms: ${(open - roundTrip).toFixed(1)} ms more`,
					met: open <= roundTrip + 10,
				},
				{ goal: `a known blob is read from the disk within 5 ms: ${known.toFixed(1)} ms`, met: known <= 5 },
				{
					goal: `the first files are there within 200 ms: ${cold.first.toFixed(0)} ms`,
					met: cold.first <= 200,
				},
				{
					goal: `the walk takes at most 1.3 × its round trips: ${(cold.whole / ideal).toFixed(2)} ×`,
					met: cold.whole / ideal <= 1.3,
				},
				{ goal: `each letter takes at most 16 ms: ${key.toFixed(1)} ms`, met: key <= 16 },
				{
					goal: `a diff takes at most two requests more than trees that differ (${diff.trees}): ${diff.requests}`,
					met: diff.requests <= diff.trees + 2,
				},
			],
		};
	} finally {
		await forge.stop();
	}
}
