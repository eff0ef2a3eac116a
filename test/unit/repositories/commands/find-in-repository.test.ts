import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { demoRepositories } from '../../../kit/forge/demo-repositories.ts';
import { made, passTurns, takeCalls } from '../../../kit/window/editor.ts';
import { until } from '../../../tools/until.ts';

const { RepositoryCommands } = await import('../../../../src/repositories/commands/repository-commands.ts');

const { openRepository } = await import('../../../../src/repositories/commands/open-repository.ts');
const { findInRepository } = await import('../../../../src/repositories/commands/find-in-repository.ts');

const head = { kind: 'ref', name: 'HEAD' } as const;
const row = { about: { kind: 'repository', key: { account: 'ana', owner: '~ana', repository: 'editor' } } };

describe('The command that searches a repository', () => {
	const { open } = demoRepositories();

	async function start() {
		const window = await open();
		made.boxes.length = 0;
		takeCalls();
		const done = new RepositoryCommands(window.repositories, async () => assert.fail()).find([row]);
		await until(() => made.boxes.length > 0);
		const box = made.boxes[0] ?? assert.fail();
		const labels = () => box.items.map(({ label }) => label);
		const shows = (label: string) =>
			until(() => labels().some((one) => one.includes(label)), { what: label });
		await until(() => !box.busy);
		return { ...window, box, labels, shows, done };
	}

	it('loads the files that are missing on request, and finds lines in them', async () => {
		const { box, labels, shows, forget, asked, done } = await start();
		assert.equal(box.title, 'Find in ~ana/editor');
		forget();
		box.type('undo');
		await shows('No results');
		assert.deepEqual(asked(), [], 'A search makes no requests.');
		assert.match(box.items[1]?.detail ?? '', /^Searched 0 of \d+ files$/);
		assert.match(labels()[0] ?? '', /^Load \d+ More Files$/, 'Enter loads them.');
		box.choose('More Files');
		await shows('Stop Loading');
		await until(() => !labels().some((label) => /Loading|Load /.test(label)), { what: 'loaded' });
		const [first] = box.items;
		assert.match(first?.label ?? '', /undo/i);
		assert.match(first?.detail ?? '', /^[\w./-]+:\d+$/);

		const summary = box.items.at(-1);
		assert.match(summary?.detail ?? '', /^Searched 41 of 42 files; 1 file is larger than 1 MB/);
		takeCalls();
		box.choose(first?.label ?? '');
		await done;
		const [call = ''] = takeCalls();
		const [path = '', line = ''] = (first?.detail ?? '').split(':');
		assert.ok(call.startsWith('command: vscode.open') && call.includes(path), call);
		assert.ok(call.includes(`"line":${Number(line) - 1}`), call);
	});

	it('loads more than a thousand files only after the user confirms that in the list', async () => {
		const { repositories } = await open();
		const lifetime = new Lifetime();
		const opened = openRepository(repositories, row.about.key, lifetime);
		const { objects } = opened.cache;
		const entries = Array.from({ length: 1001 }, (_, nth) => ({
			...{ name: `${nth}`, kind: 'file' as const },
			id: nth.toString(16).padStart(40, '0'),
		}));
		let loaded = 0;
		objects.rootTree = async () => ({ id: 'f'.repeat(40), entries, problems: [] });
		objects.blob = async () => {
			loaded += 1;
			return { kind: 'bytes', bytes: Buffer.from('x') };
		};
		made.boxes.length = 0;
		let clones = 0;
		const clone = async () => {
			clones += 1;
		};
		const done = findInRepository(opened, head, clone);
		await until(() => made.boxes[0]?.busy === false);
		const [box = assert.fail()] = made.boxes;
		const names = () => box.items.map(({ label }) => label);
		box.type('x');
		await until(() => names().includes('Load 1,001 More Files'));
		takeCalls();
		box.choose('Load 1,001 More Files');
		assert.deepEqual(names(), ['Load All 1,001 Files', 'Clone the Repository…', 'Cancel', 'No results yet']);
		assert.deepEqual(box.activeItems, [box.items[0]]);
		assert.match(box.items[0]?.detail ?? '', /^1,001 requests, probably 2 MB to 40 MB /);
		box.choose('Cancel');
		assert.deepEqual(names(), ['Load 1,001 More Files', 'No results yet']);
		box.choose('Load 1,001 More Files');
		box.type('xx');
		await until(() => names().includes('Load 1,001 More Files'), { what: 'typing cancels the question' });
		await passTurns();
		assert.equal(loaded, 0);
		box.choose('Load 1,001 More Files');
		box.choose('Load All 1,001 Files');
		await until(() => loaded === 1001);
		await until(() => !names().includes('Stop Loading'));
		assert.deepEqual([takeCalls(), box.isShown, clones], [[], true, 0]);
		box.hide();
		await done;
		lifetime.dispose();
	});

	it('stops loading, and keeps what was loaded', async () => {
		const { box, labels, shows, done } = await start();
		box.type('e');
		await shows('More Files');
		box.choose('More Files');
		await shows('Stop Loading');
		box.choose('Stop Loading');
		await until(() => !labels().some((label) => label.includes('Stop Loading')), { what: 'it has stopped' });
		box.hide();
		await done;
	});
});
