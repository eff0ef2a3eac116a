import assert from 'node:assert/strict';
import { type Client, connect } from '../../../../../src/forge/client/connect.ts';
import { connectGraphql } from '../../../../../src/forge/graphql/connect-graphql.ts';
import { listOperations } from '../../../../../src/forge/graphql/lists/operations.ts';
import { listRows } from '../../../../../src/forge/rows/lists.ts';
import { plainTransport } from '../../../../../src/forge/wire/plain-transport.ts';
import { Queues } from '../../../../../src/forge/wire/queue.ts';
import { wire } from '../../../../../src/forge/wire/wire.ts';
import { ListCache } from '../../../../../src/patches/state/lists/list-cache.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { type Forge, startForge } from '../../../../../src/sandbox/forge.ts';
import { dialectOptions } from '../../../../graphql-forge/graphql-api.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

describe('A list in GraphQL', () => {
	const network = plainTransport();
	let forge: Forge;
	before(async function () {
		this.timeout(30_000);
		forge = await startForge({ port: 0, ...dialectOptions('both') });
	});
	after(async () => {
		network.dispose();
		await forge.stop();
	});

	const wireOf = (token: string | undefined) =>
		wire({
			base: forge.addresses.lists,
			token: () => token,
			fetch: network.fetch,
			queues: new Queues(),
			agent: 'Tildeforge/test',
		});

	/** What the view shows of a list after it was read for the first time. */
	async function read(client: Client<typeof listRows>, list: string) {
		const { log } = readable();
		const cache = new ListCache({
			...{ key: { account: 'ana', owner: '~ana', list }, me: '~ana', isOwn: false, client, log },
			cache: fileStorage(temporaryFolder('lists'), log),
		});
		try {
			await cache.refresh();
			assert.equal(cache.lastError, undefined);
			const { series, discussions } = cache.threads;
			return {
				series: series.map(({ chain, status, sender, lastSender, replies }) => [
					chain.title,
					chain.versions.map(({ version, patches }) => [version, patches.length]),
					...[status, sender, lastSender, replies],
				]),
				discussions: discussions.map(({ mail, lastSender, replies }) => [mail.subject, lastSender, replies]),
			};
		} finally {
			cache.dispose();
			await cache.settled();
		}
	}

	for (const list of ['editor-devel', 'editor-announce'])
		it(`has the same series and discussions as in REST: ${list}`, async () => {
			const ana = forge.users.find(({ name }) => name === '~ana');
			const load = async () => listOperations;
			const graphql = connectGraphql(listRows, 'lists.sr.ht', load, wireOf(ana?.graphqlToken));
			assert.deepEqual(await read(graphql, list), await read(connect(listRows, wireOf(ana?.token)), list));
		});
});
