import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import { type Dialect, dialectOptions } from '../../graphql-forge/graphql-api.ts';
import { temporaryFolder } from '../../tools/places.ts';

/** The status of a request, and its answer. */
async function ask(address: string, token: string | undefined, query?: string): Promise<[number, unknown]> {
	const response = await fetch(address, {
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		...(query !== undefined && { method: 'POST', body: JSON.stringify({ query }) }),
	});
	const text = await response.text();
	return [response.status, text.startsWith('{') ? JSON.parse(text) : text];
}

describe('A forge with GraphQL', () => {
	const data = temporaryFolder('graphql');
	const run = async <T>(dialect: Dialect, use: (forge: Forge) => Promise<T>): Promise<T> => {
		const forge = await startForge({ port: 0, data, ...dialectOptions(dialect) });
		try {
			return await use(forge);
		} finally {
			await forge.stop();
		}
	};
	/** The statuses of REST and GraphQL of the trackers. */
	const statuses = async ({ addresses, users }: Forge, token = users[0]?.graphqlToken) => {
		const [rest] = await ask(`${addresses.trackers}/api/version`, token);
		const [graphql] = await ask(`${addresses.trackers}/query`, token, 'query { me { id } }');
		return { rest, graphql };
	};

	it('has it besides REST or in place of it, and each user has a token for it that stays', async () => {
		const first = await run('graphql', async (forge) => {
			assert.deepEqual(await statuses(forge), { rest: 404, graphql: 200 });
			const of = (name: string) => forge.users.find((user) => user.name === name)?.graphqlToken;
			const query = 'query { me { username trackers { results { name } } } }';
			const [, answer] = await ask(`${forge.addresses.trackers}/query`, of('~dave'), query);
			assert.deepEqual(answer, { data: { me: { username: 'dave', trackers: { results: [] } } } });
			const [status, denied] = await ask(`${forge.addresses.trackers}/query`, of('~eve'), query);
			const message = 'Access denied for invalid auth method';
			assert.deepEqual([status, denied], [200, { errors: [{ message, path: ['me'] }], data: null }]);

			const meta = await fetch(`${forge.addresses.identity}/query/api-meta.json`);
			const { scopes } = (await meta.json()) as { scopes: string[] };
			assert.ok(scopes.includes('SSH_KEYS'), String(scopes));
			const self = await ask(`${forge.addresses.identity}/query`, of('~eve'), 'query { me { username } }');
			assert.deepEqual(self, [200, { data: { me: { username: 'eve' } } }]);
			return forge.users.map(({ graphqlToken }) => graphqlToken);
		});
		await run('both', async (forge) => {
			assert.deepEqual(await statuses(forge), { rest: 200, graphql: 200 });
			assert.deepEqual(
				forge.users.map(({ graphqlToken }) => graphqlToken),
				first,
			);
		});
		await run('rest', async (forge) => {
			assert.deepEqual(await statuses(forge, first[0]), { rest: 200, graphql: 404 });
			assert.ok(forge.users.every((user) => !('graphqlToken' in user)));
		});
	});
});
