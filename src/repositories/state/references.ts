import * as v from 'valibot';
import { append } from '../../base/collections.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { Log } from '../../base/log/log.ts';
import { rememberByObject } from '../../base/remember.ts';
import { GitReference, type OpenedRepository } from '../../forge/shapes/repositories.ts';
import { ValueCache } from '../../platform/state/cache/value-cache.ts';
import { createValueStore } from '../../platform/state/cache/value-store.ts';
import { type Refs, toRefs } from '../model/refs.ts';
import type { ForgeObjects, RemoteRepository } from './forge-objects.ts';

const References = v.object({
	references: v.array(GitReference),
	/** The commit of `HEAD`; null in an empty repository. */
	head: v.nullable(v.string()),
	/** The full name of the branch that `HEAD` stands for. Absent if the forge does not name it, as in REST. */
	defaultBranch: v.exactOptional(v.string()),
	/** Whether there may be others, because the forge loses some between the pages of its list. */
	isPartial: v.exactOptional(v.literal(true)),
});
export type References = v.InferOutput<typeof References>;

/** Finds the branches and tags among references, and the full names of all. */
export const divideReferences = rememberByObject(
	({
		references,
		head,
		defaultBranch,
	}: References): { readonly refs: Refs; readonly names: ReadonlySet<string> } => ({
		refs: toRefs(references, head ?? undefined, defaultBranch),
		names: new Set(references.map(({ name }) => name)),
	}),
);

interface Listed {
	readonly references: readonly GitReference[];
	readonly isPartial: boolean;
}

/**
 * Lists the references. A forge that speaks GraphQL may leave some out. If it does, known references that are missing are looked up one by
 * one, because they would look deleted.
 */
async function readReferences(
	{ client, owner, repository }: RemoteRepository,
	objects: ForgeObjects,
	known: readonly GitReference[],
	signal: AbortSignal,
): Promise<Listed> {
	const listed: GitReference[] = [];
	let hasGaps = false;
	for await (const { rows, total } of client.references({ owner, repository }, { signal })) {
		append(listed, rows);
		hasGaps ||= total === Number.POSITIVE_INFINITY;
	}
	if (!hasGaps) return { references: listed, isPartial: false };
	const names = new Set(listed.map(({ name }) => name));
	for (const reference of known) {
		if (names.has(reference.name)) continue;
		const commit = await objects.resolve(reference.name, { signal });
		if (commit !== undefined)
			listed.push({ ...reference, target: await targetOf(reference, commit, objects, signal) });
	}
	return { references: listed, isPartial: true };
}

/**
 * The target of a reference whose commit is known. The target of an annotated tag is the tag object or, if the tag has moved meanwhile, the
 * commit.
 */
async function targetOf(
	{ name, target }: GitReference,
	commit: string,
	objects: ForgeObjects,
	signal: AbortSignal,
): Promise<string> {
	if (!name.startsWith('refs/tags/')) return commit;
	return (await objects.resolve(target, { signal })) === commit ? target : commit;
}

/** A list can name the default branch, as the target of `HEAD`. `head` is the commit of `HEAD`, in case it does not, or has lost that branch. */
function withDefaultBranch(listed: readonly GitReference[], head: string | null): References {
	const isNamed = ({ name, target }: GitReference) => name === 'HEAD' && target.startsWith('refs/heads/');
	const defaultBranch = listed.find(isNamed)?.target;
	const references = listed.filter((one) => !isNamed(one));
	if (defaultBranch === undefined) return { references, head };
	const branch = references.find(({ name }) => name === defaultBranch);
	if (branch) return { references, head: branch.target, defaultBranch };
	const lost = head === null ? [] : [{ name: defaultBranch, target: head }];
	return { references: [...references, ...lost], head, defaultBranch };
}

/** The references of a repository that was opened. Undefined if they did not come with it, or not all of them, or without the commit of `HEAD`. */
export function referencesOf({
	references,
	log,
}: Omit<OpenedRepository, 'repository' | 'has_code_search'>): References | undefined {
	if (references?.next !== null) return undefined;
	const known = withDefaultBranch(references.rows, log?.[0]?.id ?? null);
	const isEmpty = references.rows.length === 0;
	return known.head === null && !isEmpty ? undefined : known;
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
			const [{ references, isPartial }, head] = await Promise.all([
				readReferences(remote, objects, cache.value?.references ?? [], signal),
				objects.resolve('HEAD', { signal }),
			]);
			return { ...withDefaultBranch(references, head ?? null), ...(isPartial && { isPartial }) };
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
