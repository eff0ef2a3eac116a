import assert from 'node:assert/strict';
import { seriesContent } from '../../../../../src/patches/page/parts/series-content.ts';
import { shownPath } from '../../../../../src/patches/page/parts/shown-path.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

const pathIn = (text: string) => {
	const content = seriesContent(readingOf([sentMail({ id: 1, subject: '[PATCH] Read ahead', text })]));
	const [{ file } = assert.fail()] = content.files.values();
	return shownPath(file);
};

describe('The path of a file on the page', () => {
	it('is the new one, or the old one of a deleted file', () => {
		assert.equal(pathIn(patchText('src/open.c')), 'src/open.c');
		const deleted = ['diff --git a/old.c b/old.c', 'deleted file mode 100644', 'index e69de29..0000000', ''];
		assert.equal(pathIn(`---\n${deleted.join('\n')}`), 'old.c');
	});

	it('has no invisible characters', () => {
		assert.equal(pathIn(patchText('a\u202eb.c')), 'a‹U+202E›b.c');
	});
});
