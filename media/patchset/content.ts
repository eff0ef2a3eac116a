import type { PatchsetSnapshot, ShownFile, ShownPatch } from '../../src/patches/page/protocol.ts';
import { type Child, h, type VirtualElement } from '../page/draw.ts';
import { loadingNotice, note } from '../page/parts.ts';
import type { ComparedPatches } from './compared-patches.ts';
import { comparison } from './comparison.ts';
import { discussion } from './discussion.ts';
import { DrawnParts } from './drawn-parts.ts';
import { fileSection } from './file.ts';
import type { Folding } from './folding.ts';
import { head, patchsetStrip } from './head.ts';
import { jumpList } from './jump-list.ts';
import type { Mails } from './mails.ts';
import { overview } from './overview.ts';
import { diffstat, diffstatRow, patchArticle, patchHead, viewedState } from './patch.ts';
import { patchesHead } from './patches-head.ts';

/** How many files and mails are drawn at first, and how many more in each frame. */
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
	#limit = drawnAtFirst;
	/** What the user has typed to find a file. */
	filter = '';
	/** The patch that is shown if only one is; empty for the first one. */
	shownPatch = '';

	constructor(options: ContentOptions) {
		this.#options = options;
	}

	/** Call before a snapshot is drawn. */
	receive({ key }: PatchsetSnapshot): void {
		if (key === this.#page) return;
		this.#page = key;
		this.#limit = drawnAtFirst;
		this.#drawn.clear();
		this.filter = '';
	}

	isWhole(snapshot: PatchsetSnapshot): boolean {
		const files = snapshot.patches.reduce((sum, patch) => sum + Math.max(1, patch.files.length), 0);
		return Math.max(files, snapshot.discussion.length) <= this.#limit;
	}

	/** Draws all that is missing now, because the user goes to it. */
	drawWhole(): void {
		if (this.#limit === Number.POSITIVE_INFINITY) return;
		this.#limit = Number.POSITIVE_INFINITY;
		this.#options.redraw();
	}

	/** Call after each drawing. Draws more as soon as this is painted. */
	didDraw(snapshot: PatchsetSnapshot): void {
		if (this.isWhole(snapshot)) return;
		const { key } = snapshot;
		const limit = this.#limit;
		const drawMore = () => {
			if (key !== this.#page || limit !== this.#limit) return;
			this.#limit += drawnPerFrame;
			this.#options.redraw();
		};
		requestAnimationFrame(() => setTimeout(drawMore));
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
		let room = this.#limit;
		const articles = shown.map((patch): Child => {
			const files = patch.files.slice(0, Math.max(0, room));
			const isBegun = room > 0;
			room -= Math.max(1, patch.files.length);
			return isBegun && this.#patch(patch, files);
		});
		return h(
			'section',
			{ key: 'patches', id: 'patches', class: 'area', 'aria-labelledby': 'patches-title', tabindex: '-1' },
			patchesHead(snapshot, shown[0]?.key ?? ''),
			...articles,
		);
	}

	#patch(patch: ShownPatch, files: readonly ShownFile[]): VirtualElement {
		const { files: _, ...withoutFiles } = patch;
		const most = Math.max(40, ...patch.files.map((file) => file.additions + file.deletions));
		const rows = files.map((file) =>
			this.#drawn.draw(`stat ${file.key}`, file, String(most), () => diffstatRow(file, most)),
		);
		return patchArticle(patch, [
			this.#drawn.draw(`head ${patch.key}`, withoutFiles, viewedState(patch), () => patchHead(patch)),
			diffstat(patch, rows),
			...files.map((file) => this.#file(file)),
		]);
	}

	#file(file: ShownFile): VirtualElement {
		const isFolded = this.#options.folding.isFolded(file);
		return this.#drawn.draw(`file ${file.key}`, file, String(isFolded), () => fileSection(file, isFolded));
	}
}
