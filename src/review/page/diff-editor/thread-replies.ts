import { visible } from '../../../base/text/invisible-characters.ts';
import type { PlacedPart } from '../../../mail/replies/place-replies.ts';
import type { FullMail } from '../../../patches/model/series/mails/full-mail.ts';
import { shownReplies } from '../../../patches/page/parts/shown-replies.ts';
import { personText } from '../../../platform/model/words.ts';
import { replyMarkdown } from './reply-markdown.ts';

/** A reply as a comment of an editor. */
export interface ThreadReply {
	/** The forge's id of its mail. */
	readonly mail: number;
	readonly author: string;
	/** The subject of the mail, unless it is that of the reply above. */
	readonly label: string;
	/** When it was sent, in milliseconds since 1970. Undefined if that is not known. */
	readonly sentAt: number | undefined;
	readonly markdown: string;
}

/** The mails of a list have no forge to refer to in an editor, only web addresses. */
const links = { instances: [], tracker: undefined, people: new Map<string, string>() };

/** The replies of a thread, oldest first, with the same texts as on the page. */
export const threadReplies = (
	parts: readonly PlacedPart[],
	mails: ReadonlyMap<number, FullMail>,
): readonly ThreadReply[] =>
	shownReplies(parts, { links, paths: new Set(), mails, isUnseen: () => false, now: 0, zone: 'UTC' }).map(
		({ mail, by, subject, blocks }) => {
			const read = mails.get(mail);
			return {
				mail,
				author: visible(personText(by)),
				label: subject,
				sentAt: read?.mail.date ?? read?.arrived,
				markdown: replyMarkdown(blocks),
			};
		},
	);
