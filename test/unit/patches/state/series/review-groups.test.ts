import assert from 'node:assert/strict';
import type { MailSummary } from '../../../../../src/patches/state/mails/mail-summary.ts';
import {
	type ReviewedList,
	type ReviewGroups,
	ReviewIndex,
} from '../../../../../src/patches/state/series/review-groups.ts';
import { patchsetOf } from '../a-patchset.ts';
import { listedMail, threadsIn } from '../lists/listed-mails.ts';

const person = (name: string) => ({ canonical_name: name, name: name.slice(1) });
type Sent = Partial<MailSummary> & { readonly by: string };
const patch = (by: string, more: Partial<MailSummary> = {}): Sent => ({
	...{ by, subject: '[PATCH] one' },
	patchset: { id: 1, submitter: `${by.slice(1)} <${by.slice(1)}@example.org>` },
	...more,
});
const answer = (by: string, parent: number): Sent => ({ by, subject: 'Re: [PATCH] one', parent, thread: 1 });
const listOf = (
	sent: readonly Sent[],
	{ status = 'proposed', ...more }: Partial<ReviewedList> & { readonly status?: string } = {},
): ReviewedList => {
	const mails = sent.map(({ by, ...mail }, at) =>
		listedMail(at + 1, { sender: by === '' ? null : person(by), ...mail }),
	);
	const ids = new Set(mails.flatMap(({ patchset }) => patchset?.id ?? []));
	const patchsets = [...ids].map((id) => {
		const mail = mails.findLast(({ patchset }) => patchset?.id === id);
		return patchsetOf(id, { status, version: id, subject: 'one', message_id: mail?.messageId ?? null });
	});
	const key = { account: 'me', owner: '~ana', list: 'devel' };
	return { key, threads: threadsIn(mails, patchsets), isFollowed: true, forge: 'forge', ...more };
};
const groupsOf = (lists: readonly ReviewedList[], { sentAt = 0 } = {}): Promise<ReviewGroups> =>
	new ReviewIndex({
		namesAt: () => new Set(['~me', '~also-me']),
		lastSent: () => sentAt,
		withStatus: (series) => series,
	}).of(lists);
/** The group of the only series. */
const groupOf = async (...args: Parameters<typeof groupsOf>): Promise<string> =>
	Object.entries(await groupsOf(...args))
		.flatMap(([name, { length }]) => (length > 0 ? [name] : []))
		.join();

describe('What needs the user in their lists', () => {
	const another = { isFollowed: false };
	const toMe = { recipients: ['list@example.org', 'me@example.org'] };
	/** Shows the address of the user. */
	const mine: Sent = patch('~me', {
		subject: '[PATCH] other',
		patchset: { id: 9, submitter: 'Me <Me@example.org>' },
	});
	const v2: Sent = patch('~bob', {
		subject: '[PATCH v2] one',
		patchset: { id: 2, submitter: 'bob <bob@example.org>' },
	});
	for (const [what, group, list, options] of [
		['a proposed series that was not answered', 'toReview', listOf([patch('~bob')])],
		['one that only its author has answered', 'toReview', listOf([patch('~bob'), answer('~bob', 1)])],
		[
			'one that a program has answered',
			'toReview',
			listOf([patch('~bob'), { ...answer('', 1), subject: '[devel] build success' }]),
		],
		['one that another user has reviewed', '', listOf([patch('~bob'), answer('~kim', 1)])],
		['one that a person without an account has reviewed', '', listOf([patch('~bob'), answer('', 1)])],
		['one in a list that the user does not follow', '', listOf([patch('~bob')], another)],
		['one that is not proposed anymore', '', listOf([patch('~bob')], { status: 'approved' })],
		['one whose mails are not known', '', listOf([], {})],
		['one that the user has reviewed', '', listOf([patch('~bob'), answer('~me', 1)])],
		[
			'one that the user has reviewed with another account',
			'',
			listOf([patch('~bob'), answer('~also-me', 1)]),
		],
		[
			'one that the user has reviewed in a mail that is not on the list yet',
			'',
			listOf([patch('~bob')]),
			{ sentAt: Date.UTC(2027, 0) },
		],
		['one of the user', '', listOf([patch('~me')])],
		[
			'one that is addressed to the user and that another user has reviewed',
			'toReview',
			listOf([patch('~bob', toMe), answer('~kim', 1), mine], another),
		],
		[
			'a newer version than the user has reviewed',
			'newVersion',
			listOf([patch('~bob'), answer('~me', 1), v2]),
		],
		[
			'a newer version of what only another user has reviewed',
			'',
			listOf([patch('~bob'), answer('~kim', 1), v2]),
		],
		[
			'a newer version that the user has reviewed',
			'',
			listOf([patch('~bob'), answer('~me', 1), v2, answer('~me', 3)]),
		],
		[
			'a newer version that was applied',
			'',
			listOf([patch('~bob'), answer('~me', 1), v2], { status: 'applied' }),
		],
		[
			'an answer to the review of the user',
			'answers',
			listOf([patch('~bob'), answer('~me', 1), answer('~bob', 2)]),
		],
		[
			'an answer to another user',
			'',
			listOf([patch('~bob'), answer('~me', 1), answer('~kim', 1), answer('~bob', 3)]),
		],
		[
			'an answer that the user has answered',
			'',
			listOf([patch('~bob'), answer('~me', 1), answer('~bob', 2), answer('~me', 3)]),
		],
		['an answer to a series of the user', 'answers', listOf([patch('~me'), answer('~kim', 1)], another)],
		[
			'an answer to a series of the user that is approved',
			'',
			listOf([patch('~me'), answer('~kim', 1)], { status: 'approved' }),
		],
	] as const)
		it(`${group === '' ? 'is not' : `in the group ${group} is`} ${what}`, async () =>
			assert.equal(await groupOf([list], options), group));

	it('has each series once if several accounts of a forge see its list, and both if they are on two forges', async () => {
		const list = listOf([patch('~bob')]);
		const other = { ...list, key: { ...list.key, account: 'also-me' } };
		assert.deepEqual(
			(await groupsOf([list, other])).toReview.map((one) => one.list.account),
			['me'],
		);
		assert.equal((await groupsOf([list, { ...other, forge: 'another' }])).toReview.length, 2);
	});
});
