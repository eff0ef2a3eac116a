import assert from 'node:assert/strict';
import { Ancestors } from '../../../../../src/patches/model/series/ancestors.ts';
import { batchesOf } from '../../../../../src/patches/model/series/batches.ts';
import { findEarlierInThreads } from '../../../../../src/patches/model/series/find-earlier-versions.ts';
import { findReplacements } from '../../../../../src/patches/model/series/find-replacements.ts';
import type { SeriesMail } from '../../../../../src/patches/model/series/mails/series-mail.ts';
import { versionsOf } from '../../../../../src/patches/model/series/versions.ts';
import { mail, sent } from './mails.ts';

const first = sent('a', 'PATCH', ['A', 'One', 'Two', 'Three'], { baseCommit: 'c0ffee' });

function versions(mails: readonly SeriesMail[]) {
	const ancestors = new Ancestors(mails);
	const batches = batchesOf(mails, ancestors);
	return {
		ancestors,
		batches,
		found: versionsOf(batches, findEarlierInThreads(batches, ancestors), ancestors).versions,
	};
}

describe('A version', () => {
	it('has the facts of its batch', () => {
		const [version] = versions(first).found;
		assert.ok(version);
		const { title, submitter, date, baseCommit, patchsets, warnings } = version;
		assert.deepEqual(
			[title, submitter.name, date, baseCommit, patchsets, warnings],
			['A', 'ana', 86_400_000, 'c0ffee', [], []],
		);
	});

	it('that is partial has title, cover letter and base of the one before, and the date of what was sent', () => {
		const [, version] = versions([...first, mail('b', '[PATCH v2 2/3] Two', { re: 'a.2', day: 2 })]).found;
		assert.ok(version);
		const { title, cover, date, baseCommit, patches } = version;
		assert.deepEqual([title, cover?.messageId, date, baseCommit], ['A', '<a.0>', 2 * 86_400_000, 'c0ffee']);
		assert.deepEqual(
			patches.map(({ number, isInherited }) => [number, isInherited]),
			[
				[1, true],
				[2, false],
				[3, true],
			],
		);
	});

	it('is partial for the first hundred of them', () => {
		const again = Array.from({ length: 101 }, (_, at) =>
			mail(`b${at}`, `[PATCH v${at + 2} 2/3] Two`, { re: 'a.2', day: at + 2 }),
		);
		const { found } = versions([...first, ...again]);
		assert.deepEqual([found.length, found.filter(({ isPartial }) => isPartial).length], [102, 100]);
	});

	it('lists its patches by number, however they were sent', () => {
		const mails = [3, 1, 2].map((number) => mail(`${number}`, `[PATCH ${number}/3] A`, { day: 4 - number }));
		const [version] = versions(mails).found;
		assert.deepEqual(
			version?.patches.map(({ number }) => number),
			[1, 2, 3],
		);
	});
});

describe('The part of a version', () => {
	const cases: readonly [
		what: string,
		mails: readonly SeriesMail[],
		numbers: readonly number[] | undefined,
	][] = [
		['is one patch', [mail('b', '[PATCH v2 2/3] Two', { re: 'a.2' })], [2]],
		['is one patch without a number', [mail('b', '[PATCH v2] Two', { re: 'a.2' })], [2]],
		[
			'is one patch that replies to a patch without a number in it',
			[mail('b', '[PATCH v2 1/3] One', { re: 'a.1' }), mail('c', '[PATCH v2 2/3] Two', { re: 'a.2' })],
			[1, 2],
		],
		['is not there with a cover letter', sent('b', 'PATCH v2', ['A', 'One'], { re: 'a.0' }), undefined],
		[
			'is not there with a cover letter, even if patches are missing',
			sent('b', 'PATCH v2', ['A', 'One', 'Two', 'Three'], { re: 'a.0' }).toSpliced(1, 1),
			undefined,
		],
		['is not a whole series', sent('b', 'PATCH v2', ['', 'One', 'Two', 'Three'], { re: 'a.0' }), undefined],
		[
			'is not a patch without a number or former title',
			[mail('b', '[PATCH v2] New', { re: 'a.0' })],
			undefined,
		],
	];
	for (const [what, mails, numbers] of cases) {
		it(what, () => {
			const { ancestors, batches, found } = versions([...first, ...mails]);
			const later = batches.find(({ version }) => version === 2);
			const part = later && findReplacements(later, found[0], ancestors);
			assert.deepEqual(
				part?.map(({ number }) => number),
				numbers,
			);
		});
	}

	it('needs a version before that is a series', () => {
		const { ancestors, batches } = versions([mail('b', '[PATCH v2 2/3] Two')]);
		assert.ok(batches[0]);
		assert.equal(findReplacements(batches[0], undefined, ancestors), undefined);
	});
});
