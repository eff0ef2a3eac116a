import assert from 'node:assert/strict';
import { seriesContent } from '../../../../../src/patches/page/parts/series-content.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

describe('The content of a series', () => {
	/** How the files of a series of patches with these titles and files are identified in all its versions. */
	const seriesFilesOf = (...patches: readonly (readonly [title: string, file: string])[]) => {
		const mails = patches.map(([title, file], index) =>
			sentMail({
				id: index + 1,
				subject: `[PATCH editor ${index + 1}/${patches.length}] ${title}`,
				...(index > 0 && { re: 1 }),
				text: patchText(file),
			}),
		);
		return seriesContent(readingOf(mails)).patches.flatMap(({ files }) =>
			files.map(({ seriesFile }) => seriesFile),
		);
	};

	it('identifies files by the titles of their patches, and by their paths', () => {
		const ids = seriesFilesOf(['Read ahead', 'open.c'], ['Cache names', 'open.c'], ['Fix', 'name.c']);
		assert.equal(new Set(ids).size, 3);
		assert.ok(!ids.includes(''));
	});

	it('does not take files of patches with equal titles for versions of each other', () => {
		const [one, other, third] = seriesFilesOf(['Fix', 'a.c'], ['Fix', 'a.c'], ['Fix', 'b.c']);
		assert.deepEqual([one, other], ['', '']);
		assert.notEqual(third, '');
	});
});
