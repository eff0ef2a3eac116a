import { noteActs } from '../../src/patches/page/protocol/note-acts.ts';
import type { PatchsetRequests, PatchsetSnapshot } from '../../src/patches/page/protocol/protocol.ts';
import type { BodyOf, RequestAnswer } from '../../src/platform/page/requests.ts';
import { background } from '../kit/background.ts';
import type { Ask } from '../kit/host-messages.ts';
import { hideKeyList, showKeyList } from '../kit/key-list.ts';
import type { Shell } from '../kit/shell.ts';
import { Comparing } from './comparing.ts';
import { currentFile, elementInView, focusedPatch } from './current-place.ts';
import type { ComparisonDetails } from './diffs/comparison-details.ts';
import type { Diffs } from './diffs/diffs.ts';
import { currentLine } from './diffs/lines.ts';
import { KeptPlace } from './kept-place.ts';
import { controlKeys, type KeyAction, keysOf } from './keys.ts';
import type { Mails } from './mails/mails.ts';
import type { Places } from './places.ts';
import { Answering } from './review/answering.ts';
import type { Comments } from './review/comments.ts';
import { undoOfBar } from './review/review-bar.ts';
import type { Reviewing } from './review/reviewing.ts';

const optionNames = ['wrapsLines', 'ignoresWhitespace', 'showsOnePatch', 'showsNetDiff'] as const;

/** Whether the host runs the action of a button in a note. */
const isNoteAct = (act: string): act is (typeof noteActs)[number] => noteActs.some((one) => one === act);

/** What the keys and the buttons of the page do. */
export class Actions {
	readonly comparing: Comparing;
	readonly #ask: Ask<PatchsetRequests>;
	readonly #shellOf: () => Shell<PatchsetSnapshot>;
	readonly #places: Places;
	readonly #diffs: Diffs;
	readonly #mails: Mails;
	readonly #details: ComparisonDetails;
	readonly #answering: Answering;
	readonly #reviewing: Reviewing;
	readonly #keptPlace: KeptPlace;

	constructor(
		ask: Ask<PatchsetRequests>,
		shell: () => Shell<PatchsetSnapshot>,
		places: Places,
		diffs: Diffs,
		mails: Mails,
		details: ComparisonDetails,
		comments: Comments,
		reviewing: Reviewing,
	) {
		this.comparing = new Comparing(ask, shell, places, details);
		this.#keptPlace = new KeptPlace(ask, shell, places, diffs);
		this.#ask = ask;
		this.#shellOf = shell;
		this.#places = places;
		this.#diffs = diffs;
		this.#mails = mails;
		this.#details = details;
		this.#reviewing = reviewing;
		this.#answering = new Answering(ask, shell, comments, elementInView);
	}

	readonly keys: Readonly<Record<KeyAction, () => void>> = {
		'next-hunk': () => this.#arrive(this.#places.stepToHunk(1)),
		'previous-hunk': () => this.#arrive(this.#places.stepToHunk(-1)),
		'next-entry': () => this.#arrive(this.#places.stepToReply(1)),
		'previous-entry': () => this.#arrive(this.#places.stepToReply(-1)),
		'next-file': () => this.#places.stepToFile(1),
		'previous-file': () => this.#places.stepToFile(-1),
		'next-patch': () => this.#places.stepToPatch(1),
		'previous-patch': () => this.#places.stepToPatch(-1),
		viewed: () => this.#viewCurrent(),
		fold: () => this.#places.fold(currentFile() ?? ''),
		'fold-all': () => this.#places.foldAll(),
		'wrap-lines': () => this.#toggleOption('wrapsLines'),
		'ignore-whitespace': () => this.#toggleOption('ignoresWhitespace'),
		'one-patch': () => this.#toggleOption('showsOnePatch'),
		'net-diff': () => this.#toggleOption('showsNetDiff'),
		'find-file': () => findFile(),
		'open-diff': () => this.#request('openDiff', { patch: null, file: null }),
		'open-file-diff': () => this.#openFileDiff(currentFile()),
		'go-to-file': () => this.#goToFile(currentFile()),
		'older-version': () => this.#stepToVersion(-1),
		'newer-version': () => this.#stepToVersion(1),
		compare: () => this.comparing.start(),
		status: () => this.#pickStatus(),
		undo: () => this.#request('undo', { change: undoOfBar(this.#shell.snapshot) || null }),
		write: () => this.#answering.comment(),
		reply: () => this.#answering.replyToCurrent(),
		'finish-review': () => this.#reviewing.open(),
		next: () => this.#shell.go('next'),
		previous: () => this.#shell.go('previous'),
		done: () => this.#shell.go('done'),
		'show-unseen': () => this.#showUnseen(),
		'show-start': () => this.#places.showStart(),
		'show-end': () => this.#places.showEnd(),
		copy: () =>
			this.#didCopy(this.#ask('copyLink', { mail: null }), document.querySelector('[data-do=copy]')),
		'show-keys': () => this.#showKeys(),
	};

	/** By `data-do`. */
	readonly buttons: Readonly<Record<string, (button: HTMLElement) => void>> = {
		...this.keys,
		undo: ({ dataset }) => this.#request('undo', { change: dataset.change ?? null }),
		act: ({ dataset }) => this.#act(dataset.act ?? ''),
		'pick-status': () => this.#pickStatus(),
		version: ({ dataset: { version = '', mail } }) =>
			this.#showVersion(version, mail === undefined ? null : Number(mail)),
		option: ({ dataset }) => this.#toggleOption(dataset.option),
		viewed: (button) => this.#mark(button.dataset.file ?? '', button.ariaChecked !== 'true'),
		'patch-viewed': (button) => this.#markPatch(button.dataset.patch ?? '', button.ariaChecked !== 'true'),
		fold: ({ dataset }) => this.#places.fold(dataset.file ?? ''),
		'open-patch-diff': ({ dataset }) =>
			this.#request('openDiff', { patch: dataset.patch ?? null, file: null }),
		'open-file-diff': ({ dataset }) => this.#openFileDiff(dataset.file),
		'go-to-file': ({ dataset }) => this.#goToFile(dataset.file),
		'show-file': ({ dataset }) => this.#places.showFile(dataset.file ?? ''),
		'show-patch': ({ dataset }) => this.#places.showPatch(dataset.patch ?? ''),
		'show-area': ({ dataset }) => this.#places.showArea(dataset.area ?? ''),
		'show-line': ({ dataset: { file = '', line = '' } }) => background(this.#places.showLine(file, line)),
		'show-path': ({ dataset: { path = '', line = '' } }) => background(this.#places.showPath(path, line)),
		'show-place': ({ dataset: { file = '', patch = '', mail = '', line = '' } }) =>
			file === ''
				? this.#places.showReplyToText(patch, mail, line)
				: background(this.#places.showReply(file, mail, line)),
		'show-mail': ({ dataset }) => this.#places.showMail(dataset.mail ?? ''),
		'show-lines': (button) => background(this.#diffs.showLines(button)),
		'retry-diff': ({ dataset }) => this.#diffs.retry(dataset.file ?? ''),
		'retry-mail': ({ dataset }) => this.#mails.retry(Number(dataset.mail)),
		retry: () => this.#act('retry'),
		reply: (button) => this.#answering.replyTo(button),
		'show-original': ({ dataset }) => this.#request('showOriginal', { mail: Number(dataset.mail) }),
		'copy-mail-link': (button) =>
			this.#didCopy(this.#ask('copyLink', { mail: Number(button.dataset.mail) }), button),
		'copy-message-id': (button) =>
			this.#didCopy(this.#ask('copyMessageId', { mail: Number(button.dataset.mail) }), button),
		'copy-path': (button) =>
			this.#didCopy(this.#ask('copyPath', { file: button.dataset.file ?? '' }), button),
		'copy-diff': (button) => {
			const { mail, at } = button.dataset;
			this.#didCopy(this.#ask('copyDiff', { mail: Number(mail), at: Number(at) }), button);
		},
		'compare-origin': (button) =>
			this.comparing.comparePatch(
				button.dataset.version ?? '',
				button.closest<HTMLElement>('.patch')?.dataset.patch ?? '',
			),
		'retry-comparison': () => this.comparing.retry(),
		'end-comparison': () => this.#request('compare', { versions: null }),
		'only-changed': () => this.#details.toggleOnlyChanged(),
		'compared-patch': ({ dataset }) => background(this.#details.toggle(dataset.row ?? '')),
		'retry-compared-patch': ({ dataset }) => background(this.#details.load(dataset.row ?? '')),
		'open-comparison': ({ dataset }) => this.#request('openComparison', { row: dataset.row ?? null }),
		'hide-keys': hideKeyList,
	};

	/** Call after each drawing. */
	didDraw({ comparison }: PatchsetSnapshot): void {
		this.#keptPlace.didDraw();
		if (comparison) this.comparing.didDraw();
	}

	get #shell() {
		return this.#shellOf();
	}

	/** Sends a request, and shows why it failed if it does. */
	#request<Name extends keyof PatchsetRequests & string>(
		name: Name,
		body: BodyOf<PatchsetRequests[Name]>,
	): void {
		background(this.#shell.showProblemOf(this.#ask(name, body)));
	}

	#pickStatus(): void {
		background(this.#shell.waitForFocusChange(this.#ask('pickStatus', {})));
	}

	#act(act: string): void {
		if (act === 'compare-latest') this.comparing.willCompare();
		if (act === 'retry') this.#request('retry', {});
		else if (act === 'show-latest' || act === 'show-commented' || act === 'show-earlier')
			background(this.#shell.waitForFocusChange(this.#ask('act', { act })));
		else if (isNoteAct(act)) this.#request('act', { act });
	}

	#toggleOption(option: string | undefined): void {
		const name = optionNames.find((one) => one === option);
		const options = this.#shell.snapshot?.options;
		if (!options || !name) return;
		if (name === 'showsOnePatch' || name === 'showsNetDiff') this.#keptPlace.willSet(name, !options[name]);
		this.#request('option', { name, isOn: options[name] ? 'no' : 'yes' });
	}

	#mark(file: string, isViewed: boolean): void {
		this.#request('viewed', { file, isViewed: isViewed ? 'yes' : 'no' });
	}

	#markPatch(patch: string, isViewed: boolean): void {
		this.#request('patchViewed', { patch, isViewed: isViewed ? 'yes' : 'no' });
	}

	/** Marks the current file, or all files of the focused patch, and goes to the next one that is not viewed. */
	#viewCurrent(): void {
		const patches = this.#shell.snapshot?.patches ?? [];
		const patch = patches.find(({ key }) => key === focusedPatch());
		const key = currentFile();
		const files = patch?.files ?? patches.flatMap((one) => one.files.filter((file) => file.key === key));
		const last = files.at(-1);
		if (!last) return;
		const isViewed = files.every((file) => file.isViewed);
		const next = this.#places.nextUnviewed(last.key);
		if (patch) this.#markPatch(patch.key, !isViewed);
		else this.#mark(last.key, !isViewed);
		if (!isViewed && next) this.#places.showFile(next.key);
	}

	#openFileDiff(file: string | undefined): void {
		if (file !== undefined) this.#request('openDiff', { patch: null, file });
	}

	/** Opens the local file, at the current line if that is in the file. */
	#goToFile(file: string | undefined): void {
		if (file === undefined) return;
		const row = currentLine();
		const isInFile = row?.closest<HTMLElement>('.file')?.dataset.file === file;
		const line = row && isInFile ? lineNumberAt(row) : null;
		this.#request('goToFile', { file, line });
	}

	/** The keys that act on lines wait until the page has gone to them. */
	#arrive(arrival: Promise<void>): void {
		background(this.#shell.waitForPlace(arrival));
	}

	#stepToVersion(by: 1 | -1): void {
		const versions = this.#shell.snapshot?.versions ?? [];
		const at = versions.findIndex(({ isShown }) => isShown);
		const version = at === -1 ? undefined : versions[at + by];
		if (version) this.#showVersion(version.key);
	}

	#showVersion(version: string, mail: number | null = null): void {
		background(this.#shell.waitForFocusChange(this.#ask('version', { version, mail })));
	}

	#showUnseen(): void {
		const mail = this.#shell.snapshot?.discussion.find(({ isUnseen }) => isUnseen);
		if (mail) this.#places.showMail(String(mail.id));
	}

	#showKeys(): void {
		const { snapshot } = this.#shell;
		if (snapshot) showKeyList(keysOf(snapshot), controlKeys);
	}

	/** Says at the button that something was copied. */
	#didCopy(
		request: Promise<RequestAnswer<{ readonly announcement: string }>>,
		button: HTMLElement | null,
	): void {
		background(this.#shell.showCopied(request, button));
	}
}

/** The number of a line in the new version of the file. If the line was removed, that of the next line in its hunk, or else of the previous one. */
function lineNumberAt(row: HTMLElement): number | null {
	for (const step of ['nextElementSibling', 'previousElementSibling'] as const)
		for (let at: Element | null = row; at && !at.matches('.hunk-head'); at = at[step])
			if (at instanceof HTMLElement && at.dataset.n !== undefined) return Number(at.dataset.n);
	return null;
}

/** Focuses the field that filters the list of files. */
function findFile(): void {
	const list = document.querySelector<HTMLDetailsElement>('.jump > details');
	if (list) list.open = true;
	document.querySelector<HTMLElement>('#file-filter')?.focus();
}
