import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownLock } from '../../../../../src/base/files/held-lock.ts';
import { Drafts } from '../../../../../src/platform/state/drafts/drafts.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import type { Storage } from '../../../../../src/platform/state/store/storage.ts';
import { failing } from '../../../../tools/failing-files.ts';
import { collectGarbage } from '../../../../tools/released.ts';
import { until } from '../../../../tools/until.ts';
import { passTurns } from '../../../editor.ts';
import { readable, stage } from '../../../tickets/state/forge.ts';
import { type LetterKey, letter, letters, postcard, written } from '../letters.ts';

const day = 24 * 60 * 60_000;

describe('Drafts', () => {
	const { folder, ending } = stage();
	const clock = { now: 1_800_000_000_000 };

	async function open(at: string) {
		const { log, lines } = readable();
		const drafts = new Drafts({
			storage: fileStorage(at, log),
			format: letters,
			pauseMs: 0,
			log,
			now: () => clock.now++,
		});
		ending(() => drafts.dispose());
		await drafts.open();
		return { drafts, lines };
	}

	it('are there at the next start, one for each key', async () => {
		const at = await folder();
		const { drafts } = await open(at);
		const others = [
			postcard,
			{ ...letter, account: 'other' },
			{ ...letter, to: '~dee' },
			{ ...letter, to: '~dee\nand ~eve' },
		];
		await drafts.save(written(letter, 'early'));
		const saved = await drafts.save(written(letter, 'Ünïcode 🎉\n> quoted', ['50 c', '10 c']));
		for (const key of others) await drafts.save(written(key, JSON.stringify(key)));
		const again = (await open(at)).drafts;
		assert.deepEqual(again.get(letter), saved);
		assert.equal(again.all().length, 5);
		assert.deepEqual(again.all(), drafts.all());
		for (const key of others) assert.equal(again.get(key)?.body.text, JSON.stringify(key));
		assert.deepEqual(again.all().at(-1), saved);
	});

	it('written while the files are listed stay', async () => {
		const at = await folder();
		const { log } = readable();
		const real = fileStorage(at, log);
		let gate = Promise.resolve();
		const write = Promise.withResolvers<void>();
		const slow: Storage = {
			...real,
			list: async (name) => {
				const listed = await real.list(name);
				await gate;
				return listed;
			},
			replace: async (name, text) => {
				await write.promise;
				await real.replace(name, text);
			},
		};
		const drafts = new Drafts({ storage: slow, format: letters, pauseMs: 0, log });
		ending(() => drafts.dispose());
		await drafts.open();
		const saving = drafts.save(written(letter, 'Written'));
		gate = saving.then(() => {});
		const gone: unknown[] = [];
		drafts.onDidChange((key) => drafts.get(key) ?? gone.push(key));
		drafts.readChanges();
		await new Promise((resolve) => setTimeout(resolve, 100));
		write.resolve();
		await saving;
		await new Promise((resolve) => setTimeout(resolve, 100));
		assert.deepEqual(gone, []);
		assert.equal(drafts.get(letter)?.body.text, 'Written');
	});

	it('forget after a day that they were sent, unless there is a draft again', async () => {
		const at = await folder();
		const { drafts } = await open(at);
		const other = { ...letter, to: '~dee' };
		for (const key of [letter, other])
			await drafts
				.sendRecord(key)
				.put({ draft: await drafts.save(written(key, 'Said')), newest: 0, at: 0, isSent: true });
		await drafts.remove(letter);
		const longAgo = new Date(Date.now() - 25 * 60 * 60_000);
		for (const name of await readdir(join(at, 'sends')))
			await utimes(join(at, 'sends', name), longAgo, longAgo);
		const again = (await open(at)).drafts;
		assert.equal(await again.sendRecord(letter).read(), undefined);
		assert.equal((await again.sendRecord(other).read())?.draft.body.text, 'Said');
	});

	it('saved many times at once end with the last save', async () => {
		const at = await folder();
		const { drafts } = await open(at);
		const texts = Array.from({ length: 50 }, (_, nth) => `text ${nth}`);
		await Promise.all(texts.map((text) => drafts.save(written(letter, text))));
		assert.equal(drafts.get(letter)?.body.text, 'text 49');
		assert.equal((await open(at)).drafts.get(letter)?.body.text, 'text 49');
	});

	it('sent or emptied during a save are gone', async () => {
		const at = await folder();
		const { drafts } = await open(at);
		void drafts.save(written(letter, 'sent'));
		void drafts.save(written(letter, 'sent too'));
		void drafts.save(written(postcard, 'emptied'));
		await Promise.all([drafts.remove(letter), drafts.save(written(postcard, ''))]);
		await drafts.settled();
		assert.deepEqual(drafts.all(), []);
		assert.deepEqual((await open(at)).drafts.all(), []);
	});

	it('discarded by the user can be restored for thirty days', async () => {
		const at = await folder();
		const { drafts } = await open(at);
		assert.equal(await drafts.restore(letter), undefined);
		await drafts.save(written(letter, 'first'));
		await drafts.discard(letter);
		assert.deepEqual(drafts.all(), []);
		await drafts.save(written(letter, 'second'));
		assert.equal((await (await open(at)).drafts.restore(letter))?.body.text, 'first');
		await until(() => drafts.get(letter)?.body.text === 'first');
		assert.equal((await drafts.restore(letter))?.body.text, 'second');
		clock.now += 31 * day;
		const later = (await open(at)).drafts;
		assert.equal(later.get(letter)?.body.text, 'second');
		assert.equal(await later.restore(letter), undefined);
	});

	it('discarded by the user leave text that the user types meanwhile', async () => {
		const at = await folder();
		const { log } = readable();
		const real = fileStorage(at, log);
		const discarding = Promise.withResolvers<void>();
		const typed = Promise.withResolvers<void>();
		const storage: Storage = {
			...real,
			replace: async (name, ...given) => {
				if (name[0] === 'discarded') {
					discarding.resolve();
					await typed.promise;
				}
				await real.replace(name, ...given);
			},
		};
		const drafts = new Drafts({ storage, format: letters, pauseMs: 0, log, now: () => clock.now++ });
		ending(() => drafts.dispose());
		await drafts.open();
		await drafts.save(written(letter, 'old'));
		const discarded = drafts.discard(letter);
		await discarding.promise;
		await drafts.save(written(letter, 'new'));
		typed.resolve();
		await discarded;
		await drafts.settled();
		assert.equal(drafts.get(letter)?.body.text, 'new');
		assert.equal((await open(at)).drafts.get(letter)?.body.text, 'new');
		assert.equal((await drafts.restore(letter))?.body.text, 'old');
	});

	for (const [when, ofFolder] of [
		['while the discarded draft is read', 'discarded'],
		['while the restored draft is written', 'drafts'],
	] as const) {
		it(`restored keep what the user types ${when}`, async () => {
			const at = await folder();
			const { log } = readable();
			const real = fileStorage(at, log);
			let hold: (() => Promise<void>) | undefined;
			const held = async (name: readonly string[]) => {
				if (name[0] !== ofFolder) return;
				const pause = hold;
				hold = undefined;
				await pause?.();
			};
			const storage: Storage = {
				...real,
				read: async (name) => {
					const text = await real.read(name);
					await held(name);
					return text;
				},
				replace: async (name, ...given) => {
					await held(name);
					await real.replace(name, ...given);
				},
			};
			const drafts = new Drafts({ storage, format: letters, pauseMs: 0, log, now: () => clock.now++ });
			ending(() => drafts.dispose());
			await drafts.open();
			await drafts.save(written(letter, 'old'));
			await drafts.discard(letter);
			let saving: Promise<unknown> | undefined;
			hold = async () => {
				const before = drafts.get(letter)?.body.text ?? '';
				saving = drafts.save(written(letter, `${before}new`));
			};
			await drafts.restore(letter);
			await saving;
			await drafts.settled();
			const text = (await open(at)).drafts.get(letter)?.body.text ?? '';
			assert.match(text, /^old\s*new$/);
			assert.equal(drafts.get(letter)?.body.text, text);
		});
	}

	it('from another window appear, change and disappear here', async () => {
		const at = await folder();
		const [{ drafts: one }, { drafts: other }] = [await open(at), await open(at)];
		const told: LetterKey[] = [];
		one.onDidChange((key) => told.push(key));
		await other.save(written(letter, 'typed there'));
		await until(() => one.get(letter)?.body.text === 'typed there');
		await other.save(written(letter, 'typed there, and more'));
		await until(() => one.get(letter)?.body.text === 'typed there, and more');
		await other.remove(letter);
		await until(() => one.all().length === 0);
		assert.deepEqual(told, [letter, letter, letter]);
	});

	/** Two windows that each write before they hear of the other's writes. */
	async function openTwoWindows() {
		const at = await folder();
		const { log, lines } = readable();
		const withoutEvents = () => ({ ...fileStorage(at, log), watch: () => ({ dispose: () => {} }) });
		const windows = [withoutEvents(), withoutEvents()].map(
			(storage) => new Drafts({ storage, format: letters, pauseMs: 0, log, now: () => clock.now++ }),
		);
		for (const drafts of windows) {
			ending(() => drafts.dispose());
			await drafts.open();
		}
		const [one = assert.fail(), other = assert.fail()] = windows;
		const listDiscarded = () => readdir(join(at, 'discarded')).catch(() => []);
		return { one, other, listDiscarded, lines, at };
	}

	it('written by two windows at once end with the last, and the other one can be restored', async () => {
		const { one, other, listDiscarded, lines } = await openTwoWindows();
		await one.save(written(letter, 'A long answer.'));
		await one.save(written(letter, 'A long answer, changed.'));
		await one.save(written(letter, ''));
		await one.save(written(letter, 'A long answer after all.'));
		assert.deepEqual(await listDiscarded(), [], 'a window overwrites its own text');
		await other.save(written(letter, 'b'));
		await other.save(written(letter, 'bc'));
		assert.equal((await listDiscarded()).length, 1);
		assert.match(lines[0]?.line ?? '', /replaced one that another window/);
		assert.equal((await other.restore(letter))?.body.text, 'A long answer after all.');
	});

	it('continued in another window move no text to the discarded drafts', async () => {
		const { one, other, listDiscarded } = await openTwoWindows();
		await one.save(written(letter, 'A long'));
		await other.save(written(letter, 'A long answer'));
		assert.deepEqual(await listDiscarded(), []);
	});

	it('continued in another window stay when this window has sent its own', async () => {
		const { one, other, at } = await openTwoWindows();
		await one.save(written(letter, 'sent'));
		await other.save(written(letter, 'sent, and then'));
		await one.remove(letter);
		await until(() => one.get(letter)?.body.text === 'sent, and then');
		assert.equal((await open(at)).drafts.get(letter)?.body.text, 'sent, and then');
	});

	it('from another window appear when the user returns, even without file events', async () => {
		const { one, other } = await openTwoWindows();
		await one.save(written(letter, 'typed there'));
		other.readChanges();
		await until(() => other.get(letter)?.body.text === 'typed there');
	});

	it('notify a page at each letter, and others when drafts appear, disappear or are read back', async () => {
		const { drafts } = await open(await folder());
		const told: string[] = [];
		drafts.onDidWrite(() => told.push('page'));
		drafts.onDidChange(() => told.push('others'));
		const saving = ['a', 'ab', 'abc'].map((text) => drafts.save(written(letter, text)));
		assert.deepEqual(told, ['page', 'others', 'page', 'page']);
		await Promise.all(saving);
		// A window ignores its own writes when it reads them back.
		await until(() => told.length > 4);
		assert.deepEqual(told.slice(4), ['others']);
		await drafts.discard(letter);
		assert.deepEqual(told.slice(5), ['page', 'others']);
	});

	it('that cannot be read are kept aside and logged, and the others are there', async () => {
		const at = await folder();
		const { drafts } = await open(at);
		await drafts.save(written(letter, 'good'));
		await drafts.save(written(postcard, 'bad'));
		const [name = ''] = (await readdir(join(at, 'drafts'))).filter((file) => file !== undefined).slice(0, 1);
		const good = JSON.parse(await readFile(join(at, 'drafts', name), 'utf8'));
		// An open window might set the file aside first.
		drafts.dispose();
		await writeFile(join(at, 'drafts', name), '{"text":"half a dra');
		const again = await open(at);
		assert.equal(again.drafts.reader.unreadableCount, 1);
		assert.equal(again.drafts.all().length, 1);
		assert.notEqual(again.drafts.all()[0]?.body.text, good.body.text);
		assert.match(again.lines[0]?.line ?? '', /A draft cannot be read\. It is kept in .*unreadable/);
		const [aside = ''] = await readdir(join(at, 'unreadable'));
		assert.equal(await readFile(join(at, 'unreadable', aside), 'utf8'), '{"text":"half a dra');
	});

	it('that cannot be read are reported in other windows and at later starts until the user removes the files', async () => {
		const at = await folder();
		const { drafts: other } = await open(at);
		await other.save(written(postcard, 'bad'));
		const [name = ''] = (await readdir(join(at, 'drafts'))).filter((file) => /^[0-9a-f]+$/.test(file));
		const first = await open(at);
		await writeFile(join(at, 'drafts', name), '{"text":"half a dra');
		await until(() => first.drafts.reader.unreadableCount === 1 && other.reader.unreadableCount === 1);

		const later = await open(at);
		assert.equal(later.drafts.reader.unreadableCount, 1);
		const [aside = ''] = await readdir(join(at, 'unreadable'));
		// The log shows the timestamp in the file name and hides the rest, which looks like a token.
		const [moment = ''] = aside.split('-');
		const path = join(at, 'unreadable', moment);
		assert.ok(later.lines[0]?.line.includes(path), 'the log names the file');

		await rm(join(at, 'unreadable', aside));
		assert.equal((await open(at)).drafts.reader.unreadableCount, 0);
		let told = 0;
		later.drafts.reader.onDidChangeUnreadable(() => told++);
		later.drafts.readChanges();
		await until(() => told === 1);
		assert.equal(later.drafts.reader.unreadableCount, 0);
	});

	it('that cannot be read for a moment are reported only for that moment', async () => {
		const at = await folder();
		await (await open(at)).drafts.save(written(letter, 'mine'));
		const [name = ''] = (await readdir(join(at, 'drafts'))).filter((file) => /^[0-9a-f]+$/.test(file));
		const end = failing('open', 'EIO', { path: new RegExp(`${name}$`) });
		ending(end);
		const { drafts } = await open(at);
		assert.deepEqual([drafts.get(letter), drafts.reader.unreadableCount], [undefined, 1]);
		end();
		let told = 0;
		drafts.reader.onDidChangeUnreadable(() => told++);
		drafts.readChanges();
		await until(() => told === 1);
		assert.deepEqual([drafts.get(letter)?.body.text, drafts.reader.unreadableCount], ['mine', 0]);
	});

	it('that cannot be read when they are saved again are reported and not overwritten', async () => {
		const at = await folder();
		const { drafts } = await open(at);
		let told = 0;
		drafts.reader.onDidChangeUnreadable(() => told++);
		await drafts.save(written(letter, 'mine'));
		const [name = ''] = (await readdir(join(at, 'drafts'))).filter((file) => /^[0-9a-f]+$/.test(file));
		const end = failing('open', 'EIO', { path: new RegExp(`${name}$`) });
		ending(end);
		await drafts.save(written(letter, 'mine, and more'));
		assert.equal(told, 1);
		end();
		assert.equal(drafts.get(letter)?.body.text, 'mine, and more');
		const aside = await readdir(join(at, 'unreadable'));
		const texts = await Promise.all(aside.map((file) => readFile(join(at, 'unreadable', file), 'utf8')));
		assert.ok(
			texts.some((text) => text.includes('"mine"')),
			'what could not be read was lost',
		);
	});

	it('discarded by the user are limited in number, for each key and in total', async () => {
		const at = await folder();
		const { drafts } = await open(at);
		for (let nth = 0; nth < 15; nth++) {
			await drafts.save(written(letter, `version ${nth}`));
			await drafts.discard(letter);
		}
		const listDiscarded = () => readdir(join(at, 'discarded'));
		assert.equal((await listDiscarded()).length, 10);
		const others = Array.from({ length: 105 }, (_, nth) => join(at, 'discarded', `${clock.now++}-${nth}`));
		await Promise.all(others.map((file) => writeFile(file, '{}')));
		await drafts.save(written(postcard, 'the latest'));
		await drafts.discard(postcard);
		assert.equal((await listDiscarded()).length, 100);
		assert.equal((await drafts.restore(postcard))?.body.text, 'the latest');
		assert.equal(await drafts.restore(letter), undefined);
	});

	it('are flushed to the disk after a pause or on request, not at each letter', async () => {
		const at = await folder();
		const { log } = readable();
		let syncs = 0;
		const kept = fileStorage(at, log);
		const storage: Storage = {
			...kept,
			replace: (name, text, options) => {
				if (options?.isDurable) syncs += 1;
				return kept.replace(name, text, options);
			},
			sync: (name) => {
				syncs += 1;
				return kept.sync(name);
			},
		};
		const drafts = new Drafts({ storage, format: letters, pauseMs: 0, log });
		ending(() => drafts.dispose());
		await drafts.open();
		for (let length = 1; length <= 50; length++) await drafts.save(written(letter, 'x'.repeat(length)));
		// The writes may take so long that there is a pause between two of them.
		const before = syncs;
		assert.ok(before < 10, `${before}`);
		await until(() => syncs > before);
		await drafts.save(written(letter, 'to be sent'));
		await drafts.settled();
		assert.equal(syncs, before + 2);
	});

	it('are waited for when the program ends, but not forever', async () => {
		const at = await folder();
		const { log } = readable();
		const kept = fileStorage(at, log);
		const slow = Promise.withResolvers<void>();
		const storage: Storage = {
			...kept,
			replace: (...given) => slow.promise.then(() => kept.replace(...given)),
		};
		const drafts = new Drafts({ storage, format: letters, pauseMs: 0, log });
		ending(() => drafts.dispose());
		await drafts.open();
		const saving = drafts.save(written(letter, 'the last words'));
		await drafts.settled(AbortSignal.timeout(20));
		assert.deepEqual(await kept.list(['drafts']), []);
		const settled = drafts.settled(AbortSignal.timeout(10_000));
		slow.resolve();
		await settled;
		assert.equal((await kept.list(['drafts'])).length, 1);
		await saving;
	});

	it('that cannot be written fail to save and stay in memory', async () => {
		const at = await folder();
		const { drafts } = await open(at);
		await writeFile(join(at, 'blocked'), '');
		const { log } = readable();
		const blocked = new Drafts({
			storage: fileStorage(join(at, 'blocked'), log),
			format: letters,
			pauseMs: 0,
			log,
		});
		ending(() => blocked.dispose());
		await assert.rejects(blocked.save(written(letter, 'kept in memory')));
		assert.equal(blocked.get(letter)?.body.text, 'kept in memory');
		assert.equal(drafts.get(letter), undefined);
	});

	it('are never lost or incomplete when the program is killed during a save', async () => {
		const writer = fileURLToPath(import.meta.resolve('../drafts-writer.ts'));
		const kill = async (after: number) => {
			const at = await folder();
			const child = spawn(process.execPath, [writer, at], { stdio: ['ignore', 'pipe', 'inherit'] });
			let told = '';
			child.stdout.on('data', (part) => {
				told += part;
				// The moment differs each time, in the middle of one of the next saves.
				if (told.split('\n').length > 3) setTimeout(() => child.kill('SIGKILL'), after);
			});
			await once(child, 'close');
			const last = Number(told.trim().split('\n').at(-1));
			const { drafts, lines } = await open(at);
			const text = drafts.get(letter)?.body.text ?? '';
			const nth = Number.parseInt(text, 10);
			const whole = `${nth}:`.padEnd(20_000, 'x');
			if (nth === last) assert.equal(text, whole, 'one from before the last that was saved');
			else assert.ok([`${nth}:first`, `${nth}:second`, whole].includes(text), text.slice(0, 50));
			assert.ok(nth === last || nth === last + 1, `${last} was saved, and ${nth} was there`);
			assert.deepEqual(lines, []);
		};
		await Promise.all([0, 2, 7, 13].map(kill));
	});

	/** Opens drafts whose files are in memory. */
	async function openInMemory() {
		const kept = new Map<string, string>();
		let changed = () => {};
		let listed = 0;
		let mayRemove = Promise.resolve();
		const storage: Storage = {
			...fileStorage(await folder(), readable().log),
			read: async (name) => kept.get(name.join('/')),
			replace: async (name, content) => void kept.set(name.join('/'), String(content)),
			lock: (_, work) => work(ownLock),
			remove: async (name) => {
				await mayRemove;
				kept.delete(name.join('/'));
			},
			list: async ([folder]) => {
				if (folder === 'drafts') listed += 1;
				return [];
			},
			watch: (_, told) => {
				changed = told;
				return { dispose: () => {} };
			},
		};
		const drafts = new Drafts({ storage, format: letters, pauseMs: 0, log: readable().log });
		ending(() => drafts.dispose());
		await drafts.open();
		return {
			drafts,
			kept,
			/** Reads twice: the second read forgets what was sent before the first one. */
			readTwice: async () => {
				for (const before of [listed, listed + 1]) {
					changed();
					await until(() => listed > before);
				}
			},
			/** Files are removed only after the function that this returns is called. */
			holdRemovals: () => {
				const { promise, resolve } = Promise.withResolvers<void>();
				mayRemove = promise;
				return resolve;
			},
		};
	}

	it('leave nothing in memory once they are sent or discarded', async () => {
		const { drafts, readTwice } = await openInMemory();
		const writeAndSend = async (count: number) => {
			for (let number = 1; number <= count; number++) {
				const key = { ...letter, to: `~${number}` };
				await drafts.save(written(key, 'text'));
				await drafts.remove(key);
			}
			await readTwice();
			await collectGarbage();
			return process.memoryUsage().heapUsed;
		};
		const before = await writeAndSend(1);
		const each = ((await writeAndSend(5000)) - before) / 5000;
		assert.ok(each < 100, `${each} bytes`);
	});

	it('that were sent are waited for until their files are removed, however long that takes', async () => {
		const { drafts, kept, readTwice, holdRemovals } = await openInMemory();
		await drafts.save(written(letter, 'text'));
		await drafts.settled();
		const remove = holdRemovals();
		const removing = drafts.remove(letter);
		await readTwice();
		// Two more reads have ended by now, which have forgotten nothing.
		await readTwice();
		const left = drafts.settled().then(() => [...kept.keys()]);
		await passTurns();
		remove();
		assert.deepEqual(await left, []);
		await removing;
	});
});
