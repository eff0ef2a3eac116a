import type { pageRequests } from '../../src/platform/page/page-requests.ts';
import type { BodyOf, RequestAnswer } from '../../src/platform/page/requests.ts';
import { outboxActs } from '../../src/platform/page/snapshot-parts.ts';
import { background } from './background.ts';
import { keepBoxInView } from './box-in-view.ts';
import { type Child, draw, h } from './draw.ts';
import { showFirstSnapshot } from './first-snapshot.ts';
import { PendingFocusChange, restoreFocus, returnToField } from './focus.ts';
import type { Ask } from './host-messages.ts';
import { Images } from './images.ts';
import { typeKey } from './insert.ts';
import { hideKeyList, isKeyListShown } from './key-list.ts';
import { followLetterKeys, isField, isUnmodified } from './keys.ts';
import { goTo } from './navigation.ts';
import { drawProblem } from './page-elements.ts';
import { restoreScroll, type ScrollPosition, watchScroll } from './scroll.ts';
import { StripVisibility } from './strip.ts';
import { showTemporaryTip } from './temporary-tip.ts';
import { onUserActivity } from './user-activity.ts';

/** What a key outside of fields does. */
interface KeyPress {
	readonly act: () => void;
	/** Whether the key moves the focus to a field, so that the keys that follow are text. */
	readonly startsWriting: boolean;
	/** Whether it acts on what the page goes to, so that it waits until that has loaded. */
	readonly needsPlace?: boolean;
}

/** A kind of page: what it shows, and what its keys and buttons do. */
export interface PageKind<Snapshot> {
	/** Called before a snapshot is drawn. Returns the scroll position to restore if it is the first snapshot of its page. */
	readonly receive: (snapshot: Snapshot) => ScrollPosition | undefined;
	/** Draws everything. `problem` is a failure to show at the top. */
	readonly draw: (snapshot: Snapshot, problem: Child) => readonly Child[];
	readonly didDraw: (snapshot: Snapshot) => void;
	/** Whether the content is there, so that it can be scrolled. */
	readonly isWhole: (snapshot: Snapshot) => boolean;
	/** What to announce when the panel shows this page in place of another one. */
	readonly describePage: (snapshot: Snapshot) => string;
	/** What to announce because it is new on the page; empty if nothing is. */
	readonly describeNew: (snapshot: Snapshot) => string;
	/** Whether there may soon be a field to write in. */
	readonly mayWriteSoon: (snapshot: Snapshot) => boolean;
	/** The field to write in, if it is on the page. */
	readonly field: () => HTMLTextAreaElement | null;
	/** Focuses the field to write in. */
	readonly write: () => Promise<void>;
	/** Handles a key in a field or on a control. Returns whether it did. */
	readonly handleControlKey: (event: KeyboardEvent, at: Element | null) => boolean;
	readonly findKeyPress: (event: KeyboardEvent, snapshot: Snapshot) => KeyPress | undefined;
	/** The actions of buttons, by `data-do`. */
	readonly actions: Readonly<Record<string, (button: HTMLElement) => void>>;
	/** The user scrolled. */
	readonly scrolled: (to: ScrollPosition) => void;
}

const root = document.querySelector('#page') ?? document.body;

/** Everything about a page that does not depend on what it shows: drawing, focus, scrolling, keys, clicks, links and announcements. */
export class Shell<Snapshot extends { readonly key: string }> {
	snapshot: Snapshot | undefined;
	readonly #ask: Ask<typeof pageRequests>;
	readonly #kind: PageKind<Snapshot>;
	readonly #focusChange = new PendingFocusChange();
	readonly #strip = new StripVisibility();
	readonly #keepBoxInView = keepBoxInView();
	readonly #images = new Images(
		(src, isAsked) => this.#loadImage(src, isAsked),
		(host) => this.#allowImages(host),
	);
	#problem = '';
	/** What screen readers announce. */
	#announcement = '';
	#scrollTo: ScrollPosition | undefined;
	/** Whether the user wants to write, but the field does not exist yet. */
	#willWrite = false;
	/** What the last click has run, as JSON. */
	#clicked = '';
	/** Whether keys are run that were pressed before this page was there. */
	#isCatchingUp = false;

	constructor(ask: Ask<typeof pageRequests>, kind: PageKind<Snapshot>) {
		this.#ask = ask;
		this.#kind = kind;
	}

	/** Call once. `isNew`: VS Code has kept no state of the page, so the page was just opened. */
	start(isNew: boolean): void {
		returnToField();
		followLetterKeys(() => this.redraw());
		addEventListener('click', (event) => this.#onClick(event), true);
		addEventListener('auxclick', (event) => this.#onClick(event), true);
		addEventListener('keydown', (event) => this.#onKey(event));
		addEventListener('focus', () => background(this.#ask('focused', {})));
		addEventListener('blur', () => {
			// The user has moved elsewhere: do not take the focus back for the field.
			this.#willWrite = false;
		});
		// Once the user does something, the page no longer scrolls by itself.
		onUserActivity(() => (this.#scrollTo = undefined));
		watchScroll((to) => {
			// Do not store a position before the previous one has been restored.
			if (this.#scrollTo === undefined) this.#kind.scrolled(to);
		});
		if (isNew) showFirstSnapshot();
		background(this.#ask('ready', {}));
	}

	show(next: Snapshot): void {
		const kind = this.#kind;
		const isOtherPage = this.snapshot !== undefined && this.snapshot.key !== next.key;
		const wasInField = isField(document.activeElement);
		if (isOtherPage) this.#startPage(next);
		this.snapshot = next;
		const news = kind.describeNew(next);
		if (news !== '') this.#setAnnouncement(news);
		this.#scrollTo = kind.receive(next) ?? this.#scrollTo;
		this.redraw();
		if (this.#willWrite) this.beginWriting();
		else if (isOtherPage && document.hasFocus()) restoreFocus(wasInField ? kind.field() : null);
	}

	redraw(): void {
		if (!this.snapshot) return;
		draw(root, [
			...this.#kind.draw(this.snapshot, drawProblem(this.#problem)),
			h('p', { key: 'announcement', class: 'screen-reader-only', role: 'status' }, this.#announcement),
		]);
		this.#kind.didDraw(this.snapshot);
		this.#strip.didDraw();
		this.#keepBoxInView();
		this.#images.didDraw();
		if (this.#scrollTo === undefined || !this.#kind.isWhole(this.snapshot)) return;
		restoreScroll(this.#scrollTo);
		this.#scrollTo = undefined;
	}

	/** Stops restoring the scroll position, because the page scrolls to another place. */
	stopRestoring(): void {
		this.#scrollTo = undefined;
	}

	/** Announces a text for screen readers. */
	announce(text: string): void {
		this.#setAnnouncement(text);
		const status = root.querySelector(':scope > .screen-reader-only[role=status]');
		// Not the whole page: keys that move a selection announce each line.
		if (status) draw(status, [this.#announcement]);
	}

	/** Screen readers say only a text that differs from the one before. */
	#setAnnouncement(text: string): void {
		this.#announcement = text !== '' && text === this.#announcement ? `${text}\u00a0` : text;
	}

	/** Shows at the top of the page why a request failed. After a request that succeeded, removes what is shown there. */
	showProblem(answer: RequestAnswer<unknown>): void {
		this.#problem = 'problem' in answer ? answer.problem : '';
		this.redraw();
	}

	/** Waits for the answer to a request. If it failed, shows why. */
	async showProblemOf(request: Promise<RequestAnswer<unknown>>): Promise<void> {
		this.showProblem(await request);
	}

	/** Waits for the answer to a request that copies something, and says what it was, also next to the button. */
	async showCopied(
		request: Promise<RequestAnswer<{ readonly announcement: string }>>,
		button: HTMLElement | null,
	): Promise<void> {
		const answer = await request;
		if ('problem' in answer || this.#problem !== '') this.showProblem(answer);
		if ('problem' in answer) return;
		const { announcement } = answer.ok;
		this.announce(announcement);
		if (button) showTemporaryTip(button, announcement, () => this.announce(''));
	}

	/** Focuses the field to write in, now or as soon as it exists. */
	beginWriting(): void {
		hideKeyList();
		const mayComeYet = !this.snapshot || this.#kind.mayWriteSoon(this.snapshot);
		this.#willWrite = !this.#kind.field() && mayComeYet;
		if (!this.#willWrite) background(this.#kind.write());
	}

	/**
	 * Waits for the answer to a request that shows a quick pick or another page, and until then takes no letters as page keys. Keys that are pressed
	 * meanwhile act on the page that replaces this one. If none does, they are dropped, but the key for writing still focuses the field, unless
	 * Escape was pressed after it.
	 */
	async waitForFocusChange(
		request: Promise<RequestAnswer<{ readonly isElsewhere: boolean } | null>>,
		comesBack = false,
	): Promise<void> {
		const isElsewhere = (answer: Awaited<typeof request>) =>
			'ok' in answer && answer.ok?.isElsewhere === true;
		const { answer, keys } = await this.#focusChange.waitFor(request, { isElsewhere, comesBack });
		this.showProblem(answer);
		if ('ok' in answer && answer.replacedBy !== undefined) {
			this.#isCatchingUp = true;
			if (answer.replacedBy === this.snapshot?.key) for (const key of keys) this.#pressKey(key);
			this.#isCatchingUp = false;
			return;
		}
		const last = keys.findLast((key) => key.key === 'Escape' || this.#findKeyPress(key)?.startsWriting);
		if (last && last.key !== 'Escape') this.beginWriting();
	}

	/** Goes to a place that may have to be loaded. Keys that are pressed meanwhile act there, and what is typed after one that begins a text is in it. */
	async waitForPlace(arrival: Promise<void>): Promise<void> {
		const needsPlace = (event: KeyboardEvent) => this.#findKeyPress(event)?.needsPlace === true;
		const { keys } = await this.#focusChange.waitFor(arrival, { waits: needsPlace });
		for (const event of keys) {
			const field = document.activeElement;
			if (field instanceof HTMLTextAreaElement) typeKey(field, event.key);
			else this.#pressKey(event);
		}
	}

	/** Goes to another item of the list that the page was opened from. A key that was pressed before the page was there does not mark it as seen. */
	go(step: BodyOf<(typeof pageRequests)['go']>['step']): void {
		const taken = step === 'done' && this.#isCatchingUp ? 'next' : step;
		background(this.waitForFocusChange(this.#ask('go', { step: taken }), true));
	}

	/** The panel now shows another page. */
	#startPage(next: Snapshot): void {
		this.#willWrite = false;
		this.#problem = '';
		this.#announcement = this.#kind.describePage(next);
		window.scrollTo(0, 0);
	}

	/** Runs before VS Code's own listener, which opens every link. */
	#onClick(event: MouseEvent): void {
		const target = event.target instanceof Element ? event.target : null;
		const link = target?.closest('a, area');
		if (link) {
			event.preventDefault();
			event.stopImmediatePropagation();
			// The right button opens the context menu, and further ones go back and forward.
			if (event.button > 1) return;
			const open = link.getAttribute('data-open');
			if (link.classList.contains('skip'))
				goTo(document.querySelector<HTMLElement>(link.getAttribute('href') ?? ''));
			else if (link instanceof HTMLElement && link.dataset.do !== undefined) {
				if (event.type === 'click') this.#run(link, event);
			} else if (open !== null) background(this.showProblemOf(this.#ask('open', { open })));
			return;
		}
		if (event.type !== 'click') return;
		const button = target?.closest<HTMLElement>('[data-do]');
		if (!this.#images.handleClick(target, event) && button) this.#run(button, event);
	}

	/** Runs the action of a button, or of a link within the page. */
	#run(control: HTMLElement, { detail: clickCount }: MouseEvent): void {
		if (control.getAttribute('aria-disabled') === 'true') return;
		const { tip: _, temporaryTip: __, ...action } = control.dataset;
		const clicked = JSON.stringify(action);
		// Further clicks of a double or triple click were meant for what was there at the first one.
		if (clickCount > 1 && clicked !== this.#clicked) return;
		this.#clicked = clicked;
		const { do: name = '', act: chosen, entry = '' } = action;
		const act = outboxActs.find((one) => one === chosen);
		if (name === 'hide-problem') {
			this.showProblem({ ok: null });
			// The button that had the focus is gone.
			restoreFocus(null);
		} else if (name !== 'act-on-waiting') this.#kind.actions[name]?.(control);
		else if (act) background(this.showProblemOf(this.#ask('actOnWaiting', { entry, act })));
	}

	async #loadImage(src: string, isAsked: boolean): Promise<string | undefined> {
		const answer = await this.#ask('showImage', { src });
		if ('ok' in answer) return answer.ok.data;
		// The button of an image that the user did not ask for is still there.
		if (isAsked) this.showProblem(answer);
		return undefined;
	}

	async #allowImages(host: string): Promise<boolean> {
		const answer = await this.#ask('allowImages', { host });
		if ('ok' in answer) this.announce(`Images from ${host} are always shown.`);
		else this.showProblem(answer);
		return 'ok' in answer;
	}

	#onKey(event: KeyboardEvent): void {
		if (event.isComposing || event.defaultPrevented || isKeyListShown()) return;
		if (this.#kind.handleControlKey(event, document.activeElement)) {
			event.preventDefault();
			return;
		}
		if (isField(document.activeElement)) return;
		// A button that is held down acts only once, because it may have another action by now.
		const isHeld = event.repeat && event.key === 'Enter' && document.activeElement?.matches('button');
		if (isHeld || this.#findKeyPress(event)) event.preventDefault();
		this.#pressKey(event);
	}

	#findKeyPress(event: KeyboardEvent): KeyPress | undefined {
		return this.snapshot && this.#kind.findKeyPress(event, this.snapshot);
	}

	/** Runs the action of a key outside of fields, unless an earlier key has moved the focus or is about to. */
	#pressKey(event: KeyboardEvent): void {
		if (this.#focusChange.addKey(event)) {
			event.preventDefault();
			return;
		}
		if (isField(document.activeElement) || isKeyListShown()) return;
		if (event.key === 'Escape') {
			// Letters typed until the focus has moved are not for the page.
			if (!this.#willWrite && isUnmodified(event))
				background(
					this.#focusChange.waitFor(this.#ask('leave', {}), { isElsewhere: (answer) => 'ok' in answer }),
				);
			this.#willWrite = false;
		} else if (!this.#willWrite) this.#findKeyPress(event)?.act();
	}
}
