import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { plain } from '../../platform/editor/escape.ts';
import { inform } from '../../platform/editor/messages.ts';
import { refOf, type TrackerKey } from '../../platform/model/keys.ts';
import type { Draft, DraftKey } from '../../platform/state/draft.ts';
import type { Tickets } from '../state/tickets.ts';
import type { Beginning } from './from-code.ts';
import { isTicket } from './targets.ts';

/** Tells the user that a draft was discarded, and lets them restore it. */
export async function tellDiscarded(drafts: Tickets['drafts'], key: DraftKey): Promise<void> {
	const name = isTicket(key) ? refOf(key) : `${key.owner}/${key.tracker}`;
	const undo = 'Undo';
	const answer = await inform(`The draft for ${name} was discarded.`, undo);
	if (answer === undo) await drafts.restore(key);
}

/**
 * Saves `beginning` as the draft of a new ticket. A tracker has only one such draft: if it already has text, the user
 * chooses whether to add to it or to discard it. Returns false if the user cancels, and then nothing has changed.
 */
export async function beginDraft(
	tickets: Pick<Tickets, 'drafts' | 'of'>,
	key: TrackerKey,
	beginning: Beginning,
): Promise<boolean> {
	const { drafts } = tickets;
	const there = drafts.get(key);
	const way = there && hasWords(there) ? await pickWay(key, there) : 'another';
	if (way === undefined) return false;
	// Another window may have changed or removed the draft meanwhile.
	const now = drafts.get(key);
	if (way === 'another' && now && hasWords(now)) {
		await drafts.discard(key);
		background(tellDiscarded(drafts, key));
	}
	const session = tickets.of(key.account)?.session;
	await drafts.save({
		account: { id: key.account, label: session ? `${session.account} (${session.instance})` : '' },
		key,
		...(way === 'add' && now ? added(now, beginning) : beginning),
		addLabels: [],
		removeLabels: [],
		base: null,
	});
	return true;
}

const hasWords = ({ title, text }: Draft): boolean => `${title}${text}`.trim() !== '';

async function pickWay(
	{ owner, tracker }: TrackerKey,
	{ title }: Draft,
): Promise<'add' | 'another' | undefined> {
	const items = [
		{ label: 'Add to the draft', description: plain(title), way: 'add' as const },
		{
			label: 'Begin another',
			detail: 'The draft is discarded; Undo brings it back',
			way: 'another' as const,
		},
	];
	const options = {
		title: `New Ticket: ${plain(`${owner}/${tracker}`)}`,
		placeHolder: 'You have begun a new ticket there already',
	};
	return (await vscode.window.showQuickPick(items, options))?.way;
}

/** Appends the new text to the draft, below the new title if the draft has a different one. */
function added(draft: Draft, { title, text }: Beginning): Beginning {
	const own = draft.title.trim();
	const line = own === '' || own === title ? '' : title;
	return {
		title: own === '' ? title : draft.title,
		text: [draft.text.trimEnd(), line, text].filter((part) => part !== '').join('\n\n'),
	};
}
