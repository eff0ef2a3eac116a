import assert from 'node:assert/strict';
import type { Patchset } from '../../../../../src/forge/shapes/lists.ts';
import { findThreads } from '../../../../../src/patches/state/lists/series-summary.ts';
import { type MailSummary, mailSummaryOf } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { seenInList, seenInThread } from '../../../../../src/patches/state/series/seen-up-to.ts';
import { patchsetOf } from '../a-patchset.ts';

const list = { account: 'one', owner: '~ana', list: 'devel' };
const submitter = 'Bob <bob@example.org>';
const at = (second: number) => new Date(Date.UTC(2026, 1, 1, 0, 0, second)).toISOString();

const mail = (id: number, subject: string, parent: number | null = null, patchset?: number): MailSummary =>
	mailSummaryOf({
		...{ id, created: at(id), subject, message_id: `<${id}@mail.test>`, list: null },
		...{ parent_id: parent, thread_id: parent, sender: { canonical_name: '~bob', name: 'bob' } },
		patchset: patchset === undefined ? null : { id: patchset, subject, version: 1, prefix: null, submitter },
	} as Parameters<typeof mailSummaryOf>[0]);

const threads = (mails: readonly MailSummary[], patchsets: readonly Patchset[] = []) =>
	findThreads(new Map(mails.map((one) => [one.id, one])), new Map(patchsets.map((one) => [one.id, one])));

describe('What the user has seen', () => {
	it('in a series covers all its versions and mails, up to its newest mail or status', () => {
		const { series } = threads(
			[
				mail(10, '[PATCH] One', null, 4),
				mail(11, 'Re: [PATCH] One', 10),
				mail(12, '[PATCH v2] One', null, 5),
			],
			[
				patchsetOf(4, { subject: 'One', submitter }),
				patchsetOf(5, { subject: 'One', version: 2, submitter }),
			],
		);
		const [one, ...others] = series;
		assert.ok(one && others.length === 0);
		const seen = seenInThread({ ...list, ...{ patchset: 4 } }, one, new Map());
		const items = [{ patchset: 4 }, { patchset: 5 }, { mail: 10 }, { mail: 12 }];
		const expected = items.map((item) => ({ at: { ...list, ...item }, upTo: at(12) }));
		assert.deepEqual(new Set(seen), new Set(expected));
		const updated = seenInThread(list, one, new Map([[4, patchsetOf(4, { updated: at(30) })]]));
		assert.deepEqual(new Set(updated.map(({ upTo }) => upTo)), new Set([at(30)]));
	});

	it('in a discussion covers the mail that starts it, even if that is not known', () => {
		const { discussions } = threads([mail(20, 'Re: Why?', 19), mail(21, 'Re: Why?', 19)]);
		const [one = assert.fail()] = discussions;
		assert.deepEqual(
			seenInThread(list, one, new Map()).map(({ at, upTo }) => [at, upTo]),
			[20, 19].map((id) => [{ ...list, mail: id }, at(21)]),
		);
	});

	it('in a list covers it up to its newest mail or status', () => {
		const { discussions } = threads([mail(20, 'Why?'), mail(22, 'What?')]);
		assert.deepEqual(seenInList(list, discussions, new Map()), { at: list, upTo: at(22) });
		const patchsets = new Map([[1, patchsetOf(1, { updated: at(40) })]]);
		assert.deepEqual(seenInList(list, discussions, patchsets).upTo, at(40));
		assert.equal(seenInList(list, [], new Map([[1, patchsetOf(1)]])).upTo, new Date(0).toISOString());
	});
});
