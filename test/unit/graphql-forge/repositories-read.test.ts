import assert from 'node:assert/strict';
import { type StartedArea, startGraphqlArea } from '../../kit/forge/graphql-area.ts';
import { writeHistory } from '../../kit/forge/repositories-history.ts';
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
