import type { PatchsetSnapshot } from '../../src/patches/page/protocol/protocol.ts';
import { pathOf } from './file.ts';

/** How far below the top of the window the user reads: below the strips. */
export const readingTop = 120;
/** How much of the list is shown above or below the current link. */
const listMargin = 60;
const intervalMs = 100;
const nowhere = 'Contents';

/** The parts of the page that the jump list has links to. */
const places = '.file, .patch, .area';

/** What the user has gone to at the end of the page, which cannot be scrolled to the top. */
function focusedAtEnd(): HTMLElement | null {
	const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
	const focused = document.activeElement?.closest<HTMLElement>(places);
	return isAtEnd && focused && focused.getBoundingClientRect().top < innerHeight ? focused : null;
}

/** The file, patch or part of the page that the user is reading. */
export function elementInView(): HTMLElement | null {
	const atEnd = focusedAtEnd();
	if (atEnd) return atEnd;
	const series = document.querySelector('.series')?.getBoundingClientRect();
	const at =
		series &&
		document.elementFromPoint(series.left + series.width / 2, Math.min(readingTop, innerHeight / 2));
	return at?.closest<HTMLElement>(places) ?? null;
}

/** The key of the file that has the focus, else of the first file in view. */
export function currentFile(): string | undefined {
	const focused = document.activeElement?.closest<HTMLElement>('.file');
	const at = focused ?? elementInView()?.closest<HTMLElement>('.file');
	if (at) return at.dataset.file;
	const below = [...document.querySelectorAll<HTMLElement>('.file')].find(
		(file) => file.getBoundingClientRect().bottom > readingTop,
	);
	return below?.dataset.file;
}

/** The key of the patch that has the focus, unless one of its files has it. */
export function focusedPatch(): string | undefined {
	const focused = document.activeElement;
	return focused?.closest('.file') ? undefined : focused?.closest<HTMLElement>('.patch')?.dataset.patch;
}

/** The link of the jump list to an element. */
function linkOf({ dataset, id }: HTMLElement): HTMLElement | null {
	const [action, name, value] = dataset.file
		? ['show-file', 'file', dataset.file]
		: dataset.patch
			? ['show-patch', 'patch', dataset.patch]
			: ['show-area', 'area', id];
	return document.querySelector(`.jump [data-do=${action}][data-${name}="${CSS.escape(value)}"]`);
}

/** Scrolls the jump list to a link; `scrollIntoView` could scroll the page, too. */
function scrollList(link: HTMLElement): void {
	const list = link.closest('.inner');
	if (!list) return;
	const row = link.getBoundingClientRect();
	const view = list.getBoundingClientRect();
	if (row.top < view.top) list.scrollTop -= view.top - row.top + listMargin;
	else if (row.bottom > view.bottom) list.scrollTop += row.bottom - view.bottom + listMargin;
}

/** Marks the link of the place that the user is reading, and names that place in the strip of a narrow page. */
export class CurrentPlace {
	readonly #snapshot: () => PatchsetSnapshot | undefined;
	#isWaiting = false;

	constructor(snapshot: () => PatchsetSnapshot | undefined) {
		this.#snapshot = snapshot;
		addEventListener('scroll', () => this.update(), { passive: true });
		addEventListener('focusin', () => this.update());
	}

	/** Looks at intervals, not in each frame, because finding an element takes the browser longer than scrolling the page. */
	update(): void {
		if (this.#isWaiting) return;
		this.#isWaiting = true;
		const name = document.querySelector('#current-place');
		if (name?.textContent === '') name.textContent = nowhere;
		setTimeout(() => {
			this.#isWaiting = false;
			this.#show(elementInView());
		}, intervalMs);
	}

	#show(at: HTMLElement | null): void {
		const name = document.querySelector('#current-place');
		const text = at ? this.#nameOf(at) : nowhere;
		if (name && name.textContent !== text) {
			const shown = document.createElement('bdi');
			shown.textContent = text;
			name.replaceChildren(shown);
			name.classList.toggle('path', at?.dataset.file !== undefined);
		}
		const link = at && linkOf(at);
		const before = document.querySelector('.jump [aria-current]');
		if (before === link) return;
		before?.removeAttribute('aria-current');
		link?.setAttribute('aria-current', 'true');
		if (link) scrollList(link);
	}

	#nameOf({ dataset, id }: HTMLElement): string {
		const patches = this.#snapshot()?.patches ?? [];
		if (dataset.file !== undefined) {
			const file = patches.flatMap(({ files }) => files).find(({ key }) => key === dataset.file);
			return file ? pathOf(file) : '';
		}
		if (dataset.patch !== undefined) {
			const patch = patches.find(({ key }) => key === dataset.patch);
			return patch ? `${patch.number} ${patch.title}`.trim() : '';
		}
		return document.querySelector(`#${CSS.escape(id)} h2`)?.textContent ?? '';
	}
}
