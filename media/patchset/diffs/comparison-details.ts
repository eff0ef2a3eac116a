import type { ComparisonPart, PatchsetRequests } from '../../../src/patches/page/protocol/protocol.ts';
import { draw } from '../../kit/draw.ts';
import type { Ask } from '../../kit/host-messages.ts';
import { BuildQueue } from './build-queue.ts';
import { comparedRow, partHead } from './diff-rows.ts';
import { failure } from './failure.ts';

const linesAtOnce = 100;

/** Builds what differs in a patch. Pauses at each `yield`. */
function* buildParts(parts: readonly ComparisonPart[]): Generator<undefined, HTMLElement> {
	const list = document.createElement('ol');
	for (const { title, lines } of parts) {
		list.append(partHead(title));
		for (const [nth, line] of lines.entries()) {
			list.append(comparedRow(line));
			if (nth % linesAtOnce === linesAtOnce - 1) yield;
		}
		yield;
	}
	return list;
}

/** What the user has chosen to see of a comparison: the patches whose details are open, and which patches are listed. */
export class ComparisonDetails {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #redraw: () => void;
	readonly #builds = new BuildQueue();
	/** Identifies the comparison on the page. When it changes, the opened details are outdated. */
	#compared = '';
	#open = new Set<string>();
	/** Whether patches that are the same in both versions are hidden. */
	showsOnlyChanged = false;

	constructor(ask: Ask<PatchsetRequests>, redraw: () => void) {
		this.#ask = ask;
		this.#redraw = redraw;
	}

	isOpen(row: string): boolean {
		return this.#open.has(row);
	}

	/** Call before a snapshot is drawn. */
	receive(compared: string): void {
		if (compared === this.#compared) return;
		this.#compared = compared;
		this.#open = new Set();
		this.#builds.clear();
		for (const element of document.querySelectorAll('[data-compared]')) element.replaceChildren();
	}

	/** Opens or closes the details of a row. */
	async toggle(row: string): Promise<void> {
		if (this.#open.delete(row)) return this.#redraw();
		this.#open.add(row);
		this.#redraw();
		if (elementOf(row)?.childElementCount === 0) await this.load(row);
	}

	toggleOnlyChanged(): void {
		this.showsOnlyChanged = !this.showsOnlyChanged;
		this.#redraw();
	}

	async load(row: string): Promise<void> {
		const compared = this.#compared;
		const answer = await this.#ask('comparedPatch', { row });
		const element = elementOf(row);
		if (compared !== this.#compared || !element) return;
		element.replaceChildren();
		if ('problem' in answer) draw(element, [failure(answer.problem, { do: 'retry-compared-patch', row })]);
		else this.#builds.add(buildParts(answer.ok.parts), (list) => element.replaceChildren(list));
	}
}

const elementOf = (row: string): HTMLElement | null =>
	document.querySelector<HTMLElement>(`.lines[data-compared="${CSS.escape(row)}"]`);
