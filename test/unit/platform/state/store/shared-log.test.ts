import assert from 'node:assert/strict';
import { appendFile, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import type { Storage } from '../../../../../src/base/files/storage.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { DurableWrites } from '../../../../../src/platform/state/store/durable-writes.ts';
import { SharedLog, startOfLog } from '../../../../../src/platform/state/store/shared-log.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { countSyncs } from '../../../../tools/disk-syncs.ts';
import { failing } from '../../../../tools/failing-files.ts';
import { until } from '../../../../tools/until.ts';

/** The latest words of a user. */
interface Said {
	readonly who: string;
	readonly words: string;
}

const parse = (value: object): Said | undefined =>
	'who' in value && typeof value.who === 'string' && 'words' in value && typeof value.words === 'string'
		? { who: value.who, words: value.words }
		: undefined;

function newSummary() {
	const all = new Map<string, Said>();
	return { apply: (said: Said) => all.set(said.who, said), toLines: () => all.values() };
}

const said = (who: string, words = 'a'): Said => ({ who, words });
const long = 'ü'.repeat(50_000);

describe('Lines that all windows append to one file', () => {
	const { folder, ending } = stage();

	/** The file in one window. `isCache`: its content can be fetched again. */
	function open(at: string, { isCache = false, changed = (storage: Storage): Storage => storage } = {}) {
		const { log, lines } = readable();
		const lifetime = new Lifetime();
		ending(lifetime);
		const storage = fileStorage(at, log);
		const durable = new DurableWrites(storage, lifetime, log);
		const file = new SharedLog<Said>({
			...{ storage: changed(storage), name: ['talk', 'a'], version: '1', parse, newSummary, log },
			...(!isCache && { durable }),
		});
		let position = startOfLog;
		return {
			...{ file, storage, durable },
			append: (...added: readonly Said[]) => file.lock((locked) => locked.append([{ lines: added }])),
			/** Reads on from where the last read has ended. */
			read: async () => {
				const found: string[] = [];
				const read = await file.read(({ who, words }) => found.push(`${who}${words.at(-1)}`), position);
				position = read.position;
				return { found: found.join(' '), isContinued: read.isContinued };
			},
			logged: () => lines.map(({ line }) => line).join('\n'),
		};
	}
	const pathIn = (at: string) => join(at, 'talk', 'a');
	const allIn = async (at: string) => (await open(at).read()).found;
	async function withContent(content: string): Promise<string> {
		const at = await folder();
		await mkdir(dirname(pathIn(at)));
		await writeFile(pathIn(at), content);
		return at;
	}

	it('are read once by each window, in the order of the file', async () => {
		const at = await folder();
		const [one, other] = [open(at), open(at)];
		assert.deepEqual(await other.read(), { found: '', isContinued: true });
		await one.append(said('x'), said('y'));
		await Promise.all([one.append(said('z')), other.append(said('z'))]);
		assert.deepEqual(await other.read(), { found: 'xa ya za za', isContinued: false });
		await one.append(said('x', 'b'));
		assert.deepEqual(await other.read(), { found: 'xb', isContinued: true });
		assert.deepEqual(await other.read(), { found: '', isContinued: true });
	});

	it('are read by the window that has the lock, also what it has just appended', async () => {
		const { file } = open(await folder());
		const found: string[] = [];
		await file.lock(async (locked) => {
			const { position } = await locked.read(({ who }) => found.push(who));
			await locked.append([{ lines: [said('x')] }]);
			const next = await locked.read(({ who }) => found.push(who), position);
			await locked.append([{ lines: [said('y')] }]);
			await locked.read(({ who }) => found.push(who), next.position);
		});
		assert.deepEqual(found, ['x', 'y']);
	});

	it('are left for later while another window writes them, wherever that is', async () => {
		const at = await folder();
		await open(at).append(said('x'), said('y', 'Grüße'));
		const whole = await readFile(pathIn(at), 'utf8');
		const start = whole.lastIndexOf('\n');
		for (let length = start; length < whole.length; length += 5) {
			await writeFile(pathIn(at), whole.slice(0, length));
			const { read, logged } = open(at);
			assert.equal((await read()).found, 'xa');
			await writeFile(pathIn(at), whole);
			assert.deepEqual(await read(), { found: 'ye', isContinued: true });
			assert.equal(logged(), '');
		}
	});

	it('are left out if a killed program has cut them off or if they have another format, without damage to the next one', async () => {
		const at = await folder();
		await open(at).append(said('x'));
		await appendFile(pathIn(at), '\n[]\n7\n\n{"who":1}\n{"who":"cut o');
		await open(at).append(said('y'));
		const { read, logged } = open(at);
		assert.equal((await read()).found, 'xa ya');
		assert.match(logged(), /^talk\/a: 4 lines were cut off or damaged and left out$/);
	});

	it('are read anew if the file was removed, or replaced by an earlier one', async () => {
		const at = await folder();
		const { append, read, storage } = open(at);
		await append(said('x'));
		await read();
		await storage.remove(['talk', 'a']);
		assert.deepEqual(await read(), { found: '', isContinued: false });
		await append(said('y'));
		assert.equal(await allIn(at), 'ya');
		const earlier = await readFile(pathIn(at));
		await append(said('z'));
		assert.deepEqual(await read(), { found: 'ya za', isContinued: false });
		await writeFile(pathIn(at), earlier);
		assert.deepEqual(await read(), { found: 'ya', isContinued: false });
	});

	it('are rewritten as few when they have grown, with those of other windows', async () => {
		const at = await folder();
		const [one, other] = [open(at), open(at)];
		await other.append(said('y'));
		await one.read();
		for (const nth of [1, 2, 3]) await one.append(said('x', `${long}${nth}`));
		assert.ok((await stat(pathIn(at))).size < 300_000);
		assert.equal(await allIn(at), 'ya x3');
		await other.append(said('y', 'b'));
		assert.deepEqual(await one.read(), { found: 'ya x3 yb', isContinued: false });
	});

	it('stay short however many windows append a little', async () => {
		const at = await folder();
		for (let nth = 0; nth < 20; nth++) {
			const { read, append } = open(at);
			await read();
			await append(said(`${nth % 2}`, `${long}${nth % 10}`));
		}
		const { size } = await stat(pathIn(at));
		assert.ok(size < 700_000, `${size} bytes`);
		assert.match(await allIn(at), /\b08 (?:\S+ )*19$/);
	});

	it('are not rewritten if that would not make the file smaller', async () => {
		const at = await folder();
		const { file } = open(at);
		const generation = async () => (await readFile(pathIn(at), 'utf8')).split('\n', 1)[0];
		await file.lock((locked) => locked.append([{ lines: [said('0')] }]));
		const before = await generation();
		for (let nth = 1; nth < 6; nth++)
			await file.lock((locked) => locked.append([{ lines: [said(`${nth}`, long)], areNew: true }]));
		assert.equal(await generation(), before);
		await file.lock((locked) => locked.rewrite());
		const rewritten = await generation();
		const other = open(at);
		await other.read();
		await other.append(said('6'));
		assert.equal(await generation(), rewritten);
	});

	it('are all there if they cannot be rewritten, which is logged', async () => {
		const at = await folder();
		const { append, logged } = open(at);
		await append(said('x'));
		const restore = failing('rename', 'ENOSPC', { path: /talk.a\.[0-9a-f-]+\.new$/ });
		ending(restore);
		for (const nth of [1, 2, 3]) await append(said('y', `${long}${nth}`));
		restore();
		assert.match(logged(), /^talk\/a could not be rewritten/);
		await append(said('x', 'b'));
		assert.match(await allIn(at), /^(xa y1 y2 y3 xb|xa y3 xb|xb y3)$/);
	});

	it('are not lost if another window appends them during a rewrite', async () => {
		const at = await folder();
		const isReading = Promise.withResolvers<void>();
		// This window is slow between reading the file and replacing it.
		const slow = (storage: Storage): Storage => ({
			...storage,
			replace: async (...given) => {
				isReading.resolve();
				const locks = join(at, 'locks', 'talk');
				await until(async () => (await readdir(locks)).some((name) => name.startsWith('a.lock.')));
				await storage.replace(...given);
			},
		});
		await open(at).append(said('x'));
		const rewriting = open(at, { changed: slow }).file.lock((locked) => locked.rewrite());
		await isReading.promise;
		await Promise.all([rewriting, open(at).append(said('y'))]);
		assert.equal(await allIn(at), 'xa ya');
	});

	for (const [what, size] of [
		['appends', 1],
		['rewrites the file', 300_000],
	] as const) {
		it(`are not lost if another window takes the lock before a hung one ${what}`, async () => {
			const at = await folder();
			await open(at).append(said('x'));
			let times = 0;
			await open(at).file.lock(async (locked) => {
				times += 1;
				await locked.read(() => {});
				if (times === 1) {
					await rm(join(at, 'locks', 'talk', 'a.lock'), { recursive: true });
					await open(at).append(said('theirs'));
				}
				await locked.append([{ lines: [said('late', `${'x'.repeat(size)}a`)] }]);
			});
			assert.deepEqual([times, await allIn(at)], [2, 'xa theirsa latea']);
		});
	}

	it('survive a power failure when the file is new, and a second after they are appended', async () => {
		const { append, durable } = open(await folder());
		assert.equal(await countSyncs(() => append(said('x'))), 1);
		assert.equal(await countSyncs(() => append(said('y'))), 0);
		assert.equal(await countSyncs(() => durable.finish()), 1);
	});

	it('are not flushed to the disk if they can be fetched again', async () => {
		const { append, durable } = open(await folder(), { isCache: true });
		assert.equal(await countSyncs(() => append(said('x')).then(() => append(said('y')))), 0);
		assert.equal(await countSyncs(() => durable.finish()), 0);
	});

	const text = '\n{"who":"x","words":"a"}';
	for (const content of [
		'',
		'\n',
		'{}',
		'nonsense',
		text,
		`{"version":"2","generation":"g","rewritten":0}${text}`,
	]) {
		it(`are not read from a file of another version, which is set aside: ${JSON.stringify(content)}`, async () => {
			const at = await withContent(content);
			const { append, read } = open(at);
			assert.equal((await read()).found, '');
			const [kept = ''] = await readdir(join(at, 'unreadable'));
			assert.match(kept, /^talk a 2/);
			assert.equal(await readFile(join(at, 'unreadable', kept), 'utf8'), content);
			await append(said('y'));
			assert.equal(await allIn(at), 'ya');
		});
	}

	it('of another version are removed if they can be fetched again', async () => {
		const at = await withContent('{"version":"0"}');
		const { append, logged } = open(at, { isCache: true });
		await open(at, { isCache: true }).read();
		await assert.rejects(stat(pathIn(at)), { code: 'ENOENT' });
		await writeFile(pathIn(at), '{"version":"0"}');
		await open(at, { isCache: true }).file.lock((locked) => locked.rewrite());
		await append(said('y'));
		assert.deepEqual([await allIn(at), logged()], ['ya', '']);
	});

	it('are set aside if they have become too long to be read', async () => {
		const at = await folder();
		const { append, read } = open(at);
		await append(said('x'));
		await truncate(pathIn(at), 257 * 1024 * 1024);
		assert.equal((await read()).found, '');
		assert.equal((await readdir(join(at, 'unreadable'))).length, 1);
	});

	it('are read although an earlier version has written only the version before them', async () => {
		const at = await withContent(`{"version":"1"}${text}`);
		assert.equal(await allIn(at), 'xa');
		await open(at).append(said('y'));
		assert.equal(await allIn(at), 'xa ya');
	});
});
