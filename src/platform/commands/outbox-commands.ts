import * as vscode from 'vscode';
import { timeOfDay } from '../../base/clock.ts';
import { fieldOf } from '../../base/field-of.ts';
import { count } from '../../base/text/numbers.ts';
import { escapeIcons } from '../editor/escape.ts';
import { confirm, showInStatusBar, showListChanged } from '../editor/messages.ts';
import type { DescribedEntry } from '../state/outbox/described-entry.ts';
import { missingPermissions } from '../state/outbox/entry.ts';
import { fullReason, isListed, shortReason } from '../state/outbox/text.ts';
import type { WaitingChanges } from '../state/outbox/waiting-changes.ts';
import { areRowsGone, type CommandArguments } from '../view/command-arguments.ts';
import { discardChanges } from './discard.ts';

/**
 * Lets the user sign in with further permissions. Resolves with the session; with undefined if the user cancels. `instance` is the name of
 * the forge; if it is undefined, the user selects it.
 */
export type SignInForPermissions = (options: {
	readonly instance: string | undefined;
	readonly scopes: readonly string[];
}) => Promise<{ readonly id: string } | undefined>;

/** The most changes that a dialog lists. The others are only counted. */
const maxDescribed = 10;

/** Implements the commands on changes that wait to be sent. */
export class OutboxCommands {
	readonly #outbox: WaitingChanges;
	/** The list of waiting changes, as the user knows it. */
	readonly #waitingList: string;
	readonly #signIn: SignInForPermissions;

	constructor(outbox: WaitingChanges, waitingList: string, signIn: SignInForPermissions) {
		this.#outbox = outbox;
		this.#waitingList = waitingList;
		this.#signIn = signIn;
	}

	/** Sends changes now. If there is a conflict, first shows both sides. */
	async sendNow(args: CommandArguments): Promise<void> {
		const entries = await this.#chosen(args, 'Send Now');
		const idsOf = (some: readonly DescribedEntry[]) => some.map(({ id }) => id);
		const [conflicts, others] = [entries.filter(hasConflict), entries.filter((one) => !hasConflict(one))];
		const wanted: DescribedEntry[] = [];
		for (const entry of conflicts) if (await isStillWanted(entry)) wanted.push(entry);
		// `sendAll` leaves out changes that have a conflict by now, because the user has not seen the conflict.
		if (others.length > 0) await this.#outbox.sendAll(idsOf(others));
		if (wanted.length > 0) await this.#outbox.sendNow(...idsOf(wanted));
	}

	/** Lets the user grant the permissions that changes lack, then sends those of the account that signed in. */
	async grant(args: CommandArguments): Promise<void> {
		const entries = await this.#chosen(args, 'Grant Permissions', (entry) => !!missingPermissions(entry));
		const missing = entries.flatMap((entry) => missingPermissions(entry) ?? []);
		const [first] = missing;
		if (!first) return;
		const { instance } = first;
		const scopes = [
			...new Set(missing.filter((one) => one.instance === instance).flatMap((one) => one.scopes)),
		];
		const session = await this.#signIn({ instance, scopes });
		const ids = entries.filter(({ account }) => account === session?.id).map(({ id }) => id);
		if (ids.length > 0) await this.#outbox.sendAll(ids);
	}

	async discard(args: CommandArguments): Promise<void> {
		await discardChanges(this.#outbox, await this.#chosen(args, 'Discard Change'));
	}

	/** Sends all changes that wait, after showing them. Each conflict has to be decided by itself. */
	async sendAll(): Promise<void> {
		const listed = this.#listed();
		const sendable = listed.filter((entry) => !hasConflict(entry));
		const left = listed.length - sendable.length;
		if (sendable.length === 0) {
			showInStatusBar(left === 0 ? nothingWaits : conflictsOnly(left, this.#waitingList));
			return;
		}
		const notes = left === 0 ? [] : [conflictsNote(left)];
		const question = `Send ${count(sendable.length, 'waiting change')}?`;
		if (!(await confirm(question, describeAll(sendable, notes), 'Send All'))) return;
		await this.#outbox.sendAll(sendable.map(({ id }) => id));
	}

	/** Discards all changes that wait, after showing them. */
	async discardAll(): Promise<void> {
		const listed = this.#listed();
		if (listed.length === 0) {
			showInStatusBar(nothingWaits);
			return;
		}
		const hasTexts = listed.some(({ textId, done }) => textId !== undefined || done === 'sent');
		const notes = hasTexts ? ['Comments become drafts again.'] : [];
		const question = `Discard ${count(listed.length, 'waiting change')}?`;
		if (!(await confirm(question, describeAll(listed, notes), 'Discard All'))) return;
		await discardChanges(this.#outbox, listed);
	}

	#listed(now = timeOfDay()): readonly DescribedEntry[] {
		return this.#outbox.entries.filter((entry) => isListed(entry, now));
	}

	/** The changes of the rows that the command was called on, or else one that the user selects. */
	async #chosen(
		args: CommandArguments,
		title: string,
		isOffered: (entry: DescribedEntry) => boolean = () => true,
	): Promise<readonly DescribedEntry[]> {
		const now = timeOfDay();
		const listed = this.#listed(now).filter(isOffered);
		const ids = entryIdsOf(args);
		if (ids.length > 0) return listed.filter(({ id }) => ids.includes(id));
		if (areRowsGone(args)) {
			showListChanged();
			return [];
		}
		if (listed.length === 0) {
			showInStatusBar(nothingWaits);
			return [];
		}
		const items = listed.map((entry) => ({
			label: escapeIcons(`${entry.ref}: ${entry.text}`),
			description: escapeIcons(shortReason(entry, now)),
			entry,
		}));
		const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: 'Select a change' });
		return chosen ? [chosen.entry] : [];
	}
}

const nothingWaits = 'No changes are waiting';

const conflictsOnly = (n: number, waitingList: string): string =>
	n === 1
		? `Not sent: 1 change has a conflict. Resolve it under ${waitingList}.`
		: `Not sent: ${count(n, 'change')} have conflicts. Resolve them under ${waitingList}.`;

const conflictsNote = (n: number): string =>
	n === 1 ? '1 change with a conflict is not sent.' : `${count(n, 'change')} with conflicts are not sent.`;

/** A line for each change, then the notes. */
function describeAll(entries: readonly DescribedEntry[], notes: readonly string[]): string {
	const now = timeOfDay();
	// The line that counts the others takes the place of one.
	const described = entries.slice(0, entries.length > maxDescribed ? maxDescribed - 1 : maxDescribed);
	const lines = described.map((entry) => {
		const wasNotMade = entry.state.kind === 'refused' || entry.state.kind === 'conflict';
		return `${entry.ref}: ${entry.text}${wasNotMade ? ` (${shortReason(entry, now)})` : ''}`;
	});
	const more = entries.length - described.length;
	return [...lines, ...(more > 0 ? [`… and ${more} more`] : []), ...notes].join('\n');
}

const hasConflict = ({ state }: DescribedEntry): boolean => state.kind === 'conflict';

/** Asks whether to send a change that has a conflict. */
const isStillWanted = (entry: DescribedEntry): Promise<boolean> =>
	confirm(`Overwrite the other change of ${entry.ref}?`, fullReason(entry, timeOfDay()), 'Use Mine');

/** The ids of the waiting changes that a command was called on: of rows, or of what a page passes instead. */
const entryIdsOf = ([row, rows]: CommandArguments): readonly string[] =>
	(Array.isArray(rows) && rows.length > 0 ? rows : [row]).flatMap(
		(one) => entryIdOf(one) ?? entryIdOf(fieldOf(one, 'about')) ?? [],
	);

function entryIdOf(value: unknown): string | undefined {
	const entry = fieldOf(value, 'entry');
	return fieldOf(value, 'kind') === 'change' && typeof entry === 'string' ? entry : undefined;
}
