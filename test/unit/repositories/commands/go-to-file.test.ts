import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { made, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';

const { RepositoryCommands } = await import('../../../../src/repositories/commands/repository-commands.ts');

const row = { about: { kind: 'repository', key: { account: 'ana', owner: '~ana', repository: 'editor' } } };

describe('Go to File', () => {
	const { open } = demoRepositories();

	async function start(window: Awaited<ReturnType<typeof open>>) {
		made.boxes.length = 0;
		const done = new RepositoryCommands(window.repositories, async () => assert.fail()).goToFile([row]);
		await until(() => made.boxes.length > 0);
		const box = made.boxes[0] ?? assert.fail();
		const lines = () => box.items.map(({ description = '' }) => description);
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

	it('says how much it has read, also after the user has typed', async () => {
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
		const { box, lines, isRead, done } = await start(window);
		await until(() => / of \d+ folders\)$/.test(box.placeholder));
		box.type('no such file');
		assert.match(lines().join(), /^Reading… \d+ files?, \d+ of \d+ folders$/);
		released.resolve();
		await isRead();
		assert.deepEqual(lines(), ['No matching files']);
		box.type('undo.c');
		assert.match(lines()[0] ?? '', /^undo\.c/);
		takeCalls();
		box.choose(lines()[0] ?? '');
		await done;
		assert.match(takeCalls().join(), /undo\.c/);
	});
});
