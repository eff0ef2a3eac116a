import { background } from '../../../base/background.ts';
import type { TicketKey } from '../../../platform/model/keys.ts';
import { newTextId } from '../../../platform/state/texts/text.ts';
import { emptyBody, isSame, type TextKey } from '../../model/ticket-draft.ts';
import { type TicketText, textKeyOf } from '../../state/changes/text-format.ts';
import type { WrittenTicketText } from '../../state/changes/text-sender.ts';
import type { Tickets } from '../../state/tickets.ts';

/** A comment that the user writes in an input box, in one line. It is kept with the other drafts until it is sent. */
export class CommentLine {
	/** What the user has written before. */
	readonly text: string;
	readonly #tickets: Tickets;
	readonly #key: TextKey;
	/** Not that of the window, which also writes versions: those of texts that were not sent and are edited again. */
	readonly #writer = newTextId();
	#last: WrittenTicketText | TicketText | undefined;

	constructor(tickets: Tickets, keys: readonly TicketKey[]) {
		this.#tickets = tickets;
		this.#key = textKeyOf(keys);
		const before = tickets.texts.editingOf(this.#key);
		const isLine =
			before !== undefined &&
			!before.body.text.includes('\n') &&
			isSame({ ...before.body, text: '' }, emptyBody);
		// The box would join the lines of a longer text, so the line is a text of its own.
		this.#last = isLine ? before : undefined;
		this.text = isLine ? before.body.text : '';
	}

	/** Keeps what the user has written so far. */
	keep(text: string): WrittenTicketText {
		const tickets = this.#tickets;
		const key = this.#key;
		const base = 'ticket' in key ? (tickets.known(key)?.updated ?? null) : null;
		const next = tickets.textSender.newText(key, { ...emptyBody, base, text }, this.#last);
		const written = { ...next, writer: this.#writer };
		this.#last = written;
		background(tickets.texts.write(written));
		return written;
	}
}
