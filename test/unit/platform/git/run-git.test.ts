import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gitCommand, gitOutput, runGit } from '../../../../src/platform/git/run-git.ts';
import { git, newFolder, newRepository } from '../../../kit/items/clones.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

describe('Git in a folder of the user', () => {
	it('does not run in a workspace that the user does not trust', () => {
		assert.throws(() => gitCommand({ ...git, isTrusted: false }, newFolder('x'), ['status']), {
			name: 'ForgeError',
			kind: 'refused',
			message: 'Tildeforge does not run git in folders that you do not trust. Trust the workspace first.',
		});
	});

	it('runs only by full paths, so that the folder cannot bring a git along', () => {
		assert.throws(() => gitCommand({ ...git, program: 'git' }, '/a', []), { kind: 'refused' });
		assert.throws(() => gitCommand(git, 'a', []), { kind: 'refused' });
		assert.equal(gitCommand(git, newFolder('x'), []).options.cwd, dirname(git.program));
	});

	it('has none of the variables that point git elsewhere or name programs', () => {
		const environment = {
			PATH: '/bin',
			HOME: '/home/ana',
			GIT_DIR: '/elsewhere',
			GIT_SSH_COMMAND: 'evil',
			git_external_diff: 'evil',
			GIT_CONFIG_PARAMETERS: "'core.fsmonitor=evil'",
			GIT_ALLOW_PROTOCOL: 'ext',
			SSH_ASKPASS: 'evil',
			LANGUAGE: 'de',
			PWD: '/elsewhere',
		};
		const folder = newFolder('x');
		assert.deepEqual(gitCommand({ ...git, environment }, folder, []).options.env, {
			PATH: '/bin',
			HOME: '/home/ana',
			PWD: folder,
			LC_ALL: 'C',
			LANGUAGE: 'C',
			GIT_ALLOW_PROTOCOL: 'none',
			GIT_CONFIG_COUNT: '0',
			GIT_NO_LAZY_FETCH: '1',
			GIT_NO_REPLACE_OBJECTS: '1',
			GIT_OPTIONAL_LOCKS: '0',
			GIT_TERMINAL_PROMPT: '0',
		});
	});

	it('answers with its output, or with its reason and exit code', async () => {
		const folder = newRepository();
		assert.deepEqual(await runGit(git, folder, ['rev-parse', '--is-inside-work-tree']), {
			kind: 'done',
			output: 'true\n',
		});
		assert.deepEqual(await runGit(git, folder, ['cat-file', '-t', 'nothing']), {
			kind: 'failed',
			code: 128,
			reason: 'fatal: Not a valid object name nothing\n',
		});
		await assert.rejects(gitOutput(git, folder, ['cat-file', '-t', 'nothing']), {
			kind: 'surprise',
			message: `Git ended unexpectedly in ${folder}: fatal: Not a valid object name nothing.`,
		});
	});

	it('is reported if it does not start', async () => {
		const program = join(newFolder('empty'), 'git');
		await assert.rejects(runGit({ ...git, program }, newFolder('x'), ['status']), {
			kind: 'refused',
			message: /^Git could not be run: .*ENOENT.*Check the setting "git\.path"\.$/,
		});
	});

	it('ends when the caller no longer waits', async () => {
		const folder = newRepository();
		const reason = new Error('closed');
		await assert.rejects(runGit(git, folder, ['status'], AbortSignal.abort(reason)), reason);
		const controller = new AbortController();
		const answer = runGit(git, folder, ['cat-file', '--batch', '--batch-all-objects'], controller.signal);
		controller.abort(reason);
		await assert.rejects(answer, reason);
	});

	onlyWhere(process.platform !== 'win32', 'Windows has no such files', 'ends at its time limit', (title) =>
		it(title, async () => {
			const folder = newRepository();
			const pipe = join(folder, 'pipe');
			execFileSync('mkfifo', [pipe]);
			// Git waits until another program writes into the pipe.
			writeFileSync(join(folder, '.git', 'config'), `[include]\n\tpath = ${pipe}\n`);
			await assert.rejects(runGit({ ...git, timeoutMs: 50 }, folder, ['rev-parse', '--git-dir']), {
				kind: 'timeout',
				message: `Git did not answer in time in ${folder}.`,
			});
		}),
	);

	it('fails instead of returning no output if it ends at its time limit', async () => {
		const folder = newRepository();
		const answer = runGit({ ...git, timeoutMs: 1 }, folder, ['rev-parse', '--git-dir']);
		// Git ends meanwhile. When this process goes on, the timer usually comes first.
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
		const outcome = await answer.then(
			(result) => (result.kind === 'done' ? result.output : result.kind),
			({ kind }) => kind,
		);
		assert.ok(['timeout', '.git\n'].includes(outcome), outcome);
	});
});
