import { background } from '../../base/background.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import { textAfter } from '../../platform/model/text-after.ts';
import { emptyBody } from '../model/ticket-draft.ts';
import type { AddComment } from '../state/bulk-comments.ts';
import { draftAccountOf } from '../state/draft-format.ts';
import type { Tickets } from '../state/tickets.ts';

/** A line that the user writes as a comment, and that is kept with the other drafts until it is sent. */
export interface UnsentComment {
	/** What the user has written before. */
	readonly text: string;
	keep(text: string): void;
	/** Removes what was sent, and nothing else, when `add` has resolved. */
	send(text: string, add: AddComment): Promise<void>;
}

/** The draft of a ticket, or of a comment for several. */
interface Kept {
	readonly text: () => string;
	readonly save: (text: string) => Promise<unknown>;
	/** Runs `add` while no other window sends the draft, and then leaves `rest` in it. */
	readonly send: (text: string, rest: () => string, add: AddComment) => Promise<void>;
}

/** What the user has written for these tickets. */
export function unsentComment(tickets: Tickets, keys: readonly TicketKey[]): UnsentComment {
	const [only] = keys;
	const { text, save, send } = only && keys.length === 1 ? ofTicket(tickets, only) : ofSeveral(tickets, keys);
	const before = text();
	// The box for a line would join the lines.
	const isLine = !before.includes('\n');
	const below = (written: string) =>
		written.trim() === '' ? before : `${before.trimEnd()}\n\n${written.trimStart()}`;
	const keep = (written: string) => save(isLine ? written : below(written));
	return {
		text: isLine ? before : '',
		keep: (written) => background(keep(written)),
		send: async (written, add) => {
			await keep(written);
			const rest = () => {
				if (isLine) return textAfter(written, text());
				return text() === below(written) ? before : text();
			};
			await send(written, rest, add);
		},
	};
}

function ofTicket(tickets: Tickets, key: TicketKey): Kept {
	const { drafts } = tickets;
	const text = () => drafts.get(key)?.body.text ?? '';
	const withText = (written: string) => {
		const now = drafts.get(key);
		const account = draftAccountOf(key, tickets.of(key.account)?.session, now?.account);
		const base = tickets.known(key)?.updated ?? null;
		return { account, key, body: { ...(now?.body ?? { ...emptyBody, base }), text: written } };
	};
	const save = (written: string) => drafts.save(withText(written));
	// A refused comment is returned to the draft only after this.
	const send = (_: string, rest: () => string, add: AddComment) =>
		drafts.sendAlone(withText(text()), async () => {
			await add();
			await leave({ text, save }, rest());
		});
	return { text, save, send };
}

function ofSeveral({ bulkComments }: Tickets, keys: readonly TicketKey[]): Kept {
	const text = () => bulkComments.textOf(keys);
	const save = (written: string) => bulkComments.save(keys, written);
	const send = async (written: string, rest: () => string, add: AddComment) => {
		await bulkComments.send(keys, { text: written, now: text(), saved: Date.now() }, add);
		await leave({ text, save }, rest());
	};
	return { text, save, send };
}

/** The outbox has what is removed here, so a full disk must not make the command fail. */
async function leave({ text, save }: Pick<Kept, 'text' | 'save'>, rest: string): Promise<void> {
	if (rest !== text()) await save(rest).catch(() => {});
}
