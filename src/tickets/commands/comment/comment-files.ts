import * as v from 'valibot';
import { count } from '../../../base/text/numbers.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { DraftFiles } from '../../../platform/editor/files/draft-files.ts';
import type { TextAddress } from '../../../platform/editor/files/text-files.ts';
import { refOf, type TicketKey, trackerRef } from '../../../platform/model/keys.ts';
import { newTextId } from '../../../platform/state/texts/text.ts';
import { type DraftBody, emptyBody, type TextKey } from '../../model/ticket-draft.ts';
import { inOrder, severalTickets, type TicketText, textKeyOf } from '../../state/changes/text-format.ts';
import type { WrittenTicketText } from '../../state/changes/text-sender.ts';
import type { Tickets } from '../../state/tickets.ts';

/** More names do not fit into the hover of a tab. */
const maxNames = 10;

const Query = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string(), ...severalTickets.entries }));

/** The comment that is written at an address. */
export function commentAt({ query }: TextAddress): v.InferOutput<typeof Query> {
	const comment = v.safeParse(Query, query);
	if (!comment.success) throw new ForgeError('missing', 'There is no comment at this address.');
	return comment.output;
}

/** `~ana/editor#3`, or only `#3` after another ticket of the same tracker. */
const nameAfter = (before: TicketKey | undefined, key: TicketKey): string =>
	before && trackerRef(before) === trackerRef(key) ? `#${key.ticket}` : refOf(key);

/** The comments for several tickets as files. */
export class CommentFiles extends DraftFiles<TextKey, DraftBody> {
	readonly #tickets: Tickets;

	constructor(tickets: Tickets) {
		super(tickets.texts);
		this.#tickets = tickets;
	}

	/**
	 * The address of the file in which the user writes a comment for several tickets. While the comment is not sent, the same tickets have the
	 * same address. Its path names them, because VS Code shows it; its query identifies the text.
	 */
	addressOf(chosen: readonly TicketKey[], id = this.#idOf(chosen)): TextAddress {
		const tickets = inOrder(chosen);
		const names = tickets.slice(0, maxNames).map((key, at) => nameAfter(tickets[at - 1], key));
		const more = tickets.length - names.length;
		const folder = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
		return {
			path: `/${folder}/Comment on ${count(tickets.length, 'ticket')}.md`,
			query: JSON.stringify({ id, tickets }),
		};
	}

	idAt(address: TextAddress): string {
		return commentAt(address).id;
	}

	protected textOf({ text }: DraftBody): string {
		return text;
	}

	protected next(
		address: TextAddress,
		text: string,
		before?: WrittenTicketText | TicketText,
	): WrittenTicketText {
		const body = { ...emptyBody, text: text.trim() === '' ? '' : text };
		return this.#tickets.textSender.newText(textKeyOf(commentAt(address).tickets), body, before);
	}

	#idOf(tickets: readonly TicketKey[]): string {
		return this.texts.editingOf(textKeyOf(tickets))?.id ?? newTextId();
	}
}
