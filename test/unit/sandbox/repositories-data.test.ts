import assert from 'node:assert/strict';
import { armor, binary, latin1, oddNames, writeHistory } from '../../kit/forge/repositories-history.ts';
import { alice, feed, repositoriesWorld, type World } from '../../kit/forge/repositories-world.ts';

const segments = (path: string) => path.split('/').map(encodeURIComponent).join('/');

describe('the content of a repository', () => {
	let world: World;
	let ids: ReturnType<typeof writeHistory>;
	let folder: string;
	const ask = (path: string) => world.ask(`/api/repos/demo/${path}`);

	before(async () => {
		world = await repositoriesWorld();
		folder = world.repositories.pathOf(await world.repositories.create(alice, { name: 'demo' }));
		await world.repositories.create(alice, { name: 'empty' });
		ids = writeHistory(folder);
	});
	after(() => world.stop());

	describe('as a log', () => {
		it('splits a signed commit into its signature and the signed data', async () => {
			const [commit] = (await ask('log/signed')).json.results;
			assert.equal(commit?.id, ids.signed);
			assert.equal(commit?.timestamp, '2020-01-06T14:03:20-03:30');
			const { signature, data } = commit?.signature ?? assert.fail('it is not signed');
			assert.equal(Buffer.from(signature, 'base64').toString(), armor);
			assert.equal(Buffer.from(data, 'base64').toString(), ids.payload);
		});

		it('comes in pages linked by `next`, without gaps or repetitions', async () => {
			const first = (await ask('log')).json;
			assert.equal(first.results.length, 50);
			const second = (await ask(`log?start=${first.next}`)).json;
			const shown = [...first.results, ...second.results].map(({ id }) => id);
			assert.deepEqual(shown, feed(folder, '', 'rev-list', 'master').split('\n'));
			assert.equal(first.total, shown.length);
			assert.equal(second.next, null);
		});

		it('starts a page at the requested commit, even with an abbreviated id', async () => {
			const last = (await ask('log')).json.results[49];
			const id = String(last?.id);
			for (const start of [id, id.slice(0, 10)]) {
				const { json } = await ask(`log/master?start=${start}`);
				assert.deepEqual(json.results[0], last);
			}
		});

		for (const start of ['0'.repeat(40), 'nope', '--all', '5']) {
			it(`answers 404 to the start ${start}`, async () => {
				assert.equal((await ask(`log?start=${start}`)).status, 404);
			});
		}

		it('is empty without commits, and so is the tree', async () => {
			const { json } = await world.ask('/api/repos/empty/log');
			assert.deepEqual(json.results, []);
			assert.equal((await world.ask('/api/repos/empty/tree')).status, 404);
			assert.deepEqual((await world.ask('/api/repos/empty/refs')).json.results, []);
			assert.equal((await world.ask('/api/repos/empty/log/master')).status, 404);
		});
	});

	describe('at a revision:', () => {
		it('an id of any kind of object gives its tree', async () => {
			for (const id of [ids.master, ids.tag, ids.tree]) {
				assert.equal((await ask(`tree/${id}`)).json.id, ids.tree);
				assert.equal((await ask(`tree/${id}/src`)).json.entries[0]?.name, 'step.txt');
			}
		});

		it('a branch is found even if a tag has the first part of its name', async () => {
			assert.equal((await ask('log/release/2.x')).json.results[0]?.id, ids.feature);
			assert.equal((await ask('blob/release/2.x/src/lib/feature.ts')).status, 200);
			assert.equal((await ask('tree/release/src')).status, 200);
		});

		it('a moved branch is visible at once', async () => {
			assert.equal((await ask('tree/moving')).status, 404);
			feed(folder, '', 'update-ref', 'refs/heads/moving', ids.feature);
			assert.equal((await ask('log/moving')).json.results[0]?.id, ids.feature);
			feed(folder, '', 'update-ref', 'refs/heads/moving', ids.master);
			assert.equal((await ask('log/moving')).json.results[0]?.id, ids.master);
			feed(folder, '', 'update-ref', '-d', 'refs/heads/moving');
			assert.equal((await ask('tree/moving')).status, 404);
		});

		const hostile = [
			'--upload-pack=x',
			'-h',
			'%2D%2Dall',
			'..%2f..%2fetc',
			'%2e%2e%2f%2e%2e%2fconfig',
			'HEAD;ls',
			'$(ls)',
			'HEAD%0Amaster',
			'HEAD%00',
			'HEAD..master',
			':%2FFirst',
			'HEAD:README.md',
			'HEAD%40%7B0%7D',
			'HEAD%5E%7B%2FFirst%7D',
			'x'.repeat(5000),
			'config',
			'objects',
			'refs/heads',
			'nope',
		];
		for (const revision of hostile) {
			it(`${revision.slice(0, 30)} gives 404`, async () => {
				for (const route of ['log', 'tree', 'blob']) {
					const { status, json } = await ask(`${route}/${revision}`);
					assert.equal(status, 404, route);
					assert.deepEqual(json, { errors: [{ reason: '404 not found' }] });
				}
				assert.equal((await ask(`tree/${revision}/src`)).status, 404);
				assert.equal((await ask('tree/HEAD')).status, 200);
			});
		}
	});

	describe('as a tree', () => {
		it('shows every name unchanged', async () => {
			const { json } = await ask('tree/master/odd');
			const names = json.entries.map(({ name }) => name);
			assert.deepEqual(names.sort(), [...oddNames].sort());
		});
	});

	describe('as a blob', () => {
		const text = 'text/plain; charset=utf-8';
		const blobs: [string, string | Buffer, string][] = [
			['README.md', '# Demo\n', text],
			['a/b/c/deep.txt', 'deep\n', text],
			['bin/run.sh', '#!/bin/sh\n', text],
			['bin/blob.bin', binary, 'application/octet-stream'],
			['link.md', 'README.md', text],
			['crlf.txt', 'one\r\ntwo\r\n', text],
			['latin1.txt', latin1, text],
			['empty.txt', '', text],
			...oddNames.map((name): [string, string, string] => [`odd/${name}`, `${name}\n`, text]),
		];
		for (const [path, content, type] of blobs) {
			it(`at ${JSON.stringify(path)} is returned byte for byte, by path and by id`, async () => {
				const byPath = await ask(`blob/feature/tree-view/${segments(path)}`);
				assert.equal(byPath.status, 200);
				assert.equal(byPath.type, type);
				assert.deepEqual(byPath.bytes, Buffer.from(content));
				const id = byPath.headers.get('etag')?.replaceAll('"', '');
				const byId = await ask(`blob/${id}`);
				assert.equal(byId.type, type);
				assert.deepEqual(byId.bytes, byPath.bytes);
			});
		}

		it('matches its id, even if git has a replacement for it', async () => {
			const [readme, other] = feed(folder, '', 'rev-parse', 'HEAD:README.md', 'HEAD:crlf.txt').split('\n');
			feed(folder, '', 'update-ref', `refs/replace/${readme}`, String(other));
			// Ends the running process, which has already read the replacements.
			await world.repositories.bare(world.repositories.find(alice, 'demo', alice)).end();
			try {
				assert.equal((await ask('blob/master/README.md')).bytes.toString(), '# Demo\n');
			} finally {
				feed(folder, '', 'update-ref', '-d', `refs/replace/${readme}`);
			}
		});

		it('is not confused with others that are requested at the same time', async () => {
			const bodies = await Promise.all(oddNames.map((name) => ask(`blob/HEAD/odd/${segments(name)}`)));
			assert.deepEqual(
				bodies.map(({ bytes }) => bytes.toString()),
				oddNames.map((name) => `${name}\n`),
			);
		});
	});

	describe('at a path with thousands of slashes', () => {
		it('is found if it exists, however long the path is', async () => {
			const depth = 200;
			const path = `${'d/'.repeat(depth)}deep.txt`;
			const changes = [
				'commit refs/heads/deep',
				'committer A <a@b> 1 +0000',
				'data 0',
				`M 644 inline ${path}`,
			];
			feed(folder, `${changes.join('\n')}\ndata 4\ndeep\n`, 'fast-import', '--quiet');
			assert.equal((await ask(`blob/deep/${path}`)).bytes.toString(), 'deep');
			assert.equal((await ask(`tree/deep/${'d/'.repeat(depth)}`)).json.entries[0]?.name, 'deep.txt');
			feed(folder, '', 'update-ref', '-d', 'refs/heads/deep');
		});
	});

	it('arrives completely if it is larger than a pipe buffer', async () => {
		const large = Buffer.alloc(3 * 1024 * 1024, 'large\n');
		const id = feed(folder, large, 'hash-object', '-w', '--stdin');
		assert.deepEqual((await ask(`blob/${id}`)).bytes, large);
	});

	it('can be read again after the git process ended', async () => {
		const bare = world.repositories.bare(world.repositories.find(alice, 'demo', alice));
		const asked = bare.commit('HEAD');
		await bare.end();
		assert.equal((await asked)?.id, ids.master);
		assert.equal((await ask('tree')).status, 200);
	});
});

describe('a repository with the quirks of real servers', () => {
	let world: World;
	const ask = (path: string) => world.ask(`/api/repos/demo/${path}`);

	before(async () => {
		world = await repositoriesWorld([
			'log-hides-next',
			'log-unknown-start-is-500',
			'submodule-is-500',
			'binary-type',
			'blob-by-id-misrouted',
			'no-subject',
			'private-is-html',
			'external-timestamps',
			'extra-fields',
		]);
		const stored = await world.repositories.create(alice, { name: 'demo' });
		writeHistory(world.repositories.pathOf(stored));
		await world.repositories.create(alice, { name: 'secret', visibility: 'private' });
	});
	after(() => world.stop());

	it('hides that its log has more pages', async () => {
		const { json } = await ask('log');
		assert.deepEqual([json.results.length, json.next, json.total], [50, null, -1]);
		assert.equal((await ask(`log?start=${json.results[49]?.id}`)).json.results[0]?.id, json.results[49]?.id);
	});

	for (const path of [`log?start=${'0'.repeat(40)}`, 'tree/master/vendor/sub']) {
		it(`answers 500 to ${path}`, async () => {
			const { status, type } = await ask(path);
			assert.equal(status, 500);
			assert.match(type, /^text\/html/);
		});
	}

	it('has another content type for binaries, and no blobs by id in paths with a user', async () => {
		const { type, headers } = await ask('blob/master/bin/blob.bin');
		assert.equal(type, 'application/x-octet-stream');
		const id = headers.get('etag')?.replaceAll('"', '');
		assert.equal((await ask(`blob/${id}`)).status, 200);
		assert.equal((await world.ask(`/api/~alice/repos/demo/blob/${id}`)).status, 404);
	});

	it('has no subject, times with fractions, and additional fields in references', async () => {
		const { json } = await world.ask('/api/repos/demo');
		assert.equal('subject' in json, false);
		assert.equal(json.created, '2026-11-20T07:22:10.500000Z');
		assert.deepEqual((await ask('refs')).json.results[0]?.artifacts, []);
	});

	it('answers 403 with a page to other users if it is private', async () => {
		const { status, type } = await world.ask('/api/~alice/repos/secret', { as: 'bob' });
		assert.equal(status, 403);
		assert.match(type, /^text\/html/);
	});
});
