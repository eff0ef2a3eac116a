import assert from 'node:assert/strict';
import { patchsetsOf } from '../../../../../src/patches/state/lists/mail-with-patchset.ts';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';
import { matchesOf, type QueryMatch } from '../../../../../src/patches/state/series/query-result.ts';
import { patchsetOf } from '../a-patchset.ts';
import { listedMail, threadsIn } from '../lists/listed-mails.ts';

const mail = (id: number, subject: string, parent: number | null = null, thread = parent): MailSummary =>
	listedMail(id, { subject, parent, thread });
const named = (match: QueryMatch) =>
	match.kind === 'series' ? `series ${match.series.chain.title}` : match.discussion.mail.subject;
const find = (mails: readonly MailSummary[], list: ReturnType<typeof known>) =>
	matchesOf(
		mails.map((one) => ({ mail: one, patchset: null })),
		list.mails,
		list.threads,
	);
const known = (mails: readonly MailSummary[]) => ({
	mails: new Map(mails.map((one) => [one.id, one])),
	threads: threadsIn(mails),
});

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
		const patchset = patchsetOf(7, { subject: 'one', status: 'approved' });
		assert.equal(patchsetsOf([{ mail: patch, patchset }]).get(7)?.message_id, '<1@example.org>');
		const [match] = matchesOf([{ mail: patch, patchset }], new Map(), known([]).threads);
		assert.equal(match?.kind === 'series' && match.series.status, 'approved');
	});

	it('survives mails that are above themselves', () => {
		const loop = [mail(5, 'Re: loop', 6, 5), mail(6, 'Re: loop', 5, 5)];
		assert.equal(find(loop, known(loop)).length, 1);
		assert.equal(find(loop, known([])).length, 1);
	});
});
