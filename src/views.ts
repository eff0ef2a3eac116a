import type { Forges } from './accounts/forges.ts';
import type { Disposable } from './base/disposable.ts';
import { Lifetime } from './base/lifetime.ts';
import { patchesView } from './patches/view/lists-view.ts';
import type { TicketKey } from './platform/model/keys.ts';
import { type AreaView, areaRows } from './platform/view/account-rows.ts';
import { notice, type Row } from './platform/view/row.ts';
import { endedRow, lostRow, problemRow } from './platform/view/session-rows.ts';
import { repositoriesView } from './repositories/view/repositories-view.ts';
import type { Tickets } from './tickets/state/tickets.ts';
import { TicketsView, type TicketsViewOptions } from './tickets/view/tickets-view.ts';

interface SourcesOptions extends Omit<TicketsViewOptions, 'changed' | 'tickets'> {
	readonly forges: Forges;
	readonly tickets: Tickets;
	/** A row of a view has changed or, without `row`, the whole view. */
	readonly changed: (id: string, row?: Row) => void;
}

const plain: Readonly<Record<string, AreaView>> = {
	'tildeforge.patches': patchesView,
	'tildeforge.repositories': repositoriesView,
};

const signInRow = notice('sign-in', 'account', 'Sign In…', {
	description: 'to send what is written',
	command: { id: 'tildeforge.signIn', title: 'Sign In' },
});

/** Provides the rows of the views. Loaded when the user opens the first view. */
export class ViewRegistry implements Disposable {
	readonly #forges: Forges;
	readonly #tickets: TicketsView;
	readonly #lifetime = new Lifetime();
	readonly #changed: SourcesOptions['changed'];

	constructor({ forges, changed, ...options }: SourcesOptions) {
		this.#forges = forges;
		this.#changed = changed;
		this.#tickets = this.#lifetime.add(
			new TicketsView({ ...options, changed: (row) => changed('tildeforge.tickets', row) }),
		);
		const all = () => {
			for (const id of ['tildeforge.inbox', 'tildeforge.tickets', ...Object.keys(plain)]) changed(id);
		};
		this.#lifetime.add(forges.onDidChange(all));
	}

	async roots(id: string): Promise<readonly Row[]> {
		const { accounts } = this.#forges;
		const again = this.#again();
		if (id === 'tildeforge.tickets') {
			const rows = await areaRows(this.#tickets, accounts, again);
			const drafts = this.#tickets.drafts();
			// A view with rows does not show its welcome content, which offers to sign in.
			const way = drafts.length > 0 && accounts.length === 0 ? [signInRow] : [];
			return [...drafts, ...way, ...rows];
		}
		// The inbox has no other rows yet.
		if (id === 'tildeforge.inbox') return again;
		const view = plain[id];
		return view ? areaRows(view, accounts, again) : [];
	}

	/** Rows for problems with accounts and forges that the user has to solve. */
	#again(): readonly Row[] {
		const { instances, ledger } = this.#forges;
		const lost = instances.lost(ledger.sessions);
		return [...instances.problems.map(problemRow), ...ledger.ended.map(endedRow), ...lost.map(lostRow)];
	}

	shown(id: string, row: Row): void {
		if (id === 'tildeforge.tickets') this.#tickets.shown(row);
	}

	looked(id: string): void {
		if (id === 'tildeforge.tickets') this.#tickets.looked();
	}

	/** The lists of the Tickets view, by the ids of the rows that contain them. */
	get ticketLists() {
		return {
			listOf: (within: string) => this.#tickets.listOf(within),
			listWith: (key: TicketKey) => this.#tickets.listWith(key),
			hold: (key: TicketKey) => this.#tickets.hold(key),
		};
	}

	/** Reads what the views show from the forge again. */
	refresh(): void {
		for (const id of Object.keys(plain)) this.#changed(id);
		this.#tickets.refresh();
	}

	dispose(): void {
		this.#lifetime.dispose();
	}
}
