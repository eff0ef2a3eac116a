import assert from 'node:assert/strict';
import { Discovery } from '../../../../src/signin/instances/discovery.ts';
import { type AddressName, allServices } from '../../../../src/signin/instances/instance.ts';
import { graphqlScopesFor, loadGraphqlScopes } from '../../../../src/signin/methods/graphql-scopes.ts';
import { network } from '../../../kit/forge/person.ts';
import { webSites } from '../../../kit/forge/web-sites.ts';

const never = new AbortController().signal;

describe('The scopes that a token needs in GraphQL', () => {
	const { context } = network();
	const { site } = webSites();
	const createDiscovery = () => {
		const didFind = () => {};
		return new Discovery(() => context, didFind, never);
	};

	it('are those of the operations, and writing includes reading', async () => {
		const { trackers, identity, hub } = await loadGraphqlScopes();
		assert.deepEqual(trackers, [
			'todo.sr.ht/EVENTS:RO',
			'todo.sr.ht/PROFILE:RO',
			'todo.sr.ht/SUBSCRIPTIONS:RW',
			'todo.sr.ht/TICKETS:RW',
			'todo.sr.ht/TRACKERS:RW',
		]);
		assert.deepEqual(identity, ['meta.sr.ht/PROFILE:RO']);
		const ofHub = ['LISTS', 'PROFILE', 'PROJECTS', 'SOURCES', 'TRACKERS'];
		assert.deepEqual(
			hub,
			ofHub.map((name) => `hub.sr.ht/${name}:RO`),
		);
	});

	it('are needed for services that speak only GraphQL, or that Tildeforge can use in GraphQL', async () => {
		const own = { identity: 'SSH_KEYS', lists: 'EMAILS', repositories: 'OBJECTS', trackers: 'TICKETS' };
		const scopes = Object.fromEntries(allServices.map((service) => [service, [service]]));
		const needed = async (rest: Readonly<Record<string, readonly [number, string]>>) => {
			const discovery = createDiscovery();
			for (const service of allServices) {
				const meta = JSON.stringify({ scopes: [own[service]] });
				const address = await site({ '*': [404, ''], ...rest, '/query/api-meta.json': [200, meta] });
				await discovery.probeService(service, address);
			}
			return Object.keys(graphqlScopesFor(discovery, scopes));
		};
		assert.deepEqual(await needed({}), [...allServices]);
		const version = [200, '{"version":"1"}'] as const;
		const paths = { '/api/lists': [401, ''], '/api/repos': [401, ''], '/api/trackers': [401, ''] } as const;
		const both = await needed({ '/api/version': version, ...paths });
		assert.ok(both.includes('trackers') && both.includes('identity'), String(both));
	});

	it('are needed for the hub only if it was found and another service is asked in GraphQL', async () => {
		const needed = async (...services: readonly (readonly [AddressName, string])[]) => {
			const discovery = createDiscovery();
			for (const [service, scope] of services) {
				const meta = JSON.stringify({ scopes: [scope] });
				const address = await site({ '*': [404, ''], '/query/api-meta.json': [200, meta] });
				await discovery.probeService(service, address);
			}
			return Object.keys(graphqlScopesFor(discovery, { lists: [], hub: [] }));
		};
		assert.deepEqual(await needed(['lists', 'EMAILS'], ['hub', 'PROJECTS']), ['lists', 'hub']);
		assert.deepEqual(await needed(['lists', 'EMAILS'], ['hub', 'JOBS']), ['lists']);
		assert.deepEqual(await needed(['hub', 'PROJECTS']), []);
	});

	it('are not needed without GraphQL', async () => {
		const discovery = createDiscovery();
		await discovery.probeService('trackers', await site({ '*': [404, ''] }));
		assert.deepEqual(graphqlScopesFor(discovery, await loadGraphqlScopes()), {});
	});
});
