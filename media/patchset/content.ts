import type { PatchsetSnapshot, ShownFile, ShownPatch } from '../../src/patches/page/protocol/protocol.ts';
import { type Child, h, type VirtualElement } from '../kit/draw.ts';
import { loadingNotice, note } from '../kit/page-elements.ts';
import { comparison } from './comparison.ts';
import type { ComparisonDetails } from './diffs/comparison-details.ts';
import { ElementCache } from './diffs/element-cache.ts';
import { fileSection } from './file.ts';
import { countFilesToFillWindow } from './first-files.ts';
import type { Folding } from './folding.ts';
import { head, patchsetStrip } from './head.ts';
import { jumpList } from './jump-list.ts';
import { discussion } from './mails/discussion.ts';
import type { Mails } from './mails/mails.ts';
import { overview } from './overview.ts';
import { diffstat, diffstatReplyRow, diffstatRow, patchArticle, patchHead, viewedState } from './patch.ts';
import { patchesHead } from './patches-head.ts';
import { reviewBar } from './review/review-bar.ts';

/** How many files are drawn at first, and as many mails and rows of files. */
const drawnAtFirst = 8;
/** How many more are drawn in each frame. */
const drawnPerFrame = 20;

/** Draws the page of a patchset or thread: a long one a part in each frame. */
export class Content {
	readonly #folding: Folding;
	readonly #mails: Mails;
	readonly #details: ComparisonDetails;
	readonly #redraw: () => void;
	readonly #drawn = new ElementCache();
	#page = '';
	/** How many mails, and how many rows for files in the contents and diffstats, are drawn so far. At least `#fileLimit`. */
	#rowLimit = drawnAtFirst;
	/** How many files are drawn so far: at first, if it saves time, only as many as fill the window. */
	#fileLimit = drawnAtFirst;
	/** What the user has typed to find a file. */
	filter = '';
	/** The patch that is shown if only one is; empty for the first one. */
	shownPatch = '';

	constructor(folding: Folding, mails: Mails, details: ComparisonDetails, redraw: () => void) {
		this.#folding = folding;
		this.#mails = mails;
		this.#details = details;
		this.#redraw = redraw;
	}

	/** Call before a snapshot is drawn. `isAtStart`: whether the page opens at its start. */
	receive(snapshot: PatchsetSnapshot, { isAtStart }: { readonly isAtStart: boolean }): void {
		const { key } = snapshot;
		if (key === this.#page) return;
		const isFirst = this.#page === '';
		this.#page = key;
		this.#rowLimit = drawnAtFirst;
		// Painting takes longest right after the script was loaded. Later pages of the panel are painted soon with all files.
		const isSlow = isFirst && isAtStart;
		this.#fileLimit = isSlow
			? countFilesToFillWindow(this.patchesOf(snapshot), this.#folding, drawnAtFirst)
			: drawnAtFirst;
		this.#drawn.clear();
		this.filter = '';
	}

	isWhole(snapshot: PatchsetSnapshot): boolean {
		return this.#hasAllFiles(snapshot) && snapshot.discussion.length <= this.#rowLimit;
	}

	#hasAllFiles({ patches }: PatchsetSnapshot): boolean {
		const count = patches.reduce((sum, { files }) => sum + Math.max(1, files.length), 0);
		return count <= this.#fileLimit;
	}

	/** Draws all that is missing now, because the user goes to it. */
	drawWhole(): void {
		if (this.#rowLimit === Number.POSITIVE_INFINITY) return;
		this.#drawMore(Number.POSITIVE_INFINITY);
	}

	/** Call after each drawing. Draws more as soon as this is painted. */
	didDraw(snapshot: PatchsetSnapshot): void {
		if (this.isWhole(snapshot)) return;
		const { key } = snapshot;
		const limit = this.#rowLimit;
		const drawMore = () => {
			if (key === this.#page && limit === this.#rowLimit) this.#drawMore(drawnPerFrame);
		};
		requestAnimationFrame(() => setTimeout(drawMore));
	}

	#drawMore(count: number): void {
		this.#rowLimit += count;
		this.#fileLimit += count;
		this.#redraw();
	}

	/** The patches that are on the page. */
	patchesOf({ patches, options }: PatchsetSnapshot): readonly ShownPatch[] {
		if (!options.showsOnePatch) return patches;
		const shown = patches.find(({ key }) => key === this.shownPatch) ?? patches[0];
		return shown ? [shown] : [];
	}

	draw(snapshot: PatchsetSnapshot, problem: Child): readonly Child[] {
		const { key, patches, options } = snapshot;
		const hasList = patches.length > 0 || snapshot.discussion.length > 0;
		const bar = reviewBar(snapshot);
		const seriesClass = ['series', options.wrapsLines && 'wraps', bar && 'has-bar'].filter(Boolean).join(' ');
		return [
			hasList &&
				h(
					'a',
					{ key: 'skip', class: 'skip', href: patches.length > 0 ? '#patches' : '#discussion' },
					patches.length > 0 ? 'Go to the patches' : 'Go to the discussion',
				),
			h(
				'div',
				{ key: `frame ${key}`, class: hasList ? 'frame has-list' : 'frame' },
				hasList && jumpList(snapshot, this.#drawn, this.filter, this.#rowLimit),
				h(
					'div',
					{ key: 'series', class: seriesClass },
					patchsetStrip(snapshot),
					problem,
					...snapshot.notes.map(note),
					head(snapshot),
					this.#main(snapshot),
					bar,
				),
			),
		];
	}

	#main(snapshot: PatchsetSnapshot): VirtualElement {
		// Until all files are drawn, the mails below them would be in view for a moment, and would request their texts.
		const mailLimit = this.#hasAllFiles(snapshot) ? this.#rowLimit : 0;
		return h(
			'main',
			{ key: 'main' },
			overview(snapshot),
			this.#patches(snapshot),
			snapshot.loadingText !== null && loadingNotice(snapshot.loadingText),
			discussion(snapshot, this.#mails, this.#drawn, mailLimit),
			comparison(snapshot, this.#details),
		);
	}

	#patches(snapshot: PatchsetSnapshot): Child {
		if (snapshot.patches.length === 0) return null;
		const shown = this.patchesOf(snapshot);
		let fileCount = 0;
		const articles = shown.map((patch): Child => {
			const before = fileCount;
			fileCount += Math.max(1, patch.files.length);
			return before < this.#fileLimit && this.#patch(patch, before);
		});
		return h(
			'section',
			{ key: 'patches', id: 'patches', class: 'area', 'aria-labelledby': 'patches-title', tabindex: '-1' },
			patchesHead(snapshot, shown[0]?.key ?? ''),
			...articles,
		);
	}

	/** `before`: the number of files in earlier patches; a patch without files counts as one. */
	#patch(patch: ShownPatch, before: number): VirtualElement {
		const { files, ...withoutFiles } = patch;
		const maxChanged = files.reduce((max, file) => Math.max(max, file.additions + file.deletions), 40);
		const rows = files
			.slice(0, this.#rowLimit - before)
			.flatMap((file, index) => [
				this.#drawn.draw(`stat ${file.key}`, file, String(maxChanged), () =>
					diffstatRow(file, index, maxChanged),
				),
				diffstatReplyRow(patch, file),
			]);
		return patchArticle(patch, [
			this.#drawn.draw(`head ${patch.key}`, withoutFiles, viewedState(patch), () => patchHead(patch)),
			...diffstat(patch, rows),
			...files.slice(0, this.#fileLimit - before).map((file) => this.#file(file)),
		]);
	}

	#file(file: ShownFile): VirtualElement {
		const isFolded = this.#folding.isFolded(file);
		return this.#drawn.draw(`file ${file.key}`, file, String(isFolded), () => fileSection(file, isFolded));
	}
}
