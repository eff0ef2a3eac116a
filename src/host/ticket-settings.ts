import * as vscode from 'vscode';
import type { SavedQuery } from '../model/query/saved.ts';
import { defaultQueries } from '../model/query/saved.ts';
import type { TrackerKey } from '../model/ticket.ts';

const groupings = ['none', 'status', 'label'] as const;
type Grouping = (typeof groupings)[number];

/** What somebody has chosen for the Tickets view: queries in the settings, the rest for the folder that is open. */
export class TicketSettings {
	readonly #memory: vscode.Memento;
	readonly #changes = new vscode.EventEmitter<void>();
	readonly onDidChange = this.#changes.event;

	constructor(memory: vscode.Memento) {
		this.#memory = memory;
	}

	get queries(): readonly SavedQuery[] {
		const written = vscode.workspace.getConfiguration().get<unknown>('tildeforge.ticketQueries');
		const read = Array.isArray(written) ? written.flatMap(readQuery) : [];
		return read.length > 0 ? read : defaultQueries;
	}

	async saveQuery(query: SavedQuery): Promise<void> {
		const entries = this.queries.filter(({ name }) => name !== query.name);
		const settings = [...entries, query].map(({ name, text }) => ({ name, query: text }));
		await vscode.workspace
			.getConfiguration()
			.update('tildeforge.ticketQueries', settings, vscode.ConfigurationTarget.Global);
		this.#changes.fire();
	}

	get grouping(): Grouping {
		const kept = this.#memory.get('tickets.grouping');
		return groupings.find((one) => one === kept) ?? 'none';
	}

	async group(grouping: Grouping): Promise<void> {
		await this.#memory.update('tickets.grouping', grouping);
		this.#changes.fire();
	}

	filter(key: TrackerKey): string | undefined {
		const kept = this.#memory.get(filterName(key));
		return typeof kept === 'string' && kept !== '' ? kept : undefined;
	}

	async setFilter(key: TrackerKey, text: string | undefined): Promise<void> {
		await this.#memory.update(filterName(key), text);
		this.#changes.fire();
	}
}

const filterName = ({ account, owner, tracker }: TrackerKey) =>
	`tickets.filter/${account}/${owner}/${tracker}`;

function readQuery(entry: unknown): SavedQuery[] {
	if (typeof entry !== 'object' || entry === null) return [];
	const name: unknown = Reflect.get(entry, 'name');
	const text: unknown = Reflect.get(entry, 'query');
	return typeof name === 'string' && name.trim() !== '' && typeof text === 'string' ? [{ name, text }] : [];
}
