import { ForgeError } from '../../forge/errors.ts';
import type { TextAddress, TextSource } from '../../platform/editor/text-files.ts';
import { refOf, type TicketKey, trackerRef } from '../../platform/model/keys.ts';
import { withLineFeeds } from '../../platform/model/line-breaks.ts';
import { count } from '../../platform/model/words.ts';
import type { BulkComments } from '../state/bulk-comments.ts';

/** More names do not fit into the hover of a tab. */
const mostNames = 10;

/** The address of the file in which the user writes a comment for several tickets. Its path names them, because VS Code shows it. */
export function commentAddress(id: string, tickets: readonly TicketKey[]): TextAddress {
	const names = tickets.slice(0, mostNames).map((key, at) => nameAfter(tickets[at - 1], key));
	const more = tickets.length - names.length;
	const folder = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
	return { path: `/${folder}/Comment on ${count(tickets.length, 'ticket')}.md`, query: id };
}

/** `~ana/editor#3`, or only `#3` after another ticket of the same tracker. */
const nameAfter = (before: TicketKey | undefined, key: TicketKey): string =>
	before && trackerRef(before) === trackerRef(key) ? `#${key.ticket}` : refOf(key);

/** The id of the comment that is written at an address. */
export const commentIdOf = ({ query }: TextAddress): string => query;

const sentError = () => new ForgeError('missing', 'The comment was already sent. Copy your text to keep it.');

/** The comments for several tickets as files. Saving one keeps it on this machine. */
export class CommentFiles implements TextSource {
	readonly #comments: BulkComments;

	constructor(comments: BulkComments) {
		this.#comments = comments;
	}

	async read(address: TextAddress): Promise<string> {
		const comment = await this.#comments.read(commentIdOf(address));
		if (!comment) throw sentError();
		return comment.text;
	}

	async write(address: TextAddress, text: string): Promise<void> {
		if (!(await this.#comments.save(commentIdOf(address), withLineFeeds(text)))) throw sentError();
	}
}
