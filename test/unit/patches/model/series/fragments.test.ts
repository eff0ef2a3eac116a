import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { fragmentsOf, numberOf } from '../../../../../src/patches/model/series/fragments.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { mail, namesake, sent } from './mails.ts';

const ids = (mails: readonly SeriesMail[]) =>
	fragmentsOf(mails, new Ancestors(mails)).map(({ mails }) =>
		mails.map(({ messageId }) => messageId).join(' '),
	);

describe('Patches in a thread', () => {
	const cases: readonly [what: string, mails: readonly SeriesMail[], fragments: readonly string[]][] = [
		[
			'are no series if a version follows',
			[mail('a', '[PATCH 1/2] A'), mail('b', '[PATCH v2 2/2] B', { re: 'a' })],
			['<a>', '<b>'],
		],
		[
			'are no series if a request for comments is followed by more',
			[mail('a', '[RFC PATCH 1/2] A'), mail('b', '[PATCH 2/2] B', { re: 'a' })],
			['<a>', '<b>'],
		],
		[
			'are no series if the totals differ',
			[mail('a', '[PATCH 1/2] A'), mail('b', '[PATCH 2/3] B', { re: 'a' })],
			['<a>', '<b>'],
		],
		[
			'are no series without numbers',
			[mail('a', '[PATCH] A'), mail('b', '[PATCH] B', { re: 'a' })],
			['<a>', '<b>'],
		],
		[
			'are no series if the number is the same',
			[mail('a', '[PATCH 2/2] A'), mail('b', '[PATCH 2/2] B', { re: 'a' })],
			['<a>', '<b>'],
		],
		[
			'do not include a second one from another address under the name of their sender',
			[
				namesake(mail('b', '[PATCH 2/2] Two', { re: 'a.1' })),
				...sent('a', 'PATCH', ['A', 'One', 'Two']),
				namesake(mail('c', '[PATCH 2/2] Two', { re: 'a.0', day: 2 })),
			],
			['<a.0> <a.1> <a.2>', '<b>', '<c>'],
		],
		[
			'may be from another address under the name of their sender, and replace each other',
			[
				mail('a', '[PATCH 0/2] A'),
				mail('x', '[PATCH 2/2] Two', { re: 'a', from: 'eve', day: 0 }),
				...[1, 2, 2].map((number, at) =>
					namesake(mail(`b.${at}`, `[PATCH ${number}/2] B`, { re: 'a', day: 1 + at })),
				),
			],
			['<a> <b.0> <b.1> <b.2>', '<x>'],
		],
		[
			'include a second one of an author',
			[
				mail('a', '[PATCH 1/2] A'),
				mail('b', '[PATCH 2/2] B', { re: 'a', from: 'bob' }),
				mail('c', '[PATCH 2/2] B', { re: 'a', from: 'bob', day: 2 }),
			],
			['<a> <b> <c>'],
		],
		[
			'are a series with a cover letter that they reply to, even if their version and prefix differ',
			[
				mail('a', '[PATCH net-next v3 0/2] A'),
				mail('b', '[PATCH 1/2] B', { re: 'a' }),
				mail('c', '[PATCH 2/2] C', { re: 'a' }),
			],
			['<a> <b> <c>'],
		],
		[
			'are a series with such a cover letter if they reply to each other',
			[
				mail('a', '[PATCH 0/2] A'),
				mail('b', '[PATCH v3 1/2] B', { re: 'a' }),
				mail('c', '[PATCH v3 2/2] C', { re: 'b' }),
			],
			['<a> <b> <c>'],
		],
		[
			'are no series with another cover letter that has its own',
			[
				mail('a', '[PATCH v3 0/2] A'),
				mail('b', '[PATCH v3 1/2] B', { re: 'a' }),
				mail('c', '[PATCH v4 1/2] B', { re: 'a' }),
			],
			['<a> <b>', '<c>'],
		],
		[
			'are no series with such a cover letter and those of a further version',
			[
				mail('a', '[PATCH v3 0/2] A'),
				mail('b', '[PATCH 1/2] B', { re: 'a' }),
				mail('c', '[PATCH v4 2/2] C', { re: 'a' }),
			],
			['<a> <b>', '<c>'],
		],
		...(
			[
				['of another total', '[PATCH 1/3] B', {}],
				['of another person', '[PATCH 1/2] B', { from: 'eve' }],
				['of another time', '[PATCH 1/2] B', { day: 1.05 }],
				['of an unknown time', '[PATCH 1/2] B', { day: undefined }],
			] as const
		).map(([what, subject, options]): (typeof cases)[number] => [
			`are no series with such a cover letter ${what}`,
			[mail('a', '[PATCH v3 0/2] A'), mail('b', subject, { re: 'a', ...options })],
			['<a>', '<b>'],
		]),
	];
	for (const [what, mails, fragments] of cases) {
		it(what, () => assert.deepEqual(ids(mails), fragments));
	}

	it('are numbered from 1', () => {
		assert.deepEqual([mail('a', '[PATCH] A'), mail('b', '[PATCH 0/2] B')].map(numberOf), [1, 0]);
	});
});
