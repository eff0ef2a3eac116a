import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { ForgeEvent } from '../../platform/model/forge-events.ts';
import { readRules, rulesToMute, toList, withMuted, withoutRule } from '../model/read-rules.ts';
import type { Rule } from '../model/rules.ts';

const settingName = 'tildeforge.inbox.rules';

/** The problems that the user was told about last, in any window. */
interface ReportedProblems {
	get(): unknown;
	set(text: string | undefined): void;
}

interface InboxRulesOptions {
	/** Returns the setting as the user has written it. */
	readonly read: () => unknown;
	readonly write: (setting: readonly unknown[]) => PromiseLike<void>;
	/** Fires when the user or another window has changed the setting. */
	readonly onDidChange: Event<unknown>;
	readonly reported: ReportedProblems;
	readonly warn: (text: string) => void;
}

/** The rules of the user's setting. Invalid ones do not count, and the window with the focus says so once. */
export class InboxRules implements Disposable {
	readonly #options: InboxRulesOptions;
	readonly #lifetime = new Lifetime();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	readonly onDidChange = this.#changes.event;
	#rules: readonly Rule[] = [];
	/** What is wrong with the rules, for the user. */
	#problems = '';
	#hasFocus = false;

	constructor(options: InboxRulesOptions) {
		this.#options = options;
		this.#read();
		this.#lifetime.add(
			options.onDidChange(() => {
				this.#read();
				this.#changes.fire();
			}),
		);
	}

	get rules(): readonly Rule[] {
		return this.#rules;
	}

	setFocus(hasFocus: boolean): void {
		this.#hasFocus = hasFocus;
		this.#report();
	}

	/** Adds rules so that such events in their places still enter the inbox, but raise no notification. Returns how to undo that. */
	async mute(events: readonly ForgeEvent[]): Promise<() => Promise<void>> {
		const { read, write } = this.#options;
		const before = toList(read());
		const muted = events.reduce<readonly unknown[]>(withMuted, before);
		if (!isSame(muted, before)) await write(muted);
		return async () => {
			const current = toList(read());
			const added = events.flatMap((event) => rulesToMute(before, event));
			if (isSame(current, muted)) await write(before);
			else await write(added.reduce<readonly unknown[]>(withoutRule, current));
		};
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#read(): void {
		const { rules, problems } = readRules(this.#options.read(), settingName);
		this.#rules = rules;
		const [first = '', ...others] = problems;
		this.#problems = others.length > 0 ? `${first} (${others.length} more)` : first;
		this.#report();
	}

	/** Warns once of the problems, in the window with the focus. */
	#report(): void {
		const { reported, warn } = this.#options;
		if (!this.#hasFocus || this.#problems === (reported.get() ?? '')) return;
		reported.set(this.#problems === '' ? undefined : this.#problems);
		if (this.#problems !== '') warn(this.#problems);
	}
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
