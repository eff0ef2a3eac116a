import type { ShownUser } from '../../src/platform/model/user-card.ts';
import type { RequestAnswer } from '../../src/platform/page/requests.ts';
import { background } from './background.ts';
import { draw, h } from './draw.ts';
import { focusWithPage } from './focus.ts';
import { icon, link } from './page-elements.ts';

const showMs = 300;
/** Long enough to move the pointer from a name to its card. */
const hideMs = 250;
const gap = 4;

const nameAt = (target: EventTarget | null): HTMLElement | null =>
	target instanceof Element ? target.closest<HTMLElement>('a[data-open^="user:"]') : null;

/** Shows what is known about a user while the pointer is on their name, or while it has the focus. */
export class UserCard {
	readonly #load: (reference: string) => Promise<RequestAnswer<ShownUser>>;
	readonly #card = document.createElement('aside');
	/** The name whose card is shown, or will be shown. */
	#name: HTMLElement | undefined;
	/** The reference to the user of `#name`. Drawing may reuse the element for another user's name. */
	#reference: string | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** The key of the page when it was last drawn. */
	#page = '';

	constructor(load: (reference: string) => Promise<RequestAnswer<ShownUser>>) {
		this.#load = load;
	}

	/** Call once. */
	start(): void {
		this.#card.id = 'user-card';
		this.#card.className = 'user-card';
		// A popover is above everything else, and nothing cuts it off.
		this.#card.popover = 'manual';
		document.body.append(this.#card);
		addEventListener('mouseover', ({ target }) => this.#enter(target));
		addEventListener('mouseout', ({ relatedTarget }) => {
			if (!this.#hasFocus) this.#leave(relatedTarget);
		});
		addEventListener('focusin', ({ target }) => {
			if (target instanceof Element && target.matches(':focus-visible')) this.#enter(target);
		});
		addEventListener('focusout', ({ relatedTarget }) => this.#leave(relatedTarget));
		addEventListener('keydown', (event) => this.#onKey(event), true);
		for (const type of ['scroll', 'resize']) addEventListener(type, () => this.#isShown && this.#hide());
	}

	/** Call after each drawing. Closes the card if the panel shows another page, or if the name is gone or is that of another user now. */
	didDraw(page: string): void {
		const isSame =
			page === this.#page && this.#name?.isConnected && this.#name.dataset.open === this.#reference;
		this.#page = page;
		if (this.#name && !isSame) this.#hide();
	}

	/** Whether the keyboard is at the name or in its card. */
	get #hasFocus(): boolean {
		const at = document.activeElement;
		return at?.matches(':focus-visible') === true && (at === this.#name || this.#card.contains(at));
	}

	get #isShown(): boolean {
		return this.#card.matches(':popover-open');
	}

	#enter(target: EventTarget | null): void {
		const name = nameAt(target);
		const isInCard = target instanceof Node && this.#card.contains(target);
		if (!name && !isInCard) return;
		clearTimeout(this.#timer);
		if (!name || isInCard || (name === this.#name && this.#isShown)) return;
		this.#hide();
		this.#name = name;
		this.#reference = name.dataset.open;
		this.#timer = setTimeout(() => background(this.#show(name)), showMs);
	}

	#leave(to: EventTarget | null): void {
		if (!this.#name || (to instanceof Node && (this.#card.contains(to) || this.#name.contains(to)))) return;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#hide(), hideMs);
	}

	async #show(name: HTMLElement): Promise<void> {
		const answer = await this.#load(name.dataset.open ?? '');
		if (name !== this.#name || !name.isConnected) return;
		this.#card.setAttribute('aria-label', `About ${name.textContent}`);
		draw(this.#card, 'ok' in answer ? content(answer.ok) : [h('p', { class: 'muted' }, answer.problem)]);
		this.#card.showPopover();
		name.setAttribute('aria-describedby', this.#card.id);
		this.#position(name.getBoundingClientRect());
	}

	/** Moves the card below the name, or above it if there is more room, and always inside the window. */
	#position(name: DOMRect): void {
		const { offsetWidth: width, offsetHeight: height, style } = this.#card;
		const isBelow = name.bottom + gap + height <= innerHeight || name.top < innerHeight - name.bottom;
		style.left = `${Math.max(gap, Math.min(name.left, innerWidth - width - gap))}px`;
		style.top = `${Math.max(gap, isBelow ? name.bottom + gap : name.top - gap - height)}px`;
	}

	#hide(): void {
		clearTimeout(this.#timer);
		this.#name?.removeAttribute('aria-describedby');
		if (this.#name && this.#card.contains(document.activeElement)) focusWithPage(this.#name);
		this.#name = undefined;
		if (this.#isShown) this.#card.hidePopover();
	}

	/** Escape closes the card. Tab goes from the name to the link in its card and back. */
	#onKey(event: KeyboardEvent): void {
		if (!this.#isShown) return;
		const inside = this.#card.querySelector<HTMLElement>('a');
		const at = document.activeElement;
		const isTab = event.key === 'Tab' && inside !== null;
		if (event.key === 'Escape') this.#hide();
		else if (isTab && !event.shiftKey && at === this.#name) inside.focus();
		else if (isTab && event.shiftKey && at === inside) this.#name?.focus();
		else {
			// The browser then moves the focus to what follows the name.
			if (isTab && at === inside) this.#hide();
			return;
		}
		event.preventDefault();
		event.stopImmediatePropagation();
	}
}

const content = ({ user, name, bio, location, link: homepage }: ShownUser) => [
	h(
		'p',
		{ key: 'name' },
		h('b', { dir: 'auto' }, name || user),
		name && h('span', { class: 'muted' }, ` ${user}`),
	),
	bio && h('p', { key: 'bio', class: 'bio', dir: 'auto' }, bio),
	location && h('p', { key: 'location', class: 'row' }, icon('globe'), h('span', { dir: 'auto' }, location)),
	homepage && h('p', { key: 'link', class: 'row' }, icon('link'), link(homepage.open, {}, homepage.text)),
];
