import { parseMail } from '../../../../../src/patches/model/mail/parse-mail.ts';
import { parsePatches } from '../../../../../src/patches/model/patch/parse-patch.ts';
import {
	type ComparedPatch,
	comparedPatch,
} from '../../../../../src/patches/model/rangediff/compared-patch.ts';

/** Reads what `git format-patch --stdout` writes. */
export const readPatches = (text: string): readonly ComparedPatch[] =>
	text
		.split(/^(?=From [0-9a-f]{40} Mon Sep 17)/m)
		.filter((mail) => mail !== '')
		.flatMap((mail) => parsePatches(parseMail(mail)).map(comparedPatch));
