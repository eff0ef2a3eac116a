import type { PatchsetSnapshot, ShownFile, ShownPatch } from '../../src/patches/page/protocol.ts';
import { type Child, h, type VirtualElement } from '../page/draw.ts';
import { loadingNotice, note } from '../page/parts.ts';
import type { ComparedPatches } from './compared-patches.ts';
import { comparison } from './comparison.ts';
import { discussion } from './discussion.ts';
import { DrawnParts } from './drawn-parts.ts';
import { fileSection } from './file.ts';
import { filesToFillWindow } from './first-files.ts';
import type { Folding } from './folding.ts';
import { head, patchsetStrip } from './head.ts';
import { jumpList } from './jump-list.ts';
import type { Mails } from './mails.ts';
import { overview } from './overview.ts';
import { diffstat, diffstatRow, patchArticle, patchHead, viewedState } from './patch.ts';
import { patchesHead } from './patches-head.ts';

/** How many files, rows of files and mails are drawn at first, and how many more in each frame. */
const drawnAtFirst = 8;
const drawnPerFrame = 20;

interface ContentOptions {
	readonly folding: Folding;
	readonly mails: Mails;
	readonly compared: ComparedPatches;
	readonly redraw: () => void;
}

/** Draws the page of a patchset or thread: a long one a part in each frame. */
export class Content {
	readonly #options: ContentOptions;
	readonly #drawn = new DrawnParts();
	#page = '';
	/** How many rows of files and mails are drawn so far. */
	#limit = drawnAtFirst;
	/** How many files are drawn so far. */
	#fileLimit = drawnAtFirst;
	/** What the user has typed to find a file. */
	filter = '';
	/** The patch that is shown if only one is; empty for the first one. */
	shownPatch = '';

	constructor(options: ContentOptions) {
		this.#options = options;
	}

	/** Call before a snapshot is drawn. If the page opens at its start, it is painted as soon as the window is full. */
	receive(snapshot: PatchsetSnapshot, { isAtStart }: { readonly isAtStart: boolean }): void {
		const { key } = snapshot;
		if (key === this.#page) return;
		this.#page = key;
		this.#limit = drawnAtFirst;
		this.#fileLimit = isAtStart
			? filesToFillWindow(this.patchesOf(snapshot), this.#options.folding, drawnAtFirst)
			: drawnAtFirst;
		this.#drawn.clear();
		this.filter = '';
	}

	isWhole(snapshot: PatchsetSnapshot): boolean {
		const files = snapshot.patches.reduce((sum, patch) => sum + Math.max(1, patch.files.length), 0);
		return files <= this.#fileLimit && snapshot.discussion.length <= this.#limit;
	}

	/** Draws all that is missing now, because the user goes to it. */
	drawWhole(): void {
		if (this.#limit === Number.POSITIVE_INFINITY) return;
		this.#drawUpTo(Number.POSITIVE_INFINITY);
	}

	/** Call after each drawing. Draws more as soon as this is painted. */
	didDraw(snapshot: PatchsetSnapshot): void {
		if (this.isWhole(snapshot)) return;
		const { key } = snapshot;
		const limit = this.#limit;
		const drawMore = () => {
			if (key !== this.#page || limit !== this.#limit) return;
			this.#drawUpTo(limit + drawnPerFrame);
		};
		requestAnimationFrame(() => setTimeout(drawMore));
	}

	#drawUpTo(limit: number): void {
		this.#limit = limit;
		this.#fileLimit = limit;
		this.#options.redraw();
	}

	/** The patches that are on the page. */
	patchesOf({ patches, options }: PatchsetSnapshot): readonly ShownPatch[] {
		if (!options.showsOnePatch) return patches;
		return [patches.find(({ key }) => key === this.shownPatch) ?? patches[0]].filter(
			(one) => one !== undefined,
		);
	}

	draw(snapshot: PatchsetSnapshot, problem: Child): readonly Child[] {
		const { key, patches, options } = snapshot;
		const hasList = patches.length > 0 || snapshot.discussion.length > 0;
		const list = { drawn: this.#drawn, filter: this.filter, limit: this.#limit };
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
				hasList && jumpList(snapshot, list),
				h(
					'div',
					{ key: 'series', class: options.wrapsLines ? 'series wraps' : 'series' },
					patchsetStrip(snapshot),
					problem,
					...snapshot.notes.map(note),
					head(snapshot),
					this.#main(snapshot),
				),
			),
		];
	}

	#main(snapshot: PatchsetSnapshot): VirtualElement {
		const { mails, compared } = this.#options;
		return h(
			'main',
			{ key: 'main' },
			overview(snapshot),
			this.#patches(snapshot),
			snapshot.loadingText !== null && loadingNotice(snapshot.loadingText),
			discussion(snapshot, { mails, drawn: this.#drawn, limit: this.#limit }),
			comparison(snapshot, compared),
		);
	}

	#patches(snapshot: PatchsetSnapshot): Child {
		if (snapshot.patches.length === 0) return null;
		const shown = this.patchesOf(snapshot);
		let before = 0;
		const articles = shown.map((patch): Child => {
			const drawn = before;
			before += Math.max(1, patch.files.length);
			return drawn < this.#fileLimit && this.#patch(patch, drawn);
		});
		return h(
			'section',
			{ key: 'patches', id: 'patches', class: 'area', 'aria-labelledby': 'patches-title', tabindex: '-1' },
			patchesHead(snapshot, shown[0]?.key ?? ''),
			...articles,
		);
	}

	/** `before`: how many files the patches before it have. */
	#patch(patch: ShownPatch, before: number): VirtualElement {
		const { files, ...withoutFiles } = patch;
		const most = Math.max(40, ...files.map((file) => file.additions + file.deletions));
		const rows = files
			.slice(0, this.#limit - before)
			.map((file) => this.#drawn.draw(`stat ${file.key}`, file, String(most), () => diffstatRow(file, most)));
		return patchArticle(patch, [
			this.#drawn.draw(`head ${patch.key}`, withoutFiles, viewedState(patch), () => patchHead(patch)),
			diffstat(patch, rows),
			...files.slice(0, this.#fileLimit - before).map((file) => this.#file(file)),
		]);
	}

	#file(file: ShownFile): VirtualElement {
		const isFolded = this.#options.folding.isFolded(file);
		return this.#drawn.draw(`file ${file.key}`, file, String(isFolded), () => fileSection(file, isFolded));
	}
}
