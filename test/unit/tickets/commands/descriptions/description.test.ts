import assert from 'node:assert/strict';
import { ticketDescription } from '../../../../../src/tickets/commands/descriptions/description.ts';
import { Tickets } from '../../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../../kit/forge/ticket-accounts.ts';
import { readable, stage } from '../../../../kit/forge/tracker-forge.ts';
import { until } from '../../../../tools/until.ts';

const key = { account: 'ana', owner: '~ana', tracker: 'editor', ticket: 1 };

describe('The description of a ticket', () => {
	const resources = stage();

	async function open({ isRest = false } = {}) {
		const forge = await resources.forge();
		forge.fill(1);
		const { log } = readable();
		const folder = await resources.folder();
		const { forges, signIn } = accountsOf(isRest ? forge : { ...forge, extrasOf: forge.extras }, folder, log);
		signIn('ana');
		const tickets = await Tickets.open({ forges, folder, log });
		resources.ending(async () => {
			tickets.dispose();
			await tickets.texts.settled();
		});
		await until(() => tickets.accounts.length === 1);
		const [ana = assert.fail()] = tickets.accounts;
		return { forge, seen: tickets.seen, ana, description: ticketDescription(tickets, ana, key) };
	}

	it('is not new to the user who has changed it here', async () => {
		const { forge, seen, ana, description } = await open();
		const isUnseen = async () => seen.isUnseen(key, await ana.client.ticket(key), '~ana');
		seen.begin(key, [await ana.client.ticket(key)], undefined);
		forge.skip(60);
		await description.read();
		await description.write('Of the user');
		assert.equal(await isUnseen(), false);
		const [ticket = assert.fail()] = forge.tracker.tickets;
		forge.skip(60);
		forge.trackers.tickets.edit(ticket, { description: 'Of another user' });
		assert.equal(await isUnseen(), true);
		await description.read();
		await description.write('Of the user again');
		assert.equal(await isUnseen(), true, 'what happened before is still new');
	});
});
