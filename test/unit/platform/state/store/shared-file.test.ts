import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import type { Name, Storage } from '../../../../../src/base/files/storage.ts';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import {
	type FileFormat,
	jsonFormat,
	SharedFile,
} from '../../../../../src/platform/state/store/shared-file.ts';
import { UnreadableFiles } from '../../../../../src/platform/state/store/unreadable-files.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { skippableTime } from '../../../../kit/window/clock.ts';
import { countSyncs } from '../../../../tools/disk-syncs.ts';
import { failing } from '../../../../tools/failing-files.ts';
import { until } from '../../../../tools/until.ts';

type Words = readonly string[];
const words = jsonFormat<Words>(v.array(v.string()));
/** Leaves out what is no word. */
const tolerant: FileFormat<Words> = {
	...words,
	parse: (text) => {
		const all = v.parse(v.array(v.unknown()), JSON.parse(text));
		const value = all.filter((one) => typeof one === 'string');
		return { value, isDamaged: value.length < all.length };
	},
};
const adding =
	(...added: Words) =>
	(before: Words = []) => [...before, ...added];

describe('A file of all windows', () => {
	const { folder, ending } = stage();
	const time = skippableTime();

	/** The file in one window. */
	function open(at: string, changed = (storage: Storage): Storage => storage, format = words) {
		const { log, lines } = readable();
		const storage = fileStorage(at, log);
		const unreadable = new UnreadableFiles(storage, log);
		return {
			...{ storage, log },
			file: new SharedFile({ storage: changed(storage), name: ['words', 'a'], format, log }),
			isSetAside: async () => (await unreadable.list(['words', 'a'])).length > 0,
			logged: () => lines.map(({ line }) => line).join('\n'),
		};
	}
	const pathIn = (at: string) => join(at, 'words', 'a');
	async function withContent(content: string): Promise<string> {
		const at = await folder();
		await mkdir(dirname(pathIn(at)));
		await writeFile(pathIn(at), content);
		return at;
	}
	const keptIn = async (at: string): Promise<readonly string[]> => {
		const kept = join(at, 'unreadable');
		return Promise.all((await readdir(kept)).map((name) => readFile(join(kept, name), 'utf8')));
	};
	/** Runs `meanwhile` between the first read of the file and what follows. */
	const afterRead =
		(meanwhile: () => Promise<unknown>) =>
		(storage: Storage): Storage => {
			let hasRead = false;
			const read = async (name: Name) => {
				const text = await storage.read(name);
				if (hasRead) return text;
				hasRead = true;
				await meanwhile();
				return text;
			};
			return { ...storage, read };
		};
	/** Runs `meanwhile` before the file is replaced for the first time. */
	const beforeReplacing =
		(meanwhile: () => Promise<unknown>) =>
		(storage: Storage): Storage => {
			let hung: Promise<unknown> | undefined;
			const replace: Storage['replace'] = async (...file) => {
				hung ??= meanwhile();
				await hung;
				await storage.replace(...file);
			};
			return { ...storage, replace };
		};

	it('has what two windows change at the same moment', async () => {
		const at = await folder();
		await Promise.all(['0', '1', '2', '3'].map((word) => open(at).file.change(adding(word))));
		assert.deepEqual((await open(at).file.read())?.toSorted(), ['0', '1', '2', '3']);
	});

	it('has the changes of a window in the order in which they were asked for', async () => {
		const { file } = open(await folder());
		await Promise.all(['a', 'b', 'c', 'd'].map((word) => file.change(adding(word))));
		assert.deepEqual(await file.read(), ['a', 'b', 'c', 'd']);
	});

	it('is written only by a change of the value, and removed by one without a result', async () => {
		const at = await folder();
		const { file, storage } = open(at);
		assert.equal(await file.change((before) => before), undefined);
		assert.deepEqual(await storage.names(['words']), []);
		await file.change(adding('one'));
		await writeFile(pathIn(at), ' ["one"]');
		assert.deepEqual(await file.change((before) => before), ['one']);
		assert.equal(await readFile(pathIn(at), 'utf8'), ' ["one"]');
		await file.change(() => undefined);
		assert.deepEqual([await file.read(), await storage.names(['words'])], [undefined, []]);
	});

	it('is changed after a change that fails, which was made once', async () => {
		const { file } = open(await folder());
		let times = 0;
		const failed = file.change(() => {
			times += 1;
			throw new Error('it failed');
		});
		const next = file.change(adding('next'));
		await assert.rejects(failed, /it failed/);
		assert.deepEqual([await next, times], [['next'], 1]);
	});

	it('survives a power failure once a change is made, unless that is not asked for', async () => {
		const { file } = open(await folder());
		assert.equal(await countSyncs(() => file.change(adding('one'))), 1);
		assert.equal(await countSyncs(() => file.change(adding('two'), { isDurable: false })), 0);
	});

	for (const [when, hanging] of [
		['after it has read the file', afterRead],
		['while it writes', beforeReplacing],
	] as const) {
		it(`keeps what another window writes that takes the lock of one that hangs ${when}`, async () => {
			const at = await folder();
			const hangs = hanging(async () => {
				await rm(join(at, 'locks', 'words', 'a.lock'), { recursive: true });
				await open(at).file.change(adding('theirs'));
			});
			assert.deepEqual(await open(at, hangs).file.change(adding('late')), ['theirs', 'late']);
			assert.deepEqual(await open(at).file.read(), ['theirs', 'late']);
		});
	}

	it('is changed without a lock if there can be none, which is logged', async () => {
		const { file, logged } = open(await folder(), (storage) => ({
			...storage,
			lock: () => Promise.reject(new Error('no room')),
		}));
		assert.deepEqual(await file.change(adding('one')), ['one']);
		assert.match(logged(), /words\/a could not be locked.*\s+Error: no room/);
	});

	it('is not locked in the folder that is watched: a damaged file that cannot be moved would be read without end', async () => {
		const at = await withContent('["half');
		const folders = { watched: '', locked: '' };
		const { file } = open(at, (storage) => ({
			...storage,
			watch: (name) => {
				folders.watched = storage.pathOf(name);
				return new Lifetime();
			},
			lock: (name, ...more) => {
				folders.locked = dirname(storage.pathOf(name));
				return storage.lock(name, ...more);
			},
			move: () => Promise.reject(new Error('EACCES')),
		}));
		file.watch(new Lifetime(), () => {});
		await assert.rejects(file.read(), /EACCES/);
		assert.deepEqual(folders, { watched: join(at, 'words'), locked: join(at, 'locks', 'words') });
	});

	it('tells of what another window writes, and when it is asked to', async () => {
		const at = await folder();
		const lifetime = new Lifetime();
		ending(lifetime);
		let told = 0;
		const tell = open(at).file.watch(lifetime, () => (told += 1));
		await open(at).file.change(adding('one'));
		await until(() => told > 0);
		const before = told;
		tell();
		await tell.flush();
		assert.ok(told > before);
	});

	for (const [what, content] of [
		['damaged', '["half'],
		['of the wrong type', '7'],
		['empty', ''],
	] as const) {
		it(`is set aside when it is read if it is ${what}`, async () => {
			const at = await withContent(content);
			const { file, isSetAside } = open(at);
			assert.deepEqual([await file.read(), await isSetAside()], [undefined, true]);
			assert.deepEqual(await keptIn(at), [content]);
			assert.deepEqual(await file.change(adding('one')), ['one']);
			assert.deepEqual(await keptIn(at), [content]);
		});
	}

	it('is not set aside if it is damaged, but its content can be made again', async () => {
		const at = await withContent('["half');
		const { file, isSetAside } = open(at, undefined, jsonFormat<Words>(v.array(v.string()), []));
		assert.deepEqual([await file.read(), await isSetAside()], [[], false]);
	});

	it('is what another window has written in place of a damaged file that was read', async () => {
		const at = await withContent('["half');
		const repaired = afterRead(() => open(at).file.change(() => ['theirs']));
		const { file } = open(at, repaired);
		assert.deepEqual(await file.read(), ['theirs']);
		assert.deepEqual(await open(at).file.read(), ['theirs']);
		assert.deepEqual(await keptIn(at), ['["half']);
	});

	it('is set aside when it is changed if it cannot be read, such as a folder', async () => {
		const at = await folder();
		await mkdir(pathIn(at), { recursive: true });
		const { file } = open(at);
		await assert.rejects(file.read(), { code: 'EISDIR' });
		assert.deepEqual(await file.change(adding('one')), ['one']);
		assert.equal((await readdir(join(at, 'unreadable'))).length, 1);
	});

	it('stays where it is if reading fails only for a moment', async () => {
		const at = await withContent('["one"]');
		const { file } = open(at);
		for (const code of ['EMFILE', 'EIO', 'ESTALE', 'ETIMEDOUT', 'ENOTCONN', 'UNKNOWN']) {
			time.skip(60_000);
			assert.deepEqual(await file.read(), ['one']);
			const restore = failing('open', code, { path: /words.a$/ });
			ending(restore);
			await assert.rejects(file.read(), { code });
			await assert.rejects(file.change(adding('two')), { code });
			restore();
		}
		assert.deepEqual(await file.change(adding('two')), ['one', 'two']);
	});

	it('is set aside when it is changed if the disk, but not the network, fails to read it for a minute', async () => {
		const at = await withContent('["one"]');
		const { file } = open(at);
		const failsWith = async (code: string) => {
			const restore = failing('open', code, { path: /words.a$/ });
			ending(restore);
			await assert.rejects(file.change(adding('two')), { code });
			time.skip(59_000);
			await assert.rejects(file.read(), { code });
			await assert.rejects(file.change(adding('two')), { code });
			time.skip(1000);
			return restore;
		};
		const restore = await failsWith('ENOTCONN');
		await assert.rejects(file.change(adding('two')), { code: 'ENOTCONN' });
		restore();
		await failsWith('EIO');
		assert.deepEqual(await file.change(adding('two')), ['two']);
		assert.deepEqual(await keptIn(at), ['["one"]']);
	});

	it('that is damaged in part stays until it is written, and a copy is kept, also if the disk is full at first', async () => {
		const at = await withContent('["one",7]');
		const { file } = open(at, undefined, tolerant);
		assert.deepEqual([await file.read(), await file.change((all) => all)], [['one'], ['one']]);
		const restore = failing('rename', 'ENOSPC', { path: /.(words|unreadable)./ });
		ending(restore);
		await assert.rejects(file.change(adding('two')), { code: 'ENOSPC' });
		restore();
		assert.equal(await readFile(pathIn(at), 'utf8'), '["one",7]');
		assert.deepEqual(await file.change(adding('two')), ['one', 'two']);
		await writeFile(pathIn(at), '["one",8]');
		await file.change(adding('three'));
		assert.deepEqual((await keptIn(at)).toSorted(), ['["one",7]', '["one",8]']);
	});

	it('that was set aside is named in the log of each window once, until the user removes it', async () => {
		const at = await withContent('["half');
		await open(at).file.read();
		const { isSetAside, storage, log, logged } = open(at);
		for (let times = 0; times < 2; times++) assert.equal(await isSetAside(), true);
		assert.match(logged(), /^words a cannot be read. It is kept in \S+unreadable.words a 2\S+ [0-9a-f]{8}$/);
		assert.equal((await new UnreadableFiles(storage, log).list(['words'])).length, 0);
		await rm(join(at, 'unreadable'), { recursive: true });
		assert.equal(await isSetAside(), false);
	});

	it('that an earlier version has set aside is mentioned, too', async () => {
		const at = await folder();
		const { storage, log } = open(at);
		const files = new UnreadableFiles(storage, log);
		for (const name of [
			'1700000000000-a',
			'words a',
			'queue 2026-01-02T03:04:05.678Z',
			'queue 2026-01-02T03:04:05.678Z 0123abcd',
		])
			await storage.replace(['unreadable', name], '');
		const counts = [undefined, ['words', 'a'] as const, ['queue'] as const].map((of) => files.list(of));
		assert.deepEqual(
			(await Promise.all(counts)).map(({ length }) => length),
			[4, 1, 2],
		);
	});
});
