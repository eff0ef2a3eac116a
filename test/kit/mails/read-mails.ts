import { parseMail } from '../../../src/mail/message/parse-mail.ts';
import { parsePatches } from '../../../src/mail/patch/parse-patch.ts';
import type { Patch } from '../../../src/mail/patch/patch.ts';
import { seriesMailOf } from '../../../src/patches/model/series/mails/from-mail.ts';
import type { SeriesMail } from '../../../src/patches/model/series/mails/series-mail.ts';

/** A mail as series are built from it, with its patches. */
export interface ReadMail extends SeriesMail {
	readonly patches: readonly Patch[];
}

export function readMail(envelope: string): ReadMail {
	const mail = parseMail(envelope);
	const patches = parsePatches(mail);
	return { ...seriesMailOf(mail, patches), patches };
}
