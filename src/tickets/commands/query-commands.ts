import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { count } from '../../base/text/numbers.ts';
import { askQueryName } from '../../platform/editor/boxes/ask-query-name.ts';
import { escapeIcons } from '../../platform/editor/escape.ts';
import { showInformation, showListChanged } from '../../platform/editor/messages.ts';
import type { QuerySetting } from '../../platform/editor/query-setting.ts';
import { type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import type { SavedQuery } from '../../platform/model/saved-queries.ts';
import { areRowsGone, type CommandArguments } from '../../platform/view/command-arguments.ts';
import { defaultQueries } from '../model/query/default-queries.ts';
import type { Tickets } from '../state/tickets.ts';
import { queryId } from '../view/query-rows.ts';
import { askQuery } from './find/filter.ts';
import type { QueryCount } from './find/filter-rows.ts';
import { queryNameOf, trackerOf } from './ticket-command-target.ts';

const renameButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: 'Rename Query…' };
const removeButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: 'Remove Query' };

/** Implements the commands that change saved queries. A command without a row asks for the query. A command on a row returns the query's new row id. */
export class QueryCommands {
	readonly #tickets: Tickets;
	readonly #queries: QuerySetting;
	readonly #tracker: () => Promise<TrackerKey | undefined>;
	readonly #willRename: (from: string, to: string) => void;

	/**
	 * `tracker` returns the one whose tickets are counted if a command is not called on a row. `willRename` is called before the rows of a
	 * query get other ids.
	 */
	constructor(
		tickets: Tickets,
		queries: QuerySetting,
		tracker: () => Promise<TrackerKey | undefined>,
		willRename: (from: string, to: string) => void,
	) {
		this.#tickets = tickets;
		this.#queries = queries;
		this.#tracker = tracker;
		this.#willRename = willRename;
	}

	/** Asks for the text, and for the name too if the user wants to change it. What was typed stays in the box until it is saved. */
	async edit(args: CommandArguments): Promise<string | undefined> {
		let query = await this.#choose(args, 'Edit Query');
		if (!query) return undefined;
		const key = trackerOf(args) ?? (await this.#tracker());
		let { text } = query;
		const { name } = query;
		while (true) {
			const answer = await askQuery(this.#tickets, key, {
				title: `Edit Query: ${query.name}`,
				value: text,
				isContinued: true,
				describe: (found) => describeSaving(found, key),
				buttons: [renameButton, removeButton],
			});
			// VS Code returns the focus to where it was. A renamed row has to be selected again.
			if (!answer) return query.name === name ? undefined : rowOf(args, query);
			({ text } = answer);
			if (answer.button === removeButton) {
				await this.#remove(query);
				return undefined;
			}
			if (answer.button === renameButton) query = await this.#rename(query);
			else if (text === query.text || (await this.#queries.change(query, { text })))
				return rowOf(args, query);
		}
	}

	async rename(args: CommandArguments): Promise<string | undefined> {
		const query = await this.#choose(args, 'Rename Query');
		return query && rowOf(args, await this.#rename(query));
	}

	async remove(args: CommandArguments): Promise<void> {
		const query = await this.#choose(args, 'Remove Query');
		if (query) await this.#remove(query);
	}

	/** Returns the query with its new name. */
	async #rename(query: SavedQuery): Promise<SavedQuery> {
		const name = await askQueryName({
			title: 'Rename Query',
			prompt: `New name for the query "${query.text}"`,
			value: query.name,
			queries: () => this.#queries.queries,
		});
		if (name === undefined || name === query.name) return query;
		this.#willRename(query.name, name);
		if (await this.#queries.change(query, { name })) return { ...query, name };
		this.#willRename(name, query.name);
		return query;
	}

	async #remove({ name }: SavedQuery): Promise<void> {
		const undo = await this.#queries.remove(name);
		if (!undo) return;
		const areDefault = this.#queries.queries === defaultQueries;
		const show = async () => {
			const also = areDefault ? ' It was the last one, so the default queries are back.' : '';
			if ((await showInformation(`Query "${name}" removed.${also}`, 'Undo')) === 'Undo') await undo();
		};
		// The command does not wait for the user to close the message.
		background(show());
	}

	/** The query of the row that the command was called on, or one that the user chooses. */
	async #choose(args: CommandArguments, title: string): Promise<SavedQuery | undefined> {
		const { queries } = this.#queries;
		const name = queryNameOf(args);
		const named = queries.find((one) => one.name === name);
		if (named) return named;
		if (name !== undefined || areRowsGone(args)) {
			showListChanged();
			return undefined;
		}
		const items = queries.map((query) => ({
			label: escapeIcons(query.name),
			description: escapeIcons(query.text),
			query,
		}));
		const options = { title, placeHolder: 'Select a query', matchOnDescription: true };
		return (await vscode.window.showQuickPick(items, options))?.query;
	}
}

function describeSaving({ found, isComplete }: QueryCount, key: TrackerKey | undefined) {
	const tickets = found === 0 ? 'no matching tickets' : count(found, 'ticket');
	const note = key && `${tickets} in ${trackerRef(key)}${isComplete ? '' : ' so far'}`;
	return { icon: 'save', label: 'Save Query', note };
}

function rowOf(args: CommandArguments, query: SavedQuery): string | undefined {
	const key = trackerOf(args);
	return key && queryId(key, query.name);
}
