import type { SimilarTicket, TicketRequests } from '../../src/tickets/page/protocol.ts';
import { background } from '../kit/background.ts';
import { type Child, h } from '../kit/draw.ts';
import type { Ask } from '../kit/host-messages.ts';
import { icon, link } from '../kit/page-elements.ts';

/** How long the user has to pause in the title. */
const pauseMs = 150;

/** The tickets whose titles are similar to that of a new ticket. They are beside or below the form, so that no field moves. */
export class SimilarTickets {
	readonly #ask: Ask<TicketRequests>;
	readonly #redraw: () => void;
	readonly #announce: (text: string) => void;
	#found: readonly SimilarTicket[] = [];
	/** The title that similar ones were last requested for. */
	#title = '';
	#timer: ReturnType<typeof setTimeout> | undefined;

	/** `announce` announces a text for screen readers. */
	constructor(ask: Ask<TicketRequests>, redraw: () => void, announce: (text: string) => void) {
		this.#ask = ask;
		this.#redraw = redraw;
		this.#announce = announce;
	}

	/** Looks for tickets similar to `title`, unless it is the same as last time. */
	update(title: string): void {
		if (title === this.#title) return;
		this.#title = title;
		clearTimeout(this.#timer);
		if (title.trim() === '') this.#show([]);
		else this.#timer = setTimeout(() => background(this.#find(title)), pauseMs);
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

	async #find(title: string): Promise<void> {
		const answer = await this.#ask('similar', { title });
		if (title === this.#title && 'ok' in answer) this.#show(answer.ok.tickets);
	}

	#show(found: readonly SimilarTicket[]): void {
		const before = this.#found;
		if (before.length === 0 && found.length === 0) return;
		this.#found = found;
		this.#redraw();
		// Not each time that the list changes: the user is typing. The same text is announced again only after another one.
		if (before.length === 0 || found.length === 0) this.#announce(announcement(found.length));
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
	const isInList = index !== -1;
	if (!isInList && at !== title) return false;
	let target: HTMLElement | null | undefined;
	if (key === 'ArrowDown') target = isInList ? (all[index + 1] ?? all[index]) : all[0];
	else if (isInList && key === 'ArrowUp') target = index === 0 ? title : all[index - 1];
	else if (isInList && key === 'Escape') target = title;
	target?.focus();
	target?.scrollIntoView({ block: 'nearest' });
	return target !== undefined && target !== null;
}
