import type { Forges } from './accounts/forges.ts';
import type { Disposable } from './base/disposable.ts';
import { Lifetime } from './base/lifetime.ts';
import { patchesView } from './patches/view/lists-view.ts';
import type { Row } from './platform/view/row.ts';
import { endedRow, problemRow, unconfiguredRow } from './platform/view/session-rows.ts';
import type { View } from './platform/view/view.ts';
import { repositoriesView } from './repositories/view/repositories-view.ts';
import type { Tickets } from './tickets/state/tickets.ts';
import { TicketsView, type TicketsViewOptions } from './tickets/view/tickets-view.ts';

/** The accounts and forges, and what is wrong with them. */
interface ShownForges extends Pick<Forges, 'accounts' | 'onDidChange'> {
	readonly instances: Pick<Forges['instances'], 'problems' | 'unconfigured'>;
	readonly registry: Pick<Forges['registry'], 'sessions' | 'ended'>;
}

interface ViewRegistryOptions extends Omit<TicketsViewOptions, 'changed' | 'tickets'> {
	readonly forges: ShownForges;
	readonly tickets: Tickets;
	/** Called when a row of a view has changed or, without `row`, the whole view. */
	readonly changed: (id: string, row?: Row) => void;
}

/** The inbox shows only the problems with accounts so far. */
const inboxView: View = { id: 'tildeforge.inbox', roots: (_, problems) => problems };

/** All views. Loaded when the user opens the first one. */
export class ViewRegistry implements Disposable {
	/** The Tickets view. Other parts of the feature read its lists. */
	readonly tickets: TicketsView;
	readonly #forges: ShownForges;
	readonly #views: ReadonlyMap<string, View>;
	readonly #changed: ViewRegistryOptions['changed'];
	readonly #lifetime = new Lifetime();

	constructor({ forges, changed, ...options }: ViewRegistryOptions) {
		this.#forges = forges;
		this.#changed = changed;
		const changedTickets = (row?: Row) => changed(this.tickets.id, row);
		this.tickets = this.#lifetime.add(new TicketsView({ ...options, changed: changedTickets }));
		const views = [inboxView, this.tickets, patchesView, repositoriesView];
		this.#views = new Map(views.map((view) => [view.id, view]));
		this.#lifetime.add(
			forges.onDidChange(() => {
				for (const id of this.#views.keys()) changed(id);
			}),
		);
	}

	/** The view that has this id in the manifest. */
	view(id: string): View | undefined {
		return this.#views.get(id);
	}

	async roots(id: string): Promise<readonly Row[]> {
		return (await this.view(id)?.roots(this.#forges.accounts, this.#problems())) ?? [];
	}

	/** Reads the contents of the views from the forge again. */
	refresh(): void {
		for (const view of this.#views.values()) {
			if (view.refresh) view.refresh();
			else this.#changed(view.id);
		}
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Rows for problems with accounts and forges that the user has to solve. */
	#problems(): readonly Row[] {
		const { instances, registry } = this.#forges;
		const lost = instances.unconfigured(registry.sessions);
		return [
			...instances.problems.map(problemRow),
			...registry.ended.map(endedRow),
			...lost.map(unconfiguredRow),
		];
	}
}
