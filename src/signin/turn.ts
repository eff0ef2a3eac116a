import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sleep } from '../base/backoff.ts';

/** A turn that takes longer belongs to a window that hangs. */
const longest = 60_000;
const pause = 40;

/**
 * Runs `work` while no other window of this machine does the same: whoever could make the file has the turn. The turn
 * of a process that is gone is over.
 */
export async function inTurn<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
	await mkdir(dirname(path), { recursive: true });
	while (!(await take(path))) {
		if (await isOver(path)) await clear(path);
		else await sleep(pause, signal);
	}
	try {
		return await work();
	} finally {
		await rm(path, { force: true });
	}
}

async function take(path: string): Promise<boolean> {
	try {
		const file = await open(path, 'wx');
		await file.writeFile(String(process.pid));
		await file.close();
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		throw error;
	}
}

async function isOver(path: string): Promise<boolean> {
	try {
		const [pid, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
		if (Date.now() - mtimeMs > longest) return true;
		// An empty file is one whose maker has not written into it yet.
		return pid !== '' && !isAlive(Number(pid));
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return false;
		throw error;
	}
}

/** Takes the file away; if another window was faster and it is that one's by now, it is put back. */
async function clear(path: string): Promise<void> {
	const aside = `${path}.${randomUUID()}`;
	try {
		await rename(path, aside);
		if (!(await isOver(aside))) await link(aside, path);
		await rm(aside, { force: true });
	} catch (error) {
		if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return codeOf(error) === 'EPERM';
	}
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
