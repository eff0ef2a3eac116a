import { combineChanges } from '../../../src/patches/model/net-diff/combine-changes.ts';
import { type FullMail, parseFullMail } from '../../../src/patches/model/series/mails/full-mail.ts';
import { hasTicketNumber, ticketNamesIn } from '../../../src/patches/model/ticket-names.ts';
import { fileDiff } from '../../../src/patches/page/parts/file-diff.ts';
import { mailText } from '../../../src/patches/page/parts/mail-parts.ts';
import { netContent } from '../../../src/patches/page/parts/net-content.ts';
import { seriesContent } from '../../../src/patches/page/parts/series-content.ts';
import { peopleByAddress } from '../../../src/patches/page/people/people-by-address.ts';
import { peopleInTrailers } from '../../../src/patches/page/people/trailer-people.ts';
import { seriesSnapshot } from '../../../src/patches/page/snapshot.ts';
import { type MailSummary, withText } from '../../../src/patches/state/mails/mail-summary.ts';
import { inputBase } from '../pages/input-base.ts';
import { patchText, readingOf, sentMail } from '../pages/readings.ts';

const home = {
	lists: 'https://lists.example.org',
	trackers: 'https://todo.example.org',
	repositories: 'https://git.example.org',
};
const tracker = { owner: '~ana', tracker: 'editor' };
const account = { canonical_name: '~bob', name: 'bob' };
/** A page asks for the diffs in view. */
const maxDiffs = 20;
const linesBetweenReplies = 7;

const knownPatch = sentMail({
	id: 1,
	subject: '[PATCH editor] Open files faster',
	text: patchText('open.c'),
});

/** What another mail replies to it with: its text with quotation marks, and words below some lines. */
function answerTo({ id, mail }: FullMail): FullMail {
	const quoted = mail.text
		.split('\n')
		.map((line, at) => (at % linesBetweenReplies === 0 ? `> ${line}\n\nWhy?\n` : `> ${line}`));
	const text = `On Tue, Ana wrote:\n${quoted.join('\n')}\n\nReviewed-by: Bob <bob@example.org>\n`;
	const answer = sentMail({ id: id + 1, subject: `Re: ${mail.subject.slice(0, 1000)}`, text });
	return { ...answer, parentId: id };
}

/** Runs all that lists and pages run on a mail: alone, with replies to it, and as a reply to a patch. */
export function showMail(envelope: string): void {
	const listed = { id: 2, created: '2026-11-03T10:00:00Z', parent: null, thread: null, sender: account };
	const fullMail = parseFullMail(listed, envelope);
	const answer = answerTo(fullMail);
	showInList(fullMail);
	showPage([fullMail, answer, answerTo(answer)]);
	showPage([knownPatch, { ...fullMail, parentId: knownPatch.id }]);
}

function listedOf({ id, mail, sender }: FullMail): MailSummary {
	const { subject, messageId = '' } = mail;
	const rest = { parent: null, thread: null, patchset: null, isPull: false };
	return { id, created: '2026-11-03T10:00:00Z', subject, messageId, sender, ...rest };
}

function showInList(fullMail: FullMail): void {
	withText(listedOf(fullMail), fullMail, home);
	hasTicketNumber(fullMail);
	ticketNamesIn(fullMail.mail.subject);
}

function showPage(mails: readonly FullMail[]): void {
	const people = peopleByAddress(mails.map(listedOf), mails);
	const links = { instances: [home], home, tracker, people: peopleInTrailers(people, mails) };
	for (const mail of mails) mailText(mail, links, new Set());
	const reading = readingOf(mails);
	const content = seriesContent(reading);
	const { isUnseen, now, zone } = inputBase;
	const key = { account: 'one', owner: '~ana', list: 'editor-devel', mail: 1 };
	seriesSnapshot({ ...inputBase, key, known: { reading, content }, links, people });
	for (const file of [...content.files.values()].slice(0, maxDiffs)) {
		for (const ignoresWhitespace of [false, true])
			fileDiff(file, {
				ignoresWhitespace,
				links,
				paths: content.paths,
				mails: reading.mails,
				isUnseen,
				now,
				zone,
			});
		// As if a second patch changed the file.
		const change = { source: file.patch.source, file: file.file };
		combineChanges([change, change]);
	}
	netContent(content);
}
