import assert from 'node:assert/strict';
import { indentedDiffs } from '../../../../src/mail/quotes/indented-diffs.ts';
import { structureOf } from '../../../../src/mail/quotes/mail-blocks.ts';
import { text } from '../../../kit/mails/diff-text.ts';
import { mailed } from '../../../kit/mails/mailed.ts';
import { diffOf } from '../../../kit/mails/patches.ts';

const diff = ['--- a/x', '+++ b/x', '@@ -1,3 +1,3 @@', ' a', '', '-b', '+c'];
const indented = diff.map((line) => (line === '' ? '' : `    ${line}`));

describe('The indented diffs of a text', () => {
	it('have their lines, and end where their hunks end', () => {
		const before = text('So:', '');
		const [found, ...others] = indentedDiffs(before + text(...indented, '', '    code', 'Ana'));
		assert.deepEqual(others, []);
		assert.equal(found?.source.slice(found.files[0]?.start, found.files[0]?.end), text(...diff));
		assert.deepEqual([found?.start, found?.end], [before.length, (before + text(...indented)).length]);
	});

	it('are all of them, but none that is quoted or has no hunk', () => {
		assert.equal(indentedDiffs(text(...indented, 'And:', ...indented)).length, 2);
		assert.equal(indentedDiffs(text(...indented.map((line) => `> ${line}`))).length, 0);
		assert.equal(indentedDiffs(text('    --- a/x', '    +++ b/x', '    @@ -x')).length, 0);
	});

	it('are not in the diff of a patch', () => {
		const documented = diffOf('doc', [...indented.map((line) => line || ' '), '+a']);
		const { mail, patches } = mailed({ id: 1, lines: ['Text.', '---', ...documented.split('\n')] });
		assert.equal(structureOf(mail.text, patches).diffs.length, 1);
		const below = mailed({
			id: 1,
			lines: ['---', ...diffOf('doc', ['+a']).trimEnd().split('\n'), ...indented],
		});
		assert.equal(structureOf(below.mail.text, below.patches).diffs.length, 2);
	});
});
