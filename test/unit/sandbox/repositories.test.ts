import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { alice, repositoriesWorld, type World } from '../../kit/forge/repositories-world.ts';
import { startListener } from '../../kit/forge/webhook-listener.ts';

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

	it('is public and empty when it is created with just a name', async () => {
		const { status, json } = await create({ name: 'demo' });
		assert.equal(status, 201);
		assert.deepEqual(json, {
			id: 1,
			created: '2026-11-20T07:22:10+00:00',
			updated: '2026-11-20T07:22:10+00:00',
			subject: '',
			name: 'demo',
			owner: { canonical_name: '~alice', name: 'alice' },
			description: '',
			visibility: 'public',
		});
		assert.deepEqual((await world.ask('/api/repos/demo')).json, json);
		assert.ok(world.saved() > 0);
	});

	it('has the first line of its description as its subject', async () => {
		const { json } = await create({ name: 'demo', description: 'A demo\n\nMore.', visibility: 'unlisted' });
		assert.deepEqual(
			[json.subject, json.description, json.visibility],
			['A demo', 'A demo\n\nMore.', 'unlisted'],
		);
	});

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
	});

	for (const [what, body] of Object.entries({
		'no name': {},
		'a name that is null': { name: null },
		'an unknown visibility': { name: 'demo', visibility: 'nope' },
		'an unknown field': { name: 'demo', color: 'red' },
	})) {
		it(`is not created from ${what}`, async () => {
			const { status, json } = await create(body);
			assert.equal(status, 400);
			assert.equal(typeof json.errors[0]?.reason, 'string');
			assert.equal(world.state.repositories.length, 0);
		});
	}

	it('changes only the given fields, and reports the time of the change', async () => {
		await create({ name: 'demo', description: 'Old', visibility: 'unlisted' });
		world.clock.now = new Date('2026-11-21T00:00:00Z');
		const { status, json } = await change('demo', { description: 'New' });
		assert.equal(status, 200);
		assert.deepEqual([json.description, json.visibility, json.name], ['New', 'unlisted', 'demo']);
		assert.deepEqual(
			[json.created, json.updated],
			['2026-11-20T07:22:10+00:00', '2026-11-21T00:00:00+00:00'],
		);
		world.clock.now = new Date('2026-11-22T00:00:00Z');
		assert.deepEqual((await change('demo', {})).json, json);
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

	it('that does not exist answers 404 to everything', async () => {
		for (const path of ['', '/refs', '/log', '/log/master', '/tree', '/tree/x/y', '/blob/x/y', '/blob/x']) {
			assert.equal((await world.ask(`/api/repos/missing${path}`)).status, 404, path);
			assert.equal((await world.ask(`/api/~nobody/repos/missing${path}`)).status, 404, path);
		}
		assert.equal((await change('missing', { description: 'x' })).status, 404);
		assert.equal((await world.ask('/api/repos/missing', { method: 'DELETE' })).status, 404);
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

	it('requires a token with the right scope', async () => {
		await create({ name: 'demo' });
		assert.equal((await world.ask('/api/repos/demo', { as: null })).status, 401);
		assert.equal((await world.ask('/api/repos/demo', { as: 'reader' })).status, 200);
		assert.equal((await world.ask('/api/repos/demo/refs', { as: 'reader' })).status, 403);
		assert.equal((await create({ name: 'more' }, 'reader')).status, 403);
	});

	it("notifies its owner's hooks when it is created, changed and deleted", async () => {
		const hookListener = await startListener();
		try {
			const events = ['repo:create', 'repo:update', 'repo:delete'];
			const hook = await world.ask('/api/user/webhooks', { body: { url: hookListener.url, events } });
			assert.equal(hook.status, 201);
			const made = (await create({ name: 'demo' })).json;
			await create({ name: 'not-hers' }, 'bob');
			await world.hooks.settled();
			const changed = (await change('demo', { description: 'New' })).json;
			await world.hooks.settled();
			await change('demo', {});
			await world.ask('/api/repos/demo', { method: 'DELETE' });
			await world.hooks.settled();
			assert.deepEqual(
				hookListener.heard.map(({ event, body }) => [event, body]),
				[
					['repo:create', made],
					['repo:update', changed],
					['repo:delete', { id: 1 }],
				],
			);
		} finally {
			await hookListener.stop();
		}
	});

	it('is served along with information about users', async () => {
		const { json } = await world.ask('/api/user/~bob');
		assert.deepEqual([json.canonical_name, json.email], ['~bob', 'bob@example.org']);
		assert.equal((await world.ask('/api/user')).json.name, 'alice');
		assert.equal((await world.ask('/api/user/~nobody')).status, 404);
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
