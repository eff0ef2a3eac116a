import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInformation } from '../../platform/editor/messages.ts';
import { type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import { emptyBody } from '../model/ticket-draft.ts';
import { draftAccountOf, type TicketDraft } from '../state/changes/draft-format.ts';
import type { Tickets } from '../state/tickets.ts';
import type { Prefill } from './code/prefill-from-code.ts';

/** Tells the user that a draft was discarded, and lets them restore it. */
export async function showDiscarded<Key>(
	drafts: { restore(key: Key): Promise<unknown> },
	key: Key,
	name: string,
): Promise<void> {
	const undo = 'Undo';
	const answer = await showInformation(`Draft for ${name} discarded.`, undo);
	if (answer === undo) await drafts.restore(key);
}

/**
 * Saves `prefill` as the draft of a new ticket. A tracker has only one such draft: if it already has text, the user
 * chooses whether to add to it or to discard it. Returns false if the user cancels, and then nothing has changed.
 */
export async function beginDraft(
	tickets: Pick<Tickets, 'drafts' | 'of'>,
	key: TrackerKey,
	prefill: Prefill,
): Promise<boolean> {
	const { drafts } = tickets;
	const existing = drafts.get(key);
	const action = existing && hasText(existing) ? await pickDraftAction(key, existing) : 'startOver';
	if (action === undefined) return false;
	// Another window may have changed or removed the draft meanwhile.
	const current = drafts.get(key);
	if (action === 'startOver' && current && hasText(current)) {
		await drafts.discard(key);
		background(showDiscarded(drafts, key, trackerRef(key)));
	}
	await drafts.save({
		account: draftAccountOf(key, tickets.of(key.account)?.session, current?.account),
		key,
		body: { ...emptyBody, ...(action === 'add' && current ? append(current, prefill) : prefill) },
	});
	return true;
}

const hasText = ({ body }: TicketDraft): boolean => `${body.title}${body.text}`.trim() !== '';

async function pickDraftAction(
	{ owner, tracker }: TrackerKey,
	{ body }: TicketDraft,
): Promise<'add' | 'startOver' | undefined> {
	const items = [
		{ label: 'Append to draft', description: escapeIcons(body.title), action: 'add' as const },
		{
			label: 'Start over',
			detail: 'Discards the draft (you can undo)',
			action: 'startOver' as const,
		},
	];
	const options = {
		title: `New Ticket: ${escapeIcons(`${owner}/${tracker}`)}`,
		placeHolder: 'You already have a draft in this tracker',
	};
	return (await vscode.window.showQuickPick(items, options))?.action;
}

/** Appends the new text to the draft, below the new title if the draft has a different one. */
function append({ body: draft }: TicketDraft, { title, text }: Prefill): Prefill {
	const own = draft.title.trim();
	const line = own === '' || own === title ? '' : title;
	return {
		title: own === '' ? title : draft.title,
		text: [draft.text.trimEnd(), line, text].filter((part) => part !== '').join('\n\n'),
	};
}
