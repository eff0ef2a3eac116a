import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { batchesOf } from '../../../../../src/patches/model/series/batches.ts';
import {
	findEarlierInThreads,
	findEarlierWithSamePatches,
	isLater,
} from '../../../../../src/patches/model/series/find-earlier-versions.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { mail, sent } from './mails.ts';

const batch = (subject: string) => {
	const mails = [mail('a', subject)];
	const [found] = batchesOf(mails, new Ancestors(mails));
	if (!found) throw new Error('It is a patch.');
	return found;
};

describe('A version', () => {
	for (const [one, other, isSo] of [
		['[PATCH v2] A', '[PATCH] A', true],
		['[PATCH] A', '[PATCH v2] A', false],
		['[PATCH] A', '[PATCH] A', false],
		['[PATCH] A', '[RFC PATCH v3] A', true],
		['[RFC PATCH] A', '[PATCH] A', false],
	] as const) {
		it(`${one} ${isSo ? 'can follow' : 'does not follow'} ${other}`, () => {
			assert.equal(isLater(batch(one), batch(other)), isSo);
		});
	}
});

const idsOf = (found: ReadonlyMap<{ lead: SeriesMail | undefined }, { lead: SeriesMail | undefined }>) =>
	[...found].map(([one, other]) => `${one.lead?.messageId} after ${other.lead?.messageId}`);

describe('The earlier version in a thread', () => {
	const found = (mails: readonly SeriesMail[]) => {
		const ancestors = new Ancestors(mails);
		return idsOf(findEarlierInThreads(batchesOf(mails, ancestors), ancestors));
	};
	const first = sent('a', 'PATCH', ['A', 'One']);
	const cases: readonly [what: string, mails: readonly SeriesMail[], found: readonly string[]][] = [
		['is the one replied to', [...first, mail('b', '[PATCH v2] B', { re: 'a.1' })], ['<b> after <a.0>']],
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
		['is not the same version', [...first, mail('b', '[PATCH] B', { re: 'a.1' })], []],
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
	const mails = [
		...sent('a', 'PATCH', ['A', 'One', 'Two', 'Three', 'Four'], { day: 1 }),
		mail('x', '[PATCH] Five', { day: 1 }),
		mail('p', '[PULL] One', { day: 1, isPull: true, hasPatches: false }),
		...sent('b', 'PATCH v2', ['B', 'Five', 'Two', 'One'], { day: 2 }),
	];

	it('was sent in the year before', () => {
		const foundIn = (days: number) =>
			found([mail('a', '[PATCH] One', { day: 1 }), mail('b', '[PATCH v2] One', { day: 1 + days })]);
		assert.deepEqual([foundIn(365), foundIn(366)], [['<b> after <a>'], []]);
	});

	it('is the one that shares most', () => assert.deepEqual(found(mails), ['<b.0> after <a.0>']));
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

	it('is not one without a title, unless they share patches', () => {
		assert.deepEqual(found([mail('a', '[PATCH]'), mail('b', '[PATCH v2] One', { day: 2 })]), []);
	});

	it('is only found for versions that need it', () => assert.deepEqual(found(mails, false), []));
});
