import type { Mail } from '../../../src/patches/model/mail/mail.ts';
import { trailersInText } from '../../../src/patches/model/mail/trailers.ts';
import { parsePatches } from '../../../src/patches/model/patch/parse-patch.ts';
import type { Patch } from '../../../src/patches/model/patch/patch.ts';
import { isPull } from '../../../src/patches/model/patch/pull.ts';
import { parseSubject } from '../../../src/patches/model/patch/subject.ts';
import { kindOf } from '../../../src/patches/model/series/kind.ts';
import type { SeriesMail } from '../../../src/patches/model/series/series-mail.ts';

/** What the model knows of a mail before it looks at others. */
export interface ReadMail extends SeriesMail {
	readonly patches: readonly Patch[];
}

/** A parsed mail as series are built from it. */
export function readMail(mail: Mail): ReadMail {
	const patches = parsePatches(mail);
	const subject = parseSubject(mail.subject);
	const trailers = trailersInText(mail.text);
	const valueOf = (name: string) => trailers.find(({ key }) => key.toLowerCase() === name)?.value;
	const { messageId, inReplyTo, references, from, date } = mail;
	return {
		...{ messageId, inReplyTo, references, from, date, subject, patches },
		kind: kindOf({ subject, hasPatches: patches.length > 0, isPull: isPull(mail), inReplyTo }),
		changeId: valueOf('change-id'),
		baseCommit: valueOf('base-commit'),
	};
}
