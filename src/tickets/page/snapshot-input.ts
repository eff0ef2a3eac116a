import type { Label, Ticket, TicketEvent, Tracker } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import type { TicketDraft } from '../state/draft-format.ts';
import type { KnownQuirks } from '../state/forge-quirks.ts';
import type { Snapshot } from './protocol.ts';

/** Whether the ticket could be read. The top of the page shows what went wrong. */
export type Situation =
	| { readonly kind: 'reading' }
	| { readonly kind: 'good' }
	| {
			readonly kind: 'offline';
			/** The host of the service: `todo.example.org`. */
			readonly host: string;
			readonly since: number;
			/** When the displayed data was read. */
			readonly asOf: number | undefined;
	  }
	| { readonly kind: 'signed-out'; readonly instance: string }
	| { readonly kind: 'missing' }
	/** `words` tells the user what went wrong and what they can do. */
	| { readonly kind: 'failed'; readonly words: string };

/** The part of a snapshot that is about the draft. */
export type DraftSnapshot = Pick<Snapshot, 'draft' | 'saved' | 'heard' | 'sending' | 'sent'>;

/** Everything that the page of a ticket is made from. */
export interface TicketView {
	readonly key: TicketKey;
	/** Undefined while the ticket is unknown. The page then shows `title`, if the tree has one. */
	readonly ticket: Ticket | undefined;
	readonly title: string | undefined;
	readonly events: readonly TicketEvent[];
	/** Whether the events were never read, and are being read. */
	readonly isReading: boolean;
	readonly labels: readonly Label[];
	/** What the tracker permits if the ticket does not say. */
	readonly permissions: Tracker['default_permissions'] | undefined;
	/** The name of the signed-in user, with the tilde. */
	readonly me: string | undefined;
	/** The address of the tracker's page. */
	readonly web: string;
	readonly quirks: Pick<KnownQuirks, 'resolveOnly'>;
	readonly situation: Situation;
	readonly draft: TicketDraft | undefined;
	readonly draftSnapshot: DraftSnapshot;
	/** The time of the newest event that the user had seen before. */
	readonly seenUpTo: string | undefined;
	/** Whether the user can still undo the last change. */
	readonly canUndo: boolean;
	/** What the forge did instead, if it did not make the last change as requested. */
	readonly differs: string | undefined;
	readonly position: Snapshot['position'];
	readonly render: Render;
	readonly now: number;
	readonly zone?: string;
}
