import type { PatchsetRequests, PatchsetSnapshot } from '../../src/patches/page/protocol/protocol.ts';
import { background } from '../page/background.ts';
import type { Ask } from '../page/host-messages.ts';
import type { Shell } from '../page/shell.ts';
import type { Places } from './places.ts';

/** What the user does to compare versions. */
export class Comparing {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #shell: () => Shell<PatchsetSnapshot>;
	readonly #places: Places;
	/** Whether to go to the comparison when it arrives, because the user asked for it. */
	#isAwaited = false;

	constructor(ask: Ask<PatchsetRequests>, shell: () => Shell<PatchsetSnapshot>, places: Places) {
		this.#ask = ask;
		this.#shell = shell;
		this.#places = places;
	}

	/** The user has chosen versions to compare. */
	compare(old: string, current: string): void {
		const request = this.#ask('compare', { versions: { old, new: current } });
		background(this.#shell().showProblemOf(request));
	}

	/** Goes to the comparison. If there is none, compares the shown version with the one before it, and the first version with the second. */
	start(): void {
		if (this.#shell().snapshot?.comparison) {
			this.#places.showArea('compare');
			return;
		}
		const versions = this.#shell().snapshot?.versions ?? [];
		const shown = versions.findIndex(({ isShown }) => isShown);
		const newer = Math.max(1, shown);
		const old = versions[newer - 1];
		const current = versions[newer];
		if (!old || !current) return;
		this.#isAwaited = true;
		this.compare(old.key, current.key);
	}

	/** The button disappears, so the focus moves to the comparison. */
	retry(): void {
		const compared = this.#shell().snapshot?.comparison;
		if (!compared) return;
		this.#isAwaited = true;
		this.compare(compared.old.key, compared.new.key);
	}

	/** The user has asked for a comparison with a button of a note. */
	willCompare(): void {
		this.#isAwaited = true;
	}

	/** Call after each drawing of a comparison. Goes to the one that the user asked for. */
	didDraw(): void {
		if (!this.#isAwaited) return;
		this.#isAwaited = false;
		this.#places.showArea('compare');
	}
}
