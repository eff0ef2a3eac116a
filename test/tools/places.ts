import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

/** Downloads and files generated for tests. They can be recreated and are never committed. */
export const testPlace = join(root, '.vscode-test');

const temporary: string[] = [];

process.on('exit', () => {
	for (const folder of temporary) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Creates a folder that is removed when the process ends. */
export function temporaryFolder(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `tildeforge-${name}-`));
	temporary.push(folder);
	return folder;
}
