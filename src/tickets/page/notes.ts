import { parseTime } from '../../forge/contract/read.ts';
import { refOf } from '../../platform/model/keys.ts';
import { toPageNote } from '../../platform/page/outbox-note.ts';
import { pageStatusNotes, type SignedOut } from '../../platform/page/page-status.ts';
import {
	type Note,
	type Owner,
	type Piece,
	type ShownLabel,
	textOf,
} from '../../platform/page/snapshot-parts.ts';
import { lastStatusChange, type Outline } from '../model/timeline.ts';
import { signedOutMessage } from './owner.ts';
import type { TicketPageState } from './page-state.ts';
import { piecesOf } from './ticket-parts.ts';

/** The notes at the top of the page. */
export function notes(state: TicketPageState): Note[] {
	const { pageStatus, key, isDeleted, me, draft, waiting, now, zone } = state;
	const hasDraft = draft !== undefined;
	if (isDeleted) return [deletedNote(refOf(key), hasDraft)];
	const signedOut = ({ instance, why }: SignedOut) =>
		signedOutNote(me === undefined ? undefined : { account: me, instance }, hasDraft, why);
	const all = pageStatusNotes({ pageStatus, ref: refOf(key), signedOut, hasDraft, now, zone });
	return waiting ? [...all, toPageNote(waiting)] : all;
}

const deletedNote = (ref: string, hasDraft: boolean): Note => ({
	key: 'deleted',
	kind: 'warning',
	icon: 'warning',
	pieces: [`${ref} was deleted.${hasDraft ? ' Your draft is kept.' : ''}`],
	acts: [],
});

export const signedOutNote = (owner: Owner | undefined, hasDraft: boolean, why = ''): Note => ({
	key: 'signed-out',
	kind: 'warning',
	icon: 'account',
	pieces: [[signedOutMessage(owner), why, hasDraft && 'Your draft is kept.'].filter(Boolean).join(' ')],
	acts: [{ act: 'sign-in', label: 'Sign In' }],
});

/** The notes in the comment box. `outline` is that of the ticket's timeline. */
export function boxNotes(
	{ ticket, draft, difference, me }: TicketPageState,
	outline: Outline | undefined,
	labelOf: (name: string) => ShownLabel,
): Note[] {
	const all: Note[] = [];
	const startedAt = parseTime(draft?.body.base ?? undefined);
	const laterChange =
		ticket && outline && startedAt !== undefined && lastStatusChange(ticket, outline, me, startedAt);
	if (laterChange) {
		const pieces: Piece[] = [
			{ strong: textOf(piecesOf(laterChange, labelOf)) },
			' while you were writing. Your comment is still a draft.',
		];
		const acts = [{ act: 'show-changes' as const, label: 'Show What Changed' }];
		all.push({ key: 'status-changed', kind: 'warning', icon: 'warning', pieces, acts });
	}
	if (difference !== undefined) {
		all.push({ key: 'difference', kind: 'warning', icon: 'warning', pieces: [difference], acts: [] });
	}
	return all;
}
