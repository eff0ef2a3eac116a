import type { SimilarTicket, TicketRequests } from '../../src/tickets/page/protocol.ts';
import { background } from '../page/background.ts';
import { type Child, h } from '../page/draw.ts';
import type { Ask } from '../page/host-messages.ts';
import { icon, link } from '../page/page-elements.ts';

/** How long the user has to pause in the title. */
const pauseMs = 150;

interface SimilarOptions {
	readonly ask: Ask<TicketRequests>;
	readonly redraw: () => void;
	/** Announces a text for screen readers. */
	readonly announce: (text: string) => void;
}

/** The tickets whose titles are similar to that of a new ticket. They are beside or below the form, so that no field moves. */
export class SimilarTickets {
	readonly #options: SimilarOptions;
	#found: readonly SimilarTicket[] = [];
	/** The title that `#found` is for, or that was asked for last. */
	#title = '';
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(options: SimilarOptions) {
		this.#options = options;
	}

	/** The title is this now. Call it as often as needed: it asks only for another one. */
	update(title: string): void {
		if (title === this.#title) return;
		this.#title = title;
		clearTimeout(this.#timer);
		if (title.trim() === '') this.#show([]);
		else this.#timer = setTimeout(() => background(this.#ask(title)), pauseMs);
	}

	/** More tickets may be known by now. */
	retry(): void {
		if (this.#found.length === 0) this.#title = '';
	}

	draw(): Child {
		if (this.#found.length === 0) return false;
		return h(
			'aside',
			{ key: 'similar', class: 'similar', 'aria-label': 'Similar tickets' },
			h('h2', {}, 'Similar tickets'),
			h('ul', {}, ...this.#found.map(row)),
		);
	}

	async #ask(title: string): Promise<void> {
		const answer = await this.#options.ask('similar', { title });
		if (title === this.#title && 'ok' in answer) this.#show(answer.ok.tickets);
	}

	#show(found: readonly SimilarTicket[]): void {
		const before = this.#found;
		if (before.length === 0 && found.length === 0) return;
		this.#found = found;
		this.#options.redraw();
		// Not each time that the list changes: the user is typing. The same text is announced again only after another one.
		if (before.length === 0 || found.length === 0) this.#options.announce(announcement(found.length));
	}
}

const announcement = (count: number): string =>
	count === 0
		? ''
		: `${count} similar ${count === 1 ? 'ticket' : 'tickets'}. Press the Down Arrow key to go to ${count === 1 ? 'it' : 'them'}.`;

const row = ({ open, number, title, status, isOpen }: SimilarTicket): Child =>
	h(
		'li',
		{ key: open },
		icon(status.icon, status.tone),
		h(
			'div',
			{},
			link(
				open,
				{ class: 'plain', title },
				h('span', { class: 'num muted' }, number),
				' ',
				h('span', { dir: 'auto' }, title),
			),
			h(
				'span',
				{ class: isOpen ? 'screen-reader-only' : 'muted' },
				isOpen ? `, ${status.text}` : status.text,
			),
		),
	);

const links = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.similar a')];

/** Moves the focus between the title and the list. Returns whether the key did. */
export function handleSimilarKey(key: string, at: Element | null): boolean {
	const title = document.querySelector<HTMLElement>('#title');
	const all = links();
	const index = all.findIndex((one) => one.contains(at));
	if (index === -1 && at !== title) return false;
	const isLeaving = index !== -1 && (key === 'Escape' || (key === 'ArrowUp' && index === 0));
	const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' && index > 0 ? -1 : 0;
	const target = isLeaving ? title : step === 0 ? undefined : all[Math.min(index + step, all.length - 1)];
	target?.focus();
	target?.scrollIntoView({ block: 'nearest' });
	return target !== undefined && target !== null;
}
