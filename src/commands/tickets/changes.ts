import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import { plain } from '../../host/foreign.ts';
import { during, mention, warn } from '../../host/say.ts';
import type { Tickets } from '../../host/tickets.ts';
import { refOf, type TicketKey } from '../../model/ticket.ts';
import { count, statusName } from '../../model/words.ts';
import { worded } from '../../panels/worded.ts';
import { type Change, inverse } from '../../state/change.ts';
import { type Changed, type Conflict, changeTicket } from '../../state/change-ticket.ts';

/** What came of a change of one ticket. */
export interface Outcome {
	readonly key: TicketKey;
	readonly result: Changed | Conflict | { readonly kind: 'failed'; readonly error: ForgeError };
}

interface ChangesOptions {
	readonly tickets: Tickets;
	/** A ticket is about to be changed. */
	readonly hold: (key: TicketKey) => void;
	readonly log: Log;
}

/** For so long a change can be taken back. */
const regret = 10_000;
/** So many tickets are changed at the same time; the forge has a queue besides. */
const width = 4;

/** Makes the changes that somebody asked for, in one ticket or many, and takes the last one back. */
export class TicketChanges implements Disposable {
	readonly #options: ChangesOptions;
	readonly #lifetime = new Lifetime();
	readonly #undoable = this.#lifetime.add(new Emitter<void>());
	/** What can be taken back is something else. */
	readonly onDidChange = this.#undoable.event;
	#last:
		| { readonly undo: readonly { key: TicketKey; change: Change }[]; readonly until: Disposable }
		| undefined;

	constructor(options: ChangesOptions) {
		this.#options = options;
	}

	/** Changes one ticket as somebody saw it. Fails with a `ForgeError`. */
	async one(key: TicketKey, change: Change, base: Ticket | undefined): Promise<Changed | Conflict> {
		const { tickets, hold } = this.#options;
		const account = tickets.of(key.account);
		if (!account)
			throw new ForgeError('signed-out', 'Nobody is signed in to this forge any more. Sign in again.');
		const user = new Lifetime();
		hold(key);
		try {
			const shelf = account.trackers.tracker(key.owner, key.tracker, user);
			const { name } = account.instance;
			const result = await changeTicket(
				{
					client: account.client,
					shelf,
					habit: tickets.habits.of(name),
					learn: (habit) => tickets.habits.learn(name, habit),
				},
				key,
				change,
				base ?? shelf.tickets.get(key.ticket) ?? (await shelf.ticket(key.ticket)),
			);
			if (result.kind === 'changed') this.#remember([{ key, result }]);
			return result;
		} finally {
			user.dispose();
		}
	}

	/**
	 * Changes many tickets with one progress, and says what came of each where not all went well. Who cancels leaves those as they are that
	 * were not yet begun.
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
			await Promise.all(Array.from({ length: Math.min(width, keys.length) }, worker));
		};
		const title = `${doing} ${named(keys)}`;
		const { Window, Notification } = vscode.ProgressLocation;
		if (keys.length === 1) await during({ location: Window, title }, () => work());
		else {
			await during({ location: Notification, title, cancellable: true }, (progress, cancelled) => {
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
		void tell(outcomes);
		return outcomes;
	}

	readonly canUndo = (key: TicketKey): boolean =>
		this.#last?.undo.some((one) => refOf(one.key) === refOf(key) && one.key.account === key.account) ?? false;

	/** Takes back the last change of the last seconds. */
	async undo(): Promise<void> {
		const last = this.#last;
		if (!last) {
			mention('There is nothing to undo', 3000);
			return;
		}
		this.#forget();
		const outcomes = await Promise.all(
			last.undo.map(async ({ key, change }) => ({ key, result: await this.#tried(key, change) })),
		);
		this.#forget();
		const failed = last.undo.filter((_, nth) => outcomes[nth]?.result.kind === 'failed');
		if (failed.length > 0) this.#offer(failed);
		if (outcomes.every(({ result }) => result.kind === 'changed')) {
			mention(`Undone: ${named(outcomes.map(({ key }) => key))}`, 3000);
		}
		void tell(outcomes);
	}

	dispose(): void {
		this.#forget();
		this.#lifetime.dispose();
	}

	async #tried(key: TicketKey, change: Change): Promise<Outcome['result']> {
		try {
			return await this.one(key, change, undefined);
		} catch (error) {
			this.#options.log.warn(`${refOf(key)} was not changed`, error);
			if (error instanceof ForgeError) return { kind: 'failed', error };
			// The others go on, and nobody is left without an answer.
			return { kind: 'failed', error: new ForgeError('surprise', worded(error).problem, { cause: error }) };
		}
	}

	#remember(changed: readonly { readonly key: TicketKey; readonly result: Changed }[]): void {
		const { tickets } = this.#options;
		const undo = changed.flatMap(({ key, result: { before, ticket } }) => {
			const name = tickets.of(key.account)?.instance.name ?? '';
			const change = inverse(before, ticket, tickets.habits.of(name));
			return change ? [{ key, change }] : [];
		});
		if (undo.length > 0) this.#offer(undo);
	}

	/** Says for a moment that something can be taken back, and how. */
	#offer(undo: readonly { readonly key: TicketKey; readonly change: Change }[]): void {
		this.#forget();
		const until = this.#lifetime.child();
		const item = until.add(vscode.window.createStatusBarItem('undo', vscode.StatusBarAlignment.Left, 0));
		item.name = 'Tildeforge: Undo';
		item.text = `$(discard) Undo ${named(undo.map(({ key }) => key))}`;
		item.tooltip = 'Take back the last change';
		item.command = 'tildeforge.undoTicketChange';
		item.show();
		until.timeout(() => this.#forget(), regret);
		this.#last = { undo, until };
		void vscode.commands.executeCommand('setContext', 'tildeforge.canUndo', true);
		this.#undoable.fire();
	}

	#forget(): void {
		this.#last?.until.dispose();
		this.#last = undefined;
		void vscode.commands.executeCommand('setContext', 'tildeforge.canUndo', false);
		this.#undoable.fire();
	}
}

const named = (keys: readonly TicketKey[]): string => {
	const [only] = keys;
	return only && keys.length === 1 ? `#${only.ticket}` : count(keys.length, 'ticket');
};

/** Says once what did not go as it was asked for, and why; what did is seen. */
async function tell(outcomes: readonly Outcome[]): Promise<void> {
	const troubles = outcomes.flatMap(({ key, result }) => {
		if (result.kind === 'failed') return [`${refOf(key)}: ${result.error.message}`];
		if (result.kind === 'conflict') {
			return [`${refOf(key)}: somebody else has changed it meanwhile; it was left as it is.`];
		}
		if (!result.differs) return [];
		return [`${refOf(key)}: the forge made ${statusName(result.differs.got.status).toLowerCase()} of it.`];
	});
	const [first] = troubles;
	if (first === undefined) return;
	if (outcomes.length === 1) return void warn(first);
	const number = `${troubles.length} of ${count(outcomes.length, 'ticket')} did not change as asked for.`;
	if (troubles.length === 1) return void warn(`${number} ${first}`);
	const show = 'Show All';
	if ((await warn(`${number} The first is ${first}`, show)) !== show) return;
	const items = troubles.map((trouble) => ({ label: plain(trouble) }));
	await vscode.window.showQuickPick(items, { title: 'What did not change as asked for' });
}
