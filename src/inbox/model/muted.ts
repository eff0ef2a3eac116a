import * as v from 'valibot';
import type { Shape } from '../../forge/contract/read.ts';

/** A ticket, series or thread, or a whole tracker, list or repository, that the user has muted. What happens to it does not enter the Inbox. */
export interface MutedSubject {
	/** The names of the muted item. An event with one of these names is about it. */
	readonly names: readonly string[];
	readonly title: string;
	/** The tracker or list: `~ana/editor`. For one that is muted as a whole, its kind. */
	readonly place: string;
	/** In milliseconds since 1970. */
	readonly at: number;
}

export const MutedSubjectShape: Shape<MutedSubject> = v.object({
	names: v.array(v.string()),
	title: v.string(),
	place: v.string(),
	at: v.number(),
});

/** How many subjects of an account are muted. If there are more, the first ones are forgotten. */
const maxMuted = 1000;

/** The subjects that are muted, the last one at the end. */
export class MutedSubjects {
	#all: readonly MutedSubject[] = [];
	#names: ReadonlySet<string> = new Set();

	get all(): readonly MutedSubject[] {
		return this.#all;
	}

	/** Whether an event with these names is about one of them. */
	has(names: readonly string[]): boolean {
		return this.#names.size > 0 && names.some((name) => this.#names.has(name));
	}

	add(subject: MutedSubject): void {
		this.#set([...this.#without(subject.names), subject].slice(-maxMuted));
	}

	/** Removes those that have one of the names. */
	remove(names: readonly string[]): void {
		this.#set(this.#without(names));
	}

	#without(names: readonly string[]): readonly MutedSubject[] {
		const gone = new Set(names);
		return this.#all.filter((one) => !one.names.some((name) => gone.has(name)));
	}

	#set(all: readonly MutedSubject[]): void {
		this.#all = all;
		this.#names = new Set(all.flatMap(({ names }) => names));
	}
}
