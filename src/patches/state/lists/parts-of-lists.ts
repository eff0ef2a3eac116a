import type { Log } from '../../../base/log/log.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import { otherPart } from '../../../platform/git/project-items.ts';
import type { Projects } from '../../../platform/git/projects.ts';
import type { ItemName } from '../../../platform/model/item-name.ts';
import { idOfList, type ListKey } from '../../../platform/model/keys.ts';
import type { ItemExistence } from '../../../platform/state/item-existence.ts';
import type { Instance } from '../../../signin/instances/instance.ts';
import { projectOf } from '../../model/series/mails/prefix.ts';
import { partOfList } from './part-of-list.ts';

type Kind = 'repository' | 'tracker';
type Existing = Pick<ItemExistence, 'has' | 'known'>;

export interface PartsOfListsOptions {
	readonly projects: () => Promise<Projects<Instance>>;
	/** The name of the forge of an account. */
	readonly instanceOf: (account: string) => string | undefined;
	/** The repositories or trackers that an account sees; undefined if there are none on its forge. */
	readonly existing: (kind: Kind, account: string) => Promise<Existing | undefined>;
	readonly log: Log;
}

interface FindOptions {
	readonly signal?: AbortSignal;
	/** Names that the forge was never asked for come first. After these, its last answers count, however old they are. */
	readonly maxRequests?: number;
}

/** The repositories and trackers that mailing lists belong to. A list may be for several: the prefix of a patch says for which. */
export class PartsOfLists {
	readonly #options: PartsOfListsOptions;
	/** What was found, or undefined, by list, kind and prefix. */
	readonly #found = new Map<string, ItemName | undefined>();
	/** Where the last `find` has left out a name that the forge was never asked for. */
	readonly #unasked = new Set<string>();

	constructor(options: PartsOfListsOptions) {
		this.#options = options;
	}

	/** What the last `find` has found. */
	known(kind: Kind, list: ListKey, prefix: string): ItemName | undefined {
		return this.#found.get(idOfPart(kind, list, prefix));
	}

	/** Whether the last `find` had too few requests to ask for a name that the forge was never asked for. */
	hasUnaskedName(kind: Kind, list: ListKey, prefix: string): boolean {
		return this.#unasked.has(idOfPart(kind, list, prefix));
	}

	/** `prefix` has the words in the brackets of a patch. Undefined if there is none, or if that cannot be found out now. */
	async find(
		kind: Kind,
		list: ListKey,
		prefix: string,
		{ signal, maxRequests = Number.POSITIVE_INFINITY }: FindOptions = {},
	): Promise<ItemName | undefined> {
		const { log } = this.#options;
		let requestsLeft = maxRequests;
		const name = idOfPart(kind, list, prefix);
		const search = async (options: { readonly mayBeOld: boolean }) => {
			let hasUnaskedName = false;
			const found = await this.#find(kind, list, prefix, async (existing, item) => {
				const mayBeOld = options.mayBeOld || requestsLeft === 0;
				const known = await existing.known(item, { mayBeOld });
				if (known !== undefined) return known;
				if (requestsLeft === 0) {
					hasUnaskedName = true;
					return undefined;
				}
				requestsLeft -= 1;
				return existing.has(item, signal);
			});
			if (hasUnaskedName) this.#unasked.add(name);
			else this.#unasked.delete(name);
			if (found || !hasUnaskedName) this.#found.set(name, found);
		};
		try {
			// Old answers come first. Otherwise the first name would take the request each time, and the forge would never be asked for the next one.
			if (Number.isFinite(maxRequests)) await search({ mayBeOld: true });
			if (requestsLeft > 0) await search({ mayBeOld: false });
			return this.known(kind, list, prefix);
		} catch (error) {
			if (signal?.aborted || !(error instanceof ForgeError)) throw error;
			log.info(`The ${kind} of ${list.owner}/${list.list} could not be found`, error);
			return this.known(kind, list, prefix);
		}
	}

	/** As `find`, without requests. */
	findKnown(kind: Kind, list: ListKey, prefix: string): Promise<ItemName | undefined> {
		return this.#find(kind, list, prefix, (existing, item) => existing.known(item));
	}

	async #find(
		kind: Kind,
		list: ListKey,
		prefix: string,
		exists: (existing: Existing, item: ItemName) => Promise<boolean | undefined>,
	): Promise<ItemName | undefined> {
		const [projects, existing] = await Promise.all([
			this.#options.projects(),
			this.#options.existing(kind, list.account),
		]);
		await projects.ready();
		const part = { instance: this.#options.instanceOf(list.account), owner: list.owner, name: list.list };
		const ofProject = otherPart(projects, ['list', part], kind);
		return partOfList(list, ofProject, projectOf(prefix), async (item) =>
			existing ? exists(existing, item) : false,
		);
	}
}

const idOfPart = (kind: Kind, list: ListKey, prefix: string): string =>
	JSON.stringify([kind, idOfList(list), projectOf(prefix)]);
