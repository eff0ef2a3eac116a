import * as vscode from 'vscode';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { confirm, showInStatusBar } from '../../platform/editor/messages.ts';
import { refOf } from '../../platform/model/keys.ts';
import { count } from '../../platform/model/words.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import { describeEntry, fullReason, isListed, shortReason } from '../state/outbox-text.ts';
import { commentOf, type TicketEntry, type TicketOutbox } from '../state/pending-change.ts';
import { discardChanges } from './discard.ts';
import { entriesOf } from './targets.ts';

type Outbox = Pick<TicketOutbox, 'entries' | 'sendNow' | 'sendAll' | 'discard'>;

/** More changes are counted in a dialog, not described. */
const mostDescribed = 10;

/** Implements the commands on changes that wait to be sent. */
export class WaitingCommands {
	readonly #outbox: Outbox;
	readonly #didListChange: () => void;

	/** `didListChange` tells the user that the row was redrawn after they opened its menu. */
	constructor(outbox: Outbox, didListChange: () => void) {
		this.#outbox = outbox;
		this.#didListChange = didListChange;
	}

	/** Sends changes now. If there is a conflict, first shows both sides. */
	async sendNow(args: CommandArguments): Promise<void> {
		const entries = await this.#chosen(args, 'Send Now');
		const wanted: string[] = [];
		for (const entry of entries) if (await isStillWanted(entry)) wanted.push(entry.id);
		if (wanted.length > 0) await this.#outbox.sendNow(...wanted);
	}

	async discard(args: CommandArguments): Promise<void> {
		await discardChanges(this.#outbox, await this.#chosen(args, 'Discard Change'));
	}

	/** Sends all changes that wait, after showing them. Each conflict has to be decided by itself. */
	async sendAll(): Promise<void> {
		const listed = this.#listed();
		const sendable = listed.filter(({ state }) => state.kind !== 'conflict');
		const left = listed.length - sendable.length;
		if (sendable.length === 0) {
			showInStatusBar(left === 0 ? nothingWaits : conflictsOnly(left));
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
		const notes = listed.some((entry) => commentOf(entry) !== undefined)
			? ['Comments become drafts again.']
			: [];
		const question = `Discard ${count(listed.length, 'waiting change')}?`;
		if (!(await confirm(question, describeAll(listed, notes), 'Discard All'))) return;
		await discardChanges(this.#outbox, listed);
	}

	#listed(now = Date.now()): readonly TicketEntry[] {
		return this.#outbox.entries.filter((entry) => isListed(entry, now));
	}

	/** The changes of the rows that the command was called on, or else one that the user selects. */
	async #chosen(args: CommandArguments, title: string): Promise<readonly TicketEntry[]> {
		const now = Date.now();
		const listed = this.#listed(now);
		const ids = entriesOf(args);
		if (ids.length > 0) return listed.filter(({ id }) => ids.includes(id));
		if (areRowsGone(args)) {
			this.#didListChange();
			return [];
		}
		if (listed.length === 0) {
			showInStatusBar(nothingWaits);
			return [];
		}
		const items = listed.map((entry) => ({
			label: escapeIcons(`${refOf(entry.key)}: ${describeEntry(entry)}`),
			description: escapeIcons(shortReason(entry, now)),
			entry,
		}));
		const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: 'Select a change' });
		return chosen ? [chosen.entry] : [];
	}
}

const nothingWaits = 'No changes are waiting';

const conflictsOnly = (n: number): string =>
	n === 1
		? 'Not sent: 1 change has a conflict. Resolve it below Waiting.'
		: `Not sent: ${count(n, 'change')} have conflicts. Resolve them below Waiting.`;

const conflictsNote = (n: number): string =>
	n === 1 ? '1 change with a conflict is not sent.' : `${count(n, 'change')} with conflicts are not sent.`;

/** A line for each change, then the notes. */
function describeAll(entries: readonly TicketEntry[], notes: readonly string[]): string {
	const now = Date.now();
	const described = entries.slice(0, entries.length > mostDescribed ? mostDescribed - 1 : mostDescribed);
	const lines = described.map((entry) => {
		const wasNotMade = entry.state.kind === 'refused' || entry.state.kind === 'conflict';
		return `${refOf(entry.key)}: ${describeEntry(entry)}${wasNotMade ? ` (${shortReason(entry, now)})` : ''}`;
	});
	const more = entries.length - described.length;
	return [...lines, ...(more > 0 ? [`… and ${more} more`] : []), ...notes].join('\n');
}

async function isStillWanted(entry: TicketEntry): Promise<boolean> {
	if (entry.state.kind !== 'conflict') return true;
	return confirm(
		`Overwrite the other change of ${refOf(entry.key)}?`,
		fullReason(entry, Date.now()),
		'Use Mine',
	);
}
