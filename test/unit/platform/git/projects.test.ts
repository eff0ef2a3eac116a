import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Projects } from '../../../../src/platform/git/projects.ts';
import { environment, git, newFolder, newRepository, userGit } from '../../../kit/items/clones.ts';
import { cloneOf, openWorkspace } from '../../../kit/window/open-workspace.ts';
import { onlyWhere } from '../../../tools/only-where.ts';
import { until } from '../../../tools/until.ts';

const windows: { dispose(): void }[] = [];

function open(given: Parameters<typeof openWorkspace>[0]) {
	const window = openWorkspace(given);
	windows.push(window);
	return window;
}

async function opened(...folders: readonly string[]) {
	const window = open({ folders });
	await window.projects.settled();
	return window;
}

describe('The projects of a workspace', () => {
	afterEach(() => {
		for (const window of windows.splice(0)) window.dispose();
	});

	it('are those of its folders, each once, in their order', async () => {
		const one = cloneOf('git@git.forge.test:~ana/one', {
			'.hut.scfg': 'tracker ~ana/bugs\n',
		});
		const two = cloneOf('https://git.forge.test/~ana/two');
		const elsewhere = cloneOf('https://elsewhere.test/three');
		for (const root of [one, two]) userGit(root, 'config', 'user.email', 'ana@home.test');
		const { projects } = await opened(join(two, 'src'), newFolder('none'), one, two, elsewhere);
		assert.deepEqual(projects.emails, ['ana@home.test']);
		assert.deepEqual(
			projects.all.map(({ root, repositories, tracker }) => [
				root,
				repositories[0]?.name,
				tracker?.name,
				tracker?.source,
			]),
			[
				[two, 'two', 'two', 'same-name'],
				[one, 'one', 'bugs', 'hut-file'],
			],
		);
	});

	it('have what the first folder of a clone names in its .hut.scfg', async () => {
		const root = cloneOf('git@git.forge.test:~ana/one', {
			'bare/b.txt': 'b\n',
			'client/.hut.scfg': 'tracker ~ana/client-bugs\n',
			'server/.hut.scfg': 'tracker ~ana/server-bugs\n',
		});
		const trackersOf = async (...names: readonly string[]) => {
			const { projects } = await opened(...names.map((name) => join(root, name)));
			return projects.all.map(({ tracker }) => tracker?.name);
		};
		assert.deepEqual(await trackersOf('client', 'server'), ['client-bugs']);
		assert.deepEqual(await trackersOf('server', 'client'), ['server-bugs']);
		assert.deepEqual(await trackersOf('bare', 'server', 'client'), ['server-bugs']);
	});

	it('find a file in any of the clones by the beginning of its ID, unless it is too large', async () => {
		const one = cloneOf('git@git.forge.test:~ana/one', { 'b.txt': 'in one\n' });
		const two = newRepository({ 'c.txt': 'in two, which is on no forge\n' });
		const { projects } = await opened(newFolder('none'), one, two);
		const find = async (root: string, path: string, most = 1000) => {
			const id = userGit(root, 'rev-parse', `HEAD:${path}`);
			const bytes = await projects.findBlob(id.slice(0, 7), { path, most });
			return bytes && Buffer.from(bytes).toString();
		};
		assert.equal(await find(one, 'b.txt'), 'in one\n');
		assert.equal(await find(two, 'c.txt'), 'in two, which is on no forge\n');
		assert.equal(await find(two, 'c.txt', 10), undefined);
		assert.equal(await projects.findBlob('ffffffff', { path: 'b.txt', most: 1000 }), undefined);
	});

	it('follow the folders that are added and removed, and keep what they know of the others', async () => {
		const one = cloneOf('git@git.forge.test:~ana/one');
		const two = cloneOf('git@git.forge.test:~ana/two');
		const window = await opened(one);
		const [first] = window.projects.all;
		await window.change({ folders: [one, two] });
		assert.deepEqual(window.shown(), ['forge ~ana/one', 'forge ~ana/two']);
		assert.deepEqual(window.projects.all[0], first);
		await window.change({ folders: [two] });
		assert.deepEqual(window.shown(), ['forge ~ana/two']);
		assert.ok(window.watched().every((file) => file.startsWith(two)));
		await window.change({ folders: [] });
		assert.deepEqual([window.shown(), window.watched()], [[], []]);
	});

	it('are found even if another folder cannot be read, which is logged once', async () => {
		const root = cloneOf('git@git.forge.test:~ana/one');
		const broken = newRepository();
		writeFileSync(join(broken, '.git', 'config'), '[core\n');
		const window = await opened(broken, root);
		assert.deepEqual(window.shown(), ['forge ~ana/one']);
		await window.projects.refresh();
		assert.equal(window.lines.length, 1);
		assert.match(window.lines[0]?.line ?? '', /Git cannot read the repository in /);
	});

	it('have what the user has chosen for their roots', async () => {
		const root = cloneOf('git@git.forge.test:~ana/one');
		const window = await opened(join(root, 'src'));
		const { projects } = window;
		const before = window.changes();
		await projects.choices.change(root, { tracker: { instance: 'forge', owner: '~ana', name: 'bugs' } });
		const [project] = projects.all;
		assert.deepEqual([project?.tracker?.name, project?.tracker?.source], ['bugs', 'choice']);
		assert.equal(window.changes(), before + 1);
	});

	it('are those on the forges that are set up, without asking git again', async () => {
		const window = await opened(cloneOf('git@git.other.test:~ana/one'));
		assert.deepEqual(window.shown(), []);
		await window.change({ gitPath: git.program });
		const elsewhere = 'https://elsewhere.test';
		window.setInstances([
			{ name: 'other', repositories: 'https://git.other.test', trackers: elsewhere, lists: elsewhere },
		]);
		assert.deepEqual(window.shown(), ['other ~ana/one']);
	});

	it('have the repositories of remotes that are added in a terminal', async () => {
		const root = newRepository();
		const window = await opened(root);
		assert.deepEqual(window.shown(), []);
		userGit(root, 'remote', 'add', 'origin', 'git@git.forge.test:~ana/one');
		window.touch(join(root, '.git', 'config'));
		await until(() => window.shown().length > 0, { what: 'the remote is seen' });
		assert.deepEqual(window.shown(), ['forge ~ana/one']);
	});

	it('lose the repositories of remotes that are removed in a terminal, and of clones that are deleted', async () => {
		for (const remove of [
			(root: string) => userGit(root, 'remote', 'remove', 'origin'),
			(root: string) => rmSync(join(root, '.git'), { recursive: true }),
		]) {
			const root = cloneOf('git@git.forge.test:~ana/one');
			const window = await opened(root);
			assert.deepEqual(window.shown(), ['forge ~ana/one']);
			const before = window.changes();
			remove(root);
			window.touch(join(root, '.git', 'config'));
			await until(() => window.shown().length === 0, { what: 'the removal is seen' });
			assert.ok(window.changes() > before);
		}
	});

	it('have what is written into .hut.scfg later', async () => {
		const root = cloneOf('git@git.forge.test:~ana/one');
		const window = await opened(root);
		writeFileSync(join(root, '.hut.scfg'), 'tracker ~ana/bugs\n');
		window.touch(join(root, '.hut.scfg'));
		const tracker = () => window.projects.all[0]?.tracker?.name;
		await until(() => tracker() === 'bugs', { what: 'the file is read' });
	});

	it('are found despite what .hut.scfg names elsewhere, which is logged once', async () => {
		const root = cloneOf('git@git.forge.test:~ana/one', {
			'.hut.scfg': 'tracker https://elsewhere.test/~ana/bugs\n',
		});
		const window = await opened(root);
		assert.deepEqual(window.shown(), ['forge ~ana/one']);
		await window.projects.choices.change(root, { list: 'none' });
		assert.deepEqual(window.shown(), ['forge ~ana/one']);
		assert.equal(window.lines.length, 1);
		assert.match(window.lines[0]?.line ?? '', /in \.hut\.scfg is not a tracker of a forge that is set up/);
	});

	it('do not change when nothing that matters has changed', async () => {
		const root = cloneOf('git@git.forge.test:~ana/one');
		const window = await opened(root);
		const before = window.changes();
		appendFileSync(join(root, '.git', 'config'), '[user]\n\tname = Ana\n');
		await window.projects.refresh();
		assert.equal(window.changes(), before);
	});

	it('are waited for only once, and not long when git takes long', async () => {
		const endless = new Promise<void>(() => {});
		const window = open({ folders: [] });
		Object.defineProperty(window.projects, 'settled', { value: () => endless });
		const ready = window.projects.ready();
		await ready;
		assert.equal(window.projects.ready(), ready);
	});

	it('have the objects of the clones of a repository', async () => {
		const root = cloneOf('git@git.forge.test:~ana/one');
		const commit = userGit(root, 'rev-parse', 'HEAD');
		const { projects } = await opened(root, join(root, 'src'));
		const sources = projects.objectsOf({ instance: 'forge', owner: '~ana', name: 'one' });
		assert.equal(sources.length, 1);
		assert.equal((await sources[0]?.commit(commit))?.message, 'Begin\n');
		assert.equal(projects.objectsOf({ instance: 'forge', owner: '~ana', name: 'one' })[0], sources[0]);
		assert.deepEqual(projects.objectsOf({ instance: 'forge', owner: '~bob', name: 'one' }), []);
		assert.deepEqual(projects.objectsOf({ instance: 'other', owner: '~ana', name: 'one' }), []);
	});

	it('end with the window, also while git runs', async () => {
		const window = open({ folders: [cloneOf('git@git.forge.test:~ana/one')] });
		window.dispose();
		await window.projects.settled();
		assert.deepEqual([window.projects.all, window.watched(), window.changes()], [[], [], 0]);
		assert.ok(window.projects instanceof Projects);
	});

	describe('in a workspace that the user does not trust', () => {
		/** A git that leaves a mark each time that it runs. */
		function markingGit() {
			const folder = newFolder('git');
			const marks = join(folder, 'marks');
			const program = join(folder, 'git');
			writeFileSync(program, `#!/bin/sh\necho ran >>'${marks}'\nexec '${git.program}' "$@"\n`);
			chmodSync(program, 0o755);
			return { folder, program, hasRun: () => readdirSync(folder).includes('marks') };
		}

		onlyWhere(
			process.platform !== 'win32',
			'the git that leaves marks is a shell script',
			'are unknown and git does not run, until the user trusts it',
			(title) =>
				it(title, async () => {
					const marking = markingGit();
					const root = cloneOf('git@git.forge.test:~ana/one');
					const window = open({ folders: [root], isTrusted: false, gitPath: marking.program });
					await window.projects.settled();
					await window.change({ folders: [root, newRepository()] });
					await window.projects.refresh();
					await window.projects.ready();
					assert.deepEqual([window.shown(), window.watched(), window.lines], [[], [], []]);
					assert.deepEqual(window.projects.objectsOf({ instance: 'forge', owner: '~ana', name: 'one' }), []);
					assert.equal(marking.hasRun(), false);
					await window.change({ isTrusted: true });
					assert.deepEqual(window.shown(), ['forge ~ana/one']);
					assert.equal(marking.hasRun(), true);
				}),
		);

		onlyWhere(
			process.platform !== 'win32',
			'the git that leaves marks is a shell script',
			'is read with the git of the setting, or with that on the PATH',
			(title) =>
				it(title, async () => {
					const named = markingGit();
					const onPath = markingGit();
					const root = cloneOf('git@git.forge.test:~ana/one');
					const path = `${onPath.folder}:${process.env.PATH}`;
					const window = open({
						folders: [root],
						gitPath: ['git', join(onPath.folder, 'none'), named.program],
						environment: { ...environment, PATH: path },
					});
					await window.projects.settled();
					assert.deepEqual([named.hasRun(), onPath.hasRun()], [true, false]);
					assert.deepEqual(window.shown(), ['forge ~ana/one']);
					await window.change({ gitPath: null });
					assert.equal(onPath.hasRun(), true);
					assert.deepEqual(window.shown(), ['forge ~ana/one']);
				}),
		);
	});

	it('are none if there is no git', async () => {
		const root = cloneOf('git@git.forge.test:~ana/one');
		const window = open({ folders: [root], gitPath: null, environment: { PATH: newFolder('empty') } });
		await window.projects.settled();
		assert.deepEqual([window.shown(), window.lines], [[], []]);
	});
});
