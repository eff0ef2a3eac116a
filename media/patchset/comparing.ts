import type {
	ComparisonRow,
	PatchsetRequests,
	PatchsetSnapshot,
} from '../../src/patches/page/protocol/protocol.ts';
import { background } from '../kit/background.ts';
import type { Ask } from '../kit/host-messages.ts';
import type { Shell } from '../kit/shell.ts';
import { watchUser } from '../kit/user-activity.ts';
import type { ComparisonDetails } from './diffs/comparison-details.ts';
import type { Places } from './places.ts';
import { focusAndShow } from './review/box-focus.ts';

/** What the user does to compare versions. */
export class Comparing {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #shell: () => Shell<PatchsetSnapshot>;
	readonly #places: Places;
	readonly #details: ComparisonDetails;
	/** Whether to go to the comparison when it arrives, because the user asked for it. */
	#isAwaited = false;
	/** The patch whose difference is shown when it is known, and the versions that are compared for it. */
	#patchToShow:
		| {
				readonly old: string;
				readonly current: string;
				readonly patch: string;
				/** Whether the user has done nothing else since they asked for the comparison. */
				readonly isIdle: () => boolean;
		  }
		| undefined;

	constructor(
		ask: Ask<PatchsetRequests>,
		shell: () => Shell<PatchsetSnapshot>,
		places: Places,
		details: ComparisonDetails,
	) {
		this.#ask = ask;
		this.#shell = shell;
		this.#places = places;
		this.#details = details;
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

	/** Shows how a patch of the shown version differs from its earlier version. */
	comparePatch(old: string, patch: string): void {
		const current = this.#shell().snapshot?.versions.find(({ isShown }) => isShown)?.key;
		if (current === undefined) return;
		this.#isAwaited = true;
		this.#patchToShow = { old, current, patch, isIdle: watchUser() };
		this.compare(old, current);
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
		if (this.#isAwaited) {
			this.#isAwaited = false;
			this.#places.showArea('compare');
		}
		const { comparison, patches = [] } = this.#shell().snapshot ?? {};
		const wanted = this.#patchToShow;
		if (!wanted || !comparison || comparison.loadingText !== null) return;
		if (comparison.old.key !== wanted.old || comparison.new.key !== wanted.current) return;
		this.#patchToShow = undefined;
		const patch = patches.find(({ key, mail }) => key === wanted.patch && mail !== null);
		// A single patch has no number on the page.
		const isOfPatch = ({ new: number }: ComparisonRow) => number === patch?.number || patch?.number === '';
		const row = patch && comparison.rows.find((one) => one.sign !== '<' && isOfPatch(one));
		if (row) background(this.#showRow(row.key, wanted.isIdle));
	}

	async #showRow(row: string, isIdle: () => boolean): Promise<void> {
		// The page is being drawn.
		await null;
		if (!this.#details.isOpen(row)) await this.#details.toggle(row);
		if (isIdle())
			focusAndShow(document.querySelector<HTMLElement>(`#compare [data-row="${CSS.escape(row)}"]`));
	}
}
