import assert from 'node:assert/strict';
import { parseMail } from '../../../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../../../src/mail/patch/parse-patch.ts';
import { seriesMailOf } from '../../../../../../src/patches/model/series/mails/from-mail.ts';

const read = (...lines: readonly string[]) => {
	const mail = parseMail(['From: Ana <ana@mail.test>', ...lines].join('\n'));
	return seriesMailOf(mail, parsePatches(mail));
};

const diff = ['---', 'diff --git a/a b/a', '--- a/a', '+++ b/a', '@@ -1 +1 @@', '-a', '+b'];

describe('What a series knows of a mail', () => {
	it('includes the title that the text gives to the patch', () => {
		const { subject } = read('Subject: [PATCH 2/3] A', '', 'Subject: B', '', 'Why', ...diff);
		assert.deepEqual([subject.number, subject.title], [2, 'B']);
	});

	const list = ['Ana (1):', '  One', ''];
	const differences = ['Interdiff against v1:', ...diff.slice(1)];
	for (const [what, subject, lines, kind] of [
		['a cover letter without a number', '[PATCH] All', list, 'cover'],
		['one with the differences to the version before', '[PATCH v2] All', [...list, ...differences], 'cover'],
		['a patch with such a list in its message', '[PATCH] All', [...list, ...diff], 'patch'],
		[
			'a patch with such a list and similar words',
			'[PATCH] All',
			['', 'Interdiffs', ...list, ...diff],
			'patch',
		],
		['a patch with such differences in its notes', '[PATCH v2] All', ['---', ...differences], 'patch'],
		['a reply with such a list', 'Re: [PATCH] All', list, 'reply'],
		['a mail with such a list', 'All', list, 'other'],
	] as const) {
		it(`includes what ${what} lists`, () => {
			const mail = read(`Subject: ${subject}`, '', ...lines);
			assert.deepEqual([mail.kind, mail.listed], [kind, kind === 'cover' ? [['One']] : []]);
		});
	}

	const id = '0123456789abcdef0123456789abcdef01234567';
	for (const [what, lines, expected] of [
		['are read', ['change-id: 20260101-a-b', `base-commit: ${id}`], ['20260101-a-b', id]],
		['are read with carriage returns', ['change-id: x\r', `base-commit: ${id}\r`], ['x', id]],
		['are not read in quotes', ['> change-id: x', `> base-commit: ${id}`], [undefined, undefined]],
		['are not those of Gerrit', [`change-id: I${id}`, 'base-commit: HEAD'], [undefined, undefined]],
		['are not read with spaces', ['change-id: a b', 'change-id: c'], ['c', undefined]],
	] as const) {
		it(`includes trailers, which ${what}`, () => {
			const { changeId, baseCommit } = read('Subject: [PATCH 0/2] A', '', ...lines);
			assert.deepEqual([changeId, baseCommit], expected);
		});
	}
});
