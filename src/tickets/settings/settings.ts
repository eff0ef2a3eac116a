import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { QuerySetting } from '../../platform/editor/query-setting.ts';
import type { TrackerKey } from '../../platform/model/keys.ts';
import type { SavedQuery } from '../../platform/model/saved-queries.ts';
import { type Grouping, groupings } from '../model/grouping.ts';
import { defaultQueries } from '../model/query/default-queries.ts';
import { sortFields, type TicketOrder, usualOrder } from '../model/query/query.ts';

const orders = sortFields.flatMap((by) =>
	[false, true].map((isReversed): TicketOrder => ({ by, isReversed })),
);

/** The user's choices for tickets. The saved queries and the time for *Undo* are settings; the rest is stored for the workspace. */
export class TicketSettings implements vscode.Disposable {
	readonly #memory: vscode.Memento;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.#changes.event;
	readonly savedQueries = new QuerySetting('tildeforge.ticketQueries', defaultQueries);

	constructor(memory: vscode.Memento) {
		this.#memory = memory;
		this.#lifetime.add(this.savedQueries.onDidChange(() => this.#changes.fire()));
	}

	get queries(): readonly SavedQuery[] {
		return this.savedQueries.queries;
	}

	get grouping(): Grouping {
		const stored = this.#memory.get('tickets.grouping');
		return groupings.find((grouping) => grouping === stored) ?? 'none';
	}

	async setGrouping(grouping: Grouping): Promise<void> {
		await this.#memory.update('tickets.grouping', grouping);
		this.#changes.fire();
	}

	/** The order of queries that do not specify one. */
	get order(): TicketOrder {
		const stored = this.#memory.get('tickets.order');
		return orders.find((order) => orderName(order) === stored) ?? usualOrder;
	}

	async setOrder(order: TicketOrder): Promise<void> {
		await this.#memory.update('tickets.order', orderName(order));
		this.#changes.fire();
	}

	/** Whether a tracker of one of these accounts has a filter. */
	hasFilterOf(accounts: readonly string[]): boolean {
		const prefixes = accounts.map((account) => `${filterPrefix}${account}/`);
		return this.#memory.keys().some((name) => prefixes.some((prefix) => name.startsWith(prefix)));
	}

	filterOf(key: TrackerKey): string | undefined {
		const stored = this.#memory.get(filterName(key));
		return typeof stored === 'string' && stored !== '' ? stored : undefined;
	}

	async setFilter(key: TrackerKey, text: string | undefined): Promise<void> {
		await this.#memory.update(filterName(key), text);
		this.#changes.fire();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}

const orderName = ({ by, isReversed }: TicketOrder) => `${isReversed ? 'rsort' : 'sort'}:${by}`;

const filterPrefix = 'tickets.filter/';
const filterName = ({ account, owner, tracker }: TrackerKey) =>
	`${filterPrefix}${account}/${owner}/${tracker}`;
