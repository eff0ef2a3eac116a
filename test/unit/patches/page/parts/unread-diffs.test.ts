import assert from 'node:assert/strict';
import { filePart } from '../../../../../src/patches/page/parts/file-parts.ts';
import { patchPart } from '../../../../../src/patches/page/parts/patch-parts.ts';
import { seriesContent } from '../../../../../src/patches/page/parts/series-content.ts';
import { unreadInFile } from '../../../../../src/patches/page/parts/unread-diffs.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';
import { replyOptions } from '../../../../kit/pages/reply-options.ts';

const options = {
	viewedStateOf: () => 'new' as const,
	ignoresWhitespace: false,
	draftCounts: new Map(),
	replies: replyOptions(),
};

function shown(text: string) {
	const content = seriesContent(readingOf([sentMail({ id: 1, subject: '[PATCH] Read ahead', text })]));
	const [patch = assert.fail()] = content.patches;
	const files = patch.files.map((file) => filePart(file, options));
	const { unread } = patchPart(patch, { ...options, content, people: new Map(), isReading: false });
	const textOf = (runs: typeof unread) => runs.map((run) => run.text).join('\n');
	return { files: files.map((file) => [file.withoutDiff, textOf(file.unread)]), patch: textOf(unread) };
}

const hunk = '@@ -1,3 +1,3 @@ int main(void)';

describe('A diff that cannot be read', () => {
	it('is shown as it was sent', () => {
		const text = patchText('open.c').replace(hunk, '@@ broken @@');
		assert.deepEqual(shown(text), {
			files: [['This diff could not be read.', '@@ broken @@\n {\n-old\n+new\n }']],
			patch: '',
		});
	});

	it('is shown below what could be read', () => {
		const text = patchText('open.c').replace('-- \n', '@@ broken @@\n-a\n+b\n-- \n');
		assert.deepEqual(shown(text).files, [['', '@@ broken @@\n-a\n+b']]);
	});

	it('is cut if it is long', () => {
		const text = patchText('open.c', [], Array<string>(9000).fill('added')).replace(
			/@@ .* @@/,
			'@@ broken @@',
		);
		const { patches } = sentMail({ id: 1, subject: '[PATCH] Read ahead', text });
		const [patch = assert.fail()] = patches;
		const [file = assert.fail()] = patch.files;
		const length = unreadInFile(patch, file, 0).reduce((sum, run) => sum + run.text.length, 0);
		assert.ok(length > 15_000 && length <= 20_000, String(length));
	});

	it('ends above the next file', () => {
		const text = patchText('a.c').replace(hunk, '@@ broken @@').replace('-- \n2.43.0\n', '');
		const other = patchText('b.c');
		const { files } = shown(text + other.slice(other.indexOf('diff ')));
		assert.deepEqual(files, [
			['This diff could not be read.', '@@ broken @@\n {\n-old\n+new\n }'],
			['', ''],
		]);
	});

	it('is shown if no file of a patch can be read', () => {
		const text = `Why.\n---\n\n${hunk.replace('@@ -', '@@ - ')}\n {\n-old\n+new\n }\n-- \n2.43.0\n`;
		const unread = '@@ - 1,3 +1,3 @@ int main(void)\n {\n-old\n+new\n }';
		assert.deepEqual(shown(text), { files: [], patch: unread });
	});

	it('is not text that follows a diff', () => {
		const text = patchText('open.c').replace('-- \n', '\nThanks!\n- Bob\n');
		assert.deepEqual(shown(text).files, [['', '']]);
		const renamed = 'diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n';
		assert.deepEqual(shown(`Why.\n---\n${renamed}\nThanks!\n`).files, [['File renamed without changes', '']]);
	});
});
