import type { PatchsetSnapshot, ShownFile, ShownPlace } from '../../src/patches/page/protocol/protocol.ts';
import { focusedElement, focusWithPage } from '../kit/focus.ts';
import { scrollToElement } from '../kit/scroll.ts';
import type { Shell } from '../kit/shell.ts';
import { watchPointer } from '../kit/user-activity.ts';
import type { Content } from './content.ts';
import { currentFile, readingTop } from './current-place.ts';
import type { Diffs } from './diffs/diffs.ts';
import { goToHunk, goToLine, hunkStarts, lineAbove, lineWithNumber, nextHunk } from './diffs/lines.ts';
import { pathOf } from './file.ts';
import type { Folding } from './folding.ts';
import { entries, nextEntry } from './next-entry.ts';
import type { PatchsetState } from './patchset-state.ts';

const find = (selector: string, name: string, value: string): HTMLElement | null =>
	document.querySelector<HTMLElement>(`${selector}[data-${name}="${CSS.escape(value)}"]`);

/** Focuses an element and scrolls it to the top. */
function show(element: HTMLElement | null): void {
	// What is selected elsewhere would be commented on.
	getSelection()?.removeAllRanges();
	if (!element) return;
	focusWithPage(element);
	scrollToElement(element, 'start');
}

/** Focuses an element that may be in the middle of a diff. */
function center(element: HTMLElement): void {
	getSelection()?.removeAllRanges();
	// A remark on the version before can be unfolded.
	const focused = element.querySelector<HTMLElement>(':scope > details > summary') ?? element;
	if (focused === element) element.tabIndex = -1;
	focusWithPage(focused);
	scrollToElement(element, 'center');
}

/** Goes to files, patches, lines, replies and mails, and makes the page show them first. */
export class Places {
	readonly #shell: () => Shell<PatchsetSnapshot>;
	readonly #content: Content;
	readonly #diffs: Diffs;
	readonly #folding: Folding;
	readonly #state: PatchsetState;

	constructor(
		shell: () => Shell<PatchsetSnapshot>,
		content: Content,
		diffs: Diffs,
		folding: Folding,
		state: PatchsetState,
	) {
		this.#shell = shell;
		this.#content = content;
		this.#diffs = diffs;
		this.#folding = folding;
		this.#state = state;
	}

	/** Goes to the place that the user has opened the page for. */
	reveal(place: ShownPlace): void {
		this.#shell().stopRestoring();
		if (place.kind === 'patch') this.openPatch(place.key);
		else if (place.kind === 'file') {
			this.unfold(place.key);
			this.showFile(place.key);
		} else if (place.kind === 'mail') this.showMail(String(place.mail));
		else this.showStart();
	}

	showArea(id: string): void {
		this.#content.drawWhole();
		closeJumpList();
		show(document.getElementById(id));
	}

	/** Shows the start of the page. The cover letter gets the focus, so that the keys for lines and comments act there. */
	showStart(): void {
		show(document.querySelector<HTMLElement>(this.#snapshot?.cover ? '#overview' : 'h1'));
		scrollTo(0, 0);
	}

	/** Focuses the last part that can have the focus, and shows the end of the page. */
	showEnd(): void {
		this.#content.drawWhole();
		closeJumpList();
		const parts = document.querySelectorAll<HTMLElement>(
			'.area, .patch, .file, .mails [data-mail][tabindex], .pairs button',
		);
		const last = [...parts].at(-1);
		last?.focus({ preventScroll: true });
		// What is out of view has no exact height until it is displayed.
		if (last) scrollToElement(last, 'end');
		scrollTo(0, document.documentElement.scrollHeight);
	}

	showPatch(key: string): void {
		this.#content.drawWhole();
		this.#choosePatch(key);
		closeJumpList();
		show(find('.patch', 'patch', key));
	}

	/** Goes to a patch. If all its files are folded, unfolds them. */
	openPatch(key: string): void {
		const folding = this.#folding;
		const files = this.#snapshot?.patches.find((patch) => patch.key === key)?.files ?? [];
		if (files.length > 0 && files.every((file) => folding.isFolded(file))) {
			for (const file of files) folding.fold(file.key, false);
			this.#didChange();
		}
		this.showPatch(key);
	}

	showFile(key: string): void {
		this.#content.drawWhole();
		const patch = this.#snapshot?.patches.find(({ files }) => files.some((file) => file.key === key));
		if (patch) this.#choosePatch(patch.key);
		closeJumpList();
		show(find('.file', 'file', key));
	}

	/** Goes to a file and unfolds it. Resolves when its diff is there; with null if the page shows another series or the user has gone elsewhere. */
	async #openFile(key: string): Promise<HTMLElement | null> {
		const page = this.#snapshot?.key;
		const isIdle = watchPointer();
		this.unfold(key);
		this.showFile(key);
		await this.#diffs.whenDrawn(key);
		const file = find('.file', 'file', key);
		return page === this.#snapshot?.key && isIdle() && file === focusedElement() ? file : null;
	}

	/** Goes to a line by its number in the new version, or to the diff if it does not have the line. */
	async showLine(key: string, line: string): Promise<void> {
		const file = await this.#openFile(key);
		const row = file && lineWithNumber([...file.querySelectorAll<HTMLElement>('.l')], line);
		if (!row) return;
		goToLine(row);
		scrollToElement(row, 'center');
	}

	/** Goes to a line of the last file with this path, as displayed. */
	async showPath(path: string, line: string): Promise<void> {
		const files = this.#snapshot?.patches.flatMap((patch) => patch.files) ?? [];
		const file = files.findLast((one) => pathOf(one) === path);
		if (file) await this.showLine(file.key, line);
	}

	/** Goes to the part of a mail that is shown in the diff below a line. */
	async showReply(key: string, mail: string, line: string): Promise<void> {
		const file = await this.#openFile(key);
		if (!file) return;
		const parts = [...file.querySelectorAll<HTMLElement>(`.reply[data-mail="${CSS.escape(mail)}"]`)];
		const lines = parts.map(lineAbove);
		const row = lineWithNumber(lines, line);
		const reply = (row && parts[lines.indexOf(row)]) ?? parts[0];
		if (reply) center(reply);
		else await this.showLine(key, line);
	}

	/** Goes to the part of a mail that is shown in a text of a patch, such as its message, or in the cover letter. */
	showReplyToText(patch: string, mail: string, name: string): void {
		this.#content.drawWhole();
		this.#choosePatch(patch);
		const text = find('.patch', 'patch', patch) ?? document.querySelector('#overview');
		const selector = `.text-thread .reply[data-mail="${CSS.escape(mail)}"]`;
		const parts = [...(text?.querySelectorAll<HTMLElement>(selector) ?? [])];
		const reply = parts.find((part) => nameOfText(part) === name) ?? parts[0];
		if (reply) center(reply);
	}

	showMail(mail: string): void {
		this.#content.drawWhole();
		show(find('.mail', 'mail', mail));
	}

	stepToFile(by: 1 | -1): void {
		this.#content.drawWhole();
		const files = this.#shownFiles;
		const at = files.findIndex(({ key }) => key === currentFile());
		const current = files[at];
		const hasFocus = document.activeElement?.closest('.file') !== null;
		// The first step down goes to the start of the file in view, if the user has scrolled to it and it is farther down.
		const isStart = by === 1 && current && !hasFocus && !isAtTop(current);
		const file = current ? files[isStart ? at : at + by] : files[0];
		if (file) this.showFile(file.key);
	}

	stepToPatch(by: 1 | -1): void {
		const patches = this.#snapshot?.patches ?? [];
		const showsOne = this.#snapshot?.options.showsOnePatch === true;
		const current = showsOne ? this.#shownPatches[0]?.key : currentPatch();
		const at = patches.findIndex(({ key }) => key === current);
		const patch = at === -1 && by === 1 ? patches[0] : patches[at + by];
		if (patch) this.showPatch(patch.key);
	}

	/** Goes to the next or previous reply or draft: in a diff, which may have to be loaded, or in the discussion. */
	async stepToReply(by: 1 | -1): Promise<void> {
		this.#content.drawWhole();
		const withEntries = new Set(
			this.#shownFiles
				.filter(({ replyCount, remarkCount, draftCount }) => replyCount + remarkCount + draftCount > 0)
				.map(({ key }) => key),
		);
		const next = nextEntry(withEntries, by);
		if (!next) return;
		if (!next.matches('.file')) return center(next);
		const file = await this.#openFile(next.dataset.file ?? '');
		const found = [...(file?.querySelectorAll<HTMLElement>(entries) ?? [])];
		const entry = by === 1 ? found[0] : found.at(-1);
		if (entry) center(entry);
	}

	/** Goes to the first changed line of the next or previous hunk, in a file that may have to be loaded. */
	async stepToHunk(by: 1 | -1): Promise<void> {
		this.#content.drawWhole();
		const next = nextHunk(by);
		const file = next?.matches('.file') ? await this.#openFile(next.dataset.file ?? '') : undefined;
		const row = file ? hunkStarts(file).at(by === 1 ? 0 : -1) : next;
		if (!row || file === null) return;
		getSelection()?.removeAllRanges();
		goToHunk(row);
	}

	/** The first file after this one that is not viewed. */
	nextUnviewed(key: string): ShownFile | undefined {
		const files = this.#shownFiles;
		const at = files.findIndex((file) => file.key === key);
		return files.slice(at + 1).find(({ isViewed }) => !isViewed);
	}

	/** Draws a patch, without going to it. */
	drawPatch(key: string): void {
		this.#content.drawWhole();
		this.#choosePatch(key);
	}

	fold(key: string, isFolded?: boolean): void {
		const file = this.#shownFiles.find((one) => one.key === key);
		if (!file) return;
		this.#folding.fold(key, isFolded ?? !this.#folding.isFolded(file));
		this.#didChange();
	}

	unfold(key: string): void {
		this.fold(key, false);
	}

	/** Folds all files, or unfolds them if all are folded. */
	foldAll(): void {
		const folding = this.#folding;
		const files = this.#shownFiles;
		const isAnyOpen = files.some((file) => !folding.isFolded(file));
		for (const { key } of files) folding.fold(key, isAnyOpen);
		this.#didChange();
	}

	get #snapshot(): PatchsetSnapshot | undefined {
		return this.#shell().snapshot;
	}

	get #shownPatches() {
		return this.#snapshot ? this.#content.patchesOf(this.#snapshot) : [];
	}

	get #shownFiles(): readonly ShownFile[] {
		return this.#shownPatches.flatMap(({ files }) => files);
	}

	/** The user has chosen the only patch to show, or folded files. */
	#didChange(): void {
		this.#state.change({ folded: this.#folding.stored, shownPatch: this.#content.shownPatch });
		this.#shell().redraw();
	}

	#choosePatch(key: string): void {
		const content = this.#content;
		if (!this.#snapshot?.options.showsOnePatch || content.shownPatch === key) return;
		content.shownPatch = key;
		this.#didChange();
	}
}

/** The text of a patch that a reply is in. */
function nameOfText(reply: HTMLElement): string {
	if (!reply.closest('.patch-head')) return 'diffstat';
	return reply.closest('.after-message') ? 'notes' : 'message';
}

/** On a narrow page, the list covers what the user goes to. */
function closeJumpList(): void {
	const list = document.querySelector<HTMLDetailsElement>('.jump > details');
	if (list) list.open = false;
}

/** Whether a file begins where the user reads, or above. */
const isAtTop = ({ key }: ShownFile): boolean =>
	(find('.file', 'file', key)?.getBoundingClientRect().top ?? 0) < readingTop;

/** The patch that has the focus, or else the one in view. */
const currentPatch = (): string | undefined => {
	const focused = document.activeElement?.closest<HTMLElement>('.patch');
	const inView = [...document.querySelectorAll<HTMLElement>('.patch')].findLast(
		(patch) => patch.getBoundingClientRect().top < readingTop,
	);
	return (focused ?? inView)?.dataset.patch;
};
