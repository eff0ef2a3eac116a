import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { count } from '../../base/text/numbers.ts';
import type { Label } from '../../forge/shapes/trackers.ts';
import { pick } from '../../platform/editor/boxes/pick.ts';
import { showInformation } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { isTicketKey, trackerAddress } from '../../platform/model/keys.ts';
import { resolutionName, statusName } from '../../platform/model/words.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { displayStatusIcons } from '../model/display-status.ts';
import { labelColors } from '../model/label-colors.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import { statusesFor } from '../model/transitions.ts';
import type { Resolution } from '../state/changes/change.ts';
import type { DirectChange } from '../state/changes/ticket-outbox-format.ts';
import type { Tickets } from '../state/tickets.ts';
import { tickLabels } from './labels/label-box.ts';
import { type Labeled, type LabelRow, labelChange, labelRows } from './labels/label-rows.ts';

const resolutionDescriptions: Readonly<Record<Exclude<Resolution, 'unresolved'>, string>> = {
	fixed: 'Bug was fixed',
	implemented: 'Request was implemented',
	wont_fix: "Valid, but won't be changed",
	by_design: 'Works as intended',
	invalid: 'Not a valid report',
	duplicate: 'Already reported in another ticket',
	not_our_bug: 'Caused by other software',
};

const isOneOf = <T extends string>(words: Readonly<Record<T, string>>, word: string): word is T =>
	Object.hasOwn(words, word);

/** Marks the item that is in effect now. */
export const markCurrent = <T extends vscode.QuickPickItem>(item: T, isCurrent: boolean): T =>
	isCurrent ? { ...item, description: 'current' } : item;

interface StatusChoice {
	readonly title: string;
	readonly resolveOnly: boolean;
	/** The status of all tickets, if it is the same. */
	readonly current: string | undefined;
	/** The resolution of all tickets, if it is the same. */
	readonly currentResolution: string | undefined;
}

export interface PickedStatus {
	readonly change: DirectChange;
	/** The user wants to add a comment, which is sent with the change. */
	readonly wantsComment: boolean;
}

/** Asks for a status and, if it needs one, for a resolution. Offers only what would change something. */
export async function pickStatus({
	title,
	resolveOnly,
	current,
	currentResolution,
}: StatusChoice): Promise<PickedStatus | undefined> {
	const items = statusesFor(current, resolveOnly)
		.filter((status) => status !== current || status === 'resolved')
		.map((status) => ({
			label: `$(${displayStatusIcons[status]}) ${statusName(status)}`,
			...(status === current && { description: 'with another resolution' }),
			status,
		}));
	const chosen = await pick(items, { title, placeHolder: 'Select a status' });
	if (!chosen) return undefined;
	if (chosen.status !== 'resolved') return { change: { status: chosen.status }, wantsComment: false };
	return pickResolution(title, currentResolution);
}

interface ResolutionItem extends vscode.QuickPickItem {
	readonly resolution?: string;
}

const resolutionItems = (current: string | undefined): readonly ResolutionItem[] =>
	Object.entries(resolutionDescriptions)
		.filter(([resolution]) => resolution !== current)
		.map(([resolution, description]) => ({ label: resolutionName(resolution), description, resolution }));

const resolutionOf = ({ resolution }: ResolutionItem): Resolution | undefined =>
	resolution !== undefined && isOneOf(resolutionDescriptions, resolution) ? resolution : undefined;

async function pickOnlyResolution(
	title: string,
	current: string | undefined,
): Promise<Resolution | undefined> {
	const options = { title, placeHolder: 'Select a resolution' };
	const chosen = await pick(resolutionItems(current), options);
	return chosen && resolutionOf(chosen);
}

/** Asks for a resolution. The last row asks for one and then for a comment. Without a comment, this takes no extra key press. */
export async function pickResolution(
	title: string,
	current: string | undefined,
): Promise<PickedStatus | undefined> {
	const items: readonly ResolutionItem[] = [
		...resolutionItems(current),
		{ label: '', kind: vscode.QuickPickItemKind.Separator },
		{ label: '$(comment) Add Comment…', description: 'Sent with the resolution' },
	];
	const chosen = await pick(items, { title, placeHolder: 'Select a resolution' });
	if (!chosen) return undefined;
	const wantsComment = chosen.resolution === undefined;
	const resolution = wantsComment ? await pickOnlyResolution(title, current) : resolutionOf(chosen);
	return resolution && { change: { status: 'resolved', resolution }, wantsComment };
}

/** The labels that the user can choose from for a ticket or a new one. */
interface LabelsOfTracker {
	readonly key: DraftKey;
	readonly labels: readonly Label[];
	/** The address of the tracker's page, where the user can create labels. */
	readonly page: string | undefined;
}

/** The labels of a tracker. If some are known already, returns those and refreshes them in the background. */
export async function labelsOf(tickets: Tickets, key: DraftKey): Promise<LabelsOfTracker> {
	using lifetime = new Lifetime();
	const labels = tickets.trackerCache(key, lifetime)?.labels;
	if (!labels) throw signedOut('ticket');
	await labels.open();
	if (labels.value === undefined) await labels.refresh();
	else background(labels.refresh());
	if (labels.value === undefined && labels.lastError) throw labels.lastError;
	const base = tickets.of(key.account)?.instance.trackers;
	const page = base === undefined ? undefined : trackerAddress(base, key);
	return { key, labels: labels.value ?? [], page };
}

/** Asks which rows to tick. Returns undefined if the user cancels, or if there are no rows. */
async function tickRows(
	rows: readonly LabelRow[],
	{ labels, page }: LabelsOfTracker,
	title: string,
	placeholder: string,
): Promise<readonly LabelRow[] | undefined> {
	if (rows.length > 0) return tickLabels({ title, placeholder, rows, colorOf: labelColors(labels) });
	background(showNoLabels(page));
	return undefined;
}

async function showNoLabels(page: string | undefined): Promise<void> {
	const open = 'Open Tracker in Browser';
	const buttons = page === undefined ? [] : [open];
	const choice = await showInformation('This tracker has no labels.', ...buttons);
	if (choice === open && page !== undefined) await openInBrowser(page);
}

/**
 * Asks which labels one or several tickets should have. Labels that only some of them have stay unchanged unless the
 * user ticks them.
 */
export async function pickLabels(
	title: string,
	from: LabelsOfTracker,
	chosen: readonly Labeled[],
): Promise<DirectChange | undefined> {
	const rows = labelRows(
		from.labels.map(({ name }) => name),
		chosen,
	);
	const placeholder =
		chosen.length < 2 ? 'Select labels' : `Select labels for ${count(chosen.length, 'ticket')}`;
	const ticked = await tickRows(rows, from, title, placeholder);
	return ticked && labelChange(rows, ticked);
}

/** Asks which of a tracker's labels a ticket, or a new one, should have. Returns null if the user cancels, or if there are no labels. */
export async function pickLabelNames(
	title: string,
	from: LabelsOfTracker,
	chosen: readonly string[],
): Promise<readonly string[] | null> {
	const rows = labelRows(
		from.labels.map(({ name }) => name),
		[{ labels: chosen }],
	);
	const placeholder = isTicketKey(from.key)
		? 'Select labels to set when you send'
		: 'Select labels for the new ticket';
	const ticked = await tickRows(rows, from, title, placeholder);
	return ticked ? ticked.map(({ name }) => name) : null;
}
