import type { Log } from '../../base/log.ts';
import { ForgeError } from '../../forge/errors.ts';
import { otherPart } from '../../platform/git/project-items.ts';
import type { Projects } from '../../platform/git/projects.ts';
import { type ListKey, spellList } from '../../platform/model/keys.ts';
import type { Pin } from '../../platform/state/pins.ts';
import type { Instance } from '../../signin/instance.ts';
import { projectOf } from '../model/series/prefix.ts';
import { partOfList } from './part-of-list.ts';

type Kind = 'repository' | 'tracker';

export interface PartsOfListsOptions {
	readonly projects: () => Promise<Pick<Projects<Instance>, 'all' | 'ready'>>;
	/** The name of the forge of an account. */
	readonly instanceOf: (account: string) => string | undefined;
	/** Whether an account sees a repository or tracker. */
	readonly exists: (kind: Kind, account: string, item: Pin, signal?: AbortSignal) => Promise<boolean>;
	readonly log: Log;
}

/** The repositories and trackers that mailing lists belong to. A list may be for several: the prefix of a patch says for which. */
export class PartsOfLists {
	readonly #options: PartsOfListsOptions;
	/** What was found, or undefined, by list, kind and prefix. */
	readonly #found = new Map<string, Pin | undefined>();

	constructor(options: PartsOfListsOptions) {
		this.#options = options;
	}

	/** What the last `find` has found. */
	known(kind: Kind, list: ListKey, prefix: string): Pin | undefined {
		return this.#found.get(spell(kind, list, prefix));
	}

	/** `prefix` has the words in the brackets of a patch. Undefined if there is none, or if that cannot be found out now. */
	async find(kind: Kind, list: ListKey, prefix: string, signal?: AbortSignal): Promise<Pin | undefined> {
		const { projects: open, instanceOf, exists, log } = this.#options;
		const projects = await open();
		await projects.ready();
		const instance = instanceOf(list.account);
		const part = { instance, owner: list.owner, name: list.list };
		try {
			const found = await partOfList(list, {
				ofProject: otherPart(projects, ['list', part], kind),
				prefixes: [projectOf(prefix)],
				exists: (item) => exists(kind, list.account, item, signal),
			});
			this.#found.set(spell(kind, list, prefix), found);
			return found;
		} catch (error) {
			if (signal?.aborted || !(error instanceof ForgeError)) throw error;
			log.info(`The ${kind} of ${list.owner}/${list.list} could not be found`, error);
			return this.known(kind, list, prefix);
		}
	}
}

const spell = (kind: Kind, list: ListKey, prefix: string): string =>
	JSON.stringify([kind, spellList(list), projectOf(prefix)]);
