import { connectGraphql } from '../../../src/forge/graphql/connect-graphql.ts';
import { repositoryOperations } from '../../../src/forge/graphql/repositories/operations.ts';
import { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { ForgeObjects, type RemoteRepository } from '../../../src/repositories/state/forge-objects.ts';
import type { Quirk } from '../../../src/sandbox/server/drift.ts';
import { startGraphqlArea } from './graphql-area.ts';
import { plainTransport } from './plain-transport.ts';
import { testWire } from './test-wire.ts';

interface RepositoryOptions {
	readonly quirks?: readonly Quirk[];
	/** Git's own protocol does not reach a private one. */
	readonly isPrivate?: boolean;
}

/** A sandbox with GraphQL alone, and the owner's empty repository `demo`, as another user or, if it is private, its owner sees it. */
export async function startGraphqlRepository({ quirks = [], isPrivate = false }: RepositoryOptions = {}) {
	const { accounts, repositories, address, token, stop } = await startGraphqlArea('repositories', ...quirks);
	const owner = accounts.find('owner');
	if (!owner) throw new Error('The owner has no account.');
	const visibility = isPrivate ? 'private' : 'public';
	const folder = repositories.pathOf(await repositories.create(owner, { name: 'demo', visibility }));
	const bearer = token(isPrivate ? 'owner' : 'other');
	const network = plainTransport();
	const carrier = testWire({ base: address, token: () => bearer, fetch: network.fetch });
	const client = connectGraphql(repositoryRows, 'git.sr.ht', async () => repositoryOperations, carrier);
	const remote: RemoteRepository = { client, owner: '~owner', repository: 'demo' };
	return {
		...{ folder, client, remote, objects: new ForgeObjects(remote) },
		stop: async () => {
			network.dispose();
			await stop();
		},
	};
}
