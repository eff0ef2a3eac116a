import assert from 'node:assert/strict';
import fc from 'fast-check';
import { finder, type Needle } from '../../../src/base/redaction/finder.ts';

/** Reference implementation: searches for each needle from each position. */
function covered(needles: readonly Needle[], text: string): boolean[] {
	const marks = Array.from(text, () => false);
	for (const { text: needle, before = 0, after = 0 } of needles)
		for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1))
			marks.fill(true, Math.max(0, at - before), at + needle.length + after);
	return marks;
}

describe('the finder', () => {
	it('marks all characters of all matches and their margins, and no others', () => {
		const few = fc.constantFrom('a', 'b');
		const needle = fc.record({
			text: fc.string({ unit: few, minLength: 1, maxLength: 6 }),
			before: fc.nat({ max: 2 }),
			after: fc.nat({ max: 2 }),
		});
		fc.assert(
			fc.property(fc.array(needle), fc.string({ unit: fc.oneof(few, fc.constant('-')) }), (needles, text) => {
				const marks = Array.from(text, () => false);
				finder(needles)(text, (start, end) => {
					assert.ok(0 <= start && start < end && end <= text.length);
					marks.fill(true, start, end);
				});
				assert.deepEqual(marks, covered(needles, text));
			}),
			{ numRuns: 500 },
		);
	});
});
