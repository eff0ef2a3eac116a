import * as v from 'valibot';
import type { Log } from '../../base/log/log.ts';
import { listAll } from '../../forge/client/pages.ts';
import { Reference } from '../../forge/shapes/repositories.ts';
import { ValueCache } from '../../platform/state/cache/value-cache.ts';
import { createValueStore } from '../../platform/state/cache/value-store.ts';
import type { Storage } from '../../platform/state/store/storage.ts';
import type { ForgeObjects, RemoteRepository } from './forge-objects.ts';

const References = v.object({
	references: v.array(Reference),
	/** The commit of `HEAD`; null in an empty repository. */
	head: v.nullable(v.string()),
});
export type References = v.InferOutput<typeof References>;

/** The references of a repository, with the commit of its default branch. `toRefs` sorts them. */
export const createReferences = (
	{ client, owner, repository }: RemoteRepository,
	objects: ForgeObjects,
	storage: Storage,
	log: Log,
): ValueCache<References> =>
	new ValueCache({
		read: async (signal) => {
			const [references, head] = await Promise.all([
				listAll(client.references({ owner, repository }, { signal })),
				objects.resolve('HEAD', { signal }),
			]);
			return { references, head: head ?? null };
		},
		store: createValueStore({
			storage,
			name: ['references', `${owner}/${repository}`],
			shape: References,
			log,
		}),
		log,
	});
