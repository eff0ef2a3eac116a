import assert from 'node:assert/strict';
import { parseMail } from '../../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../../src/mail/patch/parse-patch.ts';
import type { DocumentLines, KeyedChange } from '../../../../src/patches/model/side-texts/document-lines.ts';
import type { VersionFile } from '../../../../src/patches/model/side-texts/file-lines.ts';
import { hunksOfSide } from '../../../../src/patches/model/side-texts/side-texts.ts';
import { parsed, text } from '../../../kit/mails/diff-text.ts';

/** The change of the file `x` with these hunks. */
export function changeOf<Key>(key: Key, ...lines: readonly string[]) {
	const { source, files } = parsed(text('diff --git a/x b/x', '--- a/x', '+++ b/x', ...lines));
	const [file = assert.fail()] = files;
	return { source, file, key };
}

/** The document with one side of what these patches change in a file: `shown`, by default the first change. */
export function documentOf(
	changes: readonly KeyedChange[],
	side: 'old' | 'new',
	shown: VersionFile = changes[0] ?? assert.fail(),
): DocumentLines {
	return { kind: 'file', changes, hunks: hunksOfSide(shown, side, true) };
}

/** The patch of a mail with this text. */
export function patchWith(...lines: readonly string[]) {
	const headers = [
		'From: Ana <ana@example.org>',
		'Subject: [PATCH] a: title',
		'Date: Mon, 2 Jan 2026 10:00:00 +0000',
	];
	const [patch = assert.fail()] = parsePatches(parseMail(`${text(...headers)}\n${text(...lines)}`));
	return patch;
}
