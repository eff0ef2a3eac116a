import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { Lifetime } from '../base/lifetime.ts';
import type { Log } from '../base/log.ts';
import { TicketActs } from './commands/acts.ts';
import { TicketBulkEdit } from './commands/bulk-edit.ts';
import { LastChoice } from './commands/last-choice.ts';
import { keepPlace, type TicketList } from './commands/list.ts';
import { TicketPages } from './commands/pages.ts';
import { type Chosen, chosenOf } from './commands/targets.ts';
import { ViewActs } from './commands/view-acts.ts';
import type { TicketServices } from './services.ts';
import type { TicketsView } from './view/tickets-view.ts';

interface PlaceOptions {
	readonly services: TicketServices;
	readonly list: TicketList & { readonly lists: Pick<TicketsView, 'hold'> };
	readonly extension: vscode.Uri;
	readonly memory: vscode.Memento;
	readonly log: Log;
}

/** The commands and pages of tickets. Created when the first of them is needed. */
export class TicketsFeature implements Disposable {
	readonly acts: TicketActs;
	readonly view: ViewActs;
	readonly pages: TicketPages;
	readonly #lifetime = new Lifetime();

	constructor({ services, list, extension, memory, log }: PlaceOptions) {
		const { tree } = list;
		const choice = new LastChoice(() => tree?.view.selection ?? []);
		const selecting = tree?.view.onDidChangeSelection(({ selection }) => choice.didSelect(selection));
		if (selecting) this.#lifetime.add(selecting);
		const changes = this.#lifetime.add(
			new TicketBulkEdit({ tickets: services.tickets, hold: (key) => list.lists.hold(key), log }),
		);
		this.pages = this.#lifetime.add(
			new TicketPages({
				services,
				changes,
				acts: () => this.acts,
				list,
				extension,
				memory,
				log,
				choice,
			}),
		);
		const { pages } = this;
		const places = {
			open: pages.open.bind(pages),
			current: async () => {
				await tree?.drawn();
				const { active } = pages;
				const selected = tree?.view.visible ? chosenOf([undefined, tree.view.selection]) : [];
				if (active && !(choice.isSelection && selected.length > 0))
					return [{ key: active, within: undefined }];
				return selected.length === 0 ? undefined : selected;
			},
			keepPlace: (chosen: readonly Chosen[]) => keepPlace(list, chosen),
			go: (step: 1 | -1) => pages.go(step),
		};
		this.acts = new TicketActs({ services, changes, places });
		this.view = new ViewActs(services);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
