import assert from 'node:assert/strict';
import { Drafts } from '../../../../src/platform/state/drafts.ts';
import { saveFailedComments } from '../../../../src/tickets/commands/failed-comments.ts';
import { ticketDrafts } from '../../../../src/tickets/state/draft-format.ts';
import type { TicketAccount } from '../../../../src/tickets/state/tickets.ts';
import { ticket } from '../page/view.ts';
import { readable, stage } from '../state/forge.ts';
import { draftFor } from '../state/ticket-drafts.ts';

const unsent = (comment: string) => ({ comment, mayBeSent: () => false });

describe('A comment that was not sent to its tickets', () => {
	const { storage, ending } = stage();
	const [one, two] = [1, 2].map((ticket) => ({
		account: 'session',
		owner: '~ana',
		tracker: 'editor',
		ticket,
	}));
	assert.ok(one && two);

	async function tickets() {
		const drafts = new Drafts({
			storage: await storage(),
			format: ticketDrafts,
			pauseMs: 0,
			log: readable().log,
		});
		ending(() => drafts.dispose());
		await drafts.open();
		return new (class {
			readonly drafts = drafts;
			readonly #accounts = new Map<string, TicketAccount>();
			of(id: string) {
				return this.#accounts.get(id);
			}
			known() {
				return this.#accounts.size > 0 ? ticket : undefined;
			}
		})();
	}
	const draft = (text: string) =>
		draftFor(one, { text, status: 'confirmed', addLabels: ['bug'], base: '2026-03-04T05:06:07Z' });

	it('is kept as the draft of each ticket', async () => {
		const kept = await tickets();
		const said = await saveFailedComments(kept, [one, two], unsent(' Thank you all.\n'));
		assert.equal(said, '2 comments were not sent and are kept as drafts.');
		for (const key of [one, two]) assert.equal(kept.drafts.get(key)?.body.text, 'Thank you all.');
	});

	it('is added to an existing draft, and the rest of that draft stays', async () => {
		const kept = await tickets();
		await kept.drafts.save(draft('My words.\n'));
		const said = await saveFailedComments(kept, [one], unsent('Thank you.'));
		assert.equal(said, '1 comment was not sent and is kept as a draft.');
		const now = kept.drafts.get(one) ?? assert.fail();
		assert.deepEqual(now, { ...draft('My words.\n\nThank you.'), saved: now.saved });
	});

	it('is added once, however often it was tried', async () => {
		const kept = await tickets();
		for (let i = 0; i < 3; i++) await saveFailedComments(kept, [one], unsent('Thank you.'));
		assert.equal(kept.drafts.get(one)?.body.text, 'Thank you.');
	});

	it('is reported as possibly sent, and remembered, for tickets that it may have reached', async () => {
		const kept = await tickets();
		const failed = { comment: 'Thanks.', mayBeSent: (key: typeof one) => key === two };
		assert.match(
			await saveFailedComments(kept, [one, two], failed),
			/^1 comment was not sent .* 1 comment may have been sent\./,
		);
		assert.equal(await kept.drafts.sendRecord(one).read(), undefined);
		const record = await kept.drafts.sendRecord(two).read();
		assert.deepEqual([record?.draft.body.text, record?.isSent, record?.newest], ['Thanks.', false, 0]);
	});

	it('is not reported as unsent if it may have reached all of its tickets', async () => {
		const failed = { comment: 'Thanks.', mayBeSent: () => true };
		const checks = 'if you send one again, Tildeforge first checks whether it has arrived.';
		assert.equal(
			await saveFailedComments(await tickets(), [one], failed),
			`1 comment may have been sent. It is kept as a draft; ${checks}`,
		);
		assert.equal(
			await saveFailedComments(await tickets(), [one, two], failed),
			`2 comments may have been sent. They are kept as drafts; ${checks}`,
		);
	});
});
