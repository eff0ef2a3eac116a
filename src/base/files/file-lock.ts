import { mkdir, open, readdir, rename, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { abortable } from '../abort.ts';
import { sleep, steadyTime, timeOfDay } from '../clock.ts';
import { Lifetime } from '../lifetime.ts';
import {
	codeOf,
	inFolder,
	isUnfinished,
	namesIn,
	remove,
	removeAbandoned,
	removeFile,
	unfinishedName,
	unlessMissing,
} from './files.ts';
import type { HeldLock } from './held-lock.ts';
import { beginHolder, endHolder, hasEnded, isLocal } from './lock-holder.ts';

/** How often a window that waits looks whether the lock is free. */
const defaultPauseMs = 40;
/** The holder touches its file this often while it works. */
const heartbeatMs = 400;
/** A holder whose process cannot be looked up from this machine counts as ended if it has not touched its file for this long. */
const silentMs = 1600;
/** After a touch, the holder has the lock for at least this time, and for a little longer to finish what it has begun. */
const confirmedMs = silentMs - heartbeatMs;
/**
 * A holder whose process is running, but which has not touched its file for this long, loses the lock. Either the process hangs,
 * or another program has its process ID and the system cannot distinguish them.
 */
const hungMs = 10_000;
/** A window that waits looks after its own unfinished folder this often. */
const keepMs = 1000;
/** How long a rename may be refused while the lock is free, for example because a virus scanner has the new folder open. */
const refusedMs = 3000;

/**
 * Runs `work` while no other window does the same under this path. The signal ends only the waiting. A long pause between two looks
 * suits a lock that is held for hours.
 *
 * If this process hangs, another window may take the lock while `work` runs. `work` learns that from the lock, as soon as the
 * process continues.
 *
 * The lock is a folder that contains one file, named after its holder. The folder is created elsewhere and then renamed. The
 * rename fails while another holder's folder exists, works on file systems without hard links, and never leaves a half-written
 * lock. To break the lock of an ended process, a window removes that holder's file by name, so it can never remove the next
 * holder's lock.
 */
export async function withFileLock<T>(
	path: string,
	work: (lock: HeldLock) => Promise<T>,
	signal?: AbortSignal,
	pauseMs = defaultPauseMs,
): Promise<T> {
	const { name, takenAt } = await acquire(path, pauseMs, signal);
	const file = join(path, name);
	const lost = new AbortController();
	const heartbeat = new Lifetime();
	/** When the last successful touch began. */
	let touchedAt = takenAt;
	/** The result has why the file could not be touched. */
	const touch = async (): Promise<{ readonly failure?: unknown }> => {
		const beganAt = steadyTime();
		try {
			const now = new Date(timeOfDay());
			await utimes(file, now, now);
			touchedAt = Math.max(touchedAt, beganAt);
			return {};
		} catch (failure) {
			// Any other failure, such as that of a full disk, may be temporary.
			if (isMissing(failure) && !heartbeat.ended) lost.abort();
			return { failure };
		}
	};
	heartbeat.interval(touch, heartbeatMs);
	const isConfirmed = () => steadyTime() - touchedAt <= confirmedMs;
	const confirm = async (stop?: AbortSignal) => {
		do {
			const touched = await (stop ? abortable(touch(), stop) : touch());
			lost.signal.throwIfAborted();
			if ('failure' in touched && !isConfirmed()) throw touched.failure;
			// The process may also have hung after it has touched the file.
		} while (!isConfirmed());
	};
	try {
		return await work({ lost: lost.signal, confirm });
	} finally {
		heartbeat.dispose();
		// If the file cannot be removed, the lock still ends, because its heartbeat has stopped.
		await release(path, name).catch(() => {});
		endHolder(name);
	}
}

async function acquire(path: string, pauseMs: number, signal: AbortSignal | undefined) {
	await removeAbandoned(dirname(path));
	const unfinished = unfinishedName(path);
	const attempt = new Attempt(path, unfinished, pauseMs);
	const name = beginHolder();
	try {
		await prepare(unfinished, name);
		if (pauseMs >= keepMs) await removeLeftovers(path);
		let sinceKeptMs = 0;
		for (;;) {
			const takenAt = steadyTime();
			if (await attempt.tryToTake()) return { name, takenAt };
			if (await attempt.removeEndedHolders()) continue;
			await sleep(pauseMs, signal);
			sinceKeptMs += pauseMs;
			if (sinceKeptMs >= keepMs) {
				sinceKeptMs = 0;
				await keepUnfinished(unfinished, name);
				await removeLeftovers(path);
			}
		}
	} catch (error) {
		endHolder(name);
		await remove(unfinished).catch(() => {});
		throw error;
	}
}

async function prepare(unfinished: string, name: string): Promise<void> {
	await inFolder(dirname(unfinished), () => mkdir(unfinished, { mode: 0o700 }));
	await writeFile(join(unfinished, name), '', { mode: 0o600 });
}

/** Removes the unfinished folders of windows that were killed while they waited for the lock. Never fails: they only waste space. */
async function removeLeftovers(path: string): Promise<void> {
	const parent = dirname(path);
	for (const name of await namesIn(parent).catch(() => [])) {
		if (!name.startsWith(`${basename(path)}.`) || !isUnfinished(name)) continue;
		const unfinished = join(parent, name);
		const holders = await readdir(unfinished).catch(() => []);
		if (holders.length > 0 && holders.every(hasEnded)) await remove(unfinished).catch(() => {});
	}
}

/** Keeps the folder from being removed as abandoned, and creates it again if it was, for example while the machine slept. */
async function keepUnfinished(unfinished: string, name: string): Promise<void> {
	const now = new Date(timeOfDay());
	try {
		// A removal that has begun may have removed only the file so far.
		await utimes(join(unfinished, name), now, now);
		await utimes(unfinished, now, now);
	} catch (error) {
		if (!isMissing(error)) return;
		await remove(unfinished);
		await prepare(unfinished, name);
	}
}

/** A window's attempt to take a lock that other windows may hold. */
class Attempt {
	readonly #path: string;
	readonly #unfinished: string;
	readonly #pauseMs: number;
	/** By holder and its last touch: a new touch counts from 0. Only pauses of this process count, because clocks jump and machines sleep. */
	#silenceMsByTouch: ReadonlyMap<string, number> = new Map();
	#refusals = 0;

	constructor(path: string, unfinished: string, pauseMs: number) {
		this.#path = path;
		this.#unfinished = unfinished;
		this.#pauseMs = pauseMs;
	}

	/** Returns whether this window has the lock now. */
	async tryToTake(): Promise<boolean> {
		try {
			await rename(this.#unfinished, this.#path);
			return true;
		} catch (error) {
			const code = codeOf(error) ?? '';
			if (['ENOTEMPTY', 'EEXIST'].includes(code)) return false;
			// Windows also reports these while another window has the lock.
			if (!['EPERM', 'EACCES', 'EBUSY'].includes(code)) throw error;
			const isTaken = (await unlessMissing(stat(this.#path)))?.isDirectory() === true;
			this.#refusals = isTaken ? 0 : this.#refusals + 1;
			if (this.#refusals * this.#pauseMs > refusedMs) throw error;
			return false;
		}
	}

	/** Removes holders that have ended or do not touch their files. Returns whether there was one. */
	async removeEndedHolders(): Promise<boolean> {
		const names = (await unlessMissing(readdir(this.#path))) ?? [];
		const silenceMsByTouch = new Map<string, number>();
		let hasRemoved = false;
		for (const name of names) {
			const touchedAt = await lastTouched(this.#path, name);
			if (touchedAt === undefined) continue;
			const touch = `${name} ${touchedAt}`;
			const before = this.#silenceMsByTouch.get(touch);
			const ms = before === undefined ? 0 : before + this.#pauseMs;
			silenceMsByTouch.set(touch, ms);
			if (!hasEnded(name) && ms < (isLocal(name) ? hungMs : silentMs)) continue;
			await release(this.#path, name);
			hasRemoved = true;
		}
		this.#silenceMsByTouch = silenceMsByTouch;
		// Windows does not rename to a folder that exists, even if it is empty.
		if (names.length === 0) await removeEmpty(this.#path);
		return hasRemoved;
	}
}

/**
 * When a holder last touched its file, by the clock of the machine that stores the file. Undefined if the file is gone.
 *
 * A network file system such as NFS caches the times of a file for some seconds, longer than a holder may be silent. Opening the
 * file asks the server.
 */
async function lastTouched(path: string, name: string): Promise<number | undefined> {
	const file = join(path, name);
	// On Windows, an open file could keep a local holder from removing the folder.
	if (isLocal(name)) return (await unlessMissing(stat(file)))?.mtimeMs;
	try {
		const handle = await open(file);
		try {
			return (await handle.stat()).mtimeMs;
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw error;
	}
}

/** NFS answers ESTALE for a file that another machine has just removed. */
const isMissing = (error: unknown): boolean => ['ENOENT', 'ESTALE'].includes(codeOf(error) ?? '');

/** Removes one holder's file, and the folder unless another holder has the lock by now. */
async function release(path: string, name: string): Promise<void> {
	// Other programs may have put a folder there.
	await removeFile(join(path, name)).catch(() => remove(join(path, name)));
	await removeEmpty(path);
}

async function removeEmpty(folder: string): Promise<void> {
	try {
		await rmdir(folder);
	} catch (error) {
		if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error) ?? ''))
			throw error;
	}
}
