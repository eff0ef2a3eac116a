import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './running.ts';

/** A new folder for a forge that is kept nowhere. Its name tells whose it is, so that it can be swept. */
export async function temporaryFolder(): Promise<string> {
	return mkdtemp(join(tmpdir(), `${await beginning()}${process.pid}-`));
}

/**
 * Takes away the folders of forges that were ended before they could do it themselves. Those of processes that run, of
 * other users and of other machines stay, and so does what cannot be taken away: another forge may be sweeping, too.
 */
export async function sweepTemporary(): Promise<void> {
	const begins = await beginning();
	const names = await readdir(tmpdir()).catch(() => []);
	const left = names.filter((name) => {
		const [, pid] = /^([1-9]\d*)-\w+$/.exec(name.startsWith(begins) ? name.slice(begins.length) : '') ?? [];
		return pid !== undefined && !isRunning(Number(pid));
	});
	await Promise.all(left.map((name) => remove(join(tmpdir(), name)).catch(() => {})));
}

async function remove(folder: string): Promise<void> {
	const { uid } = await lstat(folder);
	if (uid === (process.getuid?.() ?? uid)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * The number of a process says something only where it was given: a container has numbers of its own, and may share the
 * temporary folder with others.
 */
async function beginning(): Promise<string> {
	const numbers = await readlink('/proc/self/ns/pid').catch(() => '');
	const place = createHash('sha256').update(`${hostname()} ${numbers}`).digest('hex');
	return `tildeforge-forge-${place.slice(0, 8)}-`;
}
