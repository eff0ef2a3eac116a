import assert from 'node:assert/strict';
import { FoundThreads } from '../../../../../src/patches/state/lists/found-threads.ts';
import type { ListedMail } from '../../../../../src/patches/state/lists/listed-mail.ts';
import { threadsOf } from '../../../../../src/patches/state/lists/listed-series.ts';
import { patchsetOf } from '../a-patchset.ts';
import { listedMail } from './listed-mails.ts';

describe('The series and discussions in a list', () => {
	function found() {
		const mails = new Map<number, ListedMail>();
		const patchsets = new Map(
			[1, 2].map((id) => [id, patchsetOf(id, { message_id: `<${id}@example.org>` })]),
		);
		for (const mail of [
			listedMail(1, { subject: '[PATCH] Change 1' }),
			listedMail(2, { subject: '[PATCH] Change 2' }),
			listedMail(3, { subject: 'Re: [PATCH] Change 1', parent: 1, thread: 1 }),
			listedMail(4, { subject: 'Plans' }),
		])
			mails.set(mail.id, mail);
		const threads = new FoundThreads();
		return { mails, patchsets, threads: () => threads.of(mails, patchsets) };
	}
	const seriesNamed = ({ series }: ReturnType<ReturnType<typeof found>['threads']>, title: string) =>
		series.find(({ chain }) => chain.title === title) ?? assert.fail(title);

	it('are the same as before if nothing has changed', () => {
		const { threads } = found();
		assert.equal(threads(), threads());
	});

	it('are listed again only where a status or a trailer has changed', () => {
		const { mails, patchsets, threads } = found();
		const before = threads();
		patchsets.set(1, patchsetOf(1, { message_id: '<1@example.org>', status: 'applied' }));
		const trailers = [{ key: 'Acked-by', name: 'Bob', email: 'bob@example.org' }] as const;
		mails.set(3, { ...(mails.get(3) ?? assert.fail()), trailers: [...trailers] });
		const after = threads();
		assert.deepEqual(after, threadsOf(mails, patchsets));
		const { status, trailers: shown } = seriesNamed(after, 'Change 1');
		assert.deepEqual([status, shown.length], ['applied', 1]);
		assert.equal(seriesNamed(after, 'Change 1').chain, seriesNamed(before, 'Change 1').chain);
		assert.equal(seriesNamed(after, 'Change 2'), seriesNamed(before, 'Change 2'));
	});

	for (const [what, change] of [
		['a mail has arrived', ({ mails }) => mails.set(5, listedMail(5, { subject: '[PATCH v2] Change 2' }))],
		['a mail is gone', ({ mails }) => mails.delete(3)],
		[
			'a mail replies to another one',
			({ mails }) => mails.set(3, listedMail(3, { subject: 'Re: x', parent: 2, thread: 2 })),
		],
		[
			'one mail is gone and another has arrived',
			({ mails }) => {
				mails.delete(4);
				mails.set(6, listedMail(6, { subject: 'Other plans' }));
			},
		],
		[
			'a patchset is a later version',
			({ patchsets }) => patchsets.set(2, patchsetOf(2, { subject: 'Change 1', version: 2 })),
		],
	] satisfies [string, (list: ReturnType<typeof found>) => unknown][])
		it(`are found again if ${what}`, () => {
			const list = found();
			const before = list.threads();
			change(list);
			assert.deepEqual(list.threads(), threadsOf(list.mails, list.patchsets));
			assert.notDeepEqual(list.threads(), before);
		});
});
