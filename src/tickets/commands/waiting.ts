import * as vscode from 'vscode';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { confirm, showInStatusBar } from '../../platform/editor/messages.ts';
import { refOf } from '../../platform/model/keys.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import { describeEntry, fullReason, isListed, named, shortReason } from '../state/outbox-text.ts';
import type { TicketEntry, TicketOutbox } from '../state/pending-change.ts';
import { entriesOf } from './targets.ts';

type Outbox = Pick<TicketOutbox, 'entries' | 'sendNow' | 'discard'>;

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
		const chosen = await this.#chosen(args, 'Discard Change');
		for (const { id } of chosen) await this.#outbox.discard(id);
		const isLeft = ({ id, state }: TicketEntry) =>
			state.kind === 'sending' && chosen.some((one) => one.id === id);
		const left = this.#outbox.entries.filter(isLeft);
		if (left.length > 0) showInStatusBar(`Not discarded: ${named(left.map(({ key }) => key))} is being sent`);
	}

	/** The changes of the rows that the command was called on, or else one that the user selects. */
	async #chosen(args: CommandArguments, title: string): Promise<readonly TicketEntry[]> {
		const now = Date.now();
		const listed = this.#outbox.entries.filter((entry) => isListed(entry, now));
		const ids = entriesOf(args);
		if (ids.length > 0) return listed.filter(({ id }) => ids.includes(id));
		if (areRowsGone(args)) {
			this.#didListChange();
			return [];
		}
		if (listed.length === 0) {
			showInStatusBar('No changes are waiting');
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

async function isStillWanted(entry: TicketEntry): Promise<boolean> {
	if (entry.state.kind !== 'conflict') return true;
	return confirm(
		`Overwrite the other change of ${refOf(entry.key)}?`,
		fullReason(entry, Date.now()),
		'Use Mine',
	);
}
