import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { Log } from '../../../src/base/log/log.ts';
import { AccountCaches } from '../../../src/platform/state/account-caches.ts';
import { startForge } from '../../../src/sandbox/forge.ts';
import { Tickets } from '../../../src/tickets/state/tickets.ts';
import { createTrackerWatchSource } from '../../../src/tickets/state/watch/tracker-watch-source.ts';
import { dialectOptions } from '../../graphql-forge/graphql-api.ts';
import { countedAccount } from '../../kit/forge/counted-account.ts';
import { fixedAccounts } from '../../kit/forge/fixed-accounts.ts';
import { mine } from '../../kit/forge/mine.ts';
import { pollSource } from '../../kit/forge/polled-source.ts';
import { temporaryFolder } from '../../tools/places.ts';

const names = ['quiet', 'commented', 'grown', 'resolved', 'deleted'];

/** What carol's inbox has of five pinned trackers after one more poll of each, and which of them could not be read. */
async function poll(isGraphql: boolean) {
	const forge = await startForge({ port: 0, ...dialectOptions('both') });
	const lifetime = new Lifetime();
	const folder = temporaryFolder('dialects');
	const instance = { name: 'forge.test', ...forge.addresses };
	const open = (me: string, inGraphql: boolean) => {
		const { token = '', graphqlToken = '' } = forge.users.find(({ name }) => name === me) ?? {};
		return countedAccount(
			{ instance, me, token: inGraphql ? graphqlToken : token, isGraphql: inGraphql },
			lifetime,
		);
	};
	try {
		const { trackers } = open('~ana', false).connection;
		for (const name of names) {
			await trackers.createTracker({}, { name });
			for (const title of ['First', 'Second'])
				await trackers.createTicket({ tracker: mine(name) }, { title });
		}
		const log = new Log(() => {});
		const { account } = open('~carol', isGraphql);
		const forges = fixedAccounts([account], new AccountCaches(join(folder, 'cache'), log));
		const tickets = lifetime.add(await Tickets.open({ forges, folder, log }));
		for (const name of names) await tickets.of('carol')?.trackers.pins.pin({ owner: '~ana', name });
		const source = lifetime.add(createTrackerWatchSource(tickets, log));
		const { inbox, readAll } = await pollSource({ forges, source, folder, log }, lifetime);

		const ticketOf = (name: string) => ({ tracker: mine(name), ticket: 1 });
		await trackers.updateTicket(ticketOf('commented'), { comment: 'It rains.' });
		await trackers.createTicket({ tracker: mine('grown') }, { title: 'Third' });
		await trackers.updateTicket(ticketOf('resolved'), { status: 'resolved', resolution: 'fixed' });
		await trackers.deleteTracker({ tracker: mine('deleted') });
		await readAll();
		const rows = inbox.events.entries.map(
			({ event }) => `${event.kind} of ${Object.values(event.place).join('/')}: ${event.title}`,
		);
		const failed = inbox.watched.flatMap(({ id, hookTarget: { params } }) =>
			inbox.pollOf(id)?.failure ? [params.tracker] : [],
		);
		return { rows: rows.sort(), failed };
	} finally {
		lifetime.dispose();
		await forge.stop();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

describe('The inbox has the same of five trackers, one of which was deleted', () => {
	for (const [dialect, isGraphql] of [
		['REST', false],
		['GraphQL', true],
	] as const)
		it(`in ${dialect}`, async () => {
			assert.deepEqual(await poll(isGraphql), {
				rows: [
					'commented of carol/~ana/commented: First',
					'created of carol/~ana/grown: Third',
					'status of carol/~ana/resolved: First',
				],
				failed: ['deleted'],
			});
		});
});
