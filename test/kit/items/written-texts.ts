import { type DraftBody, emptyBody, type TextKey } from '../../../src/tickets/model/ticket-draft.ts';
import type { TicketText } from '../../../src/tickets/state/changes/text-format.ts';
import type { Tickets } from '../../../src/tickets/state/tickets.ts';

/** A text that ~ana writes. */
export const textFor = (
	key: TextKey,
	part: Partial<DraftBody>,
	more: Partial<TicketText> = {},
): TicketText => ({
	...{ id: 'text', account: { id: 'ana', name: '~ana', instance: 'forge.test' }, key },
	...{ body: { ...emptyBody, ...part }, revision: 1, writer: 'page' },
	...{ saved: 1_800_000_000_000, state: 'editing' },
	...more,
});

/** Writes in the text for a key, or begins one. */
export const writeText = (
	{ texts, textSender }: Pick<Tickets, 'texts' | 'textSender'>,
	key: TextKey,
	part: Partial<DraftBody>,
): Promise<TicketText> =>
	texts.write(textSender.newText(key, { ...emptyBody, ...part }, texts.editingOf(key)));

/** A version of a text as a page writes it. */
export const pageText = (part: Partial<DraftBody>, revision = 1, id = 'text') => ({
	...{ id, revision, base: null, writer: 'page' },
	body: { ...emptyBody, ...part },
});
