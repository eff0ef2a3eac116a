import assert from 'node:assert/strict';
import type { Client } from '../../../../../src/forge/client/connect.ts';
import type { listRows } from '../../../../../src/forge/rows/lists.ts';
import { ListCache } from '../../../../../src/patches/state/lists/list-cache.ts';
import { fileStorage } from '../../../../../src/platform/state/store/files.ts';
import { demoForge } from '../../../../kit/forge/demo-forge.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

describe('A list in GraphQL', () => {
	const { inRest, inGraphql } = demoForge();

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
			const { lists = assert.fail() } = inGraphql('ana').connection;
			assert.deepEqual(await read(lists, list), await read(inRest('ana').connection.lists, list));
		});
});
