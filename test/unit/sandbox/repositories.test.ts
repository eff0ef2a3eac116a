import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { alice, repositoriesWorld, type World } from '../../kit/forge/repositories-world.ts';

describe('a repository of the sandbox', () => {
	let world: World;
	const create = (body: object, as = 'alice') => world.ask('/api/repos', { body, as });
	const change = (name: string, body: object, as = 'alice') =>
		world.ask(`/api/repos/${name}`, { method: 'PUT', body, as });
	const onDisk = (name: string) => existsSync(world.repositories.pathOf({ owner: 'alice', name }));
	const refused = (field: string, reason: string) => ({ errors: [{ field, reason }] });

	beforeEach(async () => {
		world = await repositoriesWorld();
	});
	afterEach(() => world.stop());

	const names: Record<string, string> = {
		'has space': 'Name must match [A-Za-z._-][A-Za-z0-9._-]*',
		'': 'Name must match [A-Za-z._-][A-Za-z0-9._-]*',
		'1st': 'Name must match [A-Za-z._-][A-Za-z0-9._-]*',
		'../../etc': 'Name must match [A-Za-z._-][A-Za-z0-9._-]*',
		'a/b': 'Name must match [A-Za-z._-][A-Za-z0-9._-]*',
		'a\n': 'Name must match [A-Za-z._-][A-Za-z0-9._-]*',
		'$(ls)': 'Name must match [A-Za-z._-][A-Za-z0-9._-]*',
		'.': 'Name cannot be . or ..',
		'..': 'Name cannot be . or ..',
		'demo.git': 'Name must not end in .git',
		'.GIT': 'Name must not end in .git',
		demo: 'This name is already in use.',
		DEMO: 'This name is already in use.',
		['x'.repeat(201)]: 'Name must have at most 200 characters.',
	};
	it('cannot get an invalid or taken name, and no such attempt leaves files', async () => {
		await create({ name: 'demo' });
		await create({ name: 'other' });
		for (const [name, reason] of Object.entries(names)) {
			for (const answer of [await create({ name }), await change('other', { name })]) {
				assert.equal(answer.status, 400, name);
				assert.deepEqual(answer.json, refused('name', reason));
			}
		}
		assert.deepEqual(await readdir(world.folder), ['~alice']);
		assert.deepEqual(await readdir(join(world.folder, '~alice')), ['demo.git', 'other.git']);
	});

	it('can have a name that looks like an option', async () => {
		assert.equal((await create({ name: '--upload-pack' })).status, 201);
		assert.deepEqual((await world.ask('/api/repos/--upload-pack/refs')).json.results, []);
		const refs = '/~alice/--upload-pack/info/refs?service=git-upload-pack';
		assert.match((await world.ask(refs)).bytes.toString(), /^001e# service=git-upload-pack\n/);
	});

	it('is created once when two requests ask for the same name at the same time', async () => {
		const answers = await Promise.all([create({ name: 'demo' }), create({ name: 'demo' })]);
		assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
		assert.ok(world.saved() > 0);
	});

	it('moves to its new name with all of its content', async () => {
		await create({ name: 'demo' });
		// Starts the repository's git process, which must not keep the old folder.
		await world.ask('/api/repos/demo/log');
		const { status, json } = await change('demo', { name: 'renamed' });
		assert.deepEqual([status, json.id, json.name], [200, 1, 'renamed']);
		assert.equal((await world.ask('/api/repos/demo')).status, 404);
		assert.equal((await world.ask('/api/repos/renamed/refs')).status, 200);
		assert.deepEqual([onDisk('demo'), onDisk('renamed')], [false, true]);
		assert.equal((await change('renamed', { name: 'Renamed' })).status, 200);
	});

	it('is gone when it is deleted, and its name can be used again', async () => {
		await create({ name: 'demo' });
		const { status, bytes } = await world.ask('/api/repos/demo', { method: 'DELETE' });
		assert.deepEqual([status, bytes.length], [204, 0]);
		assert.equal(onDisk('demo'), false);
		assert.deepEqual((await world.ask('/api/repos/demo')).json, { errors: [{ reason: '404 not found' }] });
		assert.equal((await create({ name: 'demo' })).json.id, 2);
	});

	it('can be changed and deleted by its owner only', async () => {
		await create({ name: 'demo' });
		assert.equal((await change('demo', { description: 'x' }, 'bob')).status, 404);
		assert.equal((await world.ask('/api/repos/demo', { method: 'DELETE', as: 'bob' })).status, 404);
		assert.equal((await world.ask('/api/~alice/repos/demo', { method: 'DELETE', as: 'bob' })).status, 405);
		assert.equal((await world.ask('/api/repos/demo')).status, 200);
	});

	it('is listed newest first, is listed to other users only if public, and is hidden from them if private', async () => {
		for (const visibility of ['public', 'unlisted', 'private'])
			await create({ name: visibility, visibility });
		const listed = async (path: string, as: string) =>
			(await world.ask(path, { as })).json.results.map(({ name }) => name);
		assert.deepEqual(await listed('/api/repos', 'alice'), ['private', 'unlisted', 'public']);
		assert.deepEqual(await listed('/api/~alice/repos', 'alice'), ['private', 'unlisted', 'public']);
		assert.deepEqual(await listed('/api/~alice/repos', 'bob'), ['public']);
		assert.deepEqual(await listed('/api/repos', 'bob'), []);
		assert.equal((await world.ask('/api/~alice/repos/unlisted', { as: 'bob' })).status, 200);
		for (const path of ['', '/refs', '/log', '/tree', '/blob/x', '/webhooks']) {
			assert.equal((await world.ask(`/api/~alice/repos/private${path}`, { as: 'bob' })).status, 404, path);
		}
		assert.equal((await world.ask('/api/~alice/repos/private/webhooks')).status, 200);
	});

	it('is empty if its folder was lost since an earlier run', async () => {
		await create({ name: 'demo' });
		await rm(world.folder, { recursive: true });
		const later = world.open();
		await later.start();
		assert.deepEqual(await later.bare(later.find(alice, 'demo', alice)).references(), []);
		await later.stop();
	});
});
