import { connect } from '../../../src/forge/client/connect.ts';
import { listRows } from '../../../src/forge/rows/lists.ts';
import { repositoryRows } from '../../../src/forge/rows/repositories.ts';
import { Queues } from '../../../src/forge/wire/queue.ts';
import { wire } from '../../../src/forge/wire/wire.ts';
import { type Forge, startForge } from '../../../src/sandbox/forge.ts';
import type { Account } from '../../../src/signin/connections/connection.ts';
import { Losses } from '../../../src/signin/connections/losses.ts';
import { plainTransport } from './plain-transport.ts';

/** A forge with the demo world, while the tests of a `describe` run, and its users as signed-in accounts. */
export function demoForge() {
	const transport = plainTransport();
	const queues = new Queues();
	let forge: Forge;
	before(async () => {
		forge = await startForge({ port: 0 });
	});
	after(async () => {
		await forge.stop();
		transport.dispose();
	});
	return {
		account: (name: string): Account => {
			const { addresses, users } = forge;
			const { token = '' } = users.find((user) => user.name === `~${name}`) ?? {};
			const area = (base: string) =>
				wire({ base, token: () => token, fetch: transport.fetch, queues, agent: 'Tildeforge/test' });
			return {
				session: {
					...{ id: name, instance: 'forge.test', account: `~${name}`, method: 'token', token },
					...{ scopes: null, expires: null, refresh: null, client: null },
				},
				instance: { name: 'forge.test', ...addresses },
				connection: {
					lists: connect(listRows, area(addresses.lists)),
					repositories: connect(repositoryRows, area(addresses.repositories)),
					trackers: undefined,
					webhooks: () => undefined,
					onDidAnswer: () => ({ dispose: () => {} }),
					losses: new Losses(),
				},
			};
		},
	};
}
