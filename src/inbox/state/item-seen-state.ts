import { timeOfDay } from '../../base/clock.ts';
import { largest } from '../../base/collections.ts';
import { parseTime } from '../../forge/contract/read.ts';
import type { ForgeEvent, SeenCommits, SeenUpTo } from '../../platform/model/forge-events.ts';
import { idOfRepository, idOfSeries, idOfTicket, type RepositoryKey } from '../../platform/model/keys.ts';
import { idOfPlace } from '../model/places.ts';

/** How many items and places are remembered. Seeing a series adds one for each of its mails, which may be thousands. */
const maxRemembered = 20_000;

/** Remembers what the user has seen outside of the inbox, because the inbox may receive the events only after that. */
export class ItemSeenState {
	/** Until when the user has seen what happened, by item, place, commit or target. The one seen last comes last. */
	readonly #upTo = new Map<string, number>();

	/** Returns whether the user has looked again, or has seen more than before: a page that stays visible repeats what the user has seen. */
	add(seen: SeenUpTo | SeenCommits): boolean {
		if ('upTo' in seen) {
			const until = parseTime(seen.upTo);
			if (until === undefined) return false;
			const isMore = this.#put(idOfSeen(seen.at), until);
			return isMore || seen.isRepeated !== true;
		}
		const { repository, commits, targets } = seen;
		// The oldest commits first, because those that were put first are forgotten first.
		for (const id of commits.toReversed()) this.#put(idOfCommit(repository, id), Number.POSITIVE_INFINITY);
		// A target counts as seen only until now: if a branch is moved back to it later, that is news.
		for (const target of Object.entries(targets)) this.#put(idOfTarget(repository, ...target), timeOfDay());
		return true;
	}

	/** Returns whether that is later than what was known. */
	#put(key: string, until: number): boolean {
		const earlier = this.#of(key);
		this.#upTo.delete(key);
		this.#upTo.set(key, Math.max(earlier, until));
		const [oldest] = this.#upTo.keys();
		if (this.#upTo.size > maxRemembered && oldest !== undefined) this.#upTo.delete(oldest);
		return until > earlier;
	}

	/** Whether the user has seen an event elsewhere, such as on the page of the ticket. */
	hasSeen(event: ForgeEvent): boolean {
		const happened = parseTime(event.at);
		return happened !== undefined && happened <= largest(keysOf(event).map((key) => this.#of(key)));
	}

	#of(key: string): number {
		return this.#upTo.get(key) ?? Number.NEGATIVE_INFINITY;
	}
}

function keysOf(event: ForgeEvent): readonly string[] {
	const place = idOfPlace(event.place);
	if (!('ref' in event)) return event.item ? [place, idOfSeen(event.item)] : [place];
	const { kind, commits: [newest] = [], ref, target } = event;
	// A branch that is created at, or moved back to, commits that the user knows is new all the same.
	if (newest && kind === 'pushed') return [place, idOfCommit(event.place, newest.id)];
	const hasTarget = target !== undefined && kind !== 'ref-deleted';
	return hasTarget ? [place, idOfTarget(event.place, ref, target)] : [place];
}

const idOfCommit = (repository: RepositoryKey, id: string): string =>
	`commit ${idOfRepository(repository)} ${id}`;

const idOfTarget = (repository: RepositoryKey, ref: string, target: string): string =>
	`target ${idOfRepository(repository)} ${target} ${ref}`;

function idOfSeen(at: SeenUpTo['at']): string {
	if ('ticket' in at) return `ticket ${idOfTicket(at)}`;
	return 'patchset' in at || 'mail' in at ? `series ${idOfSeries(at)}` : idOfPlace(at);
}
