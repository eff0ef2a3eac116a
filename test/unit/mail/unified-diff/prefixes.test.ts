import assert from 'node:assert/strict';
import { removeUnknownPrefixes } from '../../../../src/mail/unified-diff/prefixes.ts';
import { edited, parsed, summary, text } from '../../../kit/mails/diff-text.ts';

const hunk = text('@@ -1,2 +1,2 @@', ' a', '-b', '+c');
const added = text('@@ -0,0 +1,2 @@', '+a', '+b');
const deleted = text('@@ -1 +0,0 @@', '-a');

describe('The prefix of a name without a counterpart', () => {
	const cases: [what: string, source: string, summaries: string[]][] = [
		[
			'a new and a deleted file of Quilt, beside one that tells the prefixes',
			text('Index: linux/a.c', '='.repeat(67), '--- /dev/null', '+++ linux/a.c') +
				added +
				text('Index: linux/mm/x.c', '='.repeat(67), '--- linux.orig/mm/x.c', '+++ linux/mm/x.c') +
				hunk +
				text('Index: linux/b.c', '='.repeat(67), '--- linux.orig/b.c', '+++ /dev/null') +
				deleted,
			['A - a.c +2 -0', 'M mm/x.c mm/x.c +1 -1', 'D b.c - +0 -1'],
		],
		[
			'a new file beside one whose names have no prefix',
			text('--- b/x.c\t(revision 12)', '+++ b/x.c\t(working copy)') +
				hunk +
				text('--- /dev/null', '+++ b/y.c') +
				added,
			['M b/x.c b/x.c +1 -1', 'A - b/y.c +2 -0'],
		],
		[
			'a new file beside some that do not agree on a prefix',
			text('--- one/x.c', '+++ two/x.c') +
				hunk +
				text('--- one/y.c', '+++ three/y.c') +
				hunk +
				text('--- /dev/null', '+++ b/two/z.c') +
				added,
			['M x.c x.c +1 -1', 'M y.c y.c +1 -1', 'A - two/z.c +2 -0'],
		],
	];
	for (const [what, source, summaries] of cases) {
		it(`is removed as by the other files: ${what}`, () =>
			assert.deepEqual(parsed(source).files.map(summary), summaries));
	}

	it('stays in the format of git, which has both names', () => {
		const files = parsed(edited('b/x') + hunk).files.map((file) => ({ ...file, old: undefined }));
		const read = files.map((file) => ({ file, prefixes: { kind: 'git' } as const }));
		assert.deepEqual(removeUnknownPrefixes(read), files);
	});
});
