import assert from 'node:assert/strict';
import { diffOf, patchOf } from '../../../kit/mails/patches.ts';

const textsOf = (diff: string) => patchOf('Title', '', diff).diff.map(({ text }) => text);

describe('A patch that is compared', () => {
	const diff = [
		'diff --git a/old.c b/new.c',
		'similarity index 90%',
		'rename from old.c',
		'rename to new.c',
		'index 1111111..2222222 100644',
		'--- a/old.c',
		'+++ b/new.c',
		'@@ -10,3 +12,4 @@ int main(void)',
		' context',
		'-deleted',
		'+added',
		'+++added too',
		'',
		'@@ -100 +103 @@',
		'-last',
		'\\ No newline at end of file',
		'+last!',
		'diff --git a/run.sh b/run.sh',
		'old mode 100644',
		'new mode 100755',
		'',
	].join('\n');
	const expected = [
		' ## old.c => new.c ##',
		'@@ new.c: int main(void)',
		' context',
		'-deleted',
		'+added',
		'+++added too',
		' ',
		'@@',
		'-last',
		' \\ No newline at end of file',
		'+last!',
		'',
		' ## run.sh (mode change 100644 => 100755) ##',
	];

	it('has headers without line numbers, as git range-diff writes them', () => {
		assert.deepEqual(textsOf(diff), expected);
	});

	it('is the same in a mail whose lines end in CR LF', () => {
		assert.deepEqual(textsOf(diff.replace(/\n/g, '\r\n')), expected);
	});

	it('knows which lines are headers, and the file of each', () => {
		const lines = patchOf('Title', '', diff).diff;
		const headers = [0, 1, 7, 11, 12].map((index) => expected[index]);
		assert.deepEqual(
			lines.filter(({ isHeader }) => isHeader).map(({ text }) => text),
			headers,
		);
		assert.deepEqual(
			lines.map(({ path }) => path),
			expected.map((_, index) => (index < 11 ? 'new.c' : 'run.sh')),
		);
	});

	const files: readonly [what: string, lines: readonly string[], header: string][] = [
		[
			'a new file',
			['diff --git a/x b/x', 'new file mode 100644', 'index 0000000..1111111'],
			' ## x (new) ##',
		],
		[
			'a new symbolic link',
			['diff --git a/x b/x', 'new file mode 120000', 'index 0000000..1111111'],
			' ## x (new, mode 120000) ##',
		],
		['a deleted file', ['diff --git a/x b/x', 'deleted file mode 100644'], ' ## x (deleted) ##'],
		[
			'a copy',
			['diff --git a/x b/y', 'similarity index 100%', 'copy from x', 'copy to y'],
			' ## x => y (copied) ##',
		],
		['a file', diffOf('x', [' 1', '+2']).trimEnd().split('\n'), ' ## x ##'],
	];
	for (const [what, lines, header] of files) {
		it(`has a header for ${what}`, () => assert.equal(textsOf(`${lines.join('\n')}\n`)[0], header));
	}

	it('differs if the content of a binary file does', () => {
		const binary = (id: string) =>
			textsOf(`diff --git a/x b/x\nindex 1111111..${id} 100644\nBinary files a/x and b/x differ\n`);
		assert.deepEqual(binary('2222222'), [' ## x ##', ' Binary file 2222222']);
		assert.notDeepEqual(binary('2222222'), binary('3333333'));
		assert.deepEqual(binary('2222222'), binary('22222223333'));
	});

	it('keeps the lines of a merge', () => {
		const merge = [
			'diff --cc x',
			'index 1,2..3',
			'--- a/x',
			'+++ b/x',
			'@@@ -1,1 -1,1 +1,1 @@@',
			'- a',
			' -b',
			'++c',
			'',
		];
		assert.ok(textsOf(merge.join('\n')).includes(' ++c'));
	});

	it('has the title, an empty line and the message, without spaces at the ends', () => {
		const { message, author } = patchOf(
			'Open files',
			'They are open. \n\nFixes: #1\n\n\n',
			diffOf('x', ['+1']),
		);
		assert.deepEqual(message, ['Open files', '', 'They are open.', '', 'Fixes: #1']);
		assert.equal(author, 'Ana <ana@example.org>');
		assert.deepEqual(patchOf('Open files', '', diffOf('x', ['+1'])).message, ['Open files']);
	});
});
