import assert from 'node:assert/strict';
import { parseFullMail } from '../../../../../../src/patches/model/series/mails/full-mail.ts';

const listed = { id: 7, created: '2026-11-03T10:20:30Z', parent: 5, thread: 3, sender: null };
const lines = (...all: readonly string[]) => all.join('\r\n');

describe('A whole mail', () => {
	it('has its text and its patches, and where it is in its thread', () => {
		const raw = lines(
			...['From: Ana <ana@example.org>', 'Subject: [PATCH] Open files', '', 'Files open.', '---'],
			...['diff --git a/a b/a', '--- a/a', '+++ b/a', '@@ -1 +1 @@', '-one', '+two', ''],
		);
		const { mail, patches, ...rest } = parseFullMail(listed, raw);
		assert.deepEqual(rest, {
			...{ id: 7, parentId: 5, threadId: 3, arrived: Date.UTC(2026, 10, 3, 10, 20, 30), sender: null },
			raw,
		});
		assert.equal(mail.from.email, 'ana@example.org');
		assert.deepEqual(
			patches.map(({ subject, files }) => [subject.title, files.map((file) => file.new)]),
			[['Open files', ['a']]],
		);
	});

	it('can be read whatever it says', () => {
		for (const raw of ['', '\0', 'Subject', ': \r\n\r\n', '\ud800', '-- \n'.repeat(1000)]) {
			const read = parseFullMail({ ...listed, created: '?', parent: null, thread: null }, raw);
			assert.deepEqual([read.arrived, read.parentId, read.threadId], [undefined, undefined, undefined]);
			assert.deepEqual(read.patches, []);
		}
	});
});
