import assert from 'node:assert/strict';
import { differenceSize } from '../../../../src/mail/range-diff/difference.ts';
import { LineNumbers } from '../../../../src/mail/range-diff/line-numbers.ts';
import { type Pair, rangeDiff } from '../../../../src/mail/range-diff/range-diff.ts';
import type { RangeDiffPatch } from '../../../../src/mail/range-diff/range-diff-patch.ts';
import { generatedSeries } from '../../../kit/mails/generated-series.ts';
import { gitSeries } from '../../../kit/mails/git-series.ts';
import { readPatches } from '../../../kit/mails/read-patches.ts';

const count = 30;

/** As `git range-diff` shows it. */
function rowOf(pair: Pair): string {
	if (pair.kind === 'added') return `- > ${pair.new + 1}`;
	if (pair.kind === 'dropped') return `${pair.old + 1} < -`;
	return `${pair.old + 1} ${pair.kind === 'changed' ? '!' : '='} ${pair.new + 1}`;
}

/** What the pairs of these rows cost, as `git range-diff` counts it. */
function costOf(
	rows: readonly string[],
	old: readonly RangeDiffPatch[],
	current: readonly RangeDiffPatch[],
): number {
	const numbers = new LineNumbers();
	const linesOf = (patch: RangeDiffPatch | undefined) =>
		numbers.of(patch?.diff.map(({ text }) => text) ?? []);
	const alone = (patch: RangeDiffPatch | undefined) =>
		Math.floor((60 * (patch?.diff.filter(({ text }) => text !== '').length ?? 0)) / 100);
	return rows.reduce((sum, row) => {
		const [left = '', kind, right = ''] = row.split(' ');
		const [before, after] = [old[Number(left) - 1], current[Number(right) - 1]];
		if (kind === '<') return sum + alone(before);
		if (kind === '>') return sum + alone(after);
		return sum + differenceSize(linesOf(before), linesOf(after), { steps: 1e9 });
	}, 0);
}

describe('git range-diff', () => {
	it('pairs the same patches, unless other pairs cost the same', async () => {
		let [all, same] = [0, 0];
		for (let seed = 0; seed < count; seed++) {
			const series = await gitSeries(generatedSeries(seed));
			if (series.rows.length === 0) continue;
			const [old, current] = [readPatches(series.old), readPatches(series.new)];
			const rows = rangeDiff(old, current).map(rowOf);
			const isSame = rows.join() === series.rows.join();
			all += 1;
			if (isSame) same += 1;
			else
				assert.equal(
					costOf(rows, old, current),
					costOf(series.rows, old, current),
					`series ${seed}: ${rows}`,
				);
		}
		assert.ok(same >= all * 0.98, `${same} of ${all}`);
	}).timeout(60_000);
});
