import { ForgeError, isTransient } from '../../forge/errors.ts';
import type { Account, Area } from '../../signin/connection.ts';
import { type AreaView, areaRows } from './account-rows.ts';
import { connectionMessage, isConnectionFailure } from './connection-message.ts';
import type { Row } from './row.ts';
import type { View } from './view.ts';

/** A view whose rows are requested from the forge each time that it is drawn. */
export class ListView implements View {
	readonly id: string;
	readonly #view: AreaView;
	/** The accounts whose forge could not be reached, by session. */
	readonly #unreached = new Map<string, ForgeError>();

	constructor(id: string, view: AreaView) {
		this.id = id;
		this.#view = {
			...view,
			rows: async (account) => {
				const rows = await view.rows(account);
				this.#unreached.delete(account.session.id);
				return rows;
			},
			showFailure: ({ session }, error) => {
				const isShown = error instanceof ForgeError && isTransient(error);
				if (isShown) this.#unreached.set(session.id, error);
				return isShown;
			},
		};
	}

	get message(): string | undefined {
		const unreached = [...this.#unreached.values()].map((error) => ({ error, asOf: undefined }));
		return connectionMessage(unreached, 0);
	}

	roots(accounts: readonly Account[], problems: readonly Row[]): Promise<readonly Row[]> {
		const present = new Set(accounts.map(({ session }) => session.id));
		for (const id of this.#unreached.keys()) if (!present.has(id)) this.#unreached.delete(id);
		return areaRows(this.#view, accounts, problems);
	}

	didAnswer({ session }: Account, area: Area): boolean {
		const error = this.#unreached.get(session.id);
		if (!error || area !== this.#view.area || !isConnectionFailure(error)) return false;
		return this.#unreached.delete(session.id);
	}
}
