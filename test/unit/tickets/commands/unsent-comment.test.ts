import assert from 'node:assert/strict';
import type { TicketKey } from '../../../../src/platform/model/keys.ts';
import { unsentComment } from '../../../../src/tickets/commands/unsent-comment.ts';
import { until } from '../../../tools/until.ts';
import { ticket } from '../state/comment-windows.ts';
import { stage } from '../state/forge.ts';
import { draftFor } from '../state/ticket-drafts.ts';
import { signedIn } from './signed-in.ts';

describe('A comment that the user writes for a command', () => {
	const resources = stage();

	async function open() {
		const forge = await resources.forge();
		forge.fill(3);
		const tickets = await signedIn(forge, resources, 'ana');
		return Object.assign(tickets, { asked: forge.asked });
	}

	for (const [what, keys, others] of [
		['a ticket', [ticket(1)], [ticket(2)]],
		['several tickets', [ticket(1), ticket(2)], [ticket(1), ticket(3)]],
	] as const) {
		describe(`on ${what}`, () => {
			it('is there again for the same tickets, and not for others', async () => {
				const tickets = await open();
				unsentComment(tickets, keys).keep('Thanks.');
				assert.equal(unsentComment(tickets, keys.toReversed()).text, 'Thanks.');
				assert.equal(unsentComment(tickets, others).text, '');
			});

			it('is a draft until it is sent', async () => {
				const tickets = await open();
				const comment = unsentComment(tickets, keys);
				comment.keep('Thank');
				const drafts = () => [...tickets.drafts.all(), ...tickets.bulkComments.drafts.all()];
				assert.equal(drafts().length, 1);
				await assert.rejects(
					comment.send('Thanks.', () => Promise.reject(new Error('The disk is full'))),
					/disk is full/,
				);
				assert.deepEqual(
					drafts().map(({ body }) => body.text),
					['Thanks.'],
				);
				await comment.send('Thanks.', async () => {});
				assert.deepEqual(drafts(), []);
			});

			it('is below a text of several lines that was written elsewhere, which stays', async () => {
				const tickets = await open();
				const text = (all: readonly TicketKey[]) =>
					all.length > 1
						? tickets.bulkComments.textOf(all)
						: all.map((key) => tickets.drafts.get(key)?.body.text).join();
				const before = 'One\ntwo';
				if (keys.length > 1) await tickets.bulkComments.save(keys, before);
				else await tickets.drafts.save(draftFor(ticket(1), { text: before, addLabels: ['bug'] }));
				const comment = unsentComment(tickets, keys);
				assert.equal(comment.text, '');
				comment.keep('Thanks.');
				assert.equal(text(keys), 'One\ntwo\n\nThanks.');
				comment.keep('');
				assert.equal(text(keys), before);
				await comment.send('Thanks.', async () => assert.equal(text(keys), 'One\ntwo\n\nThanks.'));
				assert.equal(text(keys), before);
				if (keys.length === 1)
					assert.deepEqual(tickets.drafts.get(ticket(1))?.body.addLabels, ['bug'], 'its choices stay');
			});
		});
	}

	it('on a ticket is returned to its draft if it is refused at once', async () => {
		const tickets = await open();
		await unsentComment(tickets, [ticket(9)]).send('Thanks.', async () => {
			await tickets.comment([ticket(9)], 'Thanks.');
			await until(() => tickets.asked.some((what) => what.endsWith('/tickets/9')));
			// Long enough for the refusal to be written.
			for (let nth = 0; nth < 20; nth++) {
				await tickets.drafts.save(draftFor(ticket(1), { text: `${nth}` }));
				await tickets.drafts.settled();
			}
		});
		await until(() => tickets.outbox.entries.length === 0 && tickets.drafts.get(ticket(9)));
		assert.equal(tickets.drafts.get(ticket(9))?.body.text, 'Thanks.');
	});
});
