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
	const mark = `${process.pid} ${randomUUID()}`;
	while (!(await take(path, mark))) {
		if (await isOver(path)) await clear(path);
		else await sleep(pause, signal);
	}
	try {
		return await work();
	} finally {
		// Whoever takes too long may find that the turn is another's by now.
		if ((await content(path)) === mark) await rm(path, { force: true });
	}
}

async function take(path: string, mark: string): Promise<boolean> {
	try {
		const file = await open(path, 'wx');
		try {
			await file.writeFile(mark);
		} catch (error) {
			await rm(path, { force: true });
			throw error;
		} finally {
			await file.close();
		}
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		throw error;
	}
}

async function isOver(path: string): Promise<boolean> {
	try {
		const [mark, { mtimeMs }] = await Promise.all([content(path), stat(path)]);
		if (Date.now() - mtimeMs > longest) return true;
		// An empty file is one whose maker has not written into it yet.
		return mark !== undefined && mark !== '' && !isAlive(Number.parseInt(mark, 10));
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return false;
		throw error;
	}
}

async function content(path: string): Promise<string | undefined> {
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw error;
	}
}

/** Takes the file away; if another window was faster and it is that one's by now, it is put back. */
async function clear(path: string): Promise<void> {
	const aside = `${path}.${randomUUID()}`;
	try {
		await rename(path, aside);
		if (!(await isOver(aside))) await link(aside, path);
	} catch (error) {
		if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
	} finally {
		await rm(aside, { force: true });
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
