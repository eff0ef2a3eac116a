import assert from 'node:assert/strict';
import { type StartedArea, startGraphqlArea } from '../../kit/forge/graphql-area.ts';
import { submodule, writeHistory } from '../../kit/forge/repositories-history.ts';
import { feed } from '../../kit/forge/repositories-world.ts';

const inDemo = (selection: string) =>
	`query { user(username: "owner") { repository(name: "demo") { ${selection} } } }`;

describe('The repositories in GraphQL', () => {
	let forge: StartedArea;
	let folder: string;
	let ids: ReturnType<typeof writeHistory>;

	before(async () => {
		forge = await startGraphqlArea('repositories');
		const { repositories, accounts } = forge;
		const owner = accounts.find('owner') ?? assert.fail();
		const demo = await repositories.create(owner, { name: 'demo', description: 'A demo' });
		folder = repositories.pathOf(demo);
		ids = writeHistory(folder);
		await repositories.create(owner, { name: 'empty' });
		await repositories.create(owner, { name: 'hidden', visibility: 'private' });
		await repositories.create(owner, { name: 'quiet', visibility: 'unlisted' });
	});

	after(() => forge.stop());

	const git = (...words: string[]) => feed(folder, '', ...words);
	const ask = async (selection: string) => (await forge.data('other', inDemo(selection))).user.repository;

	it('have all their fields', async () => {
		const fields =
			'id created updated name description visibility access owner { canonicalName } HEAD { name target }';
		const at = '2026-03-04T05:06:07.890000Z';
		const demo = {
			...{ id: 1, created: at, updated: at, name: 'demo', description: 'A demo', visibility: 'PUBLIC' },
			...{ access: 'RO', owner: { canonicalName: '~owner' } },
			HEAD: { name: 'refs/heads/master', target: ids.master },
		};
		assert.deepEqual(await ask(fields), demo);
		const { me } = await forge.data('owner', `query { me { repository(name: "empty") { ${fields} } } }`);
		const own = { id: 2, name: 'empty', description: null, access: 'RW', HEAD: null };
		assert.deepEqual(me.repository, { ...demo, ...own });
	});

	it('are found and listed as in REST', async () => {
		const query = `query { user(username: "owner") {
			hidden: repository(name: "hidden") { id } quiet: repository(name: "quiet") { id } missing: repository(name: "no") { id }
			repositories { results { name } cursor }
		} }`;
		const namesOf = (data: { user: { repositories: { results: readonly { name: string }[] } } }) =>
			data.user.repositories.results.map(({ name }) => name);
		const seen = await forge.data('other', query);
		assert.deepEqual([seen.user.hidden, seen.user.quiet, seen.user.missing], [null, { id: 4 }, null]);
		assert.deepEqual(namesOf(seen), ['empty', 'demo']);
		const own = await forge.data('owner', query);
		assert.deepEqual([own.user.hidden, own.user.missing], [{ id: 3 }, null]);
		assert.deepEqual(namesOf(own), ['quiet', 'hidden', 'empty', 'demo']);
	});

	it('are listed in pages of the wanted size, and the cursor keeps that size', async () => {
		const page = async (args: string) =>
			(await forge.data('owner', `query { me { repositories(${args}) { results { id } cursor } } }`)).me
				.repositories;
		const first = await page('filter: { count: 3 }');
		assert.deepEqual(
			first.results.map(({ id }: { id: number }) => id),
			[4, 3, 2],
		);
		const second = await page(`cursor: "${first.cursor}", filter: { count: 1 }`);
		assert.deepEqual(second, { results: [{ id: 1 }], cursor: null });
		assert.equal((await page('filter: {}')).cursor, null);
	});

	it('have references by name, with HEAD among them', async () => {
		const { references, tag, head, none } = await ask(
			`references { results { name target } cursor }
			tag: reference(name: "refs/tags/v1.0.0") { target } head: reference(name: "HEAD") { name } none: reference(name: "v1.0.0") { name }`,
		);
		assert.deepEqual(references.results.slice(0, 2), [
			{ name: 'HEAD', target: 'refs/heads/master' },
			{ name: 'refs/heads/feature/tree-view', target: ids.feature },
		]);
		const names = references.results.map(({ name }: { name: string }) => name);
		assert.deepEqual(names, ['HEAD', ...git('for-each-ref', '--format=%(refname)').split('\n')]);
		assert.deepEqual([tag, head, none], [{ target: ids.tag }, { name: 'refs/heads/master' }, null]);
	});

	it('have a log by the time of the committer, in pages of 25 commits', async () => {
		const shown: string[] = [];
		let cursor: string | null = null;
		do {
			const { log } = await ask(`log(cursor: ${JSON.stringify(cursor)}) { results { id } cursor }`);
			shown.push(...log.results.map(({ id }: { id: string }) => id));
			cursor = log.cursor;
		} while (cursor !== null);
		assert.deepEqual(shown, git('rev-list', 'master').split('\n'));
		assert.ok(shown.length > 50);
	});

	it('have a log that begins at any revision, with all fields of a commit', async () => {
		const commit = `id type shortId message tree { id } parents { id }
			author { name email time } committer { name email time }`;
		const { byName, byTag, signed } = await ask(
			`byName: log(from: "feature/tree-view") { results { ${commit} } } byTag: log(from: "${ids.tag}") { results { id } }
			signed: log(from: "signed") { results { author { time } } }`,
		);
		assert.deepEqual(byName.results[0], {
			...{ id: ids.feature, type: 'COMMIT', shortId: ids.feature.slice(0, 7), message: 'A feature\n' },
			tree: { id: git('rev-parse', `${ids.feature}^{tree}`) },
			parents: [{ id: git('rev-parse', `${ids.feature}^`) }],
			author: {
				...{ name: 'Alice Example', email: 'alice@example.org' },
				time: git('log', '-1', '--format=%aI', ids.feature),
			},
			committer: {
				...{ name: 'Carol', email: 'carol@example.org' },
				time: git('log', '-1', '--format=%cI', ids.feature).replace('+00:00', 'Z'),
			},
		});
		assert.equal(byTag.results[0].id, ids.master);
		assert.equal(signed.results[0].author.time, '2020-01-06T14:03:20-03:30');
	});

	it('have objects of each kind by their full ids', async () => {
		const [text, binary] = ['README.md', 'bin/blob.bin'].map((path) => git('rev-parse', `master:${path}`));
		const wanted = [ids.master, ids.tree, ids.tag, text, binary];
		const { objects } = await ask(
			`objects(ids: ${JSON.stringify(wanted)}) {
				__typename type id shortId
				... on Commit { tree { id } } ... on Tag { target { id } } ... on Blob { size }
				... on Tree { entries { results { name } } }
			}`,
		);
		const entries = { results: ['README.md', 'a', 'bin'].map((name) => ({ name })) };
		objects[1].entries.results.splice(3);
		const parts = [
			{ __typename: 'Commit', type: 'COMMIT', tree: { id: ids.tree } },
			{ __typename: 'Tree', type: 'TREE', entries },
			{ __typename: 'Tag', type: 'TAG', target: { id: ids.master } },
			{ __typename: 'TextBlob', type: 'BLOB', size: 7 },
			{ __typename: 'BinaryBlob', type: 'BLOB', size: 8 },
		];
		assert.deepEqual(
			objects,
			parts.map((part, nth) => ({ ...part, id: wanted[nth], shortId: wanted[nth]?.slice(0, 7) })),
		);
	});

	it('have entries at paths, also of submodules, which have no object', async () => {
		const at = (path: string) => `path(path: ${JSON.stringify(path)}) { name id mode }`;
		const { file, link, folder, sub, none, inFile, root } = await ask(
			`file: ${at('bin/run.sh')} link: ${at('link.md')} folder: ${at('a/b')} sub: ${at('vendor/sub')} none: ${at('no/such')}
			inFile: ${at('README.md/x')} root: ${at('')}`,
		);
		const idOf = (path: string) => git('rev-parse', `master:${path}`);
		assert.deepEqual(file, { name: 'run.sh', id: idOf('bin/run.sh'), mode: 33261 });
		assert.deepEqual(link, { name: 'link.md', id: idOf('link.md'), mode: 40960 });
		assert.deepEqual(folder, { name: 'b', id: idOf('a/b'), mode: 16384 });
		assert.deepEqual(sub, { name: 'sub', id: submodule, mode: 57344 });
		assert.deepEqual([none, inFile, root], [null, null, null]);

		const { errors } = await forge.ask('other', inDemo('path(path: "vendor/sub") { object { id } }'));
		assert.deepEqual(
			errors?.map(({ message }) => message),
			['object not found'],
		);
	});

	for (const [what, selection, message] of [
		['a revision', 'revparse_single(revspec: "no/such") { id }', 'reference not found'],
		['the start of a log', 'log(from: "no/such") { cursor }', 'reference not found'],
		[
			'a log of something other than a commit',
			'log(from: "master:README.md") { cursor }',
			'reference not found',
		],
		['the revision of a path', 'path(revspec: "no", path: "src") { id }', 'reference not found'],
		['an object', `objects(ids: ["${'1'.repeat(40)}"]) { id }`, 'object not found'],
		['an object by a part of its id', 'objects(ids: ["HEAD"]) { id }', 'object not found'],
	] as const) {
		it(`say that ${what} is missing`, async () => {
			const { errors } = await forge.ask('other', inDemo(selection));
			assert.deepEqual(
				errors?.map((error) => [error.message, error.extensions]),
				[[message, { code: 'ERR_NOT_FOUND' }]],
			);
		});
	}

	it('have the commits of revisions', async () => {
		const { tag, back } = await ask(
			'tag: revparse_single(revspec: "v1.0.0") { id } back: revparse_single(revspec: "HEAD~2") { id }',
		);
		assert.deepEqual([tag.id, back.id], [ids.master, git('rev-parse', 'HEAD~2')]);
	});

	it('cannot list a folder with a submodule if its object is asked for', async () => {
		const entries = (selection: string) =>
			inDemo(`path(path: "vendor") { object { ... on Tree { entries { results { ${selection} } } } } }`);
		const whole = await forge.ask('other', entries('name object { id }'));
		assert.equal(whole.data.user.repository.path, null);
		assert.deepEqual(
			whole.errors?.map(({ path }) => path?.slice(-3)),
			[['results', 0, 'object']],
		);
		const part = await forge.data('other', entries('name mode'));
		assert.deepEqual(part.user.repository.path.object.entries.results, [{ name: 'sub', mode: 57344 }]);
	});

	describe('have files at addresses of their own:', () => {
		const get = async (path: string, as: 'owner' | 'other' | null = 'other', method = 'GET') => {
			const headers: Record<string, string> =
				as === null ? {} : { Authorization: `Bearer ${forge.token(as)}` };
			const response = await forge.send(path, { method, headers });
			return {
				status: response.status,
				type: response.headers.get('content-type'),
				bytes: Buffer.from(await response.arrayBuffer()),
			};
		};
		const id = (path: string) => git('rev-parse', `master:${path}`);

		it('the whole content, as bytes', async () => {
			for (const path of ['README.md', 'bin/blob.bin', 'latin1.txt', 'empty.txt']) {
				const { status, type, bytes } = await get(`/query/blob/1/${id(path)}`);
				assert.deepEqual([status, type], [200, 'application/octet-stream'], path);
				assert.equal(feed(folder, bytes, 'hash-object', '--stdin'), id(path), path);
			}
		});

		it('only with a token', async () => {
			assert.equal((await get(`/query/blob/1/${id('README.md')}`, null)).status, 401);
			assert.equal((await get('/query/other', null)).status, 401);
		});

		it('404 without the repository, and 400 without the file', async () => {
			const blob = id('README.md');
			const cases = [
				[`/query/blob/99/${blob}`, 404],
				[`/query/blob/demo/${blob}`, 404],
				[`/query/blob/3/${blob}`, 404],
				[`/query/blob/1/${'1'.repeat(40)}`, 400],
				[`/query/blob/1/${ids.tree}`, 400],
				['/query/blob/1/HEAD', 400],
				['/query/blob/1', 404],
				['/query/other', 404],
			] as const;
			for (const [path, status] of cases) assert.equal((await get(path)).status, status, path);
			assert.equal((await get(`/query/blob/3/${blob}`, 'owner')).status, 400);
			assert.equal((await get(`/query/blob/1/${blob}`, 'other', 'POST')).status, 404);
		});
	});
});
