import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { GitTreeEntry } from '../../../../src/platform/git/objects.ts';
import type { CommandArguments } from '../../../../src/platform/view/command-arguments.ts';
import { answerWith, enter, made, takeCalls } from '../../../kit/window/editor.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

const { fileUri } = await import('../../../../src/repositories/files/repository-files.ts');
const { Uri, workspace } = await import('vscode');

const revision = { kind: 'ref', name: 'refs/heads/master' } as const;
const entry = (path: string, isFolder = false): CommandArguments => [
	row('ana', 'editor', { kind: 'entry', path, isFolder, revision }),
];

const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

describe('Downloading a file of a repository', () => {
	const { open } = repositoryCommands();
	afterEach(() => {
		mock.restoreAll();
		mock.timers.reset();
	});

	/** Commands in a window in which the repository has these files as well, and a folder of the user's. */
	async function start(contents: Readonly<Record<string, Uint8Array>> = {}) {
		const window = await open('ana');
		const { objects } = window.cacheOf('ana', 'editor');
		const { rootTree, blob } = objects;
		const ids = new Map(Object.keys(contents).map((name, nth) => [name, `${nth}`.padStart(40, 'a')]));
		objects.rootTree = async (...args) => {
			const tree = await rootTree.apply(objects, args);
			const added = [...ids].map(([name, id]): GitTreeEntry => ({ name, id, kind: 'file' }));
			return tree && { ...tree, entries: [...tree.entries, ...added] };
		};
		objects.blob = async (id, options) => {
			const [name = ''] = [...ids].find(([, one]) => one === id) ?? [];
			const bytes = contents[name];
			if (!bytes) return blob.call(objects, id, options);
			return bytes.length > options.most
				? { kind: 'too-large', size: bytes.length }
				: { kind: 'bytes', bytes };
		};
		const folder = temporaryFolder('download');
		const save = (name: string) => () => Uri.file(join(folder, name));
		const into = () => [Uri.file(folder)];
		return { ...window, objects, folder, save, into };
	}

	it('asks where to, and writes what the forge has', async () => {
		const { commands, folder, save } = await start();
		answerWith(save('mine.md'));
		await commands.download(entry('README.md'));
		const [asked = '', progress, done = ''] = takeCalls();
		assert.match(asked, /^save: Download README\.md: file:.*\/README\.md$/);
		assert.equal(progress, 'progress: Downloading README.md');
		assert.match(done, /^status bar: Downloaded README\.md \([\d.]+ KB\)$/);
		assert.match(readFileSync(join(folder, 'mine.md'), 'utf8'), /^# /);
	});

	it('suggests the folder of the last download', async () => {
		const { commands, folder, save } = await start();
		answerWith(save('mine.md'));
		await commands.download(entry('README.md'));
		takeCalls();
		await commands.download(entry('src/main.c'));
		assert.deepEqual(takeCalls(), [`save: Download main.c: file:${folder}/main.c`]);
	});

	it('works for a file in an editor, and for one that editors do not open because it is huge and binary', async () => {
		const huge = Buffer.alloc(70 * 1024 * 1024, 7);
		const { commands, folder, save } = await start({ 'video.bin': huge });
		const place = { instance: 'forge.test', owner: '~ana', repository: 'editor', revision };
		answerWith(save('video.bin'));
		await commands.download([fileUri({ ...place, path: 'video.bin' })]);
		assert.ok(readFileSync(join(folder, 'video.bin')).equals(huge));
	});

	it('does not read a file that is too large for the memory, and says what to do', async () => {
		const { commands, objects, folder, save } = await start({ 'video.bin': Buffer.from('x') });
		objects.blob = async () => ({ kind: 'too-large', size: 3e9 });
		answerWith(save('video.bin'));
		await assert.rejects(commands.download(entry('video.bin')), {
			message: 'video.bin is too large to be downloaded here (3,000 MB). Clone the repository instead.',
		});
		assert.deepEqual(readdirSync(folder), []);
	});

	it('follows a symbolic link, and refuses one that leads nowhere', async () => {
		const { commands, objects, folder, save } = await start();
		answerWith(save('NEWS'));
		await commands.download(entry('NEWS'));
		assert.match(readFileSync(join(folder, 'NEWS'), 'utf8'), /\w/);
		objects.blob = async () => ({ kind: 'bytes', bytes: Buffer.from('../outside') });
		await assert.rejects(commands.download(entry('NEWS')), {
			message: 'NEWS cannot be downloaded: it leads to ../outside.',
		});
	});

	it('says why a file could not be written', async () => {
		const { commands, folder } = await start();
		mkdirSync(join(folder, 'taken'));
		answerWith(() => Uri.file(join(folder, 'taken')));
		writeFileSync(join(folder, 'taken', 'mine.md'), 'mine');
		await assert.rejects(
			commands.download(entry('README.md')),
			/taken could not be replaced: it is a folder\./,
		);
		writeFileSync(join(folder, 'file'), '');
		answerWith(() => Uri.file(join(folder, 'file', 'README.md')));
		await assert.rejects(commands.download(entry('README.md')), /could not be written: .*ENOTDIR/);
		assert.deepEqual(filesIn(folder), ['file', 'taken', 'taken/mine.md']);
	});

	it('keeps the file that was to be replaced if the new one could not be written', async () => {
		const { commands, folder, save } = await start();
		writeFileSync(join(folder, 'mine.md'), 'mine');
		const { writeFile } = workspace.fs;
		mock.method(workspace.fs, 'writeFile', async (...[uri, bytes]: Parameters<typeof writeFile>) => {
			await writeFile(uri, bytes.subarray(0, 10));
			throw new Error('The disk is full');
		});
		answerWith(save('mine.md'));
		await assert.rejects(commands.download(entry('README.md')), /could not be written: The disk is full/);
		assert.equal(readFileSync(join(folder, 'mine.md'), 'utf8'), 'mine');
		assert.deepEqual(readdirSync(folder), ['mine.md']);
	});

	describe('that is a folder', () => {
		it('says how many files there are and what is left out, and copies them after the user confirms', async () => {
			const { commands, folder, into } = await start();
			answerWith(into, enter('Download'));
			// The progress of a short listing would stay beside the question.
			mock.timers.enable({ apis: ['setTimeout'] });
			await commands.download(entry('', true));
			const [where, question = '', ...rest] = takeCalls();
			assert.match(where ?? '', /^open: Download editor to a Folder: /);
			assert.match(
				question,
				/^warning: Download \d+ files to .*\/editor\?: .*Left out: 1 symbolic link, 1 submodule\.: Download$/,
			);
			const files = filesIn(join(folder, 'editor')).filter((path) => path.includes('.'));
			assert.ok(files.includes('src/main.c') && files.includes('doc/images/icon.png'), files.join());
			assert.match(rest.join(), /^progress: Downloading editor,status bar: Downloaded \d+ files to editor$/);
		});

		it('copies nothing unless the user confirms', async () => {
			const { commands, folder, into } = await start();
			answerWith(into);
			await commands.download(entry('src', true));
			assert.deepEqual(filesIn(folder), []);
		});

		it('never replaces files without asking: it can be copied beside them', async () => {
			const { commands, folder, into } = await start();
			mkdirSync(join(folder, 'src'));
			writeFileSync(join(folder, 'src', 'main.c'), 'mine');
			answerWith(into, enter('Keep Both'), into, enter('Replace Files'), into);
			const read = (path: string) => readFileSync(join(folder, path), 'utf8');
			await commands.download(entry('src', true));
			const question = takeCalls().find((call) => call.startsWith('warning: ')) ?? '';
			assert.match(question, /\/src exists\. Download \d+ files\?: “Keep Both” downloads to src \(2\)\./);
			assert.match(question, /: Keep Both \| Replace Files$/);
			assert.equal(read('src/main.c'), 'mine');
			assert.notEqual(read('src (2)/main.c'), 'mine');
			await commands.download(entry('src', true));
			assert.equal(read('src/main.c'), read('src (2)/main.c'));
		});

		it('replaces nothing if it cannot replace all, and never a folder', async () => {
			const { commands, folder, into } = await start();
			mkdirSync(join(folder, 'src', 'main.c'), { recursive: true });
			for (const name of ['main.c/mine', 'undo.c']) writeFileSync(join(folder, 'src', name), 'mine');
			const before = filesIn(folder);
			answerWith(into, enter('Replace Files'));
			await assert.rejects(
				commands.download(entry('src', true)),
				/src\/main\.c could not be replaced: it is a folder\./,
			);
			assert.deepEqual(filesIn(folder), before);
			assert.equal(readFileSync(join(folder, 'src', 'undo.c'), 'utf8'), 'mine');
		});

		it('replaces nothing if a file is where a folder is needed', async () => {
			const { commands, folder, into } = await start();
			mkdirSync(join(folder, 'editor', 'doc'), { recursive: true });
			for (const name of ['README.md', 'doc/images']) writeFileSync(join(folder, 'editor', name), 'mine');
			answerWith(into, enter('Replace Files'));
			await assert.rejects(
				commands.download(entry('', true)),
				/doc\/images is a file, so no folder could be created there\./,
			);
			assert.deepEqual(filesIn(folder), ['editor', 'editor/README.md', 'editor/doc', 'editor/doc/images']);
			assert.equal(readFileSync(join(folder, 'editor', 'README.md'), 'utf8'), 'mine');
		});

		it('takes a free name if there is such a folder when it is complete', async () => {
			const { commands, objects, folder, into } = await start();
			const { blob } = objects;
			objects.blob = async (id, options) => {
				mkdirSync(join(folder, 'src'), { recursive: true });
				return blob.call(objects, id, options);
			};
			answerWith(into, enter('Download'));
			await commands.download(entry('src', true));
			assert.match(takeCalls().at(-1) ?? '', /^status bar: Downloaded \d+ files to src \(2\)$/);
			assert.deepEqual(readdirSync(join(folder, 'src')), []);
			assert.ok(readdirSync(join(folder, 'src (2)')).includes('main.c'));
		});

		it('has one large file in memory at a time', async () => {
			const names = ['1', '2', '3', '4', '5'];
			const files = names.map((name) => [name, Buffer.from(name)] as const);
			const { commands, objects, folder, into } = await start(Object.fromEntries(files));
			const { blob } = objects;
			const limits: number[] = [];
			let reading = 0;
			objects.blob = async (id, options) => {
				const { most } = options;
				if (!id.startsWith('a')) return blob.call(objects, id, options);
				if (most <= 8 * 1024 * 1024) return { kind: 'too-large', size: undefined };
				reading += 1;
				limits.push(reading);
				await setImmediate();
				reading -= 1;
				return blob.call(objects, id, options);
			};
			answerWith(into, enter('Download'));
			await commands.download(entry('', true));
			assert.deepEqual(limits, [1, 1, 1, 1, 1]);
			for (const name of names) assert.equal(readFileSync(join(folder, 'editor', name), 'utf8'), name);
		});

		it('leaves nothing after Cancel or a failure, whatever was still being read', async () => {
			const { commands, objects, folder, into } = await start();
			const { blob } = objects;
			let reads = 0;
			let fail = (_: Error): void => {};
			objects.blob = async (id, options) => {
				reads += 1;
				if (reads === 1) return blob.call(objects, id, options);
				return new Promise((_, reject) => {
					fail = reject;
					options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
				});
			};
			for (const end of ['cancel', 'fail']) {
				reads = 0;
				made.progress.length = 0;
				answerWith(into, enter('Download'));
				const running = commands.download(entry('src', true));
				await until(() => made.progress.at(-1)?.message !== undefined && reads > 1);
				assert.equal(readdirSync(folder).length, 1);
				if (end === 'cancel') made.progress.at(-1)?.cancel();
				else fail(new ForgeError('surprise', 'The forge is upset.'));
				await assert.rejects(running, end === 'cancel' ? { name: 'AbortError' } : /upset/);
				assert.deepEqual(readdirSync(folder), []);
			}
			assert.doesNotMatch(takeCalls().join(), /status bar/);
		});

		it('writes no file that arrives after another one has failed', async () => {
			const { commands, objects, folder, into } = await start();
			const { blob } = objects;
			const late = Promise.withResolvers<void>();
			const reads: Promise<unknown>[] = [];
			objects.blob = (id, options) => {
				const isFirst = reads.length === 0;
				const read = isFirst
					? Promise.reject(new ForgeError('surprise', 'The forge is upset.'))
					: late.promise.then(() =>
							blob.call(objects, id, { ...options, signal: new AbortController().signal }),
						);
				reads.push(read);
				return read;
			};
			answerWith(into, enter('Download'));
			await assert.rejects(commands.download(entry('src', true)), /upset/);
			const { mock: writes } = mock.method(workspace.fs, 'writeFile');
			late.resolve();
			assert.ok((await Promise.allSettled(reads)).some(({ status }) => status === 'fulfilled'));
			await setImmediate();
			assert.equal(writes.callCount(), 0);
			assert.deepEqual(readdirSync(folder), []);
		});
	});
});
