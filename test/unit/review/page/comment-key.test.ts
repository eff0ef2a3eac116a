import assert from 'node:assert/strict';
import { netContent } from '../../../../src/patches/page/parts/net-content.ts';
import { seriesContent } from '../../../../src/patches/page/parts/series-content.ts';
import type { CommentPlace } from '../../../../src/patches/page/protocol/comment-protocol.ts';
import { keyAt } from '../../../../src/review/page/comment-key.ts';
import { linesAt } from '../../../../src/review/page/comment-places.ts';
import { readingOf, sentMail } from '../../../kit/pages/readings.ts';

const change = (from: string, to: string) =>
	`Say ${to}.\n\n---\ndiff --git a/a.c b/a.c\n--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,2 @@\n one\n-${from}\n+${to}\n-- \n2.50\n`;

const reading = readingOf([
	sentMail({ id: 1, subject: '[PATCH 0/2] Words', text: 'All words.\n' }),
	sentMail({ id: 2, subject: '[PATCH 1/2] German', re: 1, text: change('two', 'zwei') }),
	sentMail({ id: 3, subject: '[PATCH 2/2] French', re: 1, text: change('zwei', 'deux') }),
]);
const content = seriesContent(reading);
const list = { account: 'one', owner: '~ana', list: 'editor-devel' };
const addedTo = (file: string): CommentPlace => {
	const line = { oldLine: null, newLine: 2 };
	return { kind: 'lines', file, first: line, last: line };
};

describe('What is at a place of a page', () => {
	it('is the same for a place in a patch, in what all patches change together, and in a mail', () => {
		const [combined = assert.fail()] = netContent(content).files;
		assert.ok(!content.files.has(combined.content.key));
		const mail = { kind: 'text', mail: 1, text: 'mail', patch: '', first: 0, last: 0, quoted: '' } as const;
		for (const [at, net] of [
			[addedTo('3.0.0'), undefined],
			[addedTo(combined.content.key), netContent(content)],
			[mail, undefined],
		] as const) {
			const key = { ...list, ...linesAt(at, { content, net, mails: reading.mails }) };
			assert.deepEqual(keyAt(at, list, reading), key);
		}
		assert.throws(() => keyAt(addedTo('9.0.0'), list, reading), /No mail has these lines/);
	});
});
