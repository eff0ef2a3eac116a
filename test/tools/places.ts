import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** What is fetched or made for tests and can be made again; never committed. */
export const testPlace = join(root, '.vscode-test');

const temporary: string[] = [];

process.on('exit', () => {
	for (const folder of temporary) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A new folder that is gone when the process is. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `tildeforge-${name}-`));
	temporary.push(folder);
	return folder;
}
