import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { TreeEntry } from '../../../../src/platform/git/objects.ts';
import type { CommandArguments } from '../../../../src/platform/view/command-arguments.ts';
import { answerWith, enter, made, takeCalls } from '../../../kit/window/editor.ts';
import { repositoryCommands, row } from '../../../kit/window/repositories-window.ts';
import { temporaryFolder } from '../../../tools/places.ts';
import { until } from '../../../tools/until.ts';

const { fileUri } = await import('../../../../src/repositories/files/repository-files.ts');
const { Uri } = await import('vscode');

const revision = { kind: 'ref', name: 'refs/heads/master' } as const;
const entry = (path: string, isFolder = false): CommandArguments => [
	row('ana', 'editor', { kind: 'entry', path, isFolder, revision }),
];

describe('Downloading a file of a repository', () => {
	const { open } = repositoryCommands();

	/** Commands in a window in which the repository has these files as well, and a folder of the user's. */
	async function start(contents: Readonly<Record<string, Uint8Array>> = {}) {
		const window = await open('ana');
		const key = { account: 'ana', owner: '~ana', repository: 'editor' };
		const lifetime = new Lifetime();
		window.ending.push(() => lifetime.dispose());
		const { objects } = window.repositories.cache(key, lifetime) ?? assert.fail();
		const { rootTree, blob } = objects;
		const ids = new Map(Object.keys(contents).map((name, nth) => [name, `${nth}`.padStart(40, 'a')]));
		objects.rootTree = async (...args) => {
			const tree = await rootTree.apply(objects, args);
			const added = [...ids].map(([name, id]): TreeEntry => ({ name, id, kind: 'file' }));
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
		await assert.rejects(commands.download(entry('README.md')), /taken could not be written: .*EISDIR/);
	});

	it('is cancelled with the dialog', async () => {
		const { commands } = await start();
		await commands.download(entry('README.md'));
		assert.equal(takeCalls().length, 1);
	});

	describe('that is a folder', () => {
		const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

		it('says how many files there are and what is left out, and copies them after the user confirms', async () => {
			const { commands, folder, into } = await start();
			answerWith(into, enter('Download'));
			await commands.download(entry('', true));
			const [where, listing, question = '', ...rest] = takeCalls();
			assert.match(where ?? '', /^open: Download editor to a Folder: /);
			assert.equal(listing, 'progress: Listing editor');
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
			const [, , question = ''] = takeCalls();
			assert.match(question, /\/src exists\. Download \d+ files\?: “Keep Both” downloads to src \(2\)\./);
			assert.match(question, /: Keep Both \| Replace Files$/);
			assert.equal(read('src/main.c'), 'mine');
			assert.notEqual(read('src (2)/main.c'), 'mine');
			await commands.download(entry('src', true));
			assert.equal(read('src/main.c'), read('src (2)/main.c'));
		});

		it('can be cancelled, and keeps what was copied', async () => {
			const { commands, objects, folder, into } = await start();
			answerWith(into, enter('Download'));
			const { blob } = objects;
			let reads = 0;
			objects.blob = async (id, options) => {
				reads += 1;
				if (reads === 1) return blob.call(objects, id, options);
				return new Promise((_, reject) => {
					options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
				});
			};
			made.progress.length = 0;
			const running = commands.download(entry('src', true));
			await until(() => made.progress[1]?.message !== undefined);
			made.progress[1]?.cancel();
			await assert.rejects(running, { name: 'AbortError' });
			assert.match(takeCalls().at(-1) ?? '', /^status bar: Downloaded 1 of \d+ files to src$/);
			assert.equal(filesIn(join(folder, 'src')).length, 1);
		});
	});
});
