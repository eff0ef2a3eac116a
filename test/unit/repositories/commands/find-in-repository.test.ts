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

	it('clones the repository instead of loading very many files', async () => {
		const { repositories } = await open();
		const lifetime = new Lifetime();
		const opened = openRepository(repositories, row.about.key, lifetime);
		const entries = Array.from({ length: 1001 }, (_, nth) => ({
			...{ name: `${nth}`, kind: 'file' as const },
			id: nth.toString(16).padStart(40, '0'),
		}));
		opened.cache.objects.rootTree = async () => ({ id: 'f'.repeat(40), entries, problems: [] });
		let isCloned = false;
		made.boxes.length = 0;
		const done = findInRepository(opened, head, async () => {
			isCloned = true;
		});
		await until(() => made.boxes[0]?.busy === false);
		const [box = assert.fail()] = made.boxes;
		box.type('x');
		await until(() => box.items.some(({ label }) => label === 'Load 1,001 More Files'));
		box.choose('Load 1,001 More Files');
		box.choose('Clone the Repository');
		await done;
		assert.equal(isCloned, true);
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

	it('says what could not be loaded, and can be tried again', async () => {
		const { box, labels, shows, cut, done } = await start();
		box.type('undo');
		await shows('More Files');
		cut(true);
		box.choose('More Files');
		await shows('Try Again');
		const [load, ...others] = labels();
		assert.match(load ?? '', /^Load \d+ More Files$/);
		assert.deepEqual(others, ['No results yet', 'Clone the Repository…', 'Try Again']);
		cut(false);
		// Enter is for the active row.
		box.accept();
		await until(() => /undo/i.test(labels()[0] ?? ''), { what: 'lines' });
		assert.ok(!labels().includes('Try Again'));
		box.hide();
		await done;
	});

	it('says which files are not listed', async () => {
		const { repositories } = await open();
		const lifetime = new Lifetime();
		const opened = openRepository(repositories, row.about.key, lifetime);
		const { objects } = opened.cache;
		const rootTree = objects.rootTree.bind(objects);
		objects.rootTree = async (...args) => {
			const tree = await rootTree(...args);
			return tree && { ...tree, problems: ['The file a$(x) is left out.'] };
		};
		made.boxes.length = 0;
		const done = findInRepository(opened, head, async () => assert.fail());
		await until(() => made.boxes[0]?.busy === false);
		const [box = assert.fail()] = made.boxes;
		box.type('nothing like this');
		await until(() => box.items.length > 0);
		const warning = box.items.find(({ label }) => label === 'Not all files are listed');
		assert.equal(warning?.detail, 'The file a\\$(x) is left out.');
		box.hide();
		await done;
		lifetime.dispose();
	});

	it('says how many files have more results than it shows', async () => {
		const { repositories } = await open();
		const lifetime = new Lifetime();
		const opened = openRepository(repositories, row.about.key, lifetime);
		opened.cache.objects.storedBlobIds = async () => undefined;
		opened.cache.objects.storedBlob = async () => Buffer.from('same\n'.repeat(21));
		made.boxes.length = 0;
		const done = findInRepository(opened, head, async () => assert.fail());
		await until(() => made.boxes[0]?.busy === false);
		const [box = assert.fail()] = made.boxes;
		box.type('same');
		await until(() => box.items.length > 0);
		assert.match(box.items.at(-1)?.detail ?? '', /^Searched \d+ of \d+ files; \d+ files have more results$/);
		box.hide();
		await done;
		lifetime.dispose();
	});
});
