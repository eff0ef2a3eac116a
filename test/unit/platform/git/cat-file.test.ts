import assert from 'node:assert/strict';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { CatFile } from '../../../../src/platform/git/cat-file.ts';
import type { LocalClone } from '../../../../src/platform/git/clone.ts';
import type { Git } from '../../../../src/platform/git/run-git.ts';
import { git, newFolder, newRepository, userGit } from '../../../kit/items/clones.ts';
import { onlyWhere } from '../../../tools/only-where.ts';
import { isRunning } from '../../../tools/processes.ts';
import { until } from '../../../tools/until.ts';

const most = 1000;

/** The path of a git that never answers. */
function slowGit(): string {
	const program = join(newFolder('slow'), 'git');
	writeFileSync(program, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
	return program;
}

const timeoutIn = (root: string) => ({
	kind: 'timeout',
	message: `Git did not answer in time in ${root}.`,
});

const cloneIn = (root: string): LocalClone => ({
	...{ root, folders: [root], gitFolder: join(root, '.git'), commonFolder: join(root, '.git') },
	...{ objectFormat: 'sha1', isPartial: false, remotes: [], email: undefined },
});

describe('git cat-file', () => {
	const open: CatFile[] = [];
	const start = (
		root: string,
		options: { readonly git?: Git; readonly idleMs?: number; readonly isPartial?: boolean } = {},
	) => {
		const { isPartial = false, git: ownGit = git, idleMs } = options;
		const clone = { ...cloneIn(root), isPartial };
		const catFile = new CatFile(ownGit, clone, true, idleMs);
		open.push(catFile);
		return catFile;
	};
	afterEach(() => {
		mock.timers.reset();
		for (const one of open.splice(0)) one.dispose();
	});

	const contentOf = async (catFile: CatFile, name: string, signal?: AbortSignal) => {
		const answer = await catFile.ask(name, most, signal);
		return answer.kind === 'object' ? answer.content.toString() : answer.kind;
	};

	it('answers many questions through one process, each with its own answer', async () => {
		const files = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}.txt`, `content ${n}`]));
		const root = newRepository(files);
		const catFile = start(root);
		const answers = await Promise.all(Object.keys(files).map((name) => contentOf(catFile, `HEAD:${name}`)));
		const { pid } = catFile;
		assert.deepEqual(answers, Object.values(files));
		assert.equal(await contentOf(catFile, 'HEAD:7.txt'), 'content 7');
		assert.notEqual(pid, undefined);
		assert.equal(catFile.pid, pid);
	});

	it('does not know names that could be other questions or options', async () => {
		const catFile = start(newRepository());
		for (const name of ['', ' ', 'HEAD\nHEAD', 'HEAD\0', 'HEAD HEAD', '--help', 'HEAD\r', 'nothing']) {
			assert.equal(await contentOf(catFile, name), 'missing', JSON.stringify(name));
		}
		assert.equal(await contentOf(catFile, 'HEAD:a.txt'), 'a\n');
	});

	it('ends when it has been idle, and starts again', async () => {
		const catFile = start(newRepository(), { idleMs: 10 });
		await contentOf(catFile, 'HEAD:a.txt');
		const { pid = 0 } = catFile;
		await until(() => !isRunning(pid), { what: 'git ends' });
		assert.equal(catFile.pid, undefined);
		assert.equal(await contentOf(catFile, 'HEAD:a.txt'), 'a\n');
	});

	it('starts again and answers all open questions if it is killed', async () => {
		const catFile = start(newRepository());
		await contentOf(catFile, 'HEAD:a.txt');
		for (let round = 0; round < 5; round++) {
			const { pid = 0 } = catFile;
			process.kill(pid, 'SIGKILL');
			const answers = await Promise.all(
				['HEAD:a.txt', 'nothing', 'HEAD:a.txt'].map((one) => contentOf(catFile, one)),
			);
			assert.deepEqual(answers, ['a\n', 'missing', 'a\n']);
			assert.notEqual(catFile.pid, pid);
		}
	});

	it('announces an object that is too large and answers the questions after it', async () => {
		const root = newRepository({ 'large.bin': Buffer.alloc(3_000_000, 7), 'a.txt': 'a\n' });
		const catFile = start(root);
		const names = ['HEAD:a.txt', 'HEAD:large.bin', 'HEAD:a.txt', 'HEAD:large.bin', 'HEAD:a.txt'];
		const answers = await Promise.all(names.map((name) => contentOf(catFile, name)));
		assert.deepEqual(answers, ['a\n', 'too-large', 'a\n', 'too-large', 'a\n']);
	});

	it('answers the other questions if one object is damaged', async () => {
		const root = newRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
		const id = userGit(root, 'rev-parse', 'HEAD:b.txt');
		const file = join(root, '.git', 'objects', id.slice(0, 2), id.slice(2));
		chmodSync(file, 0o644);
		writeFileSync(file, 'damaged');
		const catFile = start(root);
		const answers = await Promise.allSettled(
			['HEAD:a.txt', id, 'HEAD:a.txt'].map((one) => contentOf(catFile, one)),
		);
		assert.deepEqual(
			answers.map((one) => (one.status === 'fulfilled' ? one.value : one.status)),
			['a\n', 'missing', 'a\n'],
		);
	});

	it('gives up with a reason if git ends again and again', async () => {
		const root = newRepository();
		const catFile = start(root);
		rmSync(join(root, '.git'), { recursive: true });
		const answers = await Promise.allSettled(Array.from({ length: 20 }, () => contentOf(catFile, 'HEAD')));
		for (const answer of answers) {
			assert.equal(answer.status, 'rejected');
			if (answer.status !== 'rejected') continue;
			assert.equal(answer.reason.kind, 'surprise');
			assert.match(answer.reason.message, /^Git ended unexpectedly in .+: fatal: not a git repository/);
		}
	});

	it('is reported if it does not start', async () => {
		const program = join(newFolder('empty'), 'git');
		const catFile = start(newRepository(), { git: { ...git, program } });
		await assert.rejects(contentOf(catFile, 'HEAD'), { kind: 'refused', message: /^Git could not be run/ });
		const untrusted = start(newRepository(), { git: { ...git, isTrusted: false } });
		await assert.rejects(contentOf(untrusted, 'HEAD'), { kind: 'refused', message: /you do not trust/ });
	});

	it('does not keep a caller waiting who has cancelled, and answers the others', async () => {
		const catFile = start(newRepository());
		const controller = new AbortController();
		const cancelled = contentOf(catFile, 'HEAD', controller.signal);
		const other = contentOf(catFile, 'HEAD:a.txt');
		controller.abort(new Error('closed'));
		await assert.rejects(cancelled, { message: 'closed' });
		assert.equal(await other, 'a\n');
		await assert.rejects(contentOf(catFile, 'HEAD', controller.signal), { message: 'closed' });
	});

	it('ends with its owner, and cancels what is open', async () => {
		const catFile = start(newRepository());
		await contentOf(catFile, 'HEAD');
		const { pid = 0 } = catFile;
		const open = contentOf(catFile, 'HEAD:a.txt');
		catFile.dispose();
		await assert.rejects(open, { name: 'AbortError' });
		await assert.rejects(contentOf(catFile, 'HEAD'), { name: 'AbortError' });
		await until(() => !isRunning(pid), { what: 'git ends' });
	});

	onlyWhere(
		process.platform !== 'win32',
		'the git of this test is a shell script',
		'does not have the objects of a partial clone at which it ends',
		(title) =>
			it(title, async () => {
				const folder = newFolder('ending');
				const program = join(folder, 'git');
				// Older versions end if they may not fetch an object.
				const script = `#!/bin/sh\nread name\nif [ "$name" = known ]; then echo ${'a'.repeat(40)} blob 1; echo x; read name; fi\nexit 141\n`;
				writeFileSync(program, script, { mode: 0o755 });
				const catFile = start(newRepository(), { git: { ...git, program }, isPartial: true });
				const names = ['known', 'one', 'two', 'known', 'three'];
				const answers = await Promise.all(names.map((name) => contentOf(catFile, name)));
				assert.deepEqual(answers, ['x', 'missing', 'missing', 'x', 'missing']);
			}),
	);

	onlyWhere(
		process.platform !== 'win32',
		'the git of this test is a shell script',
		'is ended at the time limit of the oldest question, even if newer ones were asked',
		(title) =>
			it(title, async () => {
				mock.timers.enable({ apis: ['setTimeout'] });
				const root = newRepository();
				const catFile = start(root, { git: { ...git, program: slowGit(), timeoutMs: 1000 } });
				const first = assert.rejects(contentOf(catFile, 'HEAD'), timeoutIn(root));
				mock.timers.tick(999);
				const second = assert.rejects(contentOf(catFile, 'HEAD'), timeoutIn(root));
				assert.notEqual(catFile.pid, undefined);
				mock.timers.tick(1);
				assert.equal(catFile.pid, undefined);
				await Promise.all([first, second]);
			}),
	);
});
