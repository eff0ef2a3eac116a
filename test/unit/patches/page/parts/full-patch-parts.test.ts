import assert from 'node:assert/strict';
import { toRangeDiffPatch } from '../../../../../src/mail/range-diff/range-diff-patch.ts';
import { fullPatchParts } from '../../../../../src/patches/page/parts/full-patch-parts.ts';
import { readingOf, sentMail } from '../../../../kit/pages/readings.ts';

const text = `Why.

---
diff --git a/a.c b/a.c
index 1111111..2222222 100644
--- a/a.c
+++ b/a.c
@@ -1,2 +1,2 @@ int a(void)
-one
+two
 ## three ##
@@ -9,2 +9,1 @@ int b(void)
 four
--- five
diff --git a/b.png b/b.png
index 1111111..2222222 100644
Binary files a/b.png and b/b.png differ
diff --git a/run b/run
old mode 100644
new mode 100755
`;

describe('The parts of a patch that only one version has', () => {
	it('are its message and its hunks, with the files that have none', () => {
		const [patch] =
			readingOf([sentMail({ id: 1, subject: '[PATCH] One', text })]).mails.get(1)?.patches ?? [];
		assert.ok(patch);
		const parts = fullPatchParts(toRangeDiffPatch(patch));
		assert.deepEqual(
			parts.map(({ title, lines }) => [title, ...lines.map((line) => `${line.kind}: ${line.text}`)]),
			[
				['Message', 'same: One', 'same: ', 'same: Why.'],
				['a.c, in a', 'removed: one', 'added: two', 'same: ## three ##'],
				['a.c, in b', 'same: four', 'removed: -- five'],
				['b.png', 'same: Binary file 2222222'],
				['run'],
			],
		);
	});
});
