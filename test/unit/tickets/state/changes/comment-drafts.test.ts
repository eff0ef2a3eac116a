import assert from 'node:assert/strict';
import { Drafts } from '../../../../../src/platform/state/drafts/drafts.ts';
import { emptyBody } from '../../../../../src/tickets/model/ticket-draft.ts';
import {
	removeMovedDrafts,
	removeSentFromDraft,
	returnToDraft,
} from '../../../../../src/tickets/state/changes/comment-drafts.ts';
import { ticketDrafts } from '../../../../../src/tickets/state/changes/draft-format.ts';
import { entryOf, now } from '../entries.ts';
import { readable, stage } from '../forge.ts';
import { draftFor, edited } from '../ticket-drafts.ts';

describe('The draft of a comment that is in the outbox', () => {
	const { storage, ending } = stage();
	const body = { ...emptyBody, text: 'Said.', status: 'confirmed', addLabels: ['bug'] };
	const entry = entryOf({ change: { comment: 'Said.' }, draft: body });
	const { key } = entry;
	const draft = draftFor(key, body);

	async function open() {
		const time = { now };
		const drafts = new Drafts({
			...{ storage: await storage(), format: ticketDrafts, pauseMs: 0, log: readable().log },
			now: () => time.now,
		});
		ending(() => drafts.dispose());
		await drafts.open();
		return { drafts, time };
	}

	for (const [what, text, left] of [
		['is removed', 'Said.', undefined],
		['keeps what was added', 'Said.\n\nAnd more.', 'And more.'],
		['stays if it was replaced', 'Another.', 'Another.'],
	] as const) {
		it(what, async () => {
			const { drafts } = await open();
			await drafts.save(edited(draft, { text }));
			await removeSentFromDraft(drafts, key, body);
			assert.equal(drafts.get(key)?.body.text, left);
		});
	}

	it('stays as it is if nothing of it was sent: another window may have removed it', async () => {
		const { drafts, time } = await open();
		await drafts.save(draftFor(key, { text: 'Another.' }));
		time.now += 1;
		await removeSentFromDraft(drafts, key, body);
		assert.equal(drafts.get(key)?.saved, now);
	});

	it('is removed if a window was killed before it did so, but not if it was written later', async () => {
		const { drafts, time } = await open();
		await drafts.save(draft);
		await removeMovedDrafts(drafts, [entryOf()]);
		assert.ok(drafts.get(key));
		await removeMovedDrafts(drafts, [entry]);
		assert.equal(drafts.get(key), undefined);
		time.now += 1;
		await drafts.save(draft);
		await removeMovedDrafts(drafts, [entry]);
		assert.equal(drafts.get(key)?.body.text, 'Said.');
	});

	it('is left to the window that is sending it', async () => {
		const { drafts } = await open();
		await drafts.sendAlone(draft, async () => {
			await removeMovedDrafts(drafts, [entry]);
			assert.equal(drafts.get(key)?.body.text, 'Said.');
		});
	});

	for (const [before, text, status] of [
		[undefined, 'Said.', 'confirmed'],
		[{ text: 'Begun.' }, 'Begun.\n\nSaid.', 'confirmed'],
		[{ text: 'Begun.', status: 'resolved' }, 'Begun.\n\nSaid.', 'resolved'],
		[{ text: 'Said.' }, 'Said.', null],
		[{ text: 'Begun.\n\nSaid.' }, 'Begun.\n\nSaid.', null],
		[{ text: 'Said.\n\nBegun.' }, 'Said.\n\nBegun.', null],
	] as const) {
		it(`is there again when the comment is returned to ${JSON.stringify(before ?? 'nothing')}`, async () => {
			const { drafts } = await open();
			const { account } = draft;
			if (before) await drafts.save(draftFor(key, before));
			await drafts.sendRecord(key).put({ draft, newest: 0, at: 0, isSent: true });
			await returnToDraft(drafts, key, { account, body });
			const now = drafts.get(key)?.body;
			assert.deepEqual([now?.text, now?.status], [text, status]);
			assert.equal(await drafts.sendRecord(key).read(), undefined, 'it does not count as sent');
		});
	}

	for (const status of [null, 'resolved']) {
		for (const [first, second] of [
			['2026-03-04T05:06:07Z', '2026-03-05T05:06:07Z'],
			['2026-03-05T05:06:07Z', '2026-03-04T05:06:07Z'],
		] as const) {
			it(`is returned with the version that the user saw first, to a draft with status ${status} from ${first}`, async () => {
				const { drafts } = await open();
				await drafts.save(draftFor(key, { text: 'Begun.', status, base: first }));
				await returnToDraft(drafts, key, { account: draft.account, body: { ...body, base: second } });
				assert.equal(drafts.get(key)?.body.base, '2026-03-04T05:06:07Z');
			});
		}
	}
});
