import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInStatusBar, showProgress, showWarning } from '../../platform/editor/messages.ts';
import { refOf, type TicketKey } from '../../platform/model/keys.ts';
import { count } from '../../platform/model/words.ts';
import { verbOf } from '../model/failure-messages.ts';
import { type Change, inverse } from '../state/change.ts';
import { type Changed, type Conflict, changeTicket } from '../state/change-ticket.ts';
import type { Tickets } from '../state/tickets.ts';
import { type FailureSummary, failureOf, type Outcome, summarizeFailures } from './bulk-failures.ts';
import { Undoable } from './undoable.ts';

/** The change that undoes a change of one ticket. */
interface Undo {
	readonly key: TicketKey;
	readonly change: Change;
}

/** Repeats an operation for some of its tickets. */
type Again = (left: readonly TicketKey[]) => Promise<unknown>;

interface ChangesOptions {
	readonly tickets: Tickets;
	/** Called before a ticket is changed. */
	readonly hold: (key: TicketKey) => void;
	readonly log: Log;
}

/** How many tickets are changed at the same time. The forge also has a queue. */
const concurrency = 4;

/** Changes one or many tickets, and undoes the last change. */
export class TicketBulkEdit implements Disposable {
	readonly #options: ChangesOptions;
	readonly #undoable = new Undoable<readonly Undo[]>();
	/** Fires when what can be undone changes. */
	readonly onDidChange = this.#undoable.onDidChange;
	/** Counts the changes, so that a failed one is not retried after a later one. */
	#begun = 0;

	constructor(options: ChangesOptions) {
		this.#options = options;
	}

	/** Changes one ticket. `base` is the ticket as the user saw it. Fails with a `ForgeError`. */
	async one(key: TicketKey, change: Change, base: Ticket | undefined): Promise<Changed | Conflict> {
		const { tickets, hold } = this.#options;
		const account = tickets.of(key.account);
		if (!account)
			throw new ForgeError('signed-out', 'The account of this ticket is signed out. Sign in with it again.');
		const user = new Lifetime();
		this.#begun += 1;
		hold(key);
		try {
			const trackerCache = account.trackers.tracker(key.owner, key.tracker, user);
			const { name } = account.instance;
			const result = await changeTicket(
				{
					client: account.client,
					trackerCache,
					quirks: tickets.quirks.of(name),
					learn: (quirks) => tickets.quirks.learn(name, quirks),
				},
				key,
				change,
				base ?? trackerCache.tickets.get(key.ticket) ?? (await trackerCache.read(key.ticket)),
			);
			if (result.kind === 'changed') this.#remember([{ key, result }]);
			return result;
		} finally {
			user.dispose();
		}
	}

	/**
	 * Changes many tickets under one progress indicator, and reports those that did not change as requested. If the user
	 * cancels, tickets whose change has not started stay unchanged.
	 */
	async many(keys: readonly TicketKey[], change: Change, doing: string): Promise<readonly Outcome[]> {
		const outcomes: Outcome[] = [];
		const waiting = [...keys];
		const work = async (report?: (done: number) => void) => {
			const worker = async () => {
				for (let key = waiting.shift(); key; key = waiting.shift()) {
					outcomes.push({ key, result: await this.#tried(key, change) });
					report?.(outcomes.length);
				}
			};
			await Promise.all(Array.from({ length: Math.min(concurrency, keys.length) }, worker));
		};
		const title = `${doing} ${named(keys)}`;
		const { Window, Notification } = vscode.ProgressLocation;
		if (keys.length === 1) await showProgress({ location: Window, title }, () => work());
		else {
			await showProgress({ location: Notification, title, cancellable: true }, (progress, cancelled) => {
				cancelled.onCancellationRequested(() => waiting.splice(0));
				return work((done) =>
					progress.report({ message: `${done} of ${keys.length}`, increment: 100 / keys.length }),
				);
			});
		}
		const changed = outcomes.flatMap(({ key, result }) =>
			result.kind === 'changed' ? [{ key, result }] : [],
		);
		this.#remember(changed);
		// Comments that failed are kept as drafts. Offering Try Again as well could send them twice.
		const isSaid = change.comment !== undefined;
		const again = (left: readonly TicketKey[]) => this.many(left, change, doing);
		background(tell(outcomes, verbOf(change), isSaid ? undefined : this.#unlessChanged(again)));
		return outcomes;
	}

	readonly canUndo = (key: TicketKey): boolean =>
		this.#undoable.last?.some((one) => refOf(one.key) === refOf(key) && one.key.account === key.account) ??
		false;

	/** Undoes the last change, if it is only seconds old. */
	async undo(): Promise<void> {
		const { last } = this.#undoable;
		if (!last) {
			showInStatusBar('Nothing to undo', 3000);
			return;
		}
		await this.#takeBack(last);
	}

	dispose(): void {
		this.#undoable.dispose();
	}

	async #takeBack(undo: readonly Undo[]): Promise<void> {
		this.#undoable.forget();
		const outcomes = await Promise.all(
			undo.map(async ({ key, change }) => ({ key, result: await this.#tried(key, change) })),
		);
		this.#undoable.forget();
		const failed = undo.filter((_, nth) => outcomes[nth]?.result.kind === 'failed');
		if (failed.length > 0) this.#offer(failed);
		if (outcomes.every(({ result }) => result.kind === 'changed')) {
			showInStatusBar(`Undone: ${named(outcomes.map(({ key }) => key))}`, 3000);
		}
		const again = (left: readonly TicketKey[]) =>
			this.#takeBack(undo.filter(({ key }) => left.includes(key)));
		background(tell(outcomes, 'undo the change to', this.#unlessChanged(again)));
	}

	#unlessChanged(again: Again): Again {
		const begun = this.#begun;
		return async (left) => {
			if (this.#begun === begun) await again(left);
			else showInStatusBar('Not retried: there were newer changes', 5000);
		};
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

	#remember(changed: readonly { readonly key: TicketKey; readonly result: Changed }[]): void {
		const { tickets } = this.#options;
		const undo = changed.flatMap(({ key, result: { before, ticket } }) => {
			const name = tickets.of(key.account)?.instance.name ?? '';
			const change = inverse(before, ticket, tickets.quirks.of(name));
			return change ? [{ key, change }] : [];
		});
		if (undo.length > 0) this.#offer(undo);
	}

	/** Lets the user undo a change for a few seconds, and shows that in the status bar. */
	#offer(undo: readonly Undo[]): void {
		this.#undoable.offer(undo, () => showUndo(named(undo.map(({ key }) => key))));
	}
}

function showUndo(what: string): Disposable {
	const shown = new Lifetime();
	const item = shown.add(vscode.window.createStatusBarItem('undo', vscode.StatusBarAlignment.Left, 0));
	item.name = 'Tildeforge: Undo';
	item.text = `$(discard) Undo ${what}`;
	item.tooltip = 'Undo last change';
	item.command = 'tildeforge.undoTicketChange';
	item.show();
	setCanUndo(true);
	shown.add({ dispose: () => setCanUndo(false) });
	return shown;
}

function setCanUndo(canUndo: boolean): void {
	background(vscode.commands.executeCommand('setContext', 'tildeforge.canUndo', canUndo));
}

const named = (keys: readonly TicketKey[]): string => {
	const [only] = keys;
	return only && keys.length === 1 ? `#${only.ticket}` : count(keys.length, 'ticket');
};

/** Reports once which tickets did not change as requested, and why. The user sees the other changes in the view. */
async function tell(outcomes: readonly Outcome[], deed: string, again?: Again): Promise<void> {
	const troubles = summarizeFailures(outcomes, deed);
	if (!troubles) return;
	const ways = new Map<string, () => unknown>();
	if (again && troubles.retryable.length > 0) ways.set('Try Again', () => again(troubles.retryable));
	if (troubles.each.length > 1) ways.set('Show All', () => showAll(troubles));
	await ways.get((await showWarning(troubles.words, ...ways.keys())) ?? '')?.();
}

async function showAll({ each, title }: FailureSummary): Promise<void> {
	await vscode.window.showQuickPick(
		each.map((trouble) => ({ label: escapeIcons(trouble) })),
		{ title },
	);
}
