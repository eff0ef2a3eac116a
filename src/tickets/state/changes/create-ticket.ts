import type { Client } from '../../../forge/client/connect.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { trackerRows } from '../../../forge/rows/trackers.ts';
import type { Ticket } from '../../../forge/shapes/trackers.ts';
import type { TrackerKey } from '../../../platform/model/keys.ts';
import { isSameText } from '../../../platform/model/line-breaks.ts';

type TicketClient = Pick<Client<typeof trackerRows>, 'createTicket' | 'tickets'>;
export type Creation = Parameters<TicketClient['createTicket']>[1];

/** Creates tickets in one tracker, and avoids creating one twice. */
export class TicketCreator {
	readonly #client: TicketClient;
	readonly #me: string;
	readonly #tracker: Omit<TrackerKey, 'account'>;

	constructor(client: TicketClient, me: string, { owner, tracker }: Omit<TrackerKey, 'account'>) {
		this.#client = client;
		this.#me = me;
		this.#tracker = { owner, tracker };
	}

	/**
	 * Creates a ticket. If the request fails but may have created the ticket, looks for it among the newest tickets of the forge.
	 * `newest` is the highest ticket number that was known before. Awaits `confirm` directly before the request.
	 */
	async create(creation: Creation, newest: number, confirm?: () => Promise<void>): Promise<Ticket> {
		try {
			return await this.#client.createTicket(this.#tracker, creation, { beforeSending: confirm });
		} catch (error) {
			if (!(error instanceof ForgeError) || !error.mayBeDone) throw error;
			const existing = await this.find(creation, newest).catch((failure: unknown) => {
				throw failure instanceof ForgeError ? error : failure;
			});
			if (existing) return existing;
			throw error;
		}
	}

	/** Asks the forge for the user's ticket with this title and description and a number above `newest`. */
	async find({ title, description = '' }: Creation, newest: number): Promise<Ticket | undefined> {
		const isMatch = ({ id, submitter, ...ticket }: Ticket) =>
			id > newest &&
			submitter?.type === 'user' &&
			submitter.canonical_name === this.#me &&
			isSameText(ticket.title, title) &&
			isSameText(ticket.description, description);
		// New tickets are on the first page.
		for await (const { rows } of this.#client.tickets(this.#tracker)) return rows.find(isMatch);
		return undefined;
	}
}
