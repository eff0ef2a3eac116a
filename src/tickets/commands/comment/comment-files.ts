import * as v from 'valibot';
import { count } from '../../../base/text/numbers.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { TextAddress, TextSource } from '../../../platform/editor/files/text-files.ts';
import { refOf, type TicketKey, trackerRef } from '../../../platform/model/keys.ts';
import { withLineFeeds } from '../../../platform/model/line-breaks.ts';
import { textAfter } from '../../../platform/model/text-after.ts';
import type { SentText } from '../../model/line-below.ts';
import { type BulkComments, inOrder, sentError } from '../../state/changes/bulk-comments.ts';
import { type AddComment, movedComment } from '../../state/changes/moved-text.ts';

/** More names do not fit into the hover of a tab. */
const mostNames = 10;

/**
 * The address of the file in which the user writes a comment for several tickets. The same tickets have the same address. Its path names
 * them, because VS Code shows it; its query identifies them.
 */
export function commentAddress(chosen: readonly TicketKey[]): TextAddress {
	const tickets = inOrder(chosen);
	const names = tickets.slice(0, mostNames).map((key, at) => nameAfter(tickets[at - 1], key));
	const more = tickets.length - names.length;
	const folder = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
	return {
		path: `/${folder}/Comment on ${count(tickets.length, 'ticket')}.md`,
		query: JSON.stringify(tickets),
	};
}

/** `~ana/editor#3`, or only `#3` after another ticket of the same tracker. */
const nameAfter = (before: TicketKey | undefined, key: TicketKey): string =>
	before && trackerRef(before) === trackerRef(key) ? `#${key.ticket}` : refOf(key);

/** The tickets of the comment that is written at an address. */
export function ticketsAt({ query }: Pick<TextAddress, 'query'>): readonly TicketKey[] {
	const tickets = v.safeParse(v.pipe(v.string(), v.parseJson(), movedComment.entries.tickets), query);
	if (!tickets.success) throw new ForgeError('missing', 'There is no comment at this address.');
	return inOrder(tickets.output);
}

/** What an editor shows. */
interface Shown {
	readonly text: string;
	/** What is kept of the text. Not all of it if its beginning was sent. */
	readonly kept: string;
	/** When the version was saved that the text is based on, to know whether it was sent since. */
	readonly saved: number;
}

/** The comments for several tickets as files. They are kept on this machine while the user types, and until they are sent. */
export class CommentFiles implements TextSource {
	readonly #comments: BulkComments;
	readonly #shown = new Map<string, Shown>();
	/** Keeps texts in the order in which they were written. */
	#keeping: Promise<unknown> = Promise.resolve();

	constructor(comments: BulkComments) {
		this.#comments = comments;
	}

	async read({ query }: TextAddress): Promise<string> {
		const tickets = ticketsAt({ query });
		const draft = this.#comments.drafts.get(tickets);
		const saved = draft?.saved ?? Date.now();
		const sent = draft && (await this.#comments.sentSince(tickets, saved));
		const text = sent === undefined ? (draft?.body.text ?? '') : textAfter(sent, draft?.body.text ?? '');
		this.#shown.set(query, { text, kept: draft?.body.text ?? '', saved });
		return text;
	}

	async write(address: TextAddress, text: string): Promise<void> {
		await this.keep(address, text);
		await this.#comments.drafts.settled();
	}

	/**
	 * Keeps what an editor shows, without what was sent of it. Resolves when it is on disk. Fails rather than overwrite what was written
	 * elsewhere.
	 */
	async keep({ query }: Pick<TextAddress, 'query'>, written: string): Promise<void> {
		const { saving } = await this.#inOrder(() => this.#keep(query, withLineFeeds(written)));
		await saving;
	}

	/** Whether an editor that shows this text, all of it saved, is up to date. */
	isCurrent(address: Pick<TextAddress, 'query'>, text: string): boolean {
		return this.#comments.textOf(ticketsAt(address)) === text;
	}

	/** The kept text, if it continues that of an editor. VS Code may restore an older text than the one that was kept. */
	newerThan({ query }: Pick<TextAddress, 'query'>, text: string): string | undefined {
		if (this.#shown.has(query)) return undefined;
		const kept = this.#comments.textOf(ticketsAt({ query }));
		return kept !== text && kept.startsWith(text) ? kept : undefined;
	}

	/** Moves a text that an editor has shown to the outbox. What was written after it stays. Fails if it was sent or changed elsewhere. */
	async send({ query }: Pick<TextAddress, 'query'>, text: string, add: AddComment): Promise<void> {
		// What is typed meanwhile is kept afterwards, without what was sent.
		await this.#inOrder(() => this.#send(query, text, add));
	}

	/** Keeps a draft that the user does not write in the editor. One that was up to date still is, though it shows the text before. */
	async keepLine(tickets: readonly TicketKey[], draft: string): Promise<void> {
		const follow = this.#follow(tickets);
		const saving = this.#comments.save(tickets, draft);
		follow();
		await saving;
	}

	/** Moves a line that the user has not written in the editor to the outbox. */
	async sendLine(tickets: readonly TicketKey[], line: SentText, add: AddComment): Promise<void> {
		await this.#inOrder(async () => {
			const follow = this.#follow(tickets);
			const now = this.#comments.textOf(tickets);
			await this.#comments.send(tickets, { ...line, now, saved: Date.now() }, add);
			follow();
		});
	}

	/** The kept text, if it was written elsewhere in this window than in an editor that shows `text`, and all of that was kept. */
	keptInsteadOf(address: Pick<TextAddress, 'query'>, text: string): string | undefined {
		const shown = this.#shown.get(address.query);
		if (shown?.text !== text || this.isCurrent(address, text)) return undefined;
		return this.isCurrent(address, shown.kept) ? shown.kept : undefined;
	}

	/** An editor shows only what was written after the text that was sent. */
	didRemoveSent({ query }: Pick<TextAddress, 'query'>): void {
		const shown = this.#shown.get(query);
		if (shown) this.#shown.set(query, { ...shown, saved: Date.now() });
	}

	/** Runs `work` after what was written before is kept. */
	#inOrder<T>(work: () => Promise<T>): Promise<T> {
		const working = this.#keeping.then(work);
		this.#keeping = working.catch(() => {});
		return working;
	}

	/** Called before the kept text changes. The result is called afterwards. */
	#follow(tickets: readonly TicketKey[]): () => void {
		const { query } = commentAddress(tickets);
		const kept = () => this.#comments.textOf(tickets);
		if (this.#shown.get(query)?.kept !== kept()) return () => {};
		return () => this.#shown.set(query, { ...this.#shownAt(query), kept: kept() });
	}

	async #send(query: string, text: string, add: AddComment): Promise<void> {
		const tickets = ticketsAt({ query });
		const { kept, saved } = this.#shownAt(query);
		if ((await this.#comments.sentSince(tickets, saved)) === text) throw sentError();
		if (this.#comments.textOf(tickets) !== kept) throw changedError();
		await this.#comments.send(tickets, { text, now: kept, saved }, add);
		this.#shown.set(query, { ...this.#shownAt(query), kept: this.#comments.textOf(tickets) });
	}

	async #keep(query: string, text: string): Promise<{ readonly saving: Promise<void> }> {
		const tickets = ticketsAt({ query });
		const shown = this.#shownAt(query);
		const sent = await this.#comments.sentSince(tickets, shown.saved);
		const rest = sent === undefined ? text : textAfter(sent, text);
		const now = this.#comments.textOf(tickets);
		if (now !== shown.kept && !rest.startsWith(now)) throw changedError();
		const isNewVersion = sent === undefined && text !== shown.text;
		const kept = rest.trim() === '' ? '' : rest;
		this.#shown.set(query, { text, kept, saved: isNewVersion ? Date.now() : shown.saved });
		return { saving: this.#comments.save(tickets, rest) };
	}

	/** VS Code restores an unsaved text without reading it. */
	#shownAt(query: string): Shown {
		const kept = this.#comments.drafts.get(ticketsAt({ query }));
		return this.#shown.get(query) ?? { text: '', kept: '', saved: kept?.saved ?? 0 };
	}
}

const changedError = () =>
	new ForgeError(
		'refused',
		'The comment for these tickets was changed outside this editor, so nothing was saved or sent. To continue, copy your text, press Revert, and paste it into the new version.',
	);
