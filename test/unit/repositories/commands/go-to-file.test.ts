import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import type { GitTreeEntry } from '../../../../src/platform/git/objects.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { made, passTurns, takeCalls } from '../../../kit/window/editor.ts';
import type { Offered } from '../../../kit/window/fake-box.ts';
import { until } from '../../../tools/until.ts';

const { RepositoryCommands } = await import('../../../../src/repositories/commands/repository-commands.ts');

const key = { account: 'ana', owner: '~ana', repository: 'editor' };
const row = { about: { kind: 'repository', key } };

const lineOf = ({ label, description }: Offered): string => [label, description].filter(Boolean).join(' · ');

describe('Go to File', () => {
	const { open } = demoRepositories();

	async function start(window: Awaited<ReturnType<typeof open>>) {
		made.boxes.length = 0;
		const done = new RepositoryCommands(window.repositories, async () => assert.fail()).goToFile([row]);
		await until(() => made.boxes.length > 0);
		const box = made.boxes[0] ?? assert.fail();
		const lines = () => box.items.map(lineOf);
		return { box, lines, done, isRead: () => until(() => !box.busy, { what: 'the folders are read' }) };
	}

	it('asks for each folder once, and in a later window for none', async () => {
		const window = await open();
		const first = await start(window);
		await first.isRead();
		const trees = window.asked().filter((one) => one.includes('/tree/'));
		assert.ok(trees.length > 3);
		assert.equal(new Set(trees).size, trees.length);
		assert.match(first.box.placeholder, /\(\d+ files\)$/);
		first.box.hide();
		await first.done;
		const objects = join(window.folder, 'cache', 'ana', 'objects');
		const stored = () => readdirSync(objects, { recursive: true, encoding: 'utf8' });
		await until(() => stored().filter((name) => name.endsWith('-tree')).length === trees.length);

		const later = await open({ folder: window.folder });
		const second = await start(later);
		await second.isRead();
		assert.deepEqual(second.lines().sort(), first.lines().sort());
		assert.deepEqual(
			later.asked().filter((one) => one.includes('/tree/')),
			[],
		);
		second.box.hide();
		await second.done;
	});

	/** The box while some folders are not read. `readAll` reads them. `fail` lets what is being read fail. */
	async function startReading() {
		const window = await open();
		const { client } = window.repositories.of('ana') ?? assert.fail();
		const { treeOf } = client;
		const released = Promise.withResolvers<void>();
		let count = 0;
		Object.assign(client, {
			treeOf: async (...args: Parameters<typeof treeOf>) => {
				count += 1;
				if (count > 3) await released.promise;
				return treeOf(...args);
			},
		});
		const started = await start(window);
		await until(() => count > 3 && / of \d+ folders\)$/.test(started.box.placeholder));
		const readAll = async () => {
			released.resolve();
			await started.isRead();
		};
		const fail = () => {
			count = 0;
			released.reject(new ForgeError('offline', 'There is no connection.'));
			Object.assign(client, { treeOf });
		};
		return { ...started, readAll, fail };
	}

	it('keeps the file active that the user has moved to while others are read, until the user types', async () => {
		const { box, lines, readAll, done } = await startReading();
		const before = lines();
		const chosen = before[1] ?? assert.fail();
		const active = () => box.activeItems.map(lineOf);
		box.activeItems = box.items.slice(1, 2);
		await readAll();
		assert.ok(lines().length > before.length);
		assert.deepEqual(active(), [chosen]);
		box.type('c');
		assert.deepEqual(active(), lines().slice(0, 1));
		box.hide();
		await done;
	});

	it('lists nothing twice when it is read again after a failure', async () => {
		const { box, lines, fail, isRead, done } = await startReading();
		fail();
		await until(() => lines().some((line) => line.startsWith('Try Again')));
		const before = lines().length - 1;
		box.choose('Try Again');
		await isRead();
		assert.ok(lines().length > before);
		assert.equal(new Set(lines()).size, lines().length);
		box.hide();
		await done;
	});

	it('says how much it has read, also after the user has typed, and lists names before folders', async () => {
		const { box, lines, readAll, done } = await startReading();
		box.type('no such file');
		assert.match(lines().join(), /^Reading… · \d+ files?, \d+ of \d+ folders$/);
		await readAll();
		assert.deepEqual(lines(), ['No matching files']);
		box.accept();
		await passTurns();
		assert.equal(box.isShown, true);
		box.type('undo');
		assert.deepEqual(lines(), ['undo.c · src', 'undo.h · src', 'notes.md · doc/design/2024/undo/tree']);
		box.type('undo.c');
		assert.match(lines()[0] ?? '', /^undo\.c/);
		takeCalls();
		box.choose('undo.c');
		await done;
		assert.match(takeCalls().join(), /undo\.c/);
	});

	describe('of a tree with links and submodules', () => {
		/** The box of a tree that also has links with these targets. */
		async function startWith(links: Readonly<Record<string, string>>) {
			const window = await open();
			const { objects } = window.cacheOf('ana', 'editor');
			const { rootTree, blob } = objects;
			const ids = new Map(Object.keys(links).map((name, nth) => [`${nth}`.padStart(40, 'a'), name]));
			objects.rootTree = async (...args) => {
				const tree = await rootTree.apply(objects, args);
				const added = [...ids].map(([id, name]): GitTreeEntry => ({ id, name, kind: 'symlink' }));
				return tree && { ...tree, entries: [...tree.entries, ...added] };
			};
			objects.blob = async (id, options) => {
				const target = links[ids.get(id) ?? ''];
				if (target === 'fails') throw new ForgeError('offline', 'There is no connection.');
				return target === undefined
					? blob.call(objects, id, options)
					: { kind: 'bytes', bytes: Buffer.from(target) };
			};
			const started = await start(window);
			await started.isRead();
			takeCalls();
			const choose = (name: string) => {
				started.box.type(name);
				started.box.choose(name);
			};
			return { ...started, choose };
		}

		it('shows the files of the folder to which a link leads', async () => {
			const { box, lines, choose, done } = await startWith({ sources: './src' });
			box.type('sources');
			assert.deepEqual(lines(), ['sources · symbolic link']);
			choose('sources');
			await until(() => box.value === 'src/');
			assert.equal(box.title, 'Go to File in ~ana/editor: sources → src/');
			assert.ok(lines().length > 2 && lines().every((one) => one.includes('src')), lines().join());
			box.type('src/un');
			assert.match(box.title, /→ src\/$/);
			box.type('');
			assert.equal(box.title, 'Go to File in ~ana/editor');
			box.hide();
			await done;
			assert.deepEqual(takeCalls(), []);
		});

		it('shows all files for a link to the top folder', async () => {
			const { box, lines, choose, done } = await startWith({ top: '.' });
			const all = lines();
			choose('top');
			await until(() => box.value === '');
			assert.equal(box.title, 'Go to File in ~ana/editor: top → the top folder');
			assert.deepEqual(lines(), all);
			box.type('u');
			assert.equal(box.title, 'Go to File in ~ana/editor');
			box.hide();
			await done;
		});

		it('opens other links as files, also if they cannot be read now', async () => {
			for (const target of ['README.md', '../outside', 'fails']) {
				const { choose, done } = await startWith({ odd: target });
				choose('odd');
				await done;
				assert.match(takeCalls().join(), /^command: vscode\.open: "[^"]*\/odd"/);
			}
		});

		it('leaves what the user types while a link is read', async () => {
			const { box, choose, done } = await startWith({ sources: 'src' });
			choose('sources');
			box.type('undo');
			await passTurns();
			assert.deepEqual([box.value, box.title], ['undo', 'Go to File in ~ana/editor']);
			box.hide();
			await done;
		});

		it('offers what can be done with a submodule, also if a link leads to it', async () => {
			const { lines, choose, done } = await startWith({});
			const name = lines().find((one) => one.endsWith(' · submodule')) ?? assert.fail(lines().join());
			choose(name.split(' · ')[0] ?? '');
			await done;
			assert.match(takeCalls().join(), /^pick: Submodule .*Copy Commit ID/);
		});
	});
});
