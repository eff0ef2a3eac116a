import type { Event, Label, Ticket, Tracker } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import type { Draft as StoredDraft } from '../../platform/state/draft.ts';
import type { Habit } from '../state/forge-quirks.ts';
import type { Snapshot } from './protocol.ts';

/** What stands above the page, because something is not as it should be. */
export type Situation =
	| { readonly kind: 'reading' }
	| { readonly kind: 'good' }
	| {
			readonly kind: 'offline';
			/** Of the service: `todo.example.org`. */
			readonly host: string;
			readonly since: number;
			/** Of when is what is shown. */
			readonly asOf: number | undefined;
	  }
	| { readonly kind: 'signed-out'; readonly instance: string }
	| { readonly kind: 'missing' }
	/** In words that a person understands, with what can be done. */
	| { readonly kind: 'failed'; readonly words: string };

/** What a snapshot says of what the person writes. */
export type Written = Pick<Snapshot, 'draft' | 'saved' | 'heard' | 'sending' | 'sent'>;

/** All that the page of a ticket is made of. */
export interface TicketView {
	readonly key: TicketKey;
	/** Undefined while nothing is known of it; then the title that the tree has, if any. */
	readonly ticket: Ticket | undefined;
	readonly title: string | undefined;
	readonly events: readonly Event[];
	/** They were never read, and are awaited. */
	readonly isReading: boolean;
	readonly labels: readonly Label[];
	/** What the tracker permits where the ticket says nothing. */
	readonly permissions: Tracker['default_permissions'] | undefined;
	/** The person who is signed in, with the tilde. */
	readonly me: string | undefined;
	/** Where the tracker's page is. */
	readonly web: string;
	readonly habit: Pick<Habit, 'resolveOnly'>;
	readonly situation: Situation;
	readonly draft: StoredDraft | undefined;
	readonly written: Written;
	/** When this person last looked. */
	readonly seenUpTo: string | undefined;
	/** Whether the last change of this person can still be taken back. */
	readonly canUndo: boolean;
	/** What the forge made of the last change, where that was something else than asked for. */
	readonly differs: string | undefined;
	readonly place: Snapshot['place'];
	readonly render: Render;
	readonly now: number;
	readonly zone?: string;
}
