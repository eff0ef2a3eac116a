import type { Patchset } from '../../../src/forge/shapes/lists.ts';
import { seriesMailOf } from '../../../src/patches/model/series/mails/from-mail.ts';
import { seriesPatchsetOf } from '../../../src/patches/model/series/mails/from-patchset.ts';
import { type FullMail, parseFullMail } from '../../../src/patches/model/series/mails/full-mail.ts';
import { chainsOf } from '../../../src/patches/model/series/series.ts';
import type { SeriesReading } from '../../../src/patches/model/series-reading.ts';

interface SentMail {
	readonly id: number;
	readonly subject: string;
	/** The id of the mail that it answers. */
	readonly re?: number;
	readonly from?: string;
	/** The user name of the sender's account, with the tilde. */
	readonly account?: string;
	readonly day?: number;
	readonly text?: string;
}

/** A mail as a forge sends it, with its text. */
export function sentMail({
	id,
	subject,
	re,
	from = 'Bob <bob@example.org>',
	account,
	day = id,
	text = 'Text.\n',
}: SentMail): FullMail {
	const date = new Date(Date.UTC(2026, 10, day, 12));
	const lines = [
		`From: ${from}`,
		'To: ~ana/editor-devel@lists.example.org',
		`Subject: ${subject}`,
		`Date: ${date.toUTCString().replace('GMT', '+0000')}`,
		`Message-ID: <${id}@example.org>`,
		...(re === undefined ? [] : [`In-Reply-To: <${re}@example.org>`]),
		'',
		...text.split('\n'),
	];
	const sender = account === undefined ? null : { canonical_name: account, name: account.slice(1) };
	const listed = { id, created: date.toISOString(), parent: re ?? null, thread: null, sender };
	return parseFullMail(listed, lines.join('\r\n'));
}

/** The text of a patch that changes a file. */
export const patchText = (
	path: string,
	removed: readonly string[] = ['old'],
	added: readonly string[] = ['new'],
): string =>
	[
		`Change ${path}.`,
		'',
		'Signed-off-by: Bob <bob@example.org>',
		'---',
		` ${path} | 2 +-`,
		' 1 file changed, 1 insertion(+), 1 deletion(-)',
		'',
		`diff --git a/${path} b/${path}`,
		'index 1111111..2222222 100644',
		`--- a/${path}`,
		`+++ b/${path}`,
		`@@ -1,${removed.length + 2} +1,${added.length + 2} @@ int main(void)`,
		' {',
		...removed.map((line) => `-${line}`),
		...added.map((line) => `+${line}`),
		' }',
		'-- ',
		'2.43.0',
		'',
	].join('\n');

interface Known {
	/** The number of the shown version: by default the newest. */
	readonly version?: number;
	readonly patchsets?: readonly Patchset[];
	readonly unread?: readonly number[];
	readonly newerPatches?: readonly string[];
}

/** What is read of the first series in these mails, or of their thread if there is none. */
export function readingOf(
	mails: readonly FullMail[],
	{ version: number, patchsets = [], unread = [], newerPatches = [] }: Known = {},
): SeriesReading {
	const series = mails.map((fullMail) => ({
		...seriesMailOf(fullMail.mail, fullMail.patches),
		messageId: fullMail.mail.messageId ?? '',
		id: fullMail.id,
		isFromGuessed: false,
	}));
	const [chain] = chainsOf(
		series,
		patchsets.map((one) => seriesPatchsetOf(one)),
	);
	const version =
		number === undefined ? chain?.versions.at(-1) : chain?.versions.find((one) => one.version === number);
	return {
		chain,
		version,
		patchsets: new Map(patchsets.map((patchset) => [patchset.id, patchset])),
		mails: new Map(mails.map((fullMail) => [fullMail.id, fullMail])),
		unread,
		newerPatches,
	};
}
