import type { Snapshot } from '../../src/tickets/page/protocol.ts';
import { type Child, h } from '../kit/draw.ts';
import { hasLetterKeys } from '../kit/keys.ts';
import { loadingNotice, note } from '../kit/page-elements.ts';
import type { CommentBox } from './comment-box.ts';
import { composer } from './composer.ts';
import { facts } from './facts.ts';
import { head, ticketStrip } from './head.ts';
import type { SimilarTickets } from './similar-tickets.ts';
import { timeline } from './timeline.ts';
import type { TimelineLoader } from './timeline-loader.ts';
import { sendingText } from './waiting-texts.ts';

/** Draws the page of a ticket or of a new ticket. */
export class Content {
	readonly #box: CommentBox;
	readonly #loader: TimelineLoader;
	readonly #similar: SimilarTickets;
	/** Whether single-letter keys were on when the parts were drawn. */
	#hadLetterKeys = hasLetterKeys();
	/** Drawn once per snapshot, so that typing redraws only the box. */
	#parts: Readonly<Record<'strip' | 'facts' | 'timeline', Child>> & { readonly before: readonly Child[] } = {
		strip: false,
		before: [],
		facts: false,
		timeline: false,
	};

	constructor(box: CommentBox, loader: TimelineLoader, similar: SimilarTickets) {
		this.#box = box;
		this.#similar = similar;
		this.#loader = loader;
	}

	receive(snapshot: Snapshot): void {
		this.#loader.receive(snapshot);
		this.#drawParts(snapshot);
	}

	#drawParts(snapshot: Snapshot): void {
		this.#hadLetterKeys = hasLetterKeys();
		this.#parts = {
			strip: ticketStrip(snapshot),
			before: [...snapshot.notes.map(note), head(snapshot)],
			facts: facts(snapshot.facts),
			timeline: snapshot.timeline.length > 0 && timeline(snapshot.timeline, snapshot.parts.length === 0),
		};
	}

	draw(snapshot: Snapshot, problem: Child): readonly Child[] {
		const { composer: shownComposer, page, loadingText, waiting } = snapshot;
		if (this.#hadLetterKeys !== hasLetterKeys()) {
			this.#drawParts(snapshot);
			this.#loader.rebuild();
		}
		const parts = this.#parts;
		return [
			shownComposer && h('a', { key: 'skip', class: 'skip', href: '#text' }, 'Go to the comment box'),
			parts.strip,
			h(
				'div',
				{ key: 'frame', class: 'frame' },
				problem,
				...parts.before,
				h(
					'div',
					// On the page of a new ticket, the place for similar ones is always there, so that nothing moves.
					{ key: 'body', class: parts.facts || page === 'new' ? 'ticket-body has-facts' : 'ticket-body' },
					parts.facts,
					h(
						'main',
						{ key: 'main' },
						h(
							'h2',
							{ class: 'screen-reader-only' },
							page === 'new' ? 'New ticket' : 'Description and timeline',
						),
						parts.timeline,
						...this.#loader.draw(),
						loadingText !== null && loadingNotice(loadingText),
						...waiting.filter(({ state }) => state !== 'refused').map(sendingText),
						shownComposer && composer(this.#box, { ...snapshot, composer: shownComposer }),
					),
					page === 'new' && this.#similar.draw(),
				),
			),
		];
	}
}
