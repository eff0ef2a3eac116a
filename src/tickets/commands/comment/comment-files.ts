import * as v from 'valibot';
import { count } from '../../../base/text/numbers.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { TextAddress, TextSource } from '../../../platform/editor/files/text-files.ts';
import { refOf, type TicketKey, trackerRef } from '../../../platform/model/keys.ts';
import { withLineFeeds } from '../../../platform/model/line-breaks.ts';
import { newTextId } from '../../../platform/state/texts/text.ts';
import { emptyBody } from '../../model/ticket-draft.ts';
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

/** The comments for several tickets as files. They are kept on this machine while the user types, and until they are sent. */
export class CommentFiles implements TextSource {
	readonly #tickets: Tickets;
	/** What each editor has written or read last, by the id of the text. */
	readonly #last = new Map<string, WrittenTicketText | TicketText>();
	/** The texts that are being sent. What is typed meanwhile is kept once it is known that the sending has begun. */
	readonly #sending = new Set<string>();

	constructor(tickets: Tickets) {
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

	async read(address: TextAddress): Promise<string> {
		const { id } = commentAt(address);
		const text = this.#tickets.texts.get(id);
		if (text) this.#last.set(id, text);
		return this.textAt(address);
	}

	async write(address: TextAddress, text: string): Promise<void> {
		await this.keep(address, text);
		await this.#tickets.texts.settled();
	}

	/** What is kept at an address; empty if that was sent. */
	textAt(address: TextAddress): string {
		const text = this.#tickets.texts.get(commentAt(address).id);
		return text?.state === 'editing' ? text.body.text : '';
	}

	/** Keeps what an editor shows. Resolves when it is on disk. */
	async keep(address: TextAddress, text: string): Promise<void> {
		const { id } = commentAt(address);
		if (!this.#sending.has(id)) await this.#tickets.texts.write(this.written(address, text));
	}

	/** The next version of the text of an editor. */
	written(address: TextAddress, text: string): WrittenTicketText {
		const { id, tickets } = commentAt(address);
		const { texts, textSender } = this.#tickets;
		const account = texts.get(id)?.account;
		const before = this.#last.get(id);
		const body = { ...emptyBody, text: text.trim() === '' ? '' : withLineFeeds(text) };
		const key = textKeyOf(tickets);
		// The editor and an input box are different writers.
		const next = { ...textSender.newText(key, body, before), id, writer: `${texts.writer}e` };
		this.#last.set(id, next);
		return account ? { ...next, account } : next;
	}

	/** The kept text, if it continues that of an editor. VS Code may restore an older text than the one that was kept. */
	newerThan(address: TextAddress, text: string): string | undefined {
		if (this.#last.has(commentAt(address).id)) return undefined;
		const kept = this.textAt(address);
		return kept !== text && kept.startsWith(text) ? kept : undefined;
	}

	/** Keeps nothing of what is typed until `work` has ended: it belongs to the next comment. */
	async whileSending<T>(address: TextAddress, work: () => Promise<T>): Promise<T> {
		const { id } = commentAt(address);
		this.#sending.add(id);
		try {
			return await work();
		} finally {
			this.#sending.delete(id);
		}
	}

	#idOf(tickets: readonly TicketKey[]): string {
		return this.#tickets.texts.editingOf(textKeyOf(tickets))?.id ?? newTextId();
	}
}
