import type { Log } from '../../../base/log/log.ts';
import { ForgeError } from '../../../forge/contract/errors.ts';
import type { HubProject } from '../../../forge/shapes/hub.ts';
import { otherPart } from '../../../platform/git/project-items.ts';
import type { Projects } from '../../../platform/git/projects.ts';
import type { ItemName } from '../../../platform/model/item-name.ts';
import { idOfList, type ListKey } from '../../../platform/model/keys.ts';
import type { ItemExistence } from '../../../platform/state/item-existence.ts';
import type { Instance } from '../../../signin/instances/instance.ts';
import { projectOf } from '../../model/series/mails/prefix.ts';
import type { HubProjects } from './hub-projects.ts';
import { itemsOfProjects } from './items-of-projects.ts';
import { partOfList } from './part-of-list.ts';

type Kind = 'repository' | 'tracker';
type Existing = Pick<ItemExistence, 'has' | 'known'>;

export interface PartsOfListsOptions {
	readonly projects: () => Promise<Projects<Instance>>;
	/** The name of the forge of an account. */
	readonly instanceOf: (account: string) => string | undefined;
	/** The repositories or trackers that an account sees; undefined if there are none on its forge. */
	readonly existing: (kind: Kind, account: string) => Promise<Existing | undefined>;
	/** What the hub of an account's forge knows; undefined without such an account. */
	readonly hub: (account: string) => HubProjects | undefined;
	readonly log: Log;
}

/** How a search learns what it needs. Undefined if that is not known. */
interface Lookups {
	readonly exists: (existing: Existing, item: ItemName) => Promise<boolean | undefined>;
	readonly projectsOf: (hub: HubProjects, owner: string) => Promise<readonly HubProject[] | undefined>;
}

interface FindOptions {
	readonly signal?: AbortSignal;
	/**
	 * How many requests to send at most. They go to what the forge was never asked for. Without a request left, its last answers count, however
	 * old they are. A request to the hub is not counted, because its answer is for all lists of an owner. With 0, none is sent to the hub either.
	 */
	readonly maxRequests?: number;
	/** The longest time to wait for a slow hub. Then the names decide. */
	readonly hubWaitMs?: number;
}

/** The repositories and trackers that mailing lists belong to. A list may be for several: the prefix of a patch says for which. */
export class PartsOfLists {
	readonly #options: PartsOfListsOptions;
	/** What was found for a list, a kind and a prefix; undefined if that is nothing. */
	readonly #found = new Map<string, ItemName | undefined>();
	/** The ids for which the last `find` ran out of requests. */
	readonly #moreToAsk = new Set<string>();

	constructor(options: PartsOfListsOptions) {
		this.#options = options;
	}

	/** What the last `find` has found. */
	known(kind: Kind, list: ListKey, prefix: string): ItemName | undefined {
		return this.#found.get(idOfPart(kind, list, prefix));
	}

	/** Whether the last `find` ran out of requests before it asked for all that is not known. */
	hasMoreToAsk(kind: Kind, list: ListKey, prefix: string): boolean {
		return this.#moreToAsk.has(idOfPart(kind, list, prefix));
	}

	/** `prefix` has the words in the brackets of a patch. Undefined if there is none, or if that cannot be found out now. */
	async find(
		kind: Kind,
		list: ListKey,
		prefix: string,
		{ signal, hubWaitMs, maxRequests = Number.POSITIVE_INFINITY }: FindOptions = {},
	): Promise<ItemName | undefined> {
		const { log } = this.#options;
		let requestsLeft = maxRequests;
		const id = idOfPart(kind, list, prefix);
		const search = async ({ mayBeOld }: { readonly mayBeOld: boolean }) => {
			let hasMoreToAsk = false;
			const age = () => ({ mayBeOld: mayBeOld || requestsLeft === 0 });
			/** Whether a request is left for what is not known. Takes it. */
			const takeRequest = (cost: 0 | 1): boolean => {
				const isLeft = requestsLeft > 0;
				if (isLeft) requestsLeft -= cost;
				else hasMoreToAsk = true;
				return isLeft;
			};
			const found = await this.#find(kind, list, prefix, {
				exists: async (existing, item) =>
					(await existing.known(item, age())) ?? (takeRequest(1) ? existing.has(item, signal) : undefined),
				projectsOf: async (hub, owner) =>
					(await hub.known(owner, age())) ??
					(takeRequest(0) ? hub.read(owner, { signal, waitMs: hubWaitMs }) : undefined),
			});
			if (hasMoreToAsk) this.#moreToAsk.add(id);
			else this.#moreToAsk.delete(id);
			if (found || !hasMoreToAsk) this.#found.set(id, found);
		};
		try {
			// The first search takes old answers, which leaves the requests to names without any answer. Otherwise the first name would take the only
			// request each time, and the forge would never be asked for the next one.
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
		return this.#find(kind, list, prefix, {
			exists: (existing, item) => existing.known(item),
			projectsOf: (hub, owner) => hub.known(owner),
		});
	}

	async #find(
		kind: Kind,
		list: ListKey,
		prefix: string,
		{ exists, projectsOf }: Lookups,
	): Promise<ItemName | undefined> {
		const [projects, existing] = await Promise.all([
			this.#options.projects(),
			this.#options.existing(kind, list.account),
		]);
		await projects.ready();
		const part = { instance: this.#options.instanceOf(list.account), owner: list.owner, name: list.list };
		const ofWorkspace = otherPart(projects, ['list', part], kind);
		const hub = ofWorkspace ? undefined : this.#options.hub(list.account);
		const projectsOfOwner = hub && (await projectsOf(hub, list.owner));
		const ofHub = itemsOfProjects(projectsOfOwner ?? [], list, kind, projectOf(prefix));
		return partOfList(list, { ofWorkspace, ofHub }, projectOf(prefix), async (item) =>
			existing ? exists(existing, item) : false,
		);
	}
}

const idOfPart = (kind: Kind, list: ListKey, prefix: string): string =>
	JSON.stringify([kind, idOfList(list), projectOf(prefix)]);
