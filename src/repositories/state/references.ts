import * as v from 'valibot';
import { append } from '../../base/collections.ts';
import type { Log } from '../../base/log/log.ts';
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

/**
 * Lists the references. A forge that speaks GraphQL may lose some: those that were known are then looked up one by one, so that they do not
 * look deleted.
 */
async function readReferences(
	{ client, owner, repository }: RemoteRepository,
	objects: ForgeObjects,
	known: readonly Reference[],
	signal: AbortSignal,
): Promise<Reference[]> {
	const listed: Reference[] = [];
	let hasGaps = false;
	for await (const { rows, total } of client.references({ owner, repository }, { signal })) {
		append(listed, rows);
		hasGaps ||= total === Number.POSITIVE_INFINITY;
	}
	if (!hasGaps) return listed;
	const names = new Set(listed.map(({ name }) => name));
	for (const reference of known) {
		if (names.has(reference.name)) continue;
		const commit = await objects.resolve(reference.name, { signal });
		if (commit !== undefined)
			listed.push({ ...reference, target: await targetOf(reference, commit, objects, signal) });
	}
	return listed;
}

/**
 * The target of a reference whose commit is known. For an annotated tag it is the tag: if that has moved, the commit is all that is
 * known.
 */
async function targetOf(
	{ name, target }: Reference,
	commit: string,
	objects: ForgeObjects,
	signal: AbortSignal,
): Promise<string> {
	if (!name.startsWith('refs/tags/')) return commit;
	return (await objects.resolve(target, { signal })) === commit ? target : commit;
}

/** The references of a repository, with the commit of its default branch. `toRefs` sorts them. */
export const createReferences = (
	remote: RemoteRepository,
	objects: ForgeObjects,
	storage: Storage,
	log: Log,
): ValueCache<References> => {
	const cache: ValueCache<References> = new ValueCache({
		read: async (signal) => {
			await cache.open();
			const [references, head] = await Promise.all([
				readReferences(remote, objects, cache.value?.references ?? [], signal),
				objects.resolve('HEAD', { signal }),
			]);
			return { references, head: head ?? null };
		},
		store: createValueStore({
			storage,
			name: ['references', `${remote.owner}/${remote.repository}`],
			shape: References,
			log,
		}),
		log,
	});
	return cache;
};
