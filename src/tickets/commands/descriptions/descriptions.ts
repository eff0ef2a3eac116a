import { createHash } from 'node:crypto';
import type { Memento } from 'vscode';
import { background } from '../../../base/background.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { TextAddress, TextSource } from '../../../platform/editor/files/text-files.ts';
import { withLineFeeds } from '../../../platform/model/line-breaks.ts';
import { accountLabel } from '../../../signin/sessions/session.ts';
import type { Tickets } from '../../state/tickets.ts';
import { type Description, ticketDescription, trackerDescription } from './description.ts';
import { parseDescriptionPath } from './description-address.ts';

const seenName = 'descriptions.seen';
const maxSeen = 50;

/** Reads and writes the descriptions of trackers and tickets, directly on the forge. */
export class Descriptions implements TextSource {
	readonly #tickets: Tickets;
	/** The window's storage. Unsaved texts survive a reload, so the hashes of the texts that they are based on must survive it, too. */
	readonly #memory: Pick<Memento, 'get' | 'update'>;

	constructor(tickets: Tickets, memory: Pick<Memento, 'get' | 'update'>) {
		this.#tickets = tickets;
		this.#memory = memory;
	}

	async read(address: TextAddress): Promise<string> {
		const text = await this.#find(address).read();
		this.#remember(address, text);
		return text;
	}

	async write(address: TextAddress, written: string): Promise<void> {
		const text = withLineFeeds(written);
		try {
			const description = this.#find(address);
			const current = await description.read();
			if (withLineFeeds(current) !== text) {
				if (versionOf(current) !== this.#seen[nameOf(address)]) throw changedError(description.ref);
				this.#remember(address, await description.write(text));
			} else this.#remember(address, current);
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			throw error.withMessage(`${error.message} Your text is kept here.`);
		}
	}

	#find({ path, query }: TextAddress): Description {
		const place = parseDescriptionPath(path);
		if (!place) throw new ForgeError('missing', 'There is no description at this address.');
		const account = this.#tickets.accounts.find(({ session }) => accountLabel(session) === query);
		if (!account) {
			throw new ForgeError('signed-out', `${query} is not signed in. Sign in and try again.`);
		}
		const { owner, tracker, ticket } = place;
		const key = { account: account.session.id, owner, tracker };
		if (ticket === undefined) return trackerDescription(account, key);
		return ticketDescription(this.#tickets, account, { ...key, ticket });
	}

	/** Hashes of the texts that the editor was last given. */
	get #seen(): Readonly<Record<string, string>> {
		return this.#memory.get<Record<string, string>>(seenName) ?? {};
	}

	#remember(address: TextAddress, text: string): void {
		const { [nameOf(address)]: _, ...others } = this.#seen;
		const kept = Object.entries(others).slice(1 - maxSeen);
		background(
			this.#memory.update(seenName, {
				...Object.fromEntries(kept),
				[nameOf(address)]: versionOf(text),
			}),
		);
	}
}

const nameOf = ({ path, query }: TextAddress): string => `${query} ${path}`;
const versionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const changedError = (ref: string) =>
	new ForgeError(
		'refused',
		`The description of ${ref} has changed on the forge since you opened it, so nothing was saved. To continue, copy your text, press Revert, and paste it into the new version.`,
	);
