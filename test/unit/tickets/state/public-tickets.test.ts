import assert from 'node:assert/strict';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { Quirk } from '../../../../src/sandbox/server/drift.ts';
import { publicTicket } from '../../../../src/tickets/state/public-tickets.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { bob, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { until } from '../../../tools/until.ts';

const key = { account: 'ana', owner: '~ana', tracker: 'editor', ticket: 2 };

describe('What may be told of a ticket', () => {
	const { forge: start, folder, ending } = stage();

	async function open(name: 'ana' | 'bob' = 'ana', ...quirks: Quirk[]) {
		const forge = await start(...quirks);
		forge.fill(3);
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(forge, at, log);
		signIn(name);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		const [account = assert.fail()] = tickets.accounts;
		await account.trackers.own.refresh();
		const tell = (one = key, signal = AbortSignal.timeout(10_000)) =>
			publicTicket(tickets, { ...one, account: name }, signal);
		/** Keeps what is read of the tracker in memory. */
		const hold = () => {
			const lifetime = new Lifetime();
			ending(() => lifetime.dispose());
			account.trackers.cache({ owner: '~ana', name: 'editor' }, lifetime);
		};
		return { forge, account, hold, tell };
	}

	it('is its title and state as the forge has them now', async () => {
		const { forge, tell } = await open();
		const ticket = forge.tracker.tickets[1] ?? assert.fail();
		assert.deepEqual(await tell(), { title: ticket.title, state: 'Reported' });
		forge.trackers.tickets.update(ticket, bob, { comment: 'Done.', status: 'resolved', resolution: 'fixed' });
		assert.equal((await tell())?.state, 'Resolved as fixed');
	});

	it('is what was last known if the forge does not answer for the ticket, but for its tracker', async () => {
		const { forge, account, hold, tell } = await open();
		hold();
		const shown = await tell();
		forge.line.held = /GET .*\/tickets\//;
		ending(() => forge.release());
		const { tracker } = account.client;
		const hasTracker = Promise.withResolvers<void>();
		Object.assign(account.client, {
			tracker: (...asked: Parameters<typeof tracker>) => tracker(...asked).finally(hasTracker.resolve),
		});
		const late = new AbortController();
		const told = tell(key, late.signal);
		await hasTracker.promise;
		await until(() => forge.line.waiting.length === 1);
		late.abort();
		assert.deepEqual(await told, shown);
		Object.assign(forge.line, { gateway: 503, throughGateway: /GET .*\/tickets\// });
		assert.deepEqual(await tell(), shown);
		Object.assign(forge.tracker, { permissions: { anonymous: [], user: [], submitter: [] } });
		assert.equal(await tell(), undefined);
	});

	it('is nothing if the forge does not answer for the tracker', async () => {
		const { forge, hold, tell } = await open();
		hold();
		assert.ok(await tell());
		forge.line.cut = true;
		assert.equal(await tell(), undefined);
	});

	for (const [status, what] of [
		[403, 'refuses'],
		[404, 'no longer has'],
	] as const) {
		it(`is nothing if the forge ${what} a ticket that was known`, async () => {
			const { forge, hold, tell } = await open();
			hold();
			assert.ok(await tell());
			Object.assign(forge.line, { gateway: status, throughGateway: /GET .*\/tickets\// });
			assert.equal(await tell(), undefined);
		});
	}

	it('is nothing for a ticket that does not exist, or in a tracker that is not followed', async () => {
		const { tell } = await open();
		assert.equal(await tell({ ...key, ticket: 77 }), undefined);
		assert.equal(await tell({ ...key, tracker: 'other' }), undefined);
		const ofBob = await open('bob');
		assert.equal(await ofBob.tell(), undefined);
		await ofBob.account.trackers.pins.pin({ owner: '~ana', name: 'editor' });
		assert.equal((await ofBob.tell())?.state, 'Reported');
	});

	for (const [who, quirks] of [
		['a tracker', []],
		['a tracker of a later server', ['tracker-visibility'] as const],
	] as const) {
		it(`is nothing if ${who} is private, even for its owner`, async () => {
			const { forge, tell } = await open('ana', ...quirks);
			assert.ok(await tell());
			// The stored list of the account's trackers still says that it is public.
			Object.assign(forge.tracker, { permissions: { anonymous: [], user: [], submitter: [] } });
			assert.equal(await tell(), undefined);
		});
	}

	it('is decided by the permissions of the ticket if it has any', async () => {
		const { forge, tell } = await open();
		const ticket = forge.tracker.tickets[1] ?? assert.fail();
		const permissions = { ...ticket.permissions };
		Object.assign(ticket, { permissions: { ...permissions, anonymous: [] } });
		assert.equal(await tell(), undefined);
		Object.assign(ticket, { permissions: { ...permissions, anonymous: ['browse'] } });
		assert.ok(await tell());
	});
});
