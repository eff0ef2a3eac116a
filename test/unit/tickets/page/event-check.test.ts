import assert from 'node:assert/strict';
import { idOfTicket, type TicketKey } from '../../../../src/platform/model/keys.ts';
import { RevealRequests } from '../../../../src/platform/page/reveal-requests.ts';
import { EventCheck } from '../../../../src/tickets/page/event-check.ts';
import { TicketLoader } from '../../../../src/tickets/page/loader.ts';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import { accountsOf } from '../../../kit/forge/ticket-accounts.ts';
import { bob, key, readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { stopTheClock, untilSettled as until } from '../../../kit/window/clock.ts';

const one = { ...key, account: 'ana', ticket: 1 };

describe('The check for the event that a page was opened for', () => {
	stopTheClock();
	const { forge: start, folder, ending } = stage();

	/** A ticket with one comment. `say` adds another one on the forge. */
	async function open() {
		const forge = await start();
		forge.fill(1);
		const at = await folder();
		const { log } = readable();
		const { forges, signIn } = accountsOf(forge, at, log);
		const tickets = await Tickets.open({ forges, folder: at, log });
		ending(() => tickets.dispose());
		signIn('ana');
		const { trackers, tracker } = forge;
		const say = (comment: string) =>
			trackers.tickets.update(tracker.tickets[0] ?? assert.fail(), bob, { comment });
		say('First.');
		const loader = new TicketLoader(one, tickets, () => {}, true);
		ending(() => loader.dispose());
		const requested = new RevealRequests<TicketKey, { readonly event: number }>(idOfTicket, assert.ifError);
		ending(() => requested.dispose());
		const changes = { count: 0 };
		const changed = () => {
			changes.count += 1;
		};
		const check = new EventCheck(one, requested, loader, changed);
		ending(() => check.dispose());
		/** The page shows the ticket with its events. */
		const isRead = async () => {
			await until(() => loader.isUpToDate && !loader.isReading);
			loader.didDraw();
		};
		const last = () => loader.events.at(-1)?.id ?? assert.fail();
		return { ...forge, say, loader, requested, check, changes, isRead, last };
	}

	it('reads the ticket once for an event that is not known', async () => {
		const { isRead, requested, check, say, last, asked, changes } = await open();
		await isRead();
		const event = last() + 1;
		say('Second.');
		asked.length = 0;
		requested.request(one, { event });
		requested.request(one, { event });
		assert.equal(check.requested?.isChecking, true);
		await until(() => check.requested?.isChecking === false);
		assert.equal(last(), event);
		assert.equal(asked.filter((what) => /events/.test(what)).length, 1);
		assert.equal(changes.count, 3);
	});
});
