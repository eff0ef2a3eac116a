import { createHash } from 'node:crypto';
import type { Memento } from 'vscode';
import { background } from '../../../base/background.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { TextAddress, TextSource } from '../../../platform/editor/files/text-files.ts';
import type { TrackerKey } from '../../../platform/model/keys.ts';
import { withLineFeeds } from '../../../platform/model/line-breaks.ts';
import { accountLabel, type Session } from '../../../signin/sessions/session.ts';
import type { TicketAccount } from '../../state/ticket-account.ts';

/** The address of a tracker's description. It has the account's label, because VS Code shows the address if something fails. */
export const descriptionAddress = (
	{ owner, tracker }: TrackerKey,
	session: Pick<Session, 'account' | 'instance'>,
): TextAddress => ({
	path: `/${owner}/${tracker}/Description of ${tracker}.md`,
	query: accountLabel(session),
});

type DescriptionAccount = Pick<TicketAccount, 'session' | 'client'> & {
	readonly trackers: Pick<TicketAccount['trackers'], 'put'>;
};

const seenName = 'descriptions.seen';
const maxSeen = 50;

/** Reads and writes the descriptions of trackers, directly on the forge. */
export class TrackerDescriptions implements TextSource {
	readonly #accounts: () => readonly DescriptionAccount[];
	/** The window's storage. Unsaved texts survive a reload, so the hashes of the texts that they are based on must survive it, too. */
	readonly #memory: Pick<Memento, 'get' | 'update'>;

	constructor(accounts: () => readonly DescriptionAccount[], memory: Pick<Memento, 'get' | 'update'>) {
		this.#accounts = accounts;
		this.#memory = memory;
	}

	async read(address: TextAddress): Promise<string> {
		const { account, name } = this.#find(address);
		const { description } = await account.client.tracker(name);
		this.#remember(address, description);
		return description;
	}

	async write(address: TextAddress, written: string): Promise<void> {
		const text = withLineFeeds(written);
		try {
			const { account, name } = this.#find(address);
			const { description } = await account.client.tracker(name);
			if (withLineFeeds(description) !== text) {
				if (versionOf(description) !== this.#seen[nameOf(address)]) throw changedError(name);
				const updated = await account.client.updateTracker(name, { description: text });
				this.#remember(address, updated.description);
				if (updated.owner.canonical_name === account.session.account) account.trackers.put(updated);
			} else this.#remember(address, description);
		} catch (error) {
			if (!(error instanceof ForgeError)) throw error;
			throw error.withMessage(`${error.message} Your text is kept here.`);
		}
	}

	#find({ path, query }: TextAddress) {
		const [, owner, tracker] = /^\/([^/]+)\/([^/]+)\/[^/]+$/.exec(path) ?? [];
		if (owner === undefined || tracker === undefined) {
			throw new ForgeError('missing', 'There is no tracker description at this address.');
		}
		const account = this.#accounts().find(({ session }) => accountLabel(session) === query);
		if (!account) {
			throw new ForgeError('signed-out', `${query} is not signed in. Sign in and try again.`);
		}
		return { account, name: { owner, tracker } };
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

const changedError = ({ owner, tracker }: { readonly owner: string; readonly tracker: string }) =>
	new ForgeError(
		'refused',
		`The description of ${owner}/${tracker} has changed on the forge since you opened it, so nothing was saved. To continue, copy your text, press Revert, and paste it into the new version.`,
	);
