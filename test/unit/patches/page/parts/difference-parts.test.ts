import assert from 'node:assert/strict';
import { rangeDiff } from '../../../../../src/mail/range-diff/range-diff.ts';
import { toRangeDiffPatch } from '../../../../../src/mail/range-diff/range-diff-patch.ts';
import { differenceParts } from '../../../../../src/patches/page/parts/difference-parts.ts';
import { readingOf, sentMail } from '../../../../kit/pages/readings.ts';

const text = (word: string, other: string) => `---
diff --git a/a.c b/a.c
index 1111111..2222222 100644
--- a/a.c
+++ b/a.c
@@ -1 +1,2 @@ int a(void)
 ## not a header ##
+${word}
@@ -9 +10,2 @@ int b(void)
 four
+${other}
diff --git a/b.c b/b.c
index 1111111..2222222 100644
--- a/b.c
+++ b/b.c
@@ -9,2 +9,2 @@
-five
-seven
+six
+eight
`;

function partsOf(old: string, current: string) {
	const [before, after] = [old, current].map((one, nth) => {
		const mail = sentMail({ id: 1, subject: `[PATCH v${nth + 1}] One`, text: one });
		const [patch] = readingOf([mail]).mails.get(1)?.patches ?? [];
		assert.ok(patch);
		return toRangeDiffPatch(patch);
	});
	assert.ok(before && after);
	const [pair] = rangeDiff([before], [after]);
	assert.ok(pair?.kind === 'changed');
	const diffs = { old: before.diff, new: after.diff };
	return pair.difference.diff
		.flatMap((hunk) => differenceParts(hunk, diffs))
		.map(({ title, lines }) => [title, ...lines.map((line) => `${line.kind}: ${line.text}`)]);
}

describe('What differs in the diff of a patch', () => {
	it('is divided by hunks and files, without those that have no changes', () => {
		assert.deepEqual(partsOf(text('one', 'five'), text('two', 'six')), [
			['a.c, in a', 'same:  ## not a header ##', 'removed: +one', 'added: +two'],
			['a.c, in b', 'same:  four', 'removed: +five', 'added: +six'],
		]);
		assert.deepEqual(partsOf(text('one', 'five'), text('one', 'six')), [
			['a.c, in b', 'same:  four', 'removed: +five', 'added: +six'],
		]);
	});
});
