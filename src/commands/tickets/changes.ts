import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import type { Tickets } from '../../host/tickets.ts';
import { refOf, type TicketKey } from '../../model/ticket.ts';
import { count, statusName } from '../../model/words.ts';
import { type Change, inverse } from '../../state/change.ts';
import { type Changed, type Conflict, changeTicket } from '../../state/change-ticket.ts';

/** What came of a change of one ticket. */
export interface Outcome {
	readonly key: TicketKey;
	readonly result: Changed | Conflict | { readonly kind: 'failed'; readonly error: ForgeError };
}

interface ChangesOptions {
	readonly tickets: Tickets;
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
	#last:
		| { readonly undo: readonly { key: TicketKey; change: Change }[]; readonly until: Disposable }
		| undefined;

	constructor(options: ChangesOptions) {
		this.#options = options;
	}

	/** Changes one ticket as somebody saw it. Fails with a `ForgeError`. */
	async one(
		key: TicketKey,
		change: Change,
		base: Ticket | undefined,
		options: { readonly force?: boolean } = {},
	): Promise<Changed | Conflict> {
		const { tickets } = this.#options;
		const account = tickets.of(key.account);
		if (!account)
			throw new ForgeError('signed-out', 'Nobody is signed in to this forge any more. Sign in again.');
		const user = new Lifetime();
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
				options,
			);
			if (result.kind === 'changed') this.#remember([{ key, result }]);
			return result;
		} finally {
			user.dispose();
		}
	}

	/** Changes many tickets with one progress, and says what came of each where not all went well. */
	async many(keys: readonly TicketKey[], change: Change, doing: string): Promise<readonly Outcome[]> {
		const outcomes: Outcome[] = [];
		const work = async (report?: (done: number) => void) => {
			const waiting = [...keys];
			const worker = async () => {
				for (let key = waiting.shift(); key; key = waiting.shift()) {
					outcomes.push({ key, result: await this.#tried(key, change) });
					report?.(outcomes.length);
				}
			};
			await Promise.all(Array.from({ length: Math.min(width, keys.length) }, worker));
		};
		if (keys.length === 1) await work();
		else {
			const title = `${doing} ${count(keys.length, 'ticket')}`;
			await vscode.window.withProgress({ location: { viewId: 'tildeforge.tickets' }, title }, () => work());
		}
		const changed = outcomes.flatMap(({ key, result }) =>
			result.kind === 'changed' ? [{ key, result }] : [],
		);
		this.#remember(changed);
		await tell(outcomes);
		return outcomes;
	}

	/** Takes back the last change of the last seconds. */
	async undo(): Promise<void> {
		const last = this.#last;
		if (!last) {
			vscode.window.setStatusBarMessage('There is nothing to undo', 3000);
			return;
		}
		this.#forget();
		const outcomes = await Promise.all(
			last.undo.map(async ({ key, change }) => ({ key, result: await this.#tried(key, change) })),
		);
		this.#forget();
		if (outcomes.every(({ result }) => result.kind === 'changed')) {
			vscode.window.setStatusBarMessage(`Undone: ${named(outcomes.map(({ key }) => key))}`, 3000);
		}
		await tell(outcomes);
	}

	dispose(): void {
		this.#forget();
		this.#lifetime.dispose();
	}

	async #tried(key: TicketKey, change: Change): Promise<Outcome['result']> {
		try {
			return await this.one(key, change, undefined);
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			this.#options.log.warn(`${refOf(key)} was not changed`, error);
			return { kind: 'failed', error };
		}
	}

	#remember(changed: readonly { readonly key: TicketKey; readonly result: Changed }[]): void {
		const { tickets } = this.#options;
		const undo = changed.flatMap(({ key, result: { before, ticket } }) => {
			const name = tickets.of(key.account)?.instance.name ?? '';
			const change = inverse(before, ticket, tickets.habits.of(name));
			return change ? [{ key, change }] : [];
		});
		if (undo.length === 0) return;
		this.#forget();
		const until = new Lifetime();
		const item = until.add(vscode.window.createStatusBarItem('undo', vscode.StatusBarAlignment.Left, 0));
		const states = new Set(changed.map(({ result }) => statusName(result.ticket.status).toLowerCase()));
		item.name = 'Tildeforge: Undo';
		item.text = `$(discard) Undo ${named(undo.map(({ key }) => key))}`;
		item.tooltip = `Take back the last change (now ${[...states].join(', ')})`;
		item.command = 'tildeforge.undoTicketChange';
		item.show();
		until.timeout(() => this.#forget(), regret);
		this.#last = { undo, until: this.#lifetime.add(until) };
		void vscode.commands.executeCommand('setContext', 'tildeforge.canUndo', true);
	}

	#forget(): void {
		this.#last?.until.dispose();
		this.#last = undefined;
		void vscode.commands.executeCommand('setContext', 'tildeforge.canUndo', false);
	}
}

const named = (keys: readonly TicketKey[]): string => {
	const [only] = keys;
	return only && keys.length === 1 ? `#${only.ticket}` : count(keys.length, 'ticket');
};

/** Says once what did not go as it was asked for; what did is seen. */
async function tell(outcomes: readonly Outcome[]): Promise<void> {
	const troubles = outcomes.flatMap(({ key, result }) => {
		if (result.kind === 'failed') return [`${refOf(key)}: ${result.error.message}`];
		if (result.kind === 'conflict') {
			return [`${refOf(key)}: somebody else has changed it meanwhile; it was left as it is.`];
		}
		if (!result.differs) return [];
		return [`${refOf(key)}: the forge made ${statusName(result.differs.got.status).toLowerCase()} of it.`];
	});
	if (troubles.length === 0) return;
	if (outcomes.length === 1) {
		void vscode.window.showWarningMessage(troubles[0] ?? '');
		return;
	}
	const show = 'Show Them';
	const well = outcomes.length - troubles.length;
	const choice = await vscode.window.showWarningMessage(
		`${count(well, 'ticket')} changed, ${troubles.length} not as asked for.`,
		show,
	);
	if (choice !== show) return;
	await vscode.window.showQuickPick(
		troubles.map((label) => ({ label })),
		{ title: 'What was not done' },
	);
}
