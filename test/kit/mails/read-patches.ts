import { parseMail } from '../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../src/mail/patch/parse-patch.ts';
import { type RangeDiffPatch, toRangeDiffPatch } from '../../../src/mail/range-diff/range-diff-patch.ts';

/** Reads what `git format-patch --stdout` writes. */
export const readPatches = (text: string): readonly RangeDiffPatch[] =>
	text
		.split(/^(?=From [0-9a-f]{40} Mon Sep 17)/m)
		.filter((mail) => mail !== '')
		.flatMap((mail) => parsePatches(parseMail(mail)).map(toRangeDiffPatch));
