import assert from 'node:assert/strict';
import { patchesForDiffEditor } from '../../../../src/patches/page/diff-editor-patches.ts';
import { seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import { patchText, readingOf, sentMail } from '../../../kit/pages/readings.ts';

const list = { account: 'one', owner: '~ana', list: 'editor-devel' };

describe('What is opened in the diff editor', () => {
	const reading = readingOf([
		sentMail({ id: 1, subject: '[PATCH editor 1/3] Read ahead', text: patchText('src/open.c') }),
		sentMail({ id: 2, subject: '[PATCH editor 2/3] Cache names', re: 1, text: patchText('name.c') }),
	]);
	const open = (isChosen: Parameters<typeof patchesForDiffEditor>[2]) => {
		const { title, patches } = patchesForDiffEditor(
			{ ...list, mail: 1 },
			{ reading, content: seriesContent(reading) },
			isChosen,
		);
		return [title, patches.map(({ key, patch }) => [key, patch.subject.title])];
	};

	it('are the patches that were read, in the order of the series, with their keys', () =>
		assert.deepEqual(open(() => true).slice(1), [
			[
				[{ ...list, mail: 1, patch: 0 }, 'Read ahead'],
				[{ ...list, mail: 2, patch: 0 }, 'Cache names'],
			],
		]));

	it('is the chosen patch, with the title of the series', () =>
		assert.deepEqual(
			open(({ mailId }) => mailId === 2),
			[reading.version?.title, [[{ ...list, mail: 2, patch: 0 }, 'Cache names']]],
		));
});
