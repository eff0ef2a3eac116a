import { background } from '../../../base/background.ts';
import type { TicketKey } from '../../../platform/model/keys.ts';
import { draftWith, draftWithout, type SentText } from '../../model/line-below.ts';
import { emptyBody } from '../../model/ticket-draft.ts';
import { draftAccountOf } from '../../state/changes/draft-format.ts';
import type { AddComment } from '../../state/changes/moved-text.ts';
import type { Tickets } from '../../state/tickets.ts';
import type { CommentEditor } from './comment-editor.ts';

/** A line that the user writes as a comment, and that is kept with the other drafts until it is sent. */
export interface LineDraft {
	/** What the user has written before. */
	readonly text: string;
	/** Does nothing if the draft was changed elsewhere meanwhile. */
	keep(text: string): void;
	/** The user has left the box for the line. An editor of the comment shows what is kept. */
	didLeave(): Promise<void>;
	/** Removes what was sent, and nothing else, when `add` has resolved. */
	send(text: string, add: AddComment): Promise<void>;
}

/** The draft of a ticket, or of a comment for several. */
interface Kept {
	readonly text: () => string;
	readonly save: (text: string) => Promise<unknown>;
	/** Runs `add` while no other window sends the draft, and then removes what was sent. */
	readonly send: (sent: SentText, add: AddComment) => Promise<void>;
	readonly didLeave: () => Promise<void>;
}

type Editor = Pick<CommentEditor, 'files' | 'showKept'>;

/** What the user has written for these tickets. */
export function createLineDraft(tickets: Tickets, keys: readonly TicketKey[], editor: Editor): LineDraft {
	const [only] = keys;
	const { text, save, send, didLeave } =
		only && keys.length === 1 ? ofTicket(tickets, only) : ofSeveral(tickets, keys, editor);
	const before = text();
	// The box for a line would join the lines.
	const isLine = !before.includes('\n');
	const sentText = (written: string) => ({ text: written, ...(!isLine && { above: before }) });
	let last = before;
	const keep = async (written: string) => {
		if (text() !== last) return;
		const saving = save(draftWith(sentText(written)));
		last = text();
		await saving;
	};
	return {
		text: isLine ? before : '',
		keep: (written) => background(keep(written)),
		didLeave,
		send: async (written, add) => {
			await keep(written);
			await send(sentText(written), add);
		},
	};
}

function ofTicket(tickets: Tickets, key: TicketKey): Kept {
	const { drafts } = tickets;
	const text = () => drafts.get(key)?.body.text ?? '';
	const base = tickets.known(key)?.updated ?? null;
	const withText = (written: string) => {
		const now = drafts.get(key);
		const account = draftAccountOf(key, tickets.of(key.account)?.session, now?.account);
		return { account, key, body: { ...(now?.body ?? { ...emptyBody, base }), text: written } };
	};
	const save = (written: string) => drafts.save(withText(written));
	// A refused comment is returned to the draft only after this.
	const send = (sent: SentText, add: AddComment) =>
		drafts.sendAlone(withText(text()), async () => {
			await add({ line: sent, at: Date.now() });
			const rest = draftWithout(sent, text());
			// The outbox has what is removed here, so a full disk must not make the command fail.
			if (rest !== text()) await save(rest).catch(() => {});
		});
	return { text, save, send, didLeave: async () => {} };
}

function ofSeveral({ bulkComments }: Tickets, keys: readonly TicketKey[], editor: Editor): Kept {
	const didLeave = () => editor.showKept(keys);
	return {
		text: () => bulkComments.textOf(keys),
		save: (written) => editor.files.keepLine(keys, written),
		send: async (sent, add) => {
			await editor.files.sendLine(keys, sent, add);
			await didLeave();
		},
		didLeave,
	};
}
