import assert from 'node:assert/strict';
import { fileSyntaxTokens } from '../../../../../src/patches/page/parts/file-syntax-tokens.ts';
import { seriesContent } from '../../../../../src/patches/page/parts/series-content.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

const tonesOf = (path: string, removed: readonly string[], added: readonly string[]) =>
	tonesIn(patchText(path, removed, added));

async function tonesIn(text: string) {
	const mail = sentMail({ id: 1, subject: '[PATCH editor] Open files', text });
	const [file] = seriesContent(readingOf([mail])).files.values();
	assert.ok(file);
	return (await fileSyntaxTokens(file, false)).hunks;
}

const comment = 4;

describe('The syntax tokens of a diff', () => {
	it('are those of each side of a hunk as a text of its own', async () => {
		const [hunk] = await tonesOf('a.c', ['/* old', 'end */'], ['int a = 1;']);
		assert.deepEqual(hunk, [[], [0, 6, comment], [0, 6, comment], [0, 3, 0, 8, 9, 2], []]);
	});

	it('are none for a line that would take too long, and those of the others stay', async () => {
		const [hunk] = await tonesOf('a.c', ['old'], ['return;', `"${'x'.repeat(1_000_000)}"`, 'return;']);
		assert.deepEqual(hunk, [[], [], [0, 6, 0], [], [0, 6, 0], []]);
	});

	it('are none for an unknown language', async () => {
		assert.deepEqual(await tonesOf('README', ['a'], ['b']), [null]);
	});

	it('are none for a hunk with too many lines', async () => {
		assert.deepEqual(await tonesOf('a.c', ['a'], Array(3000).fill('return;')), []);
	});

	it('are none for what follows as many lines as have them', async () => {
		const text = patchText('a.c', ['a'], Array(1497).fill('return;'));
		const further = '@@ -9,1 +1600,2 @@\n {\n+return;\n-- \n';
		assert.equal((await tonesIn(text.replace('-- \n', further))).length, 1);
	});
});
