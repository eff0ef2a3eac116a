import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInformation } from '../../platform/editor/messages.ts';
import { type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import { emptyBody } from '../model/ticket-draft.ts';
import type { TicketText } from '../state/changes/text-format.ts';
import type { Tickets } from '../state/tickets.ts';
import type { Prefill } from './code/prefill-from-code.ts';

/** Tells the user that a draft was discarded, and lets them restore it. */
export async function showDiscarded(
	texts: Pick<Tickets['texts'], 'restore'>,
	id: string,
	name: string,
): Promise<void> {
	const undo = 'Undo';
	const answer = await showInformation(`Draft for ${name} discarded.`, undo);
	if (answer === undo) await texts.restore(id);
}

/**
 * Saves `prefill` as the draft of a new ticket. A tracker has only one such draft: if it already has text, the user
 * chooses whether to add to it or to discard it. Returns false if the user cancels, and then nothing has changed.
 */
export async function beginDraft(
	{ texts, textSender }: Tickets,
	key: TrackerKey,
	prefill: Prefill,
): Promise<boolean> {
	const existing = texts.editingOf(key);
	const action = existing && hasText(existing) ? await pickDraftAction(key, existing) : 'startOver';
	if (action === undefined) return false;
	// Another window may have changed or removed the draft meanwhile.
	const current = texts.editingOf(key);
	if (action === 'add' && current) {
		await texts.write(textSender.newText(key, { ...current.body, ...append(current, prefill) }, current));
		return true;
	}
	if (current && hasText(current)) {
		await texts.discard(current.id);
		background(showDiscarded(texts, current.id, trackerRef(key)));
		await texts.write(textSender.newText(key, { ...emptyBody, ...prefill }));
	} else {
		const body = { ...(current?.body ?? emptyBody), ...prefill };
		await texts.write(textSender.newText(key, body, current));
	}
	return true;
}

const hasText = ({ body }: TicketText): boolean => `${body.title}${body.text}`.trim() !== '';

async function pickDraftAction(
	{ owner, tracker }: TrackerKey,
	{ body }: TicketText,
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
function append({ body: draft }: TicketText, { title, text }: Prefill): Prefill {
	const own = draft.title.trim();
	const line = own === '' || own === title ? '' : title;
	return {
		title: own === '' ? title : draft.title,
		text: [draft.text.trimEnd(), line, text].filter((part) => part !== '').join('\n\n'),
	};
}
