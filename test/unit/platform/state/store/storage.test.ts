import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { fileName, textOfFileName } from '../../../../../src/platform/state/store/file-names.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { Journal } from '../../../../../src/platform/state/store/journal.ts';
import { memoryStorage } from '../../../../../src/platform/state/store/memory-storage.ts';
import { SettingFile } from '../../../../../src/platform/state/store/setting-file.ts';
import type { Name, Storage } from '../../../../../src/platform/state/store/storage.ts';
import { trimFolder } from '../../../../../src/platform/state/store/trim-folder.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { pausesOf, settle } from '../../../../kit/window/clock.ts';
import { until } from '../../../../tools/until.ts';

/** Any UTF-16 code unit, including lone surrogates. */
const anyCharacter = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

describe('A file name', () => {
	it('is a single segment that cannot leave its folder, whatever the text', () => {
		const hostile = [
			'..',
			'.',
			'',
			'/',
			'\\',
			'C:',
			'a/../../b',
			'~ana/editor',
			'nul',
			'COM1',
			'a.',
			'a ',
			'\0',
		];
		const name = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: anyCharacter, maxLength: 300 }));
		fc.assert(
			fc.property(name, (text) => {
				const file = fileName(text);
				assert.match(file, /^[a-z0-9~_ %#-]+$/);
				assert.doesNotMatch(file, /^(con|prn|aux|nul|com\d|lpt\d)$| $/);
				assert.ok(file.length <= 255);
			}),
		);
	});

	it('differs for different texts, even on a file system that ignores case', () => {
		const texts = [
			'editor',
			'Editor',
			'EDITOR',
			'',
			'%',
			' ',
			'%20',
			'a ',
			'nul',
			'x'.repeat(200),
			'x'.repeat(201),
		];
		assert.equal(new Set(texts.map((text) => fileName(text).toLowerCase())).size, texts.length);
	});

	it('gives the text back, or for a long text, one with the same file name', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
				const back = textOfFileName(fileName(text));
				assert.equal(fileName(back ?? 'nothing'), fileName(text));
				if (fileName(text).length < 60) assert.equal(back, text.toWellFormed());
			}),
		);
	});
});

/** A watcher that ends with a failure. */
function brokenWatcher(): EventEmitter & { readonly close: () => void } {
	const watcher = Object.assign(new EventEmitter(), { close: () => {} });
	setImmediate(() => watcher.emit('error', new Error('made to fail')));
	return watcher;
}

describe('The file storage', () => {
	const { folder, storage } = stage();

	it('reads what was written, and undefined if there is no file', async () => {
		const kept = await storage();
		assert.equal(await kept.read(['a', '~ana/editor']), undefined);
		await kept.replace(['a', '~ana/editor'], 'one');
		await kept.append(['a', '~ana/editor'], ' two');
		assert.equal(await kept.read(['a', '~ana/editor']), 'one two');
		assert.deepEqual(
			(await kept.list(['a'])).map(({ name, size }) => [name, size]),
			[['~ana/editor', 7]],
		);
		assert.equal(await kept.move(['a', '~ana/editor'], ['b', 'x']), true);
		assert.equal(await kept.move(['a', '~ana/editor'], ['b', 'x']), false);
		assert.equal(await kept.read(['b', 'x']), 'one two');
		await kept.remove(['b', 'x']);
		await kept.remove(['b', 'x']);
		assert.deepEqual(await kept.list(['b']), []);
	});

	it('reads the bytes of a file as they were written, and undefined if there is no file', async () => {
		const kept = await storage();
		const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
		await kept.replace(['objects', 'x'], bytes);
		assert.deepEqual(Uint8Array.from((await kept.readBytes(['objects', 'x'])) ?? []), bytes);
		assert.equal(await kept.readBytes(['objects', 'y']), undefined);
	});

	it('lists a touched file as written now', async () => {
		const at = await folder();
		const kept = fileStorage(at, readable().log);
		await kept.replace(['x', 'a'], 'text');
		await utimes(join(at, 'x', 'a'), 1000, 1000);
		await kept.touch(['x', 'a']);
		await kept.touch(['x', 'missing']);
		const [{ name, written } = { name: '', written: 0 }] = await kept.list(['x']);
		assert.equal(name, 'a');
		assert.ok(written > 1_000_000);
	});

	it('never shows part of a text while it is being replaced', async () => {
		const at = await folder();
		const [one, other] = [fileStorage(at, readable().log), fileStorage(at, readable().log)];
		const texts = ['a'.repeat(200_000), 'b'.repeat(100_000)];
		await one.replace(['x'], texts[0] ?? '');
		const writes = Promise.all(
			Array.from({ length: 20 }, (_, nth) => (nth % 2 ? one : other).replace(['x'], texts[nth % 2] ?? '')),
		);
		for (let nth = 0; nth < 20; nth++) assert.ok(texts.includes((await one.read(['x'])) ?? ''));
		await writes;
		assert.deepEqual(await readdir(at), ['x']);
	});

	it('removes what a killed program left behind, but not files that are being written', async () => {
		const at = await folder();
		const [old, fresh] = [join(at, 'x.1-0.new'), join(at, 'y.2-0.new')];
		for (const file of [old, fresh]) await writeFile(file, 'half');
		await utimes(old, 1000, 1000);
		await fileStorage(at, readable().log).replace(['z'], 'whole');
		assert.deepEqual((await readdir(at)).sort(), ['y.2-0.new', 'z']);
	});

	it('reports what another window writes', async () => {
		const at = await folder();
		const [one, other] = [fileStorage(at, readable().log), fileStorage(at, readable().log)];
		let told = 0;
		const watching = one.watch(['drafts'], () => told++);
		await other.replace(['drafts', 'x'], 'text');
		await until(() => told > 0);
		watching.dispose();
	});

	for (const [what, failing] of [
		['cannot be watched', { watch: () => assert.fail('made to fail') }],
		['is no longer watched', { watch: () => brokenWatcher() }],
	] as const) {
		it(`reports regularly that a folder may have changed if it ${what}`, async () => {
			const { log, lines } = readable();
			const kept = fileStorage(await folder(), log);
			const { watch } = fs;
			mock.timers.enable({ apis: ['setInterval'] });
			try {
				Object.assign(fs, failing);
				syncBuiltinESMExports();
				let told = 0;
				const watching = kept.watch(['drafts'], () => told++);
				await new Promise(setImmediate);
				assert.match(lines[0]?.line ?? '', /drafts cannot be watched/);
				assert.equal(told, 0);
				mock.timers.tick(20_000);
				assert.equal(told, 2);
				watching.dispose();
				mock.timers.tick(20_000);
				assert.equal(told, 2);
			} finally {
				Object.assign(fs, { watch });
				syncBuiltinESMExports();
				mock.timers.reset();
			}
		});
	}

	it('is trimmed by age, oldest file first', async () => {
		const at = await folder();
		const kept = fileStorage(at, readable().log);
		for (const [nth, name] of ['a', 'b', 'c', 'd'].entries()) {
			await kept.replace(['x', name], '1234567890');
			await utimes(join(at, 'x', name), 1000 + nth, 1000 + nth);
		}
		const left = async () => (await kept.list(['x'])).map(({ name }) => name).sort();
		await trimFolder(kept, ['x'], { files: 3, bytes: 1000 });
		assert.deepEqual(await left(), ['b', 'c', 'd']);
		await trimFolder(kept, ['x'], { files: 3, bytes: 25 });
		assert.deepEqual(await left(), ['c', 'd']);
	});

	it('is trimmed even if one of the files cannot be removed, which is then reported', async () => {
		const at = await folder();
		const files = fileStorage(at, readable().log);
		for (const [nth, name] of ['a', 'b', 'c'].entries()) {
			await files.replace(['x', name], '1234567890');
			await utimes(join(at, 'x', name), 1000 + nth, 1000 + nth);
		}
		const remove = async (name: Name) => {
			if (name.at(-1) === 'b') throw new Error('EPERM');
			await files.remove(name);
		};
		await assert.rejects(trimFolder({ ...files, remove }, ['x'], { files: 1, bytes: 1000 }), /EPERM/);
		assert.deepEqual((await files.list(['x'])).map(({ name }) => name).sort(), ['b', 'c']);
	});
});

describe('A stored setting', () => {
	const { folder } = stage();
	const open = (at: string, changed = (storage: Storage) => storage) => {
		const { log, lines } = readable();
		const shape = v.array(v.string());
		return {
			lines,
			pins: new SettingFile<readonly string[]>({
				storage: changed(fileStorage(at, log)),
				name: ['pins', 'a'],
				shape,
				none: [],
				lifetime: new Lifetime(),
				log,
			}),
		};
	};

	it('keeps what another window writes that takes the lock of a hung one', async () => {
		const at = await folder();
		let hasHung = false;
		const read = async (storage: Storage, name: Name) => {
			const text = await storage.read(name);
			if (hasHung) return text;
			hasHung = true;
			await rm(join(at, 'setting-locks', 'pins', 'a.lock'), { recursive: true });
			await open(at).pins.change((pins) => [...pins, 'theirs']);
			return text;
		};
		const { pins } = open(at, (storage) => ({ ...storage, read: (name) => read(storage, name) }));
		assert.deepEqual(await pins.change((before) => [...before, 'late']), ['theirs', 'late']);
		assert.deepEqual(await open(at).pins.read(), ['theirs', 'late']);
	});

	it('is what another window has written in place of a damaged file that was read', async () => {
		const at = await folder();
		await open(at).pins.change(() => ['one']);
		await writeFile(join(at, 'pins', 'a'), '["half');
		let hasRead = false;
		const read = async (storage: Storage, name: Name) => {
			const text = await storage.read(name);
			if (!hasRead) {
				hasRead = true;
				await open(at).pins.change(() => ['theirs']);
			}
			return text;
		};
		const { pins } = open(at, (storage) => ({ ...storage, read: (name) => read(storage, name) }));
		assert.deepEqual([await pins.read(), pins.isUnreadable], [['theirs'], false]);
		assert.deepEqual(await open(at).pins.read(), ['theirs']);
	});

	it('is not locked in the folder that is watched: a damaged file that cannot be moved would be read without end', async () => {
		const at = await folder();
		await mkdir(join(at, 'pins'));
		await writeFile(join(at, 'pins', 'a'), '["half');
		const folders = { watched: '', locked: '' };
		const { pins } = open(at, (storage) => ({
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
		pins.watch();
		await pins.read();
		assert.ok(pins.isUnreadable);
		assert.deepEqual(folders, { watched: join(at, 'pins'), locked: join(at, 'setting-locks', 'pins') });
	});

	it('says that it cannot be read until another window has stored it again', async () => {
		const at = await folder();
		await mkdir(join(at, 'pins'));
		await writeFile(join(at, 'pins', 'a'), '["half');
		const { pins } = open(at);
		const told: boolean[] = [];
		pins.onDidChange(() => told.push(pins.isUnreadable));
		await pins.read();
		await open(at).pins.change(() => []);
		await pins.read();
		assert.deepEqual(told, [true, false]);
	});

	it('keeps what two windows change at the same moment', async () => {
		const at = await folder();
		const changes = Array.from({ length: 4 }, (_, nth) =>
			open(at).pins.change((pins) => [...pins, `${nth}`]),
		);
		await Promise.all(changes);
		assert.deepEqual([...(await open(at).pins.read())].sort(), ['0', '1', '2', '3']);
	});

	const damages: readonly [what: string, damage: (file: string) => Promise<unknown>][] = [
		['damaged', (file) => writeFile(file, '["half')],
		['of the wrong type', (file) => writeFile(file, '7')],
		['a folder', async (file) => rm(file).then(() => mkdir(file))],
	];
	for (const [what, damage] of damages) {
		it(`is kept aside and logged if its file is ${what}, and can be changed again`, async () => {
			const at = await folder();
			await open(at).pins.change(() => ['one']);
			await damage(join(at, 'pins', 'a'));
			const { pins, lines } = open(at);
			assert.deepEqual(await pins.read(), []);
			assert.equal(pins.isUnreadable, true);
			assert.match(lines[0]?.line ?? '', /pins\/a (cannot|could not) be read/);
			await pins.change((known) => [...known, 'two']);
			assert.equal(pins.isUnreadable, false);
			assert.deepEqual(await open(at).pins.read(), ['two']);
			assert.match((await readdir(join(at, 'unreadable'))).join(), /^pins a 2\d{3}-[^,]+$/);
		});
	}
});

describe('A journal', () => {
	const { folder } = stage();
	const open = (at: string) => {
		const { log, lines } = readable();
		const kept = fileStorage(at, log);
		return { kept, lines, journal: new Journal(kept, ['j'], '1', log) };
	};

	it('has the last value of each key and none that was removed', async () => {
		const at = await folder();
		const { journal } = open(at);
		await journal.load();
		void journal.put([
			[1, 'a'],
			[2, 'b'],
			['x', { deep: 'c\nd' }],
		]);
		void journal.put([[1, 'A']]);
		await journal.put([[2, undefined]]);
		assert.deepEqual(
			[...(await open(at).journal.load())],
			[
				[1, 'A'],
				['x', { deep: 'c\nd' }],
			],
		);
	});

	it('skips damaged lines, logs them, and keeps the lines after them', async () => {
		const at = await folder();
		const { journal, kept } = open(at);
		await journal.put([[1, 'a']]);
		await kept.append(['j'], '\n{"k":2,"v":"cut o');
		await kept.append(['j'], '\nnull\n{"v":1}');
		await journal.put([[3, 'c']]);
		const again = open(at);
		assert.deepEqual([...(await again.journal.load()).keys()], [1, 3]);
		assert.equal(again.lines.length, 1);
		assert.match(again.lines[0]?.line ?? '', /j: 3 lines were cut off or damaged/);
	});

	it('has the entries of two windows that begin at the same moment', async () => {
		const at = await folder();
		const [one, other] = [open(at).journal, open(at).journal];
		await Promise.all([one.load(), other.load()]);
		await Promise.all([one.put([[1, 'a']]), other.put([[2, 'b']])]);
		const again = open(at);
		assert.deepEqual([...(await again.journal.load()).keys()].sort(), [1, 2]);
		assert.deepEqual(again.lines, []);
	});

	it('is rewritten when it has grown, with the entries of the other window', async () => {
		const at = await folder();
		const [one, other] = [open(at), open(at)];
		await one.journal.load();
		await other.journal.put([[2, 'other']]);
		const long = 'x'.repeat(100_000);
		for (let nth = 0; nth < 5; nth++) await one.journal.put([[1, `${nth}${long}`]]);
		assert.ok(((await one.kept.read(['j']))?.length ?? 0) < 350_000);
		const values = await open(at).journal.load();
		assert.deepEqual([values.get(1), values.get(2)], [`4${long}`, 'other']);
	});

	it('loses no entry that another window appends while it is rewritten', async () => {
		const at = await folder();
		const { log } = readable();
		const kept = fileStorage(at, log);
		const reading = Promise.withResolvers<void>();
		const appended = Promise.withResolvers<void>();
		// This window is slow between reading the file and replacing it.
		const slow: Storage = {
			...kept,
			replace: async (name, text) => {
				reading.resolve();
				await Promise.race([appended.promise, until(async () => (await readdir(at)).some(isWaiting))]);
				await kept.replace(name, text);
			},
		};
		const isWaiting = (name: string) => name.startsWith('j.lock.');
		const one = new Journal(slow, ['j'], '1', log);
		const other = new Journal(kept, ['j'], '1', log);
		await other.put([[1, 'before']]);
		await one.load();
		const rewriting = one.put([[2, 'x'.repeat(300_000)]]);
		await reading.promise;
		const put = other.put([[3, 'meanwhile']]).then(appended.resolve);
		await Promise.all([rewriting, put]);
		const values = await open(at).journal.load();
		assert.deepEqual([...values.keys()].sort(), [1, 2, 3]);
	});

	it('takes its lock once for changes that closely follow each other', async () => {
		const at = await folder();
		const { log } = readable();
		const kept = fileStorage(at, log);
		let locks = 0;
		const counting: Storage = {
			...kept,
			lock: (...given) => {
				locks += 1;
				return kept.lock(...given);
			},
		};
		const journal = new Journal(counting, ['j'], '1', log);
		for (let nth = 0; nth < 20; nth++) await journal.put([[nth, 'a']]);
		assert.equal(locks, 1);
		const other = open(at).journal;
		await other.put([['other', 'b']]);
		await journal.put([[20, 'a']]);
		assert.equal(locks, 2);
		assert.equal((await other.load()).size, 22);
	});

	it('is written without a pause on demand, also while the lock of the write before is released', async () => {
		const kept = memoryStorage();
		const released = Promise.withResolvers<void>();
		const slow: Storage = {
			...kept,
			lock: async (name, work) => {
				const result = await kept.lock(name, work);
				await released.promise;
				return result;
			},
		};
		const journal = new Journal(slow, ['j'], '1', readable().log);
		await journal.put([[1, 'a']]);
		await settle();
		const put = journal.put([[2, 'b']]);
		const pauses = await pausesOf(async () => {
			const settled = journal.settled();
			released.resolve();
			await settled;
		});
		await put;
		assert.equal(pauses, 0);
	});

	for (const failing of ['lock', 'append'] as const)
		it(`logs a change that cannot be written and writes the next one (${failing} fails)`, async () => {
			const at = await folder();
			const { log, lines } = readable();
			const kept = fileStorage(at, log);
			let isFull = true;
			const fail = () => Promise.reject(new Error('no room'));
			const full: Storage = {
				...kept,
				lock: (...given) => (isFull && failing === 'lock' ? fail() : kept.lock(...given)),
				append: (...given) => (isFull && failing === 'append' ? fail() : kept.append(...given)),
			};
			const journal = new Journal(full, ['j'], '1', log);
			await journal.put([[1, 'lost']]);
			isFull = false;
			await journal.put([[2, 'kept']]);
			assert.match(lines.map(({ line }) => line).join('\n'), /^j could not be kept\s+Error: no room/);
			assert.deepEqual([...(await open(at).journal.load()).keys()], [2]);
		});

	it('stays short however many windows write a little', async () => {
		const at = await folder();
		const text = 'ü'.repeat(20_000);
		for (let nth = 0; nth < 60; nth++) {
			const { journal } = open(at);
			await journal.load();
			await journal.put([[nth % 2, `${nth}${text}`]]);
		}
		const { size } = await stat(join(at, 'j'));
		assert.ok(size < 450_000, `${size} bytes`);
		assert.deepEqual([...(await open(at).journal.load()).values()], [`58${text}`, `59${text}`]);
	});

	it('starts over if another window has removed its file', async () => {
		const at = await folder();
		const { journal, kept } = open(at);
		await journal.put([[1, 'a']]);
		await kept.remove(['j']);
		await journal.put([[2, 'b']]);
		const again = open(at);
		assert.deepEqual([...(await again.journal.load()).keys()], [2]);
		assert.deepEqual(again.lines, []);
	});

	it('of another version is ignored', async () => {
		const at = await folder();
		const { journal, kept } = open(at);
		await journal.put([[1, 'a']]);
		assert.equal((await new Journal(kept, ['j'], '2', readable().log).load()).size, 0);
	});
});
