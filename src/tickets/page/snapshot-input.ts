import type { Label, Ticket, TicketEvent, Tracker } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import type { OutboxNote } from '../../platform/page/outbox-note.ts';
import type { PageStatus } from '../../platform/page/page-status.ts';
import type { TextSnapshot } from '../../platform/page/page-text.ts';
import type { ListPosition } from '../../platform/page/snapshot-parts.ts';
import type { DraftBody } from '../model/ticket-draft.ts';
import type { TicketText } from '../state/changes/text-format.ts';
import type { DirectChange, TicketEntry } from '../state/changes/ticket-outbox-format.ts';
import type { KnownQuirks } from '../state/forge-quirks.ts';
import type { NamingSeries } from './ticket-series.ts';

/** Everything that the page of a ticket is made from. */
export interface SnapshotInput {
	readonly key: TicketKey;
	/** Undefined while the ticket is unknown. The page then shows `title`, if the tree has one. */
	readonly ticket: Ticket | undefined;
	readonly title: string | undefined;
	/** The part of the ticket's changes that is not on the forge yet. `ticket` includes it. */
	readonly pending: DirectChange | undefined;
	/** The first change of the ticket that waits to be sent, or that was not made. */
	readonly waiting: OutboxNote | undefined;
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
	readonly pageStatus: PageStatus;
	/** What the user writes for the ticket. */
	readonly draft: TicketText | undefined;
	readonly outgoing: readonly TicketEntry[];
	readonly textSnapshot: TextSnapshot<DraftBody>;
	/** The time of the newest event that the user had seen before. */
	readonly seenUpTo: string | undefined;
	/** Whether the user can still undo the last change. */
	readonly canUndo: boolean;
	/** What the forge did instead, if it did not make the last change as requested. */
	readonly difference: string | undefined;
	/** The series of patches that name the ticket. */
	readonly series: readonly NamingSeries[];
	readonly position: ListPosition | null;
	/** The event that the user has opened the page for. `isChecking`: the forge may still have it. */
	readonly requested:
		| { readonly id: string; readonly event: number; readonly isChecking: boolean }
		| undefined;
	readonly render: Render;
	readonly now: number;
	readonly zone?: string;
}
