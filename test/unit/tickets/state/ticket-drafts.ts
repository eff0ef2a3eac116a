import { type DraftBody, type DraftKey, emptyBody } from '../../../../src/tickets/model/ticket-draft.ts';
import type { TicketDraft } from '../../../../src/tickets/state/changes/draft-format.ts';

/** A draft that ~ana has written. */
export const draftFor = (key: DraftKey, part: Partial<DraftBody>): TicketDraft => ({
	account: { id: key.account, name: '~ana', instance: 'forge.test' },
	key,
	body: { ...emptyBody, ...part },
	saved: 1_800_000_000_000,
});

export const edited = (draft: TicketDraft, part: Partial<DraftBody>): TicketDraft => ({
	...draft,
	body: { ...draft.body, ...part },
});
