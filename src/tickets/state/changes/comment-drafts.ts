import type { TicketKey } from '../../../platform/model/keys.ts';
import type { DraftAccount } from '../../../platform/state/drafts/draft.ts';
import { draftWithout } from '../../model/line-below.ts';
import {
	type DraftBody,
	earlierBase,
	emptyBody,
	isBlank,
	isSame,
	withoutSent,
} from '../../model/ticket-draft.ts';
import type { TicketDrafts } from './draft-format.ts';
import type { MovedLine } from './moved-text.ts';
import type { TicketEntry } from './ticket-outbox-format.ts';

/** Removes what is in the outbox from the draft of its ticket. Keeps what the user has written since. */
export async function removeSentFromDraft(
	drafts: TicketDrafts,
	key: Parameters<TicketDrafts['get']>[0],
	sent: DraftBody,
): Promise<void> {
	const now = drafts.get(key);
	if (!now) return;
	const rest = withoutSent(now.body, sent);
	if (isSame(rest, now.body)) return;
	if (isBlank(rest)) await drafts.remove(key);
	else await drafts.save({ ...now, body: rest });
}

/** Removes a line from the draft of its ticket, unless another window does so or the draft was written since. */
export function removeMovedLine(
	drafts: TicketDrafts,
	key: TicketKey,
	{ line, at }: MovedLine,
): Promise<void> {
	return drafts.runAfterSending(key, async () => {
		// The comment must not wait for a disk that fails.
		await drafts.readNow().catch(() => {});
		const now = drafts.get(key);
		if (!now || now.saved > at) return;
		const text = draftWithout(line, now.body.text);
		if (text !== now.body.text) await drafts.save({ ...now, body: { ...now.body, text } }).catch(() => {});
	});
}

/** Removes from the drafts what is in the outbox. A window may have been killed after it moved a comment there. */
export async function removeMovedDrafts(
	drafts: TicketDrafts,
	entries: readonly TicketEntry[],
): Promise<void> {
	for (const { key, steps } of entries) {
		if (drafts.isSending(key)) continue;
		for (const { change, at } of steps) {
			const now = drafts.get(key);
			if (now && change.draft && !change.moved && now.saved <= at)
				await removeSentFromDraft(drafts, key, change.draft);
		}
	}
}

/** Makes what was not sent the draft of its ticket again, below the text that the draft already has. */
export async function returnToDraft(
	drafts: TicketDrafts,
	key: TicketKey,
	{ account, body }: { readonly account: DraftAccount; readonly body: DraftBody },
): Promise<void> {
	const now = drafts.get(key);
	await drafts.sendRecord(key).remove();
	const saving = drafts.save({ account, key, body: now ? appendReturned(now.body, body) : body });
	await drafts.settled();
	await saving;
}

function appendReturned(now: DraftBody, returned: DraftBody): DraftBody {
	const [before, words] = [now.text.trim(), returned.text.trim()];
	// A killed window may have returned it already.
	if (`\n\n${before}\n\n`.includes(`\n\n${words}\n\n`)) return now;
	const hasChoices = !isSame({ ...now, text: '' }, emptyBody);
	return {
		...(hasChoices ? now : returned),
		text: [before, words].filter(Boolean).join('\n\n'),
		base: earlierBase(now.base, returned.base),
	};
}
