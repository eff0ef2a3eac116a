import assert from 'node:assert/strict';
import { rangeDiff } from '../../../src/mail/range-diff/range-diff.ts';
import { toRangeDiffPatch } from '../../../src/mail/range-diff/range-diff-patch.ts';
import { chainsOf } from '../../../src/patches/model/series/series.ts';
import { mutatedMail } from '../../kit/mails/mutated-mails.ts';
import { Random } from '../../kit/mails/random.ts';
import { type ReadMail, readMail } from '../../kit/mails/read-mails.ts';
import { repeatedMail, repetitionNames } from '../../kit/mails/repeated-mails.ts';
import { showMail } from '../../kit/mails/show-mail.ts';
import { wholeMails } from '../../kit/mails/whole-mails.ts';
import { rebuildDiff } from '../../tools/rebuild-diff.ts';

describe('The mails that the mutated ones are made of', () => {
	it('are read without errors', () => {
		const mails = wholeMails.map((mail) => readMail(mail));
		assert.deepEqual(
			mails.map(({ kind, patches }) => `${kind} ${patches.flatMap(({ files }) => files).length}`),
			[
				'patch 4',
				'patch 4',
				'cover 0',
				'reply 0',
				'patch 4',
				'patch 4',
				'patch 8',
				'patch 1',
				'pull 0',
				'patch 8',
				'patch 1',
				'cover 0',
				'patch 4',
				'cover 0',
				'patch 2',
			],
		);
	});
});

describe('Any mail', () => {
	it('is parsed, rebuilt, compared and put into a series without an error', () => {
		const kinds = new Set<string>();
		for (let batch = 0; batch < 100; batch++) {
			const mails: ReadMail[] = [];
			for (let nth = 0; nth < 100; nth++) {
				const seed = batch * 100 + nth;
				const mail = mutatedMail(new Random(seed));
				try {
					mails.push(readMail(mail));
				} catch (error) {
					assert.fail(`mail ${seed} throws ${error instanceof Error ? error.stack : error}`);
				}
			}
			for (const { kind } of mails) kinds.add(kind);
			chainsOf(mails);
			const patches = mails.flatMap(({ patches }) => patches);
			for (const patch of patches) rebuildDiff(patch);
			const compared = patches.slice(0, 20).map(toRangeDiffPatch);
			rangeDiff(compared.slice(0, 10), compared.slice(10));
		}
		assert.deepEqual([...kinds].sort(), ['cover', 'other', 'patch', 'pull', 'reply']);
	}).timeout(120_000);

	it('is shown in a list and on a page, with replies and as a reply, without an error', () => {
		for (const mail of wholeMails) showMail(mail);
		for (let seed = 0; seed < 300; seed++) showMail(mutatedMail(new Random(seed)));
	}).timeout(120_000);
});

describe('A mail in which a piece is repeated', () => {
	for (const name of repetitionNames) {
		it(`is read and shown without an error: ${name}`, () => {
			const mail = repeatedMail(name, 1000);
			for (const patch of readMail(mail).patches) rebuildDiff(patch);
			showMail(mail);
		}).timeout(60_000);
	}
});
