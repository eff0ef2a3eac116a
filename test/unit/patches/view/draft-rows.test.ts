import assert from 'node:assert/strict';
import { draftsGroup } from '../../../../src/patches/view/draft-rows.ts';
import { maxShown } from '../../../../src/patches/view/group-row.ts';
import type { ReviewComment } from '../../../../src/review/state/review-comments.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { patchsetOf } from '../state/a-patchset.ts';
import { listedMail, threadsIn } from '../state/lists/listed-mails.ts';

const saved = Date.parse('2026-11-27T08:00:00Z');
const draft = (mail: number, text: string) =>
	({
		...{ id: `${mail}`, body: { text }, saved },
		key: { account: 'ana', owner: '~ana', list: 'devel', mail, lines: { kind: 'whole' } },
	}) as ReviewComment;

describe('The row of drafts', () => {
	stopTheDate(saved);

	it('has a row for each mail of which nothing is known', async () => {
		const all = [draft(1, 'Why?\u202e'), draft(2, 'How?')];
		const [group] = draftsGroup('mine', all, { cacheOf: () => undefined });
		assert.deepEqual([group?.id, group?.label, group?.description], ['mine/drafts', 'Drafts', '2']);
		const rows = (await group?.children?.()) ?? [];
		assert.deepEqual(
			rows.map(({ label }) => label),
			['Mail in ~ana/devel', 'Mail in ~ana/devel'],
		);
		assert.equal(new Set(rows.map(({ id }) => id)).size, 2);
		assert.equal(String(rows[0]?.tooltip).includes('\u202e'), false);
		assert.deepEqual(rows[0]?.about, {
			kind: 'patch',
			series: { account: 'ana', owner: '~ana', list: 'devel', mail: 1 },
			...{ mail: 1, message: '', listId: 'mine/drafts' },
		});
	});

	it('has a row for each mail that the user is writing, which opens it', async () => {
		const list = { account: 'ana', owner: '~ana', list: 'devel' };
		const text = 'Subject: Re: [PATCH] Wrap\u202e\nTo: x\n\nSubject: y';
		const written = [text, 'To: x'].map((one, at) => ({ id: `d${at}`, list, text: one, saved }));
		const [group] = draftsGroup('mine', [draft(1, 'Why?')], { cacheOf: () => undefined, written });
		assert.equal(group?.description, '3');
		const [first, second, ...others] = (await group?.children?.()) ?? [];
		assert.deepEqual(
			[first?.description, first?.context, first?.command?.arguments, others.length],
			['mail · ~ana/devel · today 08:00', 'mail draft', [{ kind: 'mail draft', draft: 'd0' }], 1],
		);
		assert.match(first?.label ?? '', /^Re: \[PATCH\] Wrap/);
		assert.doesNotMatch(`${first?.label}${first?.tooltip}`, /\u202e/);
		assert.equal(second?.label, '(no subject)');
	});

	it('has one row for comments on the mails of a version and on all that answers them', async () => {
		const patchset = (id: number) => ({ patchset: { id, submitter: null } });
		const answer = (id: number, parent: number) =>
			listedMail(id, { subject: 'Re: [PATCH] one', parent, thread: 1 });
		const mails = [
			listedMail(1, { subject: '[PATCH 0/1] All' }),
			listedMail(2, { subject: '[PATCH 1/1] one', parent: 1, thread: 1, ...patchset(7) }),
			listedMail(3, { subject: '[PATCH v2 0/1] All', parent: 1, thread: 1 }),
			listedMail(4, { subject: '[PATCH v2 1/1] one', parent: 3, thread: 1, ...patchset(8) }),
			...[answer(5, 2), answer(6, 5), answer(7, 6), answer(8, 4), answer(9, 8)],
		];
		const message_id = (id: number) => ({ message_id: `<${id}@example.org>` });
		const patchsets = [patchsetOf(7, message_id(2)), patchsetOf(8, { version: 2, ...message_id(4) })];
		const cache = { mails: new Map(mails.map((one) => [one.id, one])), threads: threadsIn(mails, patchsets) };
		const all = [1, 2, 5, 6, 7, 9].map((id) => draft(id, 'Why?'));
		const [group] = draftsGroup('mine', all, { cacheOf: () => cache });
		const rows = (await group?.children?.()) ?? [];
		assert.deepEqual(
			rows.map(({ label, description, about }) => [
				...[label, Number.parseInt(description ?? '', 10)],
				...[about?.series, about?.listId],
			]),
			[
				['All', 5, { account: 'ana', owner: '~ana', list: 'devel', patchset: 7 }, 'mine/drafts'],
				['All', 1, { account: 'ana', owner: '~ana', list: 'devel', patchset: 8 }, 'mine/drafts'],
			],
		);
	});

	it('has so many rows, and says how many are left out', async () => {
		const all = Array.from({ length: maxShown + 2 }, (_, index) => draft(index, 'Why?'));
		const [group] = draftsGroup('mine', all, { cacheOf: () => undefined });
		const rows = (await group?.children?.()) ?? [];
		assert.deepEqual([rows.length, rows.at(-1)?.label], [maxShown + 1, '2 more']);
	});
});
