import type { Snapshot } from '../../src/tickets/page/protocol.ts';
import { composer } from '../page/composer.ts';
import { type Child, h } from '../page/draw.ts';
import { facts, head, notes, reading, stuck } from '../page/head.ts';
import { keyList } from '../page/keys.ts';
import { timeline } from '../page/timeline.ts';
import type { Writing } from '../page/writing.ts';

/** Draws the page of a ticket or of a new ticket. */
export class Content {
	readonly #writing: Writing;
	/** Drawn once per snapshot, so that typing redraws only the box. */
	#parts: { readonly before: readonly Child[]; readonly facts: Child; readonly timeline: Child } = {
		before: [],
		facts: false,
		timeline: false,
	};

	constructor(writing: Writing) {
		this.#writing = writing;
	}

	receive(snapshot: Snapshot): void {
		this.#parts = {
			before: [...notes(snapshot), head(snapshot)],
			facts: facts(snapshot.facts),
			timeline: snapshot.timeline.length > 0 && timeline(snapshot.timeline),
		};
	}

	draw(snapshot: Snapshot, alarm: Child): readonly Child[] {
		const { composer: of, page } = snapshot;
		const { box, completion } = this.#writing;
		const parts = this.#parts;
		return [
			of && h('a', { key: 'skip', class: 'skip', href: '#composer' }, 'Go to the comment box'),
			stuck(snapshot),
			h(
				'div',
				{ key: 'frame', class: 'frame' },
				alarm,
				...parts.before,
				h(
					'div',
					{ key: 'body', class: 'ticket-body' },
					parts.facts,
					h(
						'main',
						{ key: 'main' },
						h('h2', { class: 'said' }, page === 'new' ? 'New ticket' : 'Description and timeline'),
						parts.timeline,
						reading(snapshot),
						of && composer(box, completion, { ...snapshot, composer: of }),
					),
				),
			),
			keyList(snapshot),
		];
	}
}
