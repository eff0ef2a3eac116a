import assert from 'node:assert/strict';
import { threadReplies } from '../../../../../src/review/page/diff-editor/thread-replies.ts';
import { aSeries } from '../../../../kit/pages/a-series.ts';

describe('The replies of a thread of an editor', () => {
	it('have author, subject, time and text; a subject once', () => {
		const { reading, content } = aSeries();
		const [thread] = content.patches.flatMap(({ files }) => files.flatMap(({ threads }) => threads));
		assert.ok(thread);
		assert.deepEqual(threadReplies(thread.parts, reading.mails), [
			{
				mail: 4,
				author: 'Ana by email',
				label: 'Re: [PATCH editor 1/2]',
				sentAt: Date.UTC(2026, 10, 4, 12),
				markdown: 'Why\\?\n\nReviewed\\-by\\: Ana &lt;ana\\@work\\.example&gt;',
			},
			{
				mail: 5,
				author: 'Bob by email',
				label: 'Something else',
				sentAt: Date.UTC(2026, 10, 5, 12),
				markdown: 'It is shorter\\.',
			},
		]);
	});
});
