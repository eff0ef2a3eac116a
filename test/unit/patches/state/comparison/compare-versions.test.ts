import assert from 'node:assert/strict';
import { runInSlices } from '../../../../../src/mail/range-diff/run-range-diff.ts';
import { compareVersions } from '../../../../../src/patches/state/comparison/compare-versions.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

describe('Comparing versions', () => {
	const { signal } = new AbortController();

	/** A version of 50 patches, each of which changes 200 lines of its own file. */
	function large(version: number) {
		const mails = Array.from({ length: 50 }, (_, nth) => {
			const lines = (word: string) => Array.from({ length: 100 }, (_, line) => `${word} ${nth} ${line};`);
			return sentMail({
				id: version * 100 + nth,
				subject: `[PATCH v${version} ${nth + 1}/50] Change ${nth}`,
				...(nth > 0 && { re: version * 100 }),
				day: version,
				text: patchText(`file-${nth}.c`, lines('old'), lines(nth === 7 ? `new${version}` : 'new')),
			});
		});
		return readingOf(mails);
	}

	it('pairs the 50 patches of large versions', async () => {
		const { pairs, old, new: current } = await compareVersions(large(1), large(2), runInSlices, signal);
		assert.deepEqual([old.of, current.patches.length, pairs.length], [50, 50, 50]);
		assert.deepEqual(
			pairs.flatMap((pair) => (pair.kind === 'unchanged' ? [] : [pair.kind])),
			['changed'],
		);
	});

	it('counts a patch in an unnumbered mail', async () => {
		const reading = readingOf([sentMail({ id: 1, subject: '[PATCH] One', text: patchText('one.c') })]);
		const { pairs, old } = await compareVersions(reading, reading, runInSlices, signal);
		assert.deepEqual([old.of, old.patches[0]?.number, pairs.map(({ kind }) => kind)], [1, 1, ['unchanged']]);
	});
});
