import * as v from 'valibot';
import { abortable } from '../../../base/abort.ts';
import { timeOfDay } from '../../../base/clock.ts';
import { digestOf } from '../../../base/digest.ts';
import type { Log } from '../../../base/log/log.ts';
import { truncate } from '../../../base/text/truncate.ts';
import type { Commit, Push, Repository } from '../../../forge/shapes/repositories.ts';
import type { DeliveryFacts } from '../../../forge/webhooks/delivery-facts.ts';
import type { RepositoryHappening } from '../../../platform/model/forge-events.ts';
import { type RepositoryKey, repositoryRef } from '../../../platform/model/keys.ts';
import { type FoundNews, type NewsRequest, readNews } from '../../../platform/state/watch/read-news.ts';
import {
	isTagRef,
	type KnownRefs,
	knownRefs,
	type RefChange,
	refChanges,
	shortRef,
} from '../../model/ref-changes.ts';
import type { RepositoryCache } from '../repository-cache.ts';
import { isOfOneRef, newInRef, type Targets } from './new-in-ref.ts';

const RepositoryCursor = v.object({
	/** The targets of branches and tags, by their full names. */
	targets: v.record(v.string(), v.string()),
	/** Whether there are more. */
	isCut: v.boolean(),
	/** The version of the details; null if they are not known. */
	details: v.nullable(v.string()),
	/** How many reads have found changes. If the same change is made again, as when a branch is moved back and forth, it is a new event. */
	changedReads: v.number(),
});
type RepositoryCursor = v.InferOutput<typeof RepositoryCursor>;

interface WatchRepositoryOptions extends NewsRequest<RepositoryCache> {
	/** The user name of the account, with the tilde. What this user has certainly done is not reported. */
	readonly me: string;
	/** The user's mail addresses, in lower case, as far as they are known. Only asked about a push of unknown origin. */
	readonly ownAddresses?: () => Promise<ReadonlySet<string>>;
	/** The oldest first. Only their pushes say who has pushed. */
	readonly deliveries?: readonly DeliveryFacts[];
	readonly log: Log;
}

type RepositoryNews = FoundNews<RepositoryCursor, RepositoryHappening>;

/** The most branches and tags of which one call reads what is new. */
const maxRead = 10;
/** How many commits an event has. */
const maxCommits = 20;
const longestMessage = 200;

/** Refreshes a repository and returns what others have pushed to it or changed since the cursor. Fails with a `ForgeError`. */
export function watchRepository(options: WatchRepositoryOptions): Promise<RepositoryNews> {
	const { cache, signal } = options;
	const refsNow = async () => knownRefs(await abortable(cache.load(), signal));
	const detailsNow = () => cache.details?.value && versionOfDetails(cache.details.value);
	return readNews(options, {
		shape: RepositoryCursor,
		refresh: () => cache.refresh(),
		start: async () => ({ ...(await refsNow()), details: detailsNow() ?? null, changedReads: 0 }),
		find: async (cursor) => newsSince(options, cursor, await refsNow(), detailsNow()),
	});
}

async function newsSince(
	options: WatchRepositoryOptions,
	cursor: RepositoryCursor,
	refs: KnownRefs,
	version: string | undefined,
): Promise<RepositoryNews> {
	const { cache, deliveries = [], me } = options;
	const changes = refChanges(cursor, refs);
	const changedReads = cursor.changedReads + (changes.length > 0 ? 1 : 0);
	const known = { before: cursor.targets, now: refs.targets };
	const found: FoundChange[] = [];
	const pushes = deliveries.flatMap(({ push }) => push ?? []);
	for (const [index, change] of changes.entries()) {
		const ofOthers = withoutOwnPushes(change, pushes, me);
		if (!ofOthers) continue;
		const push = pushOf(pushes, ofOthers);
		const id = digestOf([change.ref, change.before, change.after, changedReads]);
		const read = await readChange(options, known, { ...ofOthers, id }, push, index < maxRead);
		if (read) found.push(read);
	}
	const events = [...withPushNames(found)];
	if (version !== undefined && cursor.details !== null && version !== cursor.details)
		events.push(detailsEvent(cache.key, version, cache.details?.value?.updated ?? ''));
	return { events, cursor: { ...refs, details: version ?? cursor.details, changedReads } };
}

/** A change with an id that is the same if the read is repeated. */
interface IdentifiedChange extends RefChange {
	readonly id: string;
}

/**
 * Creates the event of a changed branch or tag and, if it `mayRead`, reads the new commits. Undefined if the user has certainly made the change.
 * `push` is the push that a delivery tells about.
 */
async function readChange(
	options: WatchRepositoryOptions,
	known: Targets,
	change: IdentifiedChange,
	push: Push | undefined,
	mayRead: boolean,
): Promise<FoundChange | undefined> {
	const { cache, me } = options;
	const { ref, before, after } = change;
	const by = push?.pusher?.canonical_name;
	if (by === me) return undefined;
	const read = mayRead
		? await readOrSkip(options, ref, () => newInRef(cache, change, known, options.signal))
		: undefined;
	const commits = read?.commits ?? [];
	const mayBeOwn = by === undefined && (await isProbablyOwn(options, commits));
	const message = push?.refs.find((one) => one.name === ref)?.annotated_tag?.message;
	const tag = message ?? (read?.isAnnotatedTag ? '' : undefined);
	const { account, owner, repository } = cache.key;
	const kind = kindOf(change, read?.isForced === true);
	const event: RepositoryHappening = {
		// The names of branches may be long.
		key: `ref ${repositoryRef(cache.key)} ${change.id}`,
		// The forge does not say when.
		at: new Date(timeOfDay()).toISOString(),
		by: by ?? '',
		title: (commits[0] && firstLine(commits[0])) ?? shortRef(ref),
		concerns: ['watched'],
		kind,
		place: { account, owner, repository },
		ref,
		target: after ?? before,
		...(kind === 'pushed' && { before }),
		...(commits.length > 0 && {
			commits: commits.slice(0, maxCommits).map((commit) => ({
				id: commit.id,
				message: firstLine(commit),
				author: commit.author.name || commit.author.email,
			})),
		}),
		...(read?.hasAll && commits.length > maxCommits && { commitCount: commits.length }),
		...(tag !== undefined && { tag }),
		...(mayBeOwn && { isProbablyOwn: true }),
	};
	return { change, event, push, commit: read?.commit ?? after, commits };
}

/** A change of a branch or tag, and what tells to which push it belongs. */
interface FoundChange {
	readonly change: IdentifiedChange;
	readonly event: RepositoryHappening;
	/** The push that a delivery tells about. */
	readonly push: Push | undefined;
	/** The commit that the branch or tag leads to. Undefined if it was deleted. */
	readonly commit: string | undefined;
	/** The new commits, the newest first. */
	readonly commits: readonly Commit[];
}

/** The events of one read, with the same name for all of a push. */
function withPushNames(found: readonly FoundChange[]): readonly RepositoryHappening[] {
	const names = new Map<FoundChange, string>();
	for (const all of Map.groupBy(found, (one) => one.push ?? likelyPushOf(one, found)).values()) {
		const name = digestOf(all.map(({ change }) => change.id));
		for (const one of all) names.set(one, name);
	}
	return found.map((one) => ({ ...one.event, push: names.get(one) }));
}

/**
 * Identifies the push of a change of which no delivery tells: changes with the same result count as one push. The result is the committer of the
 * newest new commit. A branch or tag without new commits belongs to the push of this read that has brought its commit. Undefined, which also
 * counts as one push, if this read has found none.
 */
function likelyPushOf(
	{ commit, commits }: FoundChange,
	found: readonly FoundChange[],
): Push | string | undefined {
	const committer = committerOf(commits);
	if (committer !== undefined) return committer;
	const source = found.find((one) => one.commits.some(({ id }) => id === commit));
	return source && (source.push ?? committerOf(source.commits));
}

const committerOf = ([newest]: readonly Commit[]): string | undefined =>
	newest && (newest.committer.email || newest.author.email).toLowerCase();

function kindOf({ ref, before, after }: RefChange, isForced: boolean): RepositoryHappening['kind'] {
	if (before === undefined) return 'ref-created';
	if (after === undefined) return 'ref-deleted';
	// Git moves a tag only if it is forced to.
	return isForced || isTagRef(ref) ? 'force-pushed' : 'pushed';
}

/** The part of a branch's change before the user's last pushes, as far as deliveries tell. Undefined if nothing is left. */
function withoutOwnPushes(change: RefChange, pushes: readonly Push[], me: string): RefChange | undefined {
	if (isTagRef(change.ref)) return change;
	let { after } = change;
	for (const { pusher, refs } of pushes.toReversed()) {
		const own = refs.find(({ name, new: to }) => name === change.ref && to?.id === after);
		if (!own || pusher?.canonical_name !== me) continue;
		after = own.old?.id;
		if (after === undefined || after === change.before) return undefined;
	}
	return { ...change, after };
}

/**
 * The push that made a change, as far as deliveries tell: the newest one that may have. If it does not name the branch or tag, only its commits
 * speak for it, so it counts only if all pushes that may have made the change have the same pusher.
 */
function pushOf(pushes: readonly Push[], change: RefChange): Push | undefined {
	const possible = pushes.filter(({ refs }) => refs.some((ref) => isPushOf(ref, change)));
	const newest = possible.at(-1);
	const isNamed = newest?.refs.some(({ name }) => name === change.ref);
	const pushers = new Set(possible.map(({ pusher }) => pusher?.canonical_name));
	return isNamed || pushers.size === 1 ? newest : undefined;
}

/** Whether a push may have made a change. An annotated tag need only have the name: its target is the tag, and a delivery has the commit. */
function isPushOf(pushed: Push['refs'][number], { ref, before, after }: RefChange): boolean {
	// Both ids are undefined if the branch or tag was deleted.
	const hasTarget = pushed.new?.id === after;
	// In GraphQL, a new or deleted reference has no name.
	if (pushed.name === '') return hasTarget && pushed.old?.id === before;
	return pushed.name === ref && (pushed.annotated_tag !== null || hasTarget);
}

/**
 * Only a signed delivery says who pushed. Without one, a push counts as the user's own if the user committed its newest new commit: a user
 * who merges, rebases or applies the patches of others makes that commit. In the user's own repositories, a push without new commits, such
 * as a tag or a deleted branch, counts as the user's own, and so does any push if no address of the user is known.
 */
async function isProbablyOwn(
	{ cache, me, ownAddresses }: WatchRepositoryOptions,
	commits: readonly Commit[],
): Promise<boolean> {
	const isInOwn = cache.key.owner === me;
	const address = committerOf(commits);
	if (!address) return isInOwn;
	const own = (await ownAddresses?.()) ?? new Set();
	return own.size === 0 ? isInOwn : own.has(address);
}

/** Skips a failure that concerns one branch only. Its event still says that the branch has changed, without the new commits. */
async function readOrSkip<T>(
	{ cache, log }: WatchRepositoryOptions,
	ref: string,
	read: () => Promise<T>,
): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (!isOfOneRef(error)) throw error;
		log.warn(`What is new in ${ref} of ${repositoryRef(cache.key)} could not be read`, error);
		return undefined;
	}
}

const firstLine = ({ message }: Commit): string =>
	truncate(message.trim().split('\n')[0] ?? '', longestMessage);

/** The cache has only the details of repositories of others, so others have changed them. */
function detailsEvent(
	{ account, owner, repository }: RepositoryKey,
	version: string,
	updated: string,
): RepositoryHappening {
	const place = { account, owner, repository };
	const name = repositoryRef(place);
	return {
		key: `repository ${name} ${version} ${updated}`,
		at: updated,
		by: '',
		title: name,
		concerns: ['watched'],
		kind: 'repository',
		place,
		ref: '',
	};
}

/** Differs if the details differ that users set. */
const versionOfDetails = ({ name, description, visibility }: Repository): string =>
	digestOf([name, description, visibility]);
