import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './is-running.ts';

/**
 * Creates a folder for a forge that is not kept. Its name identifies the process, so that a later start can remove it.
 */
export async function temporaryFolder(): Promise<string> {
	return mkdtemp(join(tmpdir(), `${await folderPrefix()}${process.pid}-`));
}

/**
 * Removes the folders of forges that ended without cleaning up. Keeps those of running processes, other users and other
 * machines. Ignores folders that it cannot remove, because another forge may be removing them, too.
 */
export async function removeAbandonedFolders(): Promise<void> {
	const prefix = await folderPrefix();
	const names = await readdir(tmpdir()).catch(() => []);
	const abandoned = names.filter((name) => {
		const [, pid] = /^([1-9]\d*)-\w+$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
		return pid !== undefined && !isRunning(Number(pid));
	});
	await Promise.all(abandoned.map((name) => remove(join(tmpdir(), name)).catch(() => {})));
}

async function remove(folder: string): Promise<void> {
	const { uid } = await lstat(folder);
	if (uid === (process.getuid?.() ?? uid)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * The prefix of the folder's name. A process id is meaningful only in its own namespace: a container has its own ids,
 * and may share the temporary folder with others.
 */
async function folderPrefix(): Promise<string> {
	const numbers = await readlink('/proc/self/ns/pid').catch(() => '');
	const namespace = createHash('sha256').update(`${hostname()} ${numbers}`).digest('hex');
	return `tildeforge-forge-${namespace.slice(0, 8)}-`;
}
