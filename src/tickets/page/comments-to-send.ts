import type { TicketKey } from '../../platform/model/keys.ts';
import type { NewChange } from '../../platform/state/outbox/queue.ts';
import { isBlank, withoutSent } from '../model/ticket-draft.ts';
import type { TicketDraft } from '../state/draft-format.ts';
import { spellMark } from '../state/has-comment.ts';
import type { PendingChange } from '../state/pending-change.ts';
import { isUnsettled, type Sent, wordsOf } from './send-once.ts';

/**
 * The changes to put into the outbox for a draft. An earlier version of Tildeforge recorded its sends beside the draft: what may have
 * arrived is then a change of its own, which the outbox checks.
 */
export function commentsToSend(
	{ key, body }: TicketDraft & { readonly key: TicketKey },
	pending: PendingChange,
	last: Sent | undefined,
): readonly NewChange<TicketKey, PendingChange>[] {
	if (!isUnsettled(last, body)) return [{ key, change: { ...pending, draft: body } }];
	const words = wordsOf(last);
	const { newest, draft } = last;
	const mark = spellMark({ newest, base: draft.body.base });
	const unsure = { key, change: { change: { comment: words.text.trimEnd() }, draft: words }, mark };
	const rest = withoutSent(body, words);
	if (isBlank(rest)) return [unsure];
	const { comment: _comment, ...direct } = pending.change;
	const change = { ...direct, ...(rest.text.trim() !== '' && { comment: rest.text.trimEnd() }) };
	return [unsure, { key, change: { ...pending, change, draft: rest } }];
}
