import assert from 'node:assert/strict';
import type { ShortPatchset } from '../../../../../src/forge/shapes/lists.ts';
import { patchsetsOf } from '../../../../../src/patches/state/lists/mail-with-patchset.ts';
import { findThreads } from '../../../../../src/patches/state/lists/series-summary.ts';
import { type MailSummary, mailSummaryOf } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { matchesOf, type QueryMatch } from '../../../../../src/patches/state/series/query-result.ts';

const mail = (id: number, subject: string, parent: number | null = null, thread = parent): MailSummary =>
	mailSummaryOf(
		{
			...{ id, created: '2026-02-01T00:00:00Z', subject, message_id: `<${id}@mail.test>`, list: null },
			...{ parent_id: parent, thread_id: thread, sender: null, patchset: null },
		},
		false,
	);
const named = (match: QueryMatch) =>
	match.kind === 'series' ? `series ${match.series.chain.title}` : match.discussion.mail.subject;
const find = (mails: readonly MailSummary[], list: ReturnType<typeof known>) =>
	matchesOf(
		mails.map((one) => ({ mail: one, patchset: null })),
		list.mails,
		list.threads,
	);
const known = (mails: readonly MailSummary[]) => {
	const byId = new Map(mails.map((one) => [one.id, one]));
	return { mails: byId, threads: findThreads(byId, new Map()) };
};

describe('What a query has found', () => {
	const patch = mail(1, '[PATCH] one');
	const reply = mail(2, 'Re: [PATCH] one', 1);
	const plans = mail(3, 'Plans');
	const answer = mail(4, 'Re: Plans', 3);

	it('is shown as the series and threads of the list, each once, in the order of the forge', () => {
		const matches = find([answer, reply, patch, plans], known([patch, reply, plans, answer]));
		assert.deepEqual(matches.map(named), ['Plans', 'series one']);
	});

	it('is one thread if the forge does not name the threads of mails', () => {
		const again = mail(5, 'Re: Plans', 4, null);
		const unnamed = [plans, mail(4, 'Re: Plans', 3, null), again];
		assert.deepEqual(find([again, plans], known(unnamed)).map(named), ['Plans']);
		assert.deepEqual(find(unnamed.toReversed(), known([])).map(named), ['Plans']);
		assert.deepEqual(find([again], known(unnamed.slice(0, 2))).map(named), ['Plans']);
	});

	it('is shown although the list does not know it', () => {
		assert.deepEqual(find([answer, patch, reply], known([])).map(named), ['Re: Plans', 'series one']);
		assert.deepEqual(find([mail(9, 'Re: [PATCH] one', 2, 1)], known([patch, reply])).map(named), [
			'series one',
		]);
	});

	it('has the status that the forge says, although the list does not know it', () => {
		const patchset: ShortPatchset = {
			...{ id: 7, created: '', updated: '', subject: 'one', prefix: null, version: 1, status: 'approved' },
			...{ submitter: null, reply_to: null, message_id: null },
		};
		assert.equal(patchsetsOf([{ mail: patch, patchset }]).get(7)?.message_id, '<1@mail.test>');
		const [match] = matchesOf([{ mail: patch, patchset }], new Map(), known([]).threads);
		assert.equal(match?.kind === 'series' && match.series.status, 'approved');
	});

	it('survives mails that are above themselves', () => {
		const loop = [mail(5, 'Re: loop', 6, 5), mail(6, 'Re: loop', 5, 5)];
		assert.equal(find(loop, known(loop)).length, 1);
		assert.equal(find(loop, known([])).length, 1);
	});
});
