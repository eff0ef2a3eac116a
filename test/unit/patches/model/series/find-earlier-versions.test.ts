import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { batchesOf } from '../../../../../src/patches/model/series/batches.ts';
import {
	findEarlierInThreads,
	findEarlierWithSamePatches,
} from '../../../../../src/patches/model/series/find-earlier-versions.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { mail, sent } from './mails.ts';

const idsOf = (found: ReadonlyMap<{ lead: SeriesMail | undefined }, { lead: SeriesMail | undefined }>) =>
	[...found].map(([one, other]) => `${one.lead?.messageId} after ${other.lead?.messageId}`);

describe('The earlier version in a thread', () => {
	const found = (mails: readonly SeriesMail[]) => {
		const ancestors = new Ancestors(mails);
		return idsOf(findEarlierInThreads(batchesOf(mails, ancestors), ancestors));
	};
	const first = sent('a', 'PATCH', ['A', 'One']);
	const cases: readonly [what: string, mails: readonly SeriesMail[], found: readonly string[]][] = [
		[
			'is the nearest one of the same sender',
			[
				...first,
				mail('b', '[PATCH v2] B', { re: 'a.1' }),
				mail('c', '[PATCH v3] C', { re: 'b', from: 'bob' }),
				mail('d', '[PATCH v4] D', { re: 'c' }),
			],
			['<b> after <a.0>', '<d> after <b>'],
		],
		[
			'is not sought without end',
			Array.from({ length: 100 }, (_, at) =>
				mail(
					`${at}`,
					`[PATCH v${at === 0 ? 1 : 2}] A`,
					at === 0 ? {} : { re: `${at - 1}`, from: `p${at % 50}` },
				),
			),
			[],
		],
	];
	for (const [what, mails, ids] of cases) it(what, () => assert.deepEqual(found(mails), ids));
});

describe('The earlier version with the same patches', () => {
	const found = (mails: readonly SeriesMail[], isSought = true) =>
		idsOf(findEarlierWithSamePatches(batchesOf(mails, new Ancestors(mails)), () => isSought));

	it('was sent in the year before', () => {
		const foundIn = (days: number) =>
			found([mail('a', '[PATCH] One', { day: 1 }), mail('b', '[PATCH v2] One', { day: 1 + days })]);
		assert.deepEqual([foundIn(365), foundIn(366)], [['<b> after <a>'], []]);
	});

	it('shares at least half of the patches of the smaller one', () => {
		const foundWith = (...titles: readonly string[]) =>
			found([
				...sent('a', 'PATCH', ['A', 'One', 'Two', 'Three', 'Four'], { day: 1 }),
				...sent('b', 'PATCH v2', ['B', ...titles], { day: 2 }),
			]);
		assert.deepEqual(foundWith('One', 'X'), ['<b.0> after <a.0>']);
		assert.deepEqual(foundWith('One', 'X', 'Y'), []);
		assert.deepEqual(foundWith('One', 'Two', 'U', 'V', 'W', 'X', 'Y'), ['<b.0> after <a.0>']);
	});
});
