import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { mock } from 'node:test';
import { withFileLock } from '../../../src/base/file-lock.ts';
import { failing } from '../../tools/failing-files.ts';
import { onlyWhere } from '../../tools/only-where.ts';
import { temporaryFolder } from '../../tools/places.ts';
import { until } from '../../tools/until.ts';
import { untilSettled } from './clock.ts';

const program = new URL(import.meta.resolve('./lock-holder.ts'));

describe('A file lock', () => {
	let folder: string;
	let lock: string;
	beforeEach(() => {
		folder = temporaryFolder('lock');
		lock = join(folder, 'a.lock');
	});

	/** Takes the lock and returns how long that took. */
	async function msToTake(): Promise<number> {
		const began = performance.now();
		await withFileLock(lock, async () => {});
		return performance.now() - began;
	}

	it('is held by one of several processes at a time', async () => {
		const record = join(folder, 'record');
		const names = ['one', 'two', 'three'];
		const codes = names.map(async (name) => {
			const [code] = await once(fork(program, [lock, record, name, '8']), 'exit');
			return code;
		});
		assert.deepEqual(await Promise.all(codes), [0, 0, 0]);
		const lines = readFileSync(record, 'utf8').trim().split('\n');
		assert.equal(lines.length, 48);
		for (let at = 0; at < lines.length; at += 2) {
			const name = lines[at]?.split(' ')[0];
			assert.deepEqual(lines.slice(at, at + 2), [`${name} begins`, `${name} ends`]);
		}
		assert.deepEqual(readdirSync(folder), ['record']);
	});

	it('is held by one of several callers in a process at a time', async () => {
		let inside = 0;
		const work = async () => {
			assert.equal(++inside, 1);
			await Promise.resolve();
			inside -= 1;
		};
		await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
		assert.deepEqual(readdirSync(folder), []);
	});

	it('is taken over at once from a process that was killed', async () => {
		const child = fork(program, [lock, '', 'one', '0']);
		await once(child, 'message');
		let had = false;
		const waiting = withFileLock(lock, async () => {
			had = true;
		});
		await until(() => readdirSync(folder).length === 2, { what: 'another window waits' });
		assert.equal(had, false);
		child.kill('SIGKILL');
		await once(child, 'exit');
		const began = performance.now();
		await waiting;
		assert.ok(performance.now() - began < 1000);
		assert.deepEqual(readdirSync(folder), []);
	});

	onlyWhere(
		existsSync('/proc/self/stat'),
		'needs /proc',
		'is taken over at once from a process that has ended, also when another program has its number',
		(title) =>
			it(title, async () => {
				const child = fork(program, [lock, '', 'one', '0']);
				await once(child, 'message');
				const [name = ''] = readdirSync(lock);
				child.kill('SIGKILL');
				await once(child, 'exit');
				const renamed = name.replace(`-${child.pid}`, `-${process.ppid}`);
				assert.notEqual(renamed, name);
				renameSync(join(lock, name), join(lock, renamed));
				assert.ok((await msToTake()) < 1000);
			}),
	);

	it('of an earlier process with the same number blocks nobody', async () => {
		let name = '';
		await withFileLock(lock, async () => {
			[name = ''] = readdirSync(lock);
		});
		mkdirSync(lock);
		writeFileSync(join(lock, `${name.split('-').slice(0, 2).join('-')}-an-earlier-one`), '');
		assert.ok((await msToTake()) < 1000);
	});

	it('of a process that cannot be looked up from here is taken over when it no longer gives a sign', async () => {
		mkdirSync(lock);
		const file = join(lock, 'another-machine-1-a');
		writeFileSync(file, '');
		// A clock that is ahead or behind must not make the holder look older or younger.
		utimesSync(file, Date.now() / 1000 + 3600, Date.now() / 1000 + 3600);
		const ms = await msToTake();
		assert.ok(ms > 1000 && ms < 3000, `${ms} ms`);
	});

	/** Waits while a process on another machine refreshes the lock for three seconds. Asserts that the lock is not taken. */
	async function waitForHolderElsewhere(): Promise<void> {
		mkdirSync(lock);
		const file = join(lock, 'another-machine-1-a');
		writeFileSync(file, '');
		let beats = 0;
		const beating = setInterval(() => {
			beats += 1;
			if (existsSync(file)) utimesSync(file, beats, beats);
		}, 200);
		const controller = new AbortController();
		let ran = false;
		const waiting = withFileLock(
			lock,
			async () => {
				ran = true;
			},
			controller.signal,
		);
		await until(() => beats === 15);
		controller.abort(new Error('enough'));
		clearInterval(beating);
		await assert.rejects(waiting, /enough/);
		assert.equal(ran, false);
	}

	it('of a process elsewhere that gives signs is waited for, however old it looks', waitForHolderElsewhere);

	it('of a process elsewhere that gives signs is waited for where the times of files are cached, as NFS does', async () => {
		const { stat } = files;
		const cached = new Map<unknown, ReturnType<typeof stat>>();
		// Opening a file asks the server; `stat` of a path is answered from the cache.
		const cachingStat = (path: string) => {
			const known = cached.get(path) ?? stat(path);
			cached.set(path, known);
			return known;
		};
		Object.assign(files, { stat: cachingStat });
		syncBuiltinESMExports();
		try {
			await waitForHolderElsewhere();
		} finally {
			Object.assign(files, { stat });
			syncBuiltinESMExports();
		}
	});

	it('of a process that hangs is taken over after ten seconds without a sign', async () => {
		let name = '';
		await withFileLock(lock, async () => {
			[name = ''] = readdirSync(lock);
		});
		mkdirSync(lock);
		const [machine] = name.split('-');
		writeFileSync(join(lock, `${machine}-${process.ppid}-a`), '');
		mock.timers.enable({ apis: ['setTimeout'] });
		try {
			let isMine = false;
			const taking = withFileLock(lock, async () => {
				isMine = true;
			});
			let ms = 0;
			await untilSettled(() => {
				mock.timers.tick(20);
				ms += 20;
				return isMine;
			});
			await taking;
			assert.ok(ms >= 9900, `${ms} ms`);
		} finally {
			mock.timers.reset();
		}
	});

	it('gives signs while it is held', async () => {
		await withFileLock(lock, async () => {
			const [name = ''] = readdirSync(lock);
			utimesSync(join(lock, name), 1000, 1000);
			await until(() => statSync(join(lock, name)).mtimeMs > 2_000_000);
		});
	});

	it('blocks nobody when its folder is empty, as one is that was being removed', async () => {
		mkdirSync(lock);
		assert.ok((await msToTake()) < 1000);
		assert.deepEqual(readdirSync(folder), []);
	});

	it('that was taken over is not ended by the one that had it before', async () => {
		const first = Promise.withResolvers<void>();
		const slow = withFileLock(lock, () => first.promise);
		await until(() => readdirSync(folder).includes('a.lock'));
		// Another window does this if it considers this one dead.
		rmSync(lock, { recursive: true });
		await withFileLock(lock, async () => {
			first.resolve();
			await slow;
			assert.equal(readdirSync(lock).length, 1);
		});
		assert.deepEqual(readdirSync(folder), []);
	});

	it('counts as taken where Windows answers EPERM', async () => {
		const held = Promise.withResolvers<void>();
		const first = withFileLock(lock, () => held.promise);
		await until(() => readdirSync(folder).includes('a.lock'));
		const end = failing('rename', 'EPERM', { times: 3 });
		let had = false;
		const second = withFileLock(lock, async () => {
			had = true;
		});
		await until(() => readdirSync(folder).length === 2);
		assert.equal(had, false);
		held.resolve();
		await Promise.all([first, second]);
		end();
		assert.equal(had, true);
	});

	it('is no longer waited for when the caller gives up, with the reason', async () => {
		const controller = new AbortController();
		const reason = new Error('the user changed their mind');
		await withFileLock(lock, async () => {
			let ran = false;
			const work = async () => {
				ran = true;
			};
			const waiting = withFileLock(lock, work, controller.signal);
			controller.abort(reason);
			await assert.rejects(waiting, reason);
			assert.equal(ran, false);
			assert.deepEqual(readdirSync(folder), ['a.lock']);
		});
	});

	it('is released when the work fails, and the failure is passed on', async () => {
		const reason = new Error('it fails');
		await assert.rejects(
			withFileLock(lock, async () => {
				throw reason;
			}),
			reason,
		);
		assert.equal(await withFileLock(lock, async () => 'mine'), 'mine');
	});

	it('fails with the reason where it cannot be made', async () => {
		writeFileSync(join(folder, 'file'), '');
		await assert.rejects(
			withFileLock(join(folder, 'file', 'a.lock'), async () => {}),
			/EEXIST|ENOTDIR/,
		);
	});
});
