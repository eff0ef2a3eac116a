import { moment } from '../../forge/read.ts';
import { refOf } from '../../platform/model/keys.ts';
import { nearDate } from '../../platform/model/words.ts';
import type { TimelineEntry } from '../model/timeline.ts';
import { type Owner, signedOutWords } from './owner.ts';
import { piecesOf, wordsOf } from './parts.ts';
import type { LabelShown, Note, Piece } from './protocol.ts';
import type { TicketView } from './snapshot-input.ts';

/** The notes at the top of the page. */
export function notes(view: TicketView): Note[] {
	const { situation, me, now, zone } = view;
	const all: Note[] = [];
	if (situation.kind === 'offline') {
		const asOf = situation.asOf === undefined ? '' : ` Last updated ${near(situation.asOf, now, zone)}.`;
		all.push({
			key: 'offline',
			kind: 'warning',
			icon: 'debug-disconnect',
			pieces: [`No connection to ${situation.host} since ${near(situation.since, now, zone)}.${asOf}`],
			acts: [{ act: 'retry', words: 'Try Now' }],
		});
	}
	if (situation.kind === 'signed-out') {
		all.push(signedOutNote(me === undefined ? undefined : { account: me, instance: situation.instance }));
	}
	if (situation.kind === 'missing') {
		const words = `${refOf(view.key)} doesn't exist, or you don't have access to it.`;
		const draftHint = view.draft ? ' Your draft is kept.' : '';
		const acts = [
			{ act: 'retry' as const, words: 'Try Again' },
			{ act: 'web' as const, words: 'Open in Browser' },
		];
		all.push({ key: 'missing', kind: 'warning', icon: 'warning', pieces: [`${words}${draftHint}`], acts });
	}
	if (situation.kind === 'failed') {
		const acts = [{ act: 'retry' as const, words: 'Try Again' }];
		all.push({ key: 'failed', kind: 'error', icon: 'error', pieces: [situation.words], acts });
	}
	return all;
}

export const signedOutNote = (owner: Owner | undefined): Note => ({
	key: 'signed-out',
	kind: 'warning',
	icon: 'account',
	pieces: [
		owner
			? `${signedOutWords(owner)} The drafts of ${owner.account} are kept.`
			: `${signedOutWords(owner)} Drafts are kept.`,
	],
	acts: [{ act: 'sign-in', words: 'Sign In' }],
});

const near = (ms: number, now: number, zone: string | undefined): string =>
	nearDate(new Date(ms).toISOString(), now, zone).replace(/^today /, '');

/** The notes in the comment box. */
export function boxNotes(
	{ draft, differs }: TicketView,
	entries: readonly TimelineEntry[],
	labelOf: (name: string) => LabelShown,
): Note[] {
	const all: Note[] = [];
	const begun = moment(draft?.body.base ?? undefined);
	const overtaking = entries.findLast(
		(entry) =>
			entry.kind === 'event' &&
			typeof entry.glyph === 'object' &&
			!entry.mine &&
			begun !== undefined &&
			(moment(entry.time.at) ?? 0) > begun,
	);
	if (overtaking?.kind === 'event') {
		const pieces: Piece[] = [
			{ strong: wordsOf(piecesOf(overtaking.parts, labelOf)) },
			' while you were writing. Your comment is still a draft.',
		];
		const acts = [{ act: 'show-changes' as const, words: 'Show What Changed' }];
		all.push({ key: 'faster', kind: 'warning', icon: 'warning', pieces, acts });
	}
	if (differs !== undefined) {
		all.push({ key: 'differs', kind: 'warning', icon: 'warning', pieces: [differs], acts: [] });
	}
	return all;
}
