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
import { withFileLock } from '../../../../src/base/files/file-lock.ts';
import { pausesOf, untilSettled } from '../../../kit/window/clock.ts';
import { failing } from '../../../tools/failing-files.ts';
import { onlyWhere } from '../../../tools/only-where.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

const program = new URL(import.meta.resolve('../lock-holder.ts'));

describe('A file lock', () => {
	let folder: string;
	let lock: string;
	beforeEach(() => {
		folder = temporaryFolder('lock');
		lock = join(folder, 'a.lock');
	});

	const takeIt = () => withFileLock(lock, async () => {});

	it('is held by only one process at a time', async () => {
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

	it('is held by only one caller in a process at a time', async () => {
		let inside = 0;
		const work = async () => {
			assert.equal(++inside, 1);
			await Promise.resolve();
			inside -= 1;
		};
		await Promise.all(Array.from({ length: 8 }, () => withFileLock(lock, work)));
		assert.deepEqual(readdirSync(folder), []);
	});

	it('is taken over at once from a killed process', async () => {
		const child = fork(program, [lock, '', 'one', '0']);
		await once(child, 'message');
		let acquired = false;
		const waiting = withFileLock(lock, async () => {
			acquired = true;
		});
		await until(() => readdirSync(folder).length === 2, { what: 'another window waits' });
		assert.equal(acquired, false);
		child.kill('SIGKILL');
		await once(child, 'exit');
		// The pause that the process was in when the holder ended is not counted.
		assert.equal(await pausesOf(() => waiting), 0);
		assert.deepEqual(readdirSync(folder), []);
	});

	onlyWhere(
		existsSync('/proc/self/stat'),
		'needs /proc',
		'is taken over at once from a process that has ended, even if another program now has its process id',
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
				assert.equal(await pausesOf(takeIt), 0);
			}),
	);

	it('left by an earlier process with the same process id blocks no caller', async () => {
		let name = '';
		await withFileLock(lock, async () => {
			[name = ''] = readdirSync(lock);
		});
		mkdirSync(lock);
		writeFileSync(join(lock, `${name.split('-').slice(0, 2).join('-')}-an-earlier-one`), '');
		assert.equal(await pausesOf(takeIt), 0);
	});

	it('held on another machine is taken over once it is no longer refreshed', async () => {
		mkdirSync(lock);
		const file = join(lock, 'another-machine-1-a');
		writeFileSync(file, '');
		// A clock that is ahead or behind must not make the holder look older or younger.
		utimesSync(file, Date.now() / 1000 + 3600, Date.now() / 1000 + 3600);
		const ms = await pausesOf(takeIt);
		assert.ok(ms > 1000 && ms < 2000, `${ms} ms`);
	});

	/** Waits three seconds, while a process on another machine refreshes the lock. Asserts that the lock is not acquired. */
	async function waitForHolderElsewhere(): Promise<void> {
		mkdirSync(lock);
		const file = join(lock, 'another-machine-1-a');
		writeFileSync(file, '');
		const controller = new AbortController();
		let acquired = false;
		const waiting = withFileLock(
			lock,
			async () => {
				acquired = true;
			},
			controller.signal,
		);
		let refreshes = 0;
		const ms = await pausesOf(
			() => assert.rejects(waiting, /enough/),
			(sumMs) => {
				if (sumMs >= 3000) controller.abort(new Error('enough'));
				if (sumMs < refreshes * 200 || !existsSync(file)) return;
				refreshes += 1;
				utimesSync(file, refreshes, refreshes);
			},
		);
		assert.ok(ms >= 3000, `${ms} ms`);
		assert.equal(acquired, false);
	}

	it(
		'held on another machine is waited for while it is refreshed, however old its file looks',
		waitForHolderElsewhere,
	);

	it('held on another machine is waited for while it is refreshed, even if file times are cached as on NFS', async () => {
		const { stat } = files;
		const cached = new Map<unknown, ReturnType<typeof stat>>();
		// Opening a file asks the server, but `stat` of a path is answered from the cache.
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

	it('held by a hung process is taken over after ten seconds without a refresh', async () => {
		let name = '';
		await withFileLock(lock, async () => {
			[name = ''] = readdirSync(lock);
		});
		mkdirSync(lock);
		const [machine] = name.split('-');
		writeFileSync(join(lock, `${machine}-${process.ppid}-a`), '');
		mock.timers.enable({ apis: ['setTimeout'] });
		try {
			let acquired = false;
			const taking = withFileLock(lock, async () => {
				acquired = true;
			});
			let ms = 0;
			await untilSettled(() => {
				mock.timers.tick(20);
				ms += 20;
				return acquired;
			});
			await taking;
			assert.ok(ms >= 9900, `${ms} ms`);
		} finally {
			mock.timers.reset();
		}
	});

	it('held on this machine is waited for without opening its file, which on Windows could prevent its release', async () => {
		const held = Promise.withResolvers<void>();
		const first = withFileLock(lock, () => held.promise);
		await until(() => readdirSync(folder).includes('a.lock'));
		const { stat } = files;
		let looks = 0;
		const countingStat = (path: string) => {
			looks += 1;
			return stat(path);
		};
		const restore = failing('open', 'EBUSY');
		Object.assign(files, { stat: countingStat });
		syncBuiltinESMExports();
		try {
			const second = takeIt();
			await until(() => looks > 2, { what: 'another window waits' });
			held.resolve();
			await Promise.all([first, second]);
		} finally {
			Object.assign(files, { stat });
			restore();
		}
	});

	it('is refreshed while it is held', async () => {
		await withFileLock(lock, async () => {
			const [name = ''] = readdirSync(lock);
			utimesSync(join(lock, name), 1000, 1000);
			await until(() => statSync(join(lock, name)).mtimeMs > 2_000_000);
		});
	});

	onlyWhere(
		process.platform !== 'win32',
		'Windows has no such permissions',
		'can be read by no other user, as all that is stored',
		(title) =>
			it(title, () =>
				withFileLock(lock, async () => {
					const modes = [lock, ...readdirSync(lock).map((name) => join(lock, name))].map(
						(path) => statSync(path).mode & 0o777,
					);
					assert.deepEqual(modes, [0o700, 0o600]);
				}),
			),
	);

	it('tells the work that it was lost when another window has taken it, but not when it is released', async () => {
		let wasLost = false;
		const lossOf = (lost: AbortSignal) => lost.addEventListener('abort', () => (wasLost = true));
		await withFileLock(lock, async ({ lost }) => {
			lossOf(lost);
			const [name = ''] = readdirSync(lock);
			utimesSync(join(lock, name), 1000, 1000);
			await until(() => statSync(join(lock, name)).mtimeMs > 2_000_000);
		});
		assert.equal(wasLost, false);
		await withFileLock(lock, async ({ lost }) => {
			lossOf(lost);
			// Another window does this if it considers this one dead.
			rmSync(lock, { recursive: true });
			await withFileLock(lock, () => until(() => wasLost));
		});
		assert.deepEqual(readdirSync(folder), []);
	});

	it('is confirmed while it is held, and not after another window has taken it', async () => {
		await withFileLock(lock, async ({ confirm }) => {
			await confirm();
			// Another window does this if it considers this one dead.
			rmSync(lock, { recursive: true });
			await withFileLock(lock, () => assert.rejects(confirm(), { name: 'AbortError' }));
			await assert.rejects(confirm(), { name: 'AbortError' });
		});
	});

	it('is confirmed at once on a disk that is slow, but not too slow to hold it', async () => {
		const { utimes } = files;
		let now = 0;
		let touches = 0;
		const clock = mock.method(performance, 'now', () => now);
		const slow = mock.method(files, 'utimes', async (...given: Parameters<typeof utimes>) => {
			await utimes(...given);
			touches += 1;
			// Becomes fast at last, so that the test ends.
			if (touches < 10) now += 900;
		});
		syncBuiltinESMExports();
		try {
			await withFileLock(lock, async ({ confirm }) => {
				await confirm();
				assert.ok(touches < 10, `${touches}`);
			});
		} finally {
			clock.mock.restore();
			slow.mock.restore();
			syncBuiltinESMExports();
		}
	});

	it('is not confirmed while the disk fails, as soon as another window could have taken it', async () => {
		let passedMs = 0;
		const { now } = performance;
		const clock = mock.method(performance, 'now', () => now.call(performance) + passedMs);
		try {
			await withFileLock(lock, async ({ lost, confirm }) => {
				let restore = failing('utimes', 'EIO');
				try {
					await confirm();
					passedMs = 60_000;
					await assert.rejects(confirm(), { code: 'EIO' });
					restore();
					await confirm();
					restore = failing('utimes', 'EIO');
					passedMs += 60_000;
					await assert.rejects(confirm(), { code: 'EIO' });
				} finally {
					restore();
				}
				assert.equal(lost.aborted, false);
			});
		} finally {
			clock.mock.restore();
		}
	});

	it('is waited for on a disk that hangs only until the signal aborts', async () => {
		const reason = new Error('enough');
		await withFileLock(lock, async ({ confirm }) => {
			const hanging = mock.method(files, 'utimes', () => new Promise(() => {}));
			syncBuiltinESMExports();
			try {
				const stop = new AbortController();
				const confirming = confirm(stop.signal);
				stop.abort(reason);
				await assert.rejects(confirming, (error) => error === reason);
			} finally {
				hanging.mock.restore();
				syncBuiltinESMExports();
			}
		});
	});

	it('is not lost while its file cannot be touched for another reason', async () => {
		const restore = failing('utimes', 'EIO', { times: 2 });
		try {
			await withFileLock(lock, async ({ lost }) => {
				const [name = ''] = readdirSync(lock);
				utimesSync(join(lock, name), 1000, 1000);
				await until(() => statSync(join(lock, name)).mtimeMs > 2_000_000);
				assert.equal(lost.aborted, false);
			});
		} finally {
			restore();
		}
	});

	describe('that is held for hours', () => {
		const slowPauseMs = 1000;
		let controller: AbortController;
		let release: () => void;
		let holding: Promise<void>;
		beforeEach(async () => {
			controller = new AbortController();
			const held = Promise.withResolvers<void>();
			release = held.resolve;
			holding = withFileLock(lock, () => held.promise);
			await until(() => readdirSync(folder).includes('a.lock'));
		});
		afterEach(async () => {
			controller.abort();
			release();
			await holding;
		});

		const takeSlowly = () =>
			withFileLock(
				lock,
				async () => assert.equal(readdirSync(lock).length, 1, 'it names its holder'),
				controller.signal,
				slowPauseMs,
			);
		/** Touches the holder's file, because its heartbeat does not keep up with pauses that take no time. */
		const touchHolder = (time: number) => {
			const [name] = existsSync(lock) ? readdirSync(lock) : [];
			if (name !== undefined) utimesSync(join(lock, name), time, time);
		};
		const unfinishedIn = () => readdirSync(folder).filter((name) => name.endsWith('.new'));

		it('is looked at only once a second by a window that waits slowly', async () => {
			const { rename } = files;
			let tries = 0;
			const countingRename = (from: string, to: string) => {
				tries += 1;
				if (tries === 31) release();
				assert.ok(tries < 1000, 'not acquired');
				return rename(from, to);
			};
			Object.assign(files, { rename: countingRename });
			syncBuiltinESMExports();
			try {
				const ms = await pausesOf(async () => {
					await takeSlowly();
					await holding;
				}, touchHolder);
				assert.ok(tries >= 31 && ms >= 30_000 && ms <= 1000 * tries, `${tries} tries in ${ms} ms`);
			} finally {
				Object.assign(files, { rename });
				syncBuiltinESMExports();
			}
		});

		/** Waits slowly for twenty pauses. `onPause` may change what the window keeps for its next try. */
		async function waitLong(onPause: (pauses: number) => void): Promise<void> {
			let pauses = 0;
			await pausesOf(takeSlowly, () => {
				pauses += 1;
				if (pauses < 20) touchHolder(pauses);
				onPause(pauses);
				if (pauses === 20) release();
				assert.ok(pauses < 1000, 'not acquired');
			});
		}

		it('can be taken after an hour, although other windows remove old unfinished folders', async () => {
			let youngest = 0;
			await waitLong((pauses) => {
				const [name = ''] = unfinishedIn();
				if (pauses === 2) utimesSync(join(folder, name), 1000, 1000);
				if (pauses === 3) youngest = statSync(join(folder, name)).mtimeMs;
			});
			assert.ok(youngest > 2_000_000, 'it was not touched');
		});

		const removed: readonly [what: string, path: (name: string) => string][] = [
			['folder', (name) => name],
			['file', (name) => join(name, readdirSync(join(folder, name))[0] ?? '')],
		];
		for (const [what, path] of removed) {
			it(`can be taken after another window has removed the unfinished ${what} of one that waits`, async () => {
				await waitLong((pauses) => {
					if (pauses === 2) rmSync(join(folder, path(unfinishedIn()[0] ?? '')), { recursive: true });
				});
			});
		}
	});

	it('held on another machine is taken over by a window that waits slowly, once two of its looks find no change', async () => {
		mkdirSync(lock);
		const file = join(lock, 'another-machine-1-a');
		writeFileSync(file, '');
		let touches = 0;
		const ms = await pausesOf(
			() => withFileLock(lock, async () => {}, undefined, 1000),
			(sumMs) => {
				if (sumMs >= 5000) return;
				touches += 1;
				// The holder is too busy to touch its file in every second.
				if (touches % 2 === 0) utimesSync(file, touches, touches);
			},
		);
		assert.ok(ms >= 6000 && ms <= 8000, `${ms} ms`);
	});

	it('removes what programs that were killed while they waited left beside it long ago', async () => {
		const names = ['a.lock.1-2.new', 'a.lock.3-4.new'];
		for (const name of names) mkdirSync(join(folder, name));
		const longAgo = Date.now() / 1000 - 2 * 60 * 60;
		utimesSync(join(folder, 'a.lock.1-2.new'), longAgo, longAgo);
		await takeIt();
		assert.deepEqual(readdirSync(folder), ['a.lock.3-4.new']);
	});

	it('that is held for hours leaves nothing of windows that were killed while they waited', async () => {
		let name = '';
		await withFileLock(lock, async () => {
			[name = ''] = readdirSync(lock);
		});
		const [ended, waiting] = ['a.lock.1-2.new', 'a.lock.3-4.new'];
		for (const one of [ended, waiting]) mkdirSync(join(folder, one));
		writeFileSync(join(folder, ended, `${name.split('-').slice(0, 2).join('-')}-an-earlier-one`), '');
		writeFileSync(join(folder, waiting, 'another-machine-1-a'), '');
		await withFileLock(lock, async () => {}, undefined, 1000);
		assert.deepEqual(readdirSync(folder), [waiting]);
	});

	it('blocks no caller when its folder is empty, as in the middle of its removal', async () => {
		mkdirSync(lock);
		assert.equal(await pausesOf(takeIt), 0);
		assert.deepEqual(readdirSync(folder), []);
	});

	it('that was taken over is not released by its previous holder', async () => {
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

	it('counts as held when Windows reports EPERM', async () => {
		const held = Promise.withResolvers<void>();
		const first = withFileLock(lock, () => held.promise);
		await until(() => readdirSync(folder).includes('a.lock'));
		const restore = failing('rename', 'EPERM', { times: 3 });
		let acquired = false;
		const second = withFileLock(lock, async () => {
			acquired = true;
		});
		await until(() => readdirSync(folder).length === 2);
		assert.equal(acquired, false);
		held.resolve();
		await Promise.all([first, second]);
		restore();
		assert.equal(acquired, true);
	});

	it('can be taken after long waiting, although Windows sometimes reports EPERM between two holders', async () => {
		const restore = failing('rename', 'EPERM', { times: 10 });
		let isHeld = false;
		await pausesOf(
			() => withFileLock(lock, async () => {}, undefined, 1000),
			() => {
				isHeld = !isHeld;
				if (!isHeld) rmSync(lock, { recursive: true });
				else mkdirSync(lock);
				if (isHeld) writeFileSync(join(lock, 'another-machine-1-a'), '');
			},
		).finally(restore);
		assert.deepEqual(readdirSync(folder), []);
	});

	it("rejects with the caller's reason when the caller aborts while waiting", async () => {
		const controller = new AbortController();
		const reason = new Error('the user changed their mind');
		await withFileLock(lock, async () => {
			let acquired = false;
			const work = async () => {
				acquired = true;
			};
			const waiting = withFileLock(lock, work, controller.signal);
			controller.abort(reason);
			await assert.rejects(waiting, reason);
			assert.equal(acquired, false);
			assert.deepEqual(readdirSync(folder), ['a.lock']);
		});
	});

	it('is released when the work fails, and passes the error on', async () => {
		const reason = new Error('it fails');
		await assert.rejects(
			withFileLock(lock, async () => {
				throw reason;
			}),
			reason,
		);
		assert.equal(await withFileLock(lock, async () => 'mine'), 'mine');
	});

	it('rejects with the cause if it cannot be created', async () => {
		writeFileSync(join(folder, 'file'), '');
		await assert.rejects(
			withFileLock(join(folder, 'file', 'a.lock'), async () => {}),
			/EEXIST|ENOTDIR/,
		);
	});
});
