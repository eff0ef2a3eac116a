import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alice, git, gitWith, repositoriesWorld, type World } from '../../kit/forge/repositories-world.ts';
import { type Listener, startListener } from '../../kit/forge/webhook-listener.ts';
import { onlyWhere } from '../../tools/only-where.ts';

describe('a push to a repository of the sandbox', () => {
	let world: World;
	let hookListener: Listener;
	let bare: string;
	let work: string;

	const createHook = (body: object = {}, as = 'alice') =>
		world.ask('/api/~alice/repos/demo/webhooks', {
			as,
			body: { url: hookListener.url, events: ['repo:post-update'], ...body },
		});
	const commit = async (message: string) => {
		await git(work, 'commit', '--quiet', '--allow-empty', '-m', message);
		return (await git(work, 'rev-parse', 'HEAD')).stdout.trim();
	};
	const received = async () => {
		await world.hooks.settled();
		return hookListener.heard.map(({ bytes }) => JSON.parse(bytes.toString()));
	};

	beforeEach(async () => {
		world = await repositoriesWorld();
		hookListener = await startListener('Built: \u001b[31mgreen\u0007\nThanks!');
		bare = world.repositories.pathOf(await world.repositories.create(alice, { name: 'demo' }));
		work = join(world.folder, "a clone with 'quotes'");
		await mkdir(work);
		await git(work, 'init', '--quiet', '--initial-branch=main');
	});
	afterEach(async () => {
		await world.stop();
		await hookListener.stop();
	});

	it('reports each changed reference to the hooks of the repository, signed', async () => {
		await createHook();
		const first = await commit('First');
		await git(work, 'tag', '-a', 'v1', '-m', 'Release 1');
		await git(work, 'branch', 'feature/x');
		world.clock.now = new Date('2026-11-21T00:00:00Z');
		await git(work, 'push', bare, 'main', 'feature/x', 'v1');
		const [push] = await received();
		assert.match(push.push, /^[0-9a-f]{8}-[0-9a-f]{4}-4/);
		assert.equal(push.pusher.canonical_name, '~alice');
		const commits = (await world.ask('/api/repos/demo/log/main')).json.results;
		assert.deepEqual(
			push.refs.sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)),
			[
				{ name: 'refs/heads/feature/x', old: null, new: commits[0] },
				{ name: 'refs/heads/main', old: null, new: commits[0] },
				{
					name: 'refs/tags/v1',
					annotated_tag: { name: 'v1', message: 'Release 1\n' },
					old: null,
					new: commits[0],
				},
			],
		);
		assert.equal(push.refs[0].new.id, first);
		assert.equal((await world.ask('/api/repos/demo')).json.updated, '2026-11-21T00:00:00+00:00');

		const [delivery] = hookListener.heard;
		assert.ok(delivery?.isSignedBy(world.hooks.sender.publicKey));
	});

	it('prints the response of sync hooks only, without control characters', async () => {
		await createHook({ sync: true });
		await createHook({ url: `${hookListener.url}quiet` });
		await commit('First');
		const { stderr } = await git(work, 'push', bare, 'main');
		assert.match(stderr, /remote: Built: \[31mgreen\s*\nremote: Thanks!/);
		assert.equal(stderr.match(/Thanks/g)?.length, 1);
		assert.equal((await received()).length, 2);
	});

	it('gives an empty repository its default branch', async () => {
		await commit('First');
		await git(work, 'push', bare, 'main');
		assert.equal((await world.ask('/api/repos/demo/log')).json.results[0]?.message, 'First\n');
		await git(work, 'push', bare, 'main:other');
		assert.equal((await readFile(join(bare, 'HEAD'), 'utf8')).trim(), 'ref: refs/heads/main');
	});

	it('reaches the hooks of the forge, whatever git hooks the pusher has', async () => {
		await createHook();
		const settings = join(world.folder, 'settings');
		await writeFile(settings, `[core]\n\thooksPath = ${world.folder}/nowhere\n`);
		await commit('First');
		await gitWith(settings, work, 'push', bare, 'main');
		assert.equal((await received()).length, 1);
	});

	onlyWhere(
		process.platform !== 'win32',
		'the program that stands for Electron is a shell script',
		'reaches the forge when the forge runs inside Electron, which acts as Node only on request',
		(title) =>
			it(title, async () => {
				const { execPath } = process;
				const electron = join(world.folder, 'Code Helper (it\'s "Plugin")');
				const script = `#!/bin/sh\n[ "$ELECTRON_RUN_AS_NODE" = 1 ] || exit 9\nexec '${execPath}' "$@"\n`;
				await writeFile(electron, script, { mode: 0o755 });
				process.execPath = electron;
				try {
					await world.repositories.create(alice, { name: 'inside' });
				} finally {
					process.execPath = execPath;
				}
				await world.ask('/api/~alice/repos/inside/webhooks', {
					body: { url: hookListener.url, events: ['repo:post-update'], sync: true },
				});
				await commit('First');
				const { stderr } = await git(work, 'push', bare.replace(/demo\.git$/, 'inside.git'), 'main');
				assert.match(stderr, /remote: Thanks!/);
			}),
	);

	it('succeeds silently when the forge is stopped or has crashed', async () => {
		await commit('First');
		await world.repositories.stop();
		const { stderr } = await git(work, 'push', bare, 'main:one');
		assert.doesNotMatch(stderr, /remote:/);
		// No process listens on this port.
		await writeFile(join(bare, 'forge-push.json'), '{"port":1,"secret":"x"}');
		assert.doesNotMatch((await git(work, 'push', bare, 'main:two')).stderr, /remote:/);
	});

	it('reaches the forge again after a restart', async () => {
		await createHook();
		await commit('First');
		await world.repositories.stop();
		await git(work, 'push', bare, 'main');
		const later = world.open();
		await later.start();
		try {
			await git(work, 'push', bare, 'main:again');
			assert.deepEqual(
				(await received()).map(({ refs }) => refs[0].name),
				['refs/heads/again'],
			);
		} finally {
			await later.stop();
		}
	});

	it('reaches the hooks of a renamed repository, and not those of a deleted one', async () => {
		await createHook();
		await commit('First');
		const moved = await world.repositories.update(alice, 'demo', { name: 'moved' });
		await git(work, 'push', world.repositories.pathOf(moved), 'main');
		assert.equal((await received()).length, 1);
		await world.repositories.delete(alice, 'moved');
		const later = await world.repositories.create(alice, { name: 'moved' });
		await git(work, 'push', world.repositories.pathOf(later), 'main');
		assert.equal((await received()).length, 1);
	});

	it('cannot be faked without the secret of the repository', async () => {
		await createHook();
		const { port } = JSON.parse(await readFile(join(bare, 'forge-push.json'), 'utf8'));
		const line = `${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/x\n`;
		const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: line });
		assert.equal(answer.status, 403);
		assert.deepEqual(await received(), []);
	});
});
