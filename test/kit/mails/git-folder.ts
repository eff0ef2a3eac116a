import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitEnvironment } from '../../../src/sandbox/repositories/git.ts';

const person = { NAME: 'Pia Ünal', EMAIL: 'pia@example.org', DATE: '1700000000 +0100' };
const environment = {
	...gitEnvironment(),
	...Object.fromEntries(
		['AUTHOR', 'COMMITTER'].flatMap((role) =>
			Object.entries(person).map(([field, value]) => [`GIT_${role}_${field}`, value]),
		),
	),
};

export interface GitFolder {
	readonly folder: string;
	/** Runs git with this input and returns its output. */
	readonly git: (words: readonly string[], input?: string | Buffer) => string;
}

/** Runs `work` with an empty bare repository in a temporary folder. Synchronous, so that it serves tables of cases too. */
export function inGitFolder<T>(work: (repository: GitFolder) => T): T {
	const folder = mkdtempSync(join(tmpdir(), 'patches-'));
	const git = (words: readonly string[], input: string | Buffer = '') => {
		const { status, stdout, stderr } = spawnSync('git', words, {
			cwd: folder,
			env: environment,
			input,
			maxBuffer: 1 << 28,
		});
		const isDifference = words.includes('--no-index') && status === 1;
		if (status !== 0 && !isDifference) throw new Error(`git ${words.join(' ')}: ${stderr}`);
		return stdout.toString('utf8');
	};
	try {
		git(['init', '--quiet', '--bare', '--initial-branch=main', '.']);
		return work({ folder, git });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
