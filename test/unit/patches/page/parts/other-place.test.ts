import assert from 'node:assert/strict';
import { netContent } from '../../../../../src/patches/page/parts/net-content.ts';
import { otherPlace } from '../../../../../src/patches/page/parts/other-place.ts';
import { seriesContent } from '../../../../../src/patches/page/parts/series-content.ts';
import { patchText, readingOf, sentMail } from '../../../../kit/pages/readings.ts';

/** The second patch changes the same file again, and the third one another file. */
const mails = [
	sentMail({ id: 1, subject: '[PATCH 1/3] Read', text: patchText('open.c', ['old'], ['new', 'more']) }),
	sentMail({
		id: 2,
		subject: '[PATCH 2/3] Rename',
		re: 1,
		text: patchText('open.c', ['new'], ['newer'])
			.replace('index 1111111..2222222', 'index 2222222..3333333')
			.replace(' }', ' more'),
	}),
	sentMail({ id: 3, subject: '[PATCH 3/3] Close', re: 1, text: patchText('close.c', ['a'], ['b']) }),
];

describe('The other place of what the user reads', () => {
	const content = seriesContent(readingOf(mails));
	const net = netContent(content);
	const [first, second, third] = content.patches.map(({ files }) => files[0]?.key ?? assert.fail());
	const [closed, opened] = net.files.map((file) => file.content.key);
	const place = (file = '', oldLine: number | null = null, newLine: number | null = null) => ({
		...{ file, oldLine, newLine },
	});

	it('is in the net diff the same line, or the file if that does not have the line', () => {
		assert.deepEqual(otherPlace(place(first, 2), net), place(opened, 2));
		assert.deepEqual(otherPlace(place(first, null, 3), net), place(opened, null, 3));
		assert.deepEqual(otherPlace(place(first, null, 2), net), place(opened), 'a later patch removes it');
		assert.deepEqual(otherPlace(place(third, 2), net), place(closed, 2));
	});

	it('is in the patches the line of the patch that changes it', () => {
		assert.deepEqual(otherPlace(place(opened, 2), net), place(first, 2));
		assert.deepEqual(otherPlace(place(opened, null, 2), net), place(second, null, 2));
		assert.deepEqual(otherPlace(place(opened, null, 3), net), place(first, null, 3));
		assert.deepEqual(otherPlace(place(opened), net), place(first));
	});

	it('is missing for a file that is no longer shown', () => {
		assert.equal(otherPlace(place('gone', 1), net), null);
	});
});
