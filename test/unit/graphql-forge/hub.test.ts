import assert from 'node:assert/strict';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { dialectOptions } from '../../graphql-forge/graphql-api.ts';

const query = `query ($owner: String!) { user(username: $owner) { projects { results {
	name
	mailingLists { results { name owner { canonicalName } } cursor }
	sources { results { name repoType } }
	trackers { results { name } }
} cursor } } }`;

describe('The hub of the sandbox', () => {
	const running: Forge[] = [];
	afterEach(() => Promise.all(running.splice(0).map((forge) => forge.stop())));

	async function start(...drift: readonly Quirk[]) {
		const forge = await startForge({ port: 0, drift, ...dialectOptions('graphql') });
		running.push(forge);
		const { hub = assert.fail() } = forge.addresses;
		const ask = async (name: string, owner: string) => {
			const { graphqlToken } = forge.users.find((user) => user.name === name) ?? assert.fail();
			const response = await fetch(`${hub}/query`, {
				method: 'POST',
				headers: { Authorization: `Bearer ${graphqlToken}`, 'Content-Type': 'application/json' },
				body: JSON.stringify({ query, variables: { owner } }),
			});
			return response.json();
		};
		return { forge, hub, ask };
	}

	it('shows the projects of a user, and private ones to the user alone', async () => {
		const { ask } = await start();
		const editor = {
			name: 'editor',
			mailingLists: {
				results: ['editor-announce', 'editor-devel'].map((name) => ({
					name,
					owner: { canonicalName: '~ana' },
				})),
				cursor: null,
			},
			sources: { results: [{ name: 'editor', repoType: 'GIT' }] },
			trackers: { results: [{ name: 'editor' }] },
		};
		assert.deepEqual(await ask('~bob', 'ana'), {
			data: { user: { projects: { results: [editor], cursor: null } } },
		});
		const { data } = Object(await ask('~ana', 'ana'));
		assert.deepEqual(
			data.user.projects.results.map(({ name }: { name: string }) => name),
			['home', 'editor'],
		);
	});

	it('has no project of an owner if a source of one fails', async () => {
		const { ask } = await start('hub-source-fails');
		const path = ['user', 'projects', 'results', 0, 'sources'];
		assert.deepEqual(await ask('~bob', 'ana'), {
			errors: [{ message: 'internal system error', path }],
			data: { user: null },
		});
	});

	it('has nothing with the quirk that it has no GraphQL', async () => {
		const { hub } = await start('hub-missing');
		for (const path of ['/query/api-meta.json', '/query'])
			assert.equal((await fetch(hub + path)).status, 404);
	});
});
