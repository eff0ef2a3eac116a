import type {
	FilePlace,
	PatchsetRequests,
	PatchsetSnapshot,
	ReadingOptions,
} from '../../src/patches/page/protocol/protocol.ts';
import { background } from '../kit/background.ts';
import { focusedElement, focusWithPage } from '../kit/focus.ts';
import type { Ask } from '../kit/host-messages.ts';
import type { Shell } from '../kit/shell.ts';
import { onUserActivity } from '../kit/user-activity.ts';
import { elementInView } from './current-place.ts';
import type { Diffs } from './diffs/diffs.ts';
import { currentLine, firstInView, goToLine, isInView } from './diffs/lines.ts';
import type { Places } from './places.ts';

/** An option that changes which patches the page shows. */
type PatchOption = 'showsOnePatch' | 'showsNetDiff';

/** Where the user reads among the patches. */
interface ReadPlace extends FilePlace {
	readonly patch: string;
	/** How far the line or, without one, the file or patch is from the top of the window. */
	readonly top: number;
	/** What has the focus. */
	readonly focus: 'line' | 'file' | 'patch' | 'elsewhere';
}

/** A place to go to as soon as `isShown` is true for the options of the page. */
interface Pending {
	readonly isShown: (options: ReadingOptions) => boolean;
	/** Undefined until the host has answered. */
	goTo?: () => void;
}

/** Where the user read before the page showed the net diff. */
interface LeftPlace {
	readonly from: ReadPlace;
	/** The place in the net diff that the page went to. Undefined until it is known. */
	to: FilePlace | undefined;
}

const noFile: FilePlace = { file: '', oldLine: null, newLine: null };

/** Keeps the file and the line that the user reads, and the focus, when the page shows all patches together, or one at a time. */
export class KeptPlace {
	readonly #ask: Ask<PatchsetRequests>;
	readonly #shell: () => Shell<PatchsetSnapshot>;
	readonly #diffs: Diffs;
	readonly #places: Places;
	#pending: Pending | undefined;
	#left: LeftPlace | undefined;

	constructor(
		ask: Ask<PatchsetRequests>,
		shell: () => Shell<PatchsetSnapshot>,
		places: Places,
		diffs: Diffs,
	) {
		this.#ask = ask;
		this.#shell = shell;
		this.#diffs = diffs;
		this.#places = places;
		// The user has begun to read elsewhere.
		onUserActivity(() => this.#userActs());
	}

	/** Call before an option is set. */
	willSet(name: PatchOption, isOn: boolean): void {
		const options = this.#shell().snapshot?.options;
		if (!options) return;
		// Each of the two options ends the other one.
		const showsNet = name === 'showsNetDiff' ? isOn : options.showsNetDiff && !isOn;
		const beginsNet = !options.showsNetDiff && showsNet;
		const endsNet = options.showsNetDiff && !showsNet;
		const left = endsNet ? this.#left : undefined;
		const place = left && !left.to ? left.from : readPlace();
		if (!place) return;
		const pending: Pending = {
			isShown: (next) => next[name] === isOn && next.showsNetDiff === showsNet,
		};
		this.#pending = pending;
		if (beginsNet) {
			this.#left = { from: place, to: undefined };
			background(this.#find(pending, place, this.#left));
		} else if (left && (!left.to || isSameLine(place, left.to))) this.#show(pending, wayBack(left, place));
		else if (endsNet) background(this.#find(pending, place));
		else this.#show(pending, place);
	}

	/** Call after each drawing. */
	didDraw(): void {
		const { snapshot } = this.#shell();
		if (!snapshot || !this.#pending?.goTo || !this.#pending.isShown(snapshot.options)) return;
		const { goTo } = this.#pending;
		// A new object and not undefined, so that `#goTo` notices when `#userActs` replaces it.
		this.#pending = { isShown: () => false };
		// Drawing more would otherwise begin within a drawing.
		queueMicrotask(goTo);
	}

	#userActs(): void {
		this.#pending = undefined;
		const left = this.#left;
		// Later, because this may be the key that goes back.
		setTimeout(() => {
			if (left && !left.to && this.#left === left) this.#left = undefined;
		});
	}

	#show(pending: Pending, place: ReadPlace, to: FilePlace = place): void {
		pending.goTo = () => background(this.#goTo(to, place));
		this.didDraw();
	}

	/** Finds the place in the patches as they will be shown. */
	async #find(pending: Pending, place: ReadPlace, left?: LeftPlace): Promise<void> {
		const to = await this.#askFor(place);
		if (this.#pending !== pending) return;
		if (left) left.to = to;
		this.#show(pending, place, to);
	}

	async #askFor({ file, oldLine, newLine }: ReadPlace): Promise<FilePlace> {
		if (file === '') return noFile;
		const answer = await this.#ask('otherPlace', { file, oldLine, newLine });
		return ('ok' in answer && answer.ok) || noFile;
	}

	/** Shows `to` as far from the top of the window as the place where the user read, and with the same focus. */
	async #goTo(to: FilePlace, { patch: key, top, focus }: ReadPlace): Promise<void> {
		const pending = this.#pending;
		const patches = this.#shell().snapshot?.patches ?? [];
		const patch =
			patches.find(({ files }) => files.some((file) => file.key === to.file)) ??
			patches.find((one) => one.key === key) ??
			patches[0];
		if (!patch) return;
		this.#places.drawPatch(patch.key);
		if (hasLine(to)) this.#places.unfold(to.file);
		const file = document.querySelector<HTMLElement>(`.file[data-file="${CSS.escape(to.file)}"]`);
		const section =
			file ?? document.querySelector<HTMLElement>(`.patch[data-patch="${CSS.escape(patch.key)}"]`);
		if (!section) return;
		if (focus !== 'elsewhere') focusWithPage(section);
		scrollToTop(section, top);
		if (!file || !hasLine(to)) return;
		await this.#diffs.whenDrawn(to.file);
		const row = this.#pending === pending && lineIn(file, to);
		if (!row) return;
		if (focus === 'line') goToLine(row);
		// Until it is in view, the height of the file is an estimate.
		file.classList.add('measured');
		scrollToTop(row, top);
		requestAnimationFrame(() => {
			if (this.#pending === pending) scrollToTop(row, top);
			file.classList.remove('measured');
		});
	}
}

const scrollToTop = (element: HTMLElement, top: number): void =>
	window.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });

/** An unchanged line is on both sides, and its number on the new side identifies it. */
const isSameLine = (one: FilePlace, other: FilePlace): boolean =>
	one.file === other.file &&
	one.newLine === other.newLine &&
	(one.newLine !== null || one.oldLine === other.oldLine);

const hasLine = ({ oldLine, newLine }: FilePlace): boolean => oldLine !== null || newLine !== null;

/**
 * Where the user read before the net diff. Used if the user is still at the line that the page went to in the net diff, or if the page has not gone
 * to one yet.
 */
function wayBack({ from, to }: LeftPlace, { focus, top }: ReadPlace): ReadPlace {
	return {
		...from,
		// If the net diff has only the file, the distance of the file from the top is not that of the line.
		top: to && hasLine(to) ? top : from.top,
		focus: focus === 'elsewhere' ? focus : from.focus,
	};
}

const lineIn = (file: HTMLElement, { oldLine, newLine }: FilePlace): HTMLElement | null =>
	file.querySelector<HTMLElement>(
		newLine === null ? `.l[data-o="${oldLine}"]:not([data-n])` : `.l[data-n="${newLine}"]`,
	);

/** Where the user reads. Undefined above and below the patches, and at their beginning, so that their heading stays in its place. */
function readPlace(): ReadPlace | undefined {
	const focused = focusedElement()?.closest<HTMLElement>('.patch, .file') ?? undefined;
	if (focused && isInView(focused)) {
		const line = currentLine();
		const isAtLine = line !== undefined && focused.contains(line) && isInView(line);
		const focus = line === focusedElement() ? 'line' : focused.matches('.file') ? 'file' : 'patch';
		if (focus !== 'line' || isAtLine) return placeOf(focus, focused, isAtLine ? line : undefined);
	}
	const heading = document.querySelector('#patches-title');
	if (!heading || heading.getBoundingClientRect().top >= 0) return undefined;
	const section = elementInView()?.closest<HTMLElement>('.patch, .file');
	const line = firstInView();
	return section ? placeOf('elsewhere', line?.closest<HTMLElement>('.file') ?? section, line) : undefined;
}

function placeOf(focus: ReadPlace['focus'], section: HTMLElement, line: HTMLElement | undefined): ReadPlace {
	const numberOf = (text: string | undefined) => (text === undefined ? null : Number(text));
	return {
		file: section.dataset.file ?? '',
		oldLine: numberOf(line?.dataset.o),
		newLine: numberOf(line?.dataset.n),
		patch: section.closest<HTMLElement>('.patch')?.dataset.patch ?? '',
		top: (line ?? section).getBoundingClientRect().top,
		focus,
	};
}
