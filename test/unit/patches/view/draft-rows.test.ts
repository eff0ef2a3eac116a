import assert from 'node:assert/strict';
import { draftsGroup } from '../../../../src/patches/view/draft-rows.ts';
import { maxShown } from '../../../../src/patches/view/group-row.ts';
import type { ReviewComment } from '../../../../src/review/state/review-comments.ts';
import { stopTheDate } from '../../../kit/window/clock.ts';
import { listedMail } from '../state/lists/listed-mails.ts';

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
		const [group] = draftsGroup('mine', all, { mailsOf: () => undefined });
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
			...{ mail: 1, message: '' },
		});
	});

	it('has a row for each mail that the user is writing, which opens it', async () => {
		const list = { account: 'ana', owner: '~ana', list: 'devel' };
		const text = 'Subject: Re: [PATCH] Wrap\u202e\nTo: x\n\nSubject: y';
		const written = [text, 'To: x'].map((one, at) => ({ id: `d${at}`, list, text: one, saved }));
		const [group] = draftsGroup('mine', [draft(1, 'Why?')], { mailsOf: () => undefined, written });
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

	it('has one row for comments on the mails of a patchset and on the replies to them', async () => {
		const mails = [
			listedMail(1, { patchset: { id: 7, submitter: null } }),
			listedMail(2, { patchset: { id: 8, submitter: null }, parent: 1, thread: 1 }),
			...[3, 4].map((id) => listedMail(id, { parent: id - 2, thread: 1 })),
			listedMail(5, { parent: 3, thread: 1 }),
		];
		const mailsOf = () => new Map(mails.map((one) => [one.id, one]));
		const all = [1, 2, 3, 4, 5].map((id) => draft(id, 'Why?'));
		const [group] = draftsGroup('mine', all, { mailsOf });
		const rows = (await group?.children?.()) ?? [];
		const counts = rows.map(({ description }) => Number.parseInt(description ?? '', 10));
		assert.deepEqual(counts, [3, 2]);
	});

	it('has so many rows, and says how many are left out', async () => {
		const all = Array.from({ length: maxShown + 2 }, (_, index) => draft(index, 'Why?'));
		const [group] = draftsGroup('mine', all, { mailsOf: () => undefined });
		const rows = (await group?.children?.()) ?? [];
		assert.deepEqual([rows.length, rows.at(-1)?.label], [maxShown + 1, '2 more']);
	});
});
