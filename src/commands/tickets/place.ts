import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Workplace } from '../../host/desk.ts';
import { rowsInFocus } from '../../host/focused-row.ts';
import type { TicketKey } from '../../model/ticket.ts';
import type { Row } from '../../views/row.ts';
import { TicketActs } from './acts.ts';
import { TicketChanges } from './changes.ts';
import { TicketPages } from './pages.ts';
import { chosenOf } from './targets.ts';

interface PlaceOptions {
	readonly desk: Workplace;
	/** The Tickets view. */
	readonly view: vscode.TreeView<Row> | undefined;
	readonly listOf: (within: string) => readonly TicketKey[];
	readonly extension: vscode.Uri;
	readonly memory: vscode.Memento;
	readonly log: Log;
}

/** All that is done with tickets, put together when the first of it is needed. */
export class TicketPlace implements Disposable {
	readonly acts: TicketActs;
	readonly pages: TicketPages;
	readonly #lifetime = new Lifetime();

	constructor({ desk, view, listOf, extension, memory, log }: PlaceOptions) {
		const changes = this.#lifetime.add(new TicketChanges({ tickets: desk.tickets, log }));
		this.pages = this.#lifetime.add(
			new TicketPages({ desk, changes, acts: () => this.acts, listOf, extension, memory, log }),
		);
		const { pages } = this;
		const places = {
			open: pages.open.bind(pages),
			current: async (where: 'view' | 'page' | undefined) => {
				const { active } = pages;
				// A page is in front also while the view has the focus.
				if (active && where !== 'view') return [{ key: active, within: undefined }];
				if (!view?.visible) return undefined;
				const rows = await rowsInFocus(view);
				return rows.length === 0 ? undefined : chosenOf([undefined, rows]);
			},
			isFree: () => pages.isFree,
			go: (step: 1 | -1, where: 'view' | 'page' | undefined) =>
				pages.active && where !== 'view'
					? pages.go(step)
					: vscode.commands.executeCommand(step > 0 ? 'list.focusDown' : 'list.focusUp'),
		};
		this.acts = new TicketActs({ desk, changes, places });
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
