import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { timeOfDay } from '../../base/clock.ts';
import { count } from '../../base/text/numbers.ts';
import { oneLine } from '../../base/text/truncate.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInformation, showInStatusBar } from '../../platform/editor/messages.ts';
import { longAge } from '../../platform/model/words.ts';
import type { MutedSubject } from '../model/muted.ts';
import { idOfPlace, kindOfPlace, nameOfPlace, type Place } from '../model/places.ts';
import { kindOfSubject, type Subject, subjectNamesOf } from '../model/subjects.ts';
import type { InboxEvents } from '../state/inbox-events.ts';

/** Mutes the subjects that can be muted, says so, and lets the user undo it. */
export const muteSubjects = (inbox: InboxEvents, subjects: readonly Subject[]): Promise<void> =>
	muteAll(
		inbox,
		subjects.flatMap((subject) => toMuted(subject, timeOfDay())),
	);

/** Mutes trackers, lists or repositories, says so, and lets the user undo it. */
export const mutePlaces = (inbox: InboxEvents, places: readonly Place[]): Promise<void> =>
	muteAll(
		inbox,
		places.map((place) => {
			const [names, title] = [[idOfPlace(place)], oneLine(nameOfPlace(place))];
			return {
				account: place.account,
				subject: { names, title, place: kindOfPlace(place), at: timeOfDay() },
			};
		}),
		'The Inbox has no updates from there anymore.',
	);

async function muteAll(
	inbox: InboxEvents,
	muted: readonly MutedOfAccount[],
	ifNone = 'Select a ticket, series or thread first.',
): Promise<void> {
	const [first] = muted;
	if (!first) {
		showInStatusBar(ifNone);
		return;
	}
	for (const { account, subject } of muted) await inbox.mute(account, subject);
	const what = muted.length === 1 ? `“${first.subject.title}”` : count(muted.length, 'row');
	const them = muted.length === 1 ? 'it' : 'them';
	background(
		offerUndo(`Muted ${what}. New updates about ${them} stay out of the Inbox.`, async () => {
			for (const { account, subject } of muted) await inbox.unmute(account, subject);
		}),
	);
}

export async function offerUndo(text: string, undo: () => Promise<void>): Promise<void> {
	if ((await showInformation(text, 'Undo')) === 'Undo') await undo();
}

/** Lists what is muted. What the user selects is no longer muted. */
export async function showMuted(inbox: InboxEvents): Promise<void> {
	const all = inbox.muted;
	if (all.length === 0) {
		await showInformation(
			'Nothing is muted. To mute a ticket, series or thread, or all of a place, open the menu of its row in the Inbox.',
		);
		return;
	}
	const hasSeveral = new Set(all.map(({ account }) => account)).size > 1;
	const now = timeOfDay();
	const items = all.map((muted) => ({
		label: escapeIcons(muted.title),
		description: escapeIcons([muted.place, ...(hasSeveral ? [muted.me] : [])].join(' · ')),
		detail: `Muted ${longAge(new Date(muted.at).toISOString(), now)}`,
		muted,
	}));
	const options = {
		title: 'Muted',
		placeHolder: 'Select what to unmute',
		matchOnDescription: true,
	};
	const chosen = await vscode.window.showQuickPick(items, options);
	if (!chosen) return;
	await inbox.unmute(chosen.muted.account, chosen.muted);
	showInStatusBar(`Unmuted ${chosen.muted.title}.`);
}

interface MutedOfAccount {
	readonly account: string;
	readonly subject: MutedSubject;
}

function toMuted({ entries }: Subject, at: number): readonly MutedOfAccount[] {
	const newest = entries.at(-1)?.event;
	if (!newest || kindOfSubject(entries) === undefined) return [];
	const names = [...new Set(entries.flatMap(({ event }) => subjectNamesOf(event)))];
	const number = 'item' in newest && newest.item && 'ticket' in newest.item ? `#${newest.item.ticket} ` : '';
	const title = `${number}${oneLine(newest.title) || '(no subject)'}`;
	const place = oneLine(nameOfPlace(newest.place));
	return [{ account: newest.place.account, subject: { names, title, place, at } }];
}
