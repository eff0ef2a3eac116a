import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { batchesOf } from '../../../../../src/patches/model/series/batches.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { mail } from './mails.ts';

const ids = (mails: readonly SeriesMail[]) =>
	batchesOf(mails, new Ancestors(mails)).map(({ cover, patches, replaced }) =>
		[...(cover ? [cover] : []), ...patches.values(), ...replaced].map(({ messageId }) => messageId).join(' '),
	);

describe('Mails that were sent together', () => {
	const cases: readonly [what: string, mails: readonly SeriesMail[], batches: readonly string[]][] = [
		[
			'are not a series and a second one of its patches with a new title',
			[
				mail('a', '[PATCH 1/2] A', { day: 1 }),
				mail('b', '[PATCH 2/2] B', { day: 1 }),
				mail('c', '[PATCH 2/2] C', { day: 2 }),
			],
			['<a> <b>', '<c>'],
		],
		[
			'have the thread rather than the time in common',
			[
				mail('x', 'Question', { from: 'bob', day: 0 }),
				mail('a', '[PATCH 1/2] A', { day: 1 }),
				mail('c', '[PATCH 1/2] C', { re: 'x', day: 2 }),
				mail('d', '[PATCH 2/2] D', { re: 'x', day: 2 }),
			],
			['<a>', '<c> <d>'],
		],
		[
			'have the thread rather than the time in common, even if the thread starts with an unknown mail',
			[
				mail('a', '[PATCH 1/2] A', { day: 1 }),
				mail('c', '[PATCH 1/2] C', { re: 'x', day: 1 }),
				mail('d', '[PATCH 2/2] D', { re: 'x', day: 2 }),
			],
			['<a>', '<c> <d>'],
		],
		[
			'have patches of different threads within a week',
			[mail('a', '[PATCH 1/2] A', { day: 1 }), mail('b', '[PATCH 2/2] B', { re: 'unknown', day: 8 })],
			['<a> <b>'],
		],
		[
			'have no patches of different threads after a week',
			[mail('a', '[PATCH 1/2] A', { day: 1 }), mail('b', '[PATCH 2/2] B', { re: 'unknown', day: 8.1 })],
			['<a>', '<b>'],
		],
		[
			'may have no date',
			[mail('a', '[PATCH 1/2] A', { day: undefined }), mail('b', '[PATCH 2/2] B', { day: 30 })],
			['<a> <b>'],
		],
		[
			'share a plain cover letter only once',
			[
				mail('x', 'Plan'),
				mail('a', '[PATCH 1/1] A', { re: 'x', day: 2 }),
				mail('b', '[PATCH v2 1/1] A', { re: 'x', day: 1 }),
			],
			['<x> <a>', '<b>'],
		],
	];
	for (const [what, mails, batches] of cases) {
		it(what, () => assert.deepEqual(ids(mails).toSorted(), batches.toSorted()));
	}

	it('are found among the latest incomplete series only, so that many of them take no time', () => {
		const alone = Array.from({ length: 9 }, (_, at) =>
			mail(`x${at}`, `[PATCH 1/2] X${at}`, { day: at / 100 }),
		);
		const batches = ids([...alone, mail('b', '[PATCH 2/2] B', { day: 1 })]);
		assert.deepEqual(batches.slice(0, 2), ['<x0>', '<x1> <b>']);
	});
});
