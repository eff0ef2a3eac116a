import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Log } from '../../base/log.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { showInStatusBar, showProgress } from '../../platform/editor/messages.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import { verbOf } from '../model/failure-messages.ts';
import type { Change } from '../state/change.ts';
import type { Changed, Conflict } from '../state/change-ticket.ts';
import { named } from '../state/outbox-text.ts';
import { type DirectChange, withChange } from '../state/pending-change.ts';
import { changeAsAccount } from '../state/ticket-sender.ts';
import type { Tickets } from '../state/tickets.ts';
import { failureOf, type Outcome, summarizeFailures } from './bulk-failures.ts';
import { showFailures } from './show-failures.ts';

interface ChangesOptions {
	readonly tickets: Tickets;
	/** Called before a ticket is changed. */
	readonly hold: (key: TicketKey) => void;
	/** How long a direct change can be undone. */
	readonly undoMs: () => number;
	readonly log: Log;
}

/** How many tickets are changed at the same time. The forge also has a queue. */
const concurrency = 4;

/** Changes one or many tickets: directly through the outbox, or with a comment at once. */
export class TicketBulkEdit {
	readonly #options: ChangesOptions;

	constructor(options: ChangesOptions) {
		this.#options = options;
	}

	/** Changes tickets without a comment, in a few seconds. Until then, the user can undo it. */
	async direct(keys: readonly TicketKey[], change: DirectChange): Promise<void> {
		const { tickets, hold, undoMs } = this.#options;
		for (const key of keys) hold(key);
		await tickets.change(keys, change, undoMs());
	}

	/**
	 * Changes one ticket now, after everything that is pending for it. `base` is the ticket as the forge had it when the user decided.
	 * Fails with a `ForgeError`.
	 */
	async one(key: TicketKey, change: Change, base: Ticket | undefined): Promise<Changed | Conflict> {
		const { tickets, hold } = this.#options;
		hold(key);
		const pending = tickets.outbox.changeOf(key);
		const known = base ?? tickets.known(key);
		await tickets.outbox.sendItem(key);
		const isSent = tickets.outbox.changeOf(key) === undefined;
		const expected = known && pending && isSent ? withChange(known, pending.change) : known;
		return changeAsAccount(tickets, key, change, expected);
	}

	/**
	 * Comments on many tickets under one progress indicator, and reports those on which that failed. If the user cancels, tickets that
	 * have not been reached stay unchanged.
	 */
	async commentOn(keys: readonly TicketKey[], comment: string): Promise<readonly Outcome[]> {
		const outcomes: Outcome[] = [];
		const waiting = [...keys];
		const title = `Commenting on ${named(keys)}`;
		const location = vscode.ProgressLocation.Notification;
		await showProgress({ location, title, cancellable: true }, async (progress, cancelled) => {
			cancelled.onCancellationRequested(() => waiting.splice(0));
			const worker = async () => {
				for (let key = waiting.shift(); key; key = waiting.shift()) {
					outcomes.push({ key, result: await this.#tried(key, { comment }) });
					const message = `${outcomes.length} of ${keys.length}`;
					progress.report({ message, increment: 100 / keys.length });
				}
			};
			await Promise.all(Array.from({ length: Math.min(concurrency, keys.length) }, worker));
		});
		background(showFailures(summarizeFailures(outcomes, verbOf({ comment }))));
		return outcomes;
	}

	/** Undoes the newest change that is not being sent yet. */
	async undo(): Promise<void> {
		const undone = await this.#options.tickets.outbox.undo();
		const what = undone.length === 0 ? 'Nothing to undo' : `Undone: ${named(undone.map(({ key }) => key))}`;
		showInStatusBar(what, 3000);
	}

	async #tried(key: TicketKey, change: Change): Promise<Outcome['result']> {
		try {
			return await this.one(key, change, undefined);
		} catch (error) {
			this.#options.log.warn(`A change of ${refOf(key)} failed`, error);
			// Do not throw: the other tickets still change, and the caller reports this failure.
			return { kind: 'failed', error: failureOf(error) };
		}
	}
}
