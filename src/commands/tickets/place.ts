import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import { Turns } from '../../base/turns.ts';
import type { Workplace } from '../../host/desk.ts';
import { rowsInFocus } from '../../host/focused-row.ts';
import { TicketActs } from './acts.ts';
import { TicketChanges } from './changes.ts';
import { keepPlace, type TicketList } from './list.ts';
import { TicketPages } from './pages.ts';
import { type Chosen, chosenOf } from './targets.ts';
import { ViewActs } from './view-acts.ts';

interface PlaceOptions {
	readonly desk: Workplace;
	readonly list: TicketList;
	readonly extension: vscode.Uri;
	readonly memory: vscode.Memento;
	readonly log: Log;
}

/** All that is done with tickets, put together when the first of it is needed. */
export class TicketPlace implements Disposable {
	readonly acts: TicketActs;
	readonly view: ViewActs;
	readonly pages: TicketPages;
	readonly #lifetime = new Lifetime();
	/** What moves the focus of the view and what looks where it is, in the order in which the keys were pressed. */
	readonly #keys = new Turns();

	constructor({ desk, list, extension, memory, log }: PlaceOptions) {
		const { hold } = list;
		const view = list.tree?.view;
		const changes = this.#lifetime.add(new TicketChanges({ tickets: desk.tickets, hold, log }));
		this.pages = this.#lifetime.add(
			new TicketPages({ desk, changes, acts: () => this.acts, list, extension, memory, log }),
		);
		const { pages } = this;
		const places = {
			open: pages.open.bind(pages),
			current: async (where: 'view' | 'page' | undefined) => {
				const { active } = pages;
				// A page is in front also while the view has the focus.
				if (active && where !== 'view') return [{ key: active, within: undefined }];
				if (where === 'page') return [];
				if (!view?.visible) return undefined;
				const rows = await this.#keys.next(() => rowsInFocus(view));
				return rows.length === 0 ? undefined : chosenOf([undefined, rows]);
			},
			isText: (where: 'view' | 'page') => pages.focus.isSetOut || (where === 'page' && !pages.isFree),
			write: pages.write.bind(pages),
			focus: pages.focus,
			keepPlace: (chosen: readonly Chosen[]) => keepPlace(list, chosen),
			go: (step: 1 | -1, where: 'view' | 'page' | undefined) =>
				where === 'page' || (where === undefined && pages.active)
					? pages.go(step)
					: this.#keys.next(() =>
							vscode.commands.executeCommand(step > 0 ? 'list.focusDown' : 'list.focusUp'),
						),
		};
		this.acts = new TicketActs({ desk, changes, places });
		this.view = new ViewActs(desk);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
