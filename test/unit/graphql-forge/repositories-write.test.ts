import assert from 'node:assert/strict';
import { type StartedArea, startGraphqlArea } from '../../kit/forge/graphql-area.ts';
import { writeHistory } from '../../kit/forge/repositories-history.ts';

const create = `mutation ($name: String!, $visibility: Visibility!, $description: String) {
	createRepository(name: $name, visibility: $visibility, description: $description) { id name description visibility }
}`;
const update = `mutation ($id: Int!, $input: RepoInput!) {
	updateRepository(id: $id, input: $input) { name description visibility HEAD { name } }
}`;
const remove = 'mutation ($id: Int!) { deleteRepository(id: $id) { id name } }';
const find = 'query ($name: String!) { user(username: "owner") { repository(name: $name) { id } } }';

describe('Changes of repositories in GraphQL', () => {
	let forge: StartedArea;

	beforeEach(async () => {
		forge = await startGraphqlArea('repositories');
	});

	afterEach(() => forge.stop());

	const idOf = async (name: string) => (await forge.data('owner', find, { name })).user.repository?.id;
	const demo = () => forge.data('owner', create, { name: 'demo', visibility: 'PUBLIC' });

	/** Asks for a change that is refused. Returns the errors; the field must be null. */
	const refused = async (...asked: Parameters<StartedArea['ask']>) => {
		const { data, errors } = await forge.ask(...asked);
		assert.deepEqual(Object.values(data), [null]);
		return errors?.map(({ message, extensions }) => ({ message, ...extensions }));
	};

	it('refuse an invalid name, and one that is in use', async () => {
		await demo();
		const code = 'ERR_INVALID_INPUT';
		assert.deepEqual(await refused('owner', create, { name: '../x', visibility: 'PUBLIC' }), [
			{ message: 'Name must match [A-Za-z._-][A-Za-z0-9._-]*', code, field: 'name' },
		]);
		assert.deepEqual(await refused('owner', create, { name: 'demo', visibility: 'PUBLIC' }), [
			{ message: 'This name is already in use.', code, field: 'name' },
		]);
	});

	it('set the default branch, which must exist', async () => {
		await demo();
		const { repositories } = forge;
		writeHistory(repositories.pathOf(repositories.byId(1) ?? assert.fail()));
		const input = { HEAD: 'release/2.x' };
		const { updateRepository } = await forge.data('owner', update, { id: 1, input });
		assert.deepEqual(updateRepository.HEAD, { name: 'refs/heads/release/2.x' });
		for (const HEAD of ['gone', 'refs/heads/master', '--help']) {
			const errors = await refused('owner', update, { id: 1, input: { HEAD, description: 'New' } });
			assert.deepEqual(errors, [
				{ message: 'There is no such branch.', code: 'ERR_INVALID_INPUT', field: 'HEAD' },
			]);
		}
		assert.equal(repositories.byId(1)?.description, '');
	});

	it('are only for the owner, and need the right to write', async () => {
		await demo();
		const missing = [{ message: 'No repository by ID 1 found for this user', code: 'ERR_NOT_FOUND' }];
		assert.deepEqual(await refused('other', update, { id: 1, input: { name: 'mine' } }), missing);
		assert.deepEqual(await refused('other', remove, { id: 1 }), missing);
		const reader = forge.token('owner', 'git.sr.ht/REPOSITORIES:RO');
		const { errors } = await forge.askWith(reader, remove, { id: 1 });
		assert.equal(errors?.[0]?.message, 'Access denied for invalid auth method');
		assert.equal(await idOf('demo'), 1);
	});
});
