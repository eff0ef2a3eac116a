import type { Ancestors } from './ancestors.ts';
import { type Batch, batchOf, withCover } from './batch.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { fragmentsOf } from './fragments.ts';
import { Group } from './group.ts';
import { keyOf, maySharePerson, titleKey } from './mails/identity.ts';
import type { SeriesMail } from './mails/series-mail.ts';
import { sortedBy } from './order.ts';

/** How many incomplete groups a group is compared with, which keeps hostile input cheap. */
const maxCompared = 8;

/** Divides mails, sorted from the oldest, into batches that were sent together. */
export function batchesOf<M extends SeriesMail>(
	mails: readonly M[],
	ancestors: Ancestors<M>,
): readonly Batch<M>[] {
	const sent = mails.filter(({ kind }) => kind === 'patch' || kind === 'cover' || kind === 'pull');
	const positions = new Map(sent.map((mail, index) => [mail, index]));
	const fromOldest = (groups: readonly Group<M>[]) => sortedBy(groups, ({ root }) => [positions.get(root)]);
	const fragments = fragmentsOf(sent, ancestors).map((fragment) => new Group(fragment, ancestors));
	const threaded = fromOldest(joinReplacements(fragments, ancestors));
	const groups = joinResent(fromOldest(joinIncomplete(threaded)));
	const batches = groups.map(({ mails }) =>
		batchOf(
			sortedBy(mails, (mail) => [positions.get(mail)]),
			ancestors,
		),
	);
	return addPlainCovers(batches, ancestors);
}

/** Joins patches that reply to a patch of the same version, which they replace or follow. */
function joinReplacements<M extends SeriesMail>(
	groups: readonly Group<M>[],
	ancestors: Ancestors<M>,
): readonly Group<M>[] {
	const groupByMail = new Map(groups.flatMap((group) => group.mails.map((mail) => [mail, group] as const)));
	const sets = new DisjointSets<Group<M>>();
	for (const group of groups) {
		if (group.isComplete || group.hasCover) continue;
		const above = ancestors.nonReplyAbove(group.root);
		const other = above && groupByMail.get(above);
		if (other?.key === group.key) sets.unite(other, group);
	}
	return sets.groups(groups).flatMap(([first, ...others]) => {
		for (const other of others) first?.add(other);
		return first ?? [];
	});
}

/** Joins groups that complete each other. */
function joinIncomplete<M extends SeriesMail>(groups: readonly Group<M>[]): readonly Group<M>[] {
	const incomplete = new Map<string, Group<M>[]>();
	return groups.filter((group) => {
		if (group.isComplete) return true;
		const others = incomplete.get(group.key) ?? [];
		incomplete.set(group.key, others);
		const fitting = others.filter((one) => one.fits(group));
		const other = fitting.find(({ top }) => top === group.top) ?? fitting[0];
		if (!other) {
			others.push(group);
			if (others.length > maxCompared) others.shift();
			return true;
		}
		other.add(group);
		if (other.isComplete) others.splice(others.indexOf(other), 1);
		return false;
	});
}

/** Joins single patches that were sent a second time. A whole series that was sent a second time is a batch. */
function joinResent<M extends SeriesMail>(groups: readonly Group<M>[]): readonly Group<M>[] {
	const latest = new Map<string, Group<M>>();
	return groups.filter((group) => {
		const keys = group.mails.map(({ subject }) => keyOf(group.key, subject.number, titleKey(subject.title)));
		const [first = ''] = keys;
		const earlier = latest.get(first);
		const isResent =
			earlier !== undefined &&
			!group.isComplete &&
			!group.hasCover &&
			earlier.isNear(group) &&
			keys.every((key) => latest.get(key) === earlier);
		if (isResent) earlier.add(group);
		else for (const key of keys) latest.set(key, group);
		return !isResent;
	});
}

/** Finds cover letters whose subjects do not say so: plain mails that the patches of a series reply to. */
function addPlainCovers<M extends SeriesMail>(
	batches: readonly Batch<M>[],
	ancestors: Ancestors<M>,
): readonly Batch<M>[] {
	const covered = new Map<Batch<M>, M>();
	const taken = new Set<M>();
	for (const batch of sortedBy(batches, ({ version, isRfc }) => [version, !isRfc])) {
		const { cover, lead } = batch;
		if (cover || lead?.subject.of === undefined) continue;
		const above = ancestors.parent(lead);
		if (above?.kind !== 'other' || taken.has(above) || !maySharePerson(above.from, lead.from)) continue;
		taken.add(above);
		covered.set(batch, above);
	}
	return batches.map((batch) => {
		const cover = covered.get(batch);
		return cover ? withCover(batch, cover) : batch;
	});
}
