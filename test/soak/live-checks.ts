import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../../src/base/clock.ts';
import { until } from '../tools/until.ts';
import { type BobsWork, countsOf, happeningsOf } from './bobs-work.ts';
import { readStoredInbox } from './stored-events.ts';

interface LiveChecksOptions {
	/** The editor's storage folder. */
	readonly folder: string;
	/** The folder of the forge. */
	readonly data: string;
	readonly bob: BobsWork;
}

interface StoredHook {
	readonly id: number;
	readonly family: string;
	readonly place: string;
	readonly url: string;
}

/** The longest time until everything is in the store. */
const completeSeconds = 60;

/** Compares what the inbox has stored with what has happened. */
export class LiveChecks {
	readonly problems = new Set<string>();
	readonly #options: LiveChecksOptions;
	#firstHooks = '';

	constructor(options: LiveChecksOptions) {
		this.#options = options;
	}

	get stored() {
		return readStoredInbox(this.#options.folder);
	}

	/** Waits until all places were read and the forge has webhooks for them, which are to stay. */
	async begin(places: number): Promise<void> {
		const targets = () => new Set(this.#hooks.map(({ family, place }) => `${family} ${place}`));
		await until(() => this.stored.cursors.size >= places && targets().size >= places, {
			what: 'all is read once and has webhooks',
			seconds: 90,
		});
		this.#firstHooks = idOf(this.#hooks);
	}

	/** Waits until the last happenings are in the store, and checks that each is there once. */
	async complete(happened: readonly string[]): Promise<void> {
		const isThere = () => {
			const there = countsOf(this.stored.events.flatMap(happeningsOf));
			return [...countsOf(happened)].every(([what, count]) => (there.get(what) ?? 0) >= count);
		};
		await until(isThere, { seconds: completeSeconds }).catch(() => {});
		// A duplicate may come a moment later.
		await sleep(500);
		this.compare(happened, 'after the round');
	}

	/** `when` says when in the words of the problems. */
	compare(happened: readonly string[], when: string): void {
		const { events, bad } = this.stored;
		const stored = countsOf(events.flatMap(happeningsOf));
		for (const [what, count] of countsOf(happened)) {
			const found = stored.get(what) ?? 0;
			const numbers = `${what} is there ${found} times ${when}, and happened ${count} times`;
			if (found < count) this.problems.add(`Lost: ${numbers}`);
			if (found > count) this.problems.add(`Duplicated: ${numbers}`);
		}
		const known = new Set(this.#options.bob.happened);
		for (const what of stored.keys()) if (!known.has(what)) this.problems.add(`Never happened: ${what}`);
		if (bad > 0) this.problems.add(`${bad} lines are damaged`);
	}

	/** The webhooks are those of the beginning. */
	compareHooks(): void {
		const now = idOf(this.#hooks);
		if (now !== this.#firstHooks)
			this.problems.add(`The webhooks have changed from\n${this.#firstHooks}\nto\n${now}`);
	}

	get #hooks(): readonly StoredHook[] {
		return stateOf(this.#options.data)?.hooks?.hooks ?? [];
	}
}

/** What the forge has stored: its key and webhooks. Undefined while it writes. */
export function stateOf(
	data: string,
): { readonly hooks?: { readonly key?: string; readonly hooks?: readonly StoredHook[] } } | undefined {
	try {
		return JSON.parse(readFileSync(join(data, 'state.json'), 'utf8'));
	} catch {
		return undefined;
	}
}

const idOf = (hooks: readonly StoredHook[]): string =>
	hooks.map(({ id, family, place, url }) => `${id} ${family} ${place} ${url}`).join('\n');
