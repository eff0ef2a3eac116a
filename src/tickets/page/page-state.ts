import type { Label, Ticket, TicketEvent, Tracker } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import type { OutboxNote } from '../../platform/page/outbox-note.ts';
import type { PageStatus } from '../../platform/page/page-status.ts';
import type { FactRow, Owner } from '../../platform/page/snapshot-parts.ts';
import { isPermitted, type TicketAction } from '../model/permissions.ts';
import type { TicketText } from '../state/changes/text-format.ts';
import type { DirectChange } from '../state/changes/ticket-outbox-format.ts';

/** What the content of a ticket's page is made from. */
export interface TicketPageState {
	readonly key: TicketKey;
	/** Undefined while the ticket is unknown. Includes the changes of `waitingChange`. */
	readonly ticket: Ticket | undefined;
	/** Whether the user has deleted the ticket in this window. */
	readonly isDeleted: boolean;
	/** The part of the ticket's changes that is not on the forge yet. */
	readonly waitingChange: DirectChange | undefined;
	/** The first change of the ticket that waits to be sent, or that was not made. */
	readonly waiting: OutboxNote | undefined;
	readonly events: readonly TicketEvent[];
	/** Whether the events were never read, and are being read. */
	readonly isReading: boolean;
	readonly labels: readonly Label[];
	/** What the tracker permits if the ticket does not say. */
	readonly permissions: Tracker['default_permissions'] | undefined;
	/** What the forge says that the user may do in the tracker. */
	readonly access: Tracker['access'] | undefined;
	/** Whether the forge can be asked to assign and edit tickets. */
	readonly hasExtras: boolean;
	/** Whether the forge mails the user about the ticket. Undefined if it has not said. */
	readonly isSubscribed: boolean | null | undefined;
	/** The name of the signed-in user, with the tilde. */
	readonly me: string | undefined;
	/** The account and the forge of the page, if the user has several accounts. */
	readonly ownerToName: Owner | null;
	/** The address of the tracker's page. */
	readonly web: string;
	/** The forge knows no statuses between reported and resolved. */
	readonly resolveOnly: boolean;
	readonly pageStatus: PageStatus;
	/** What the user writes for the ticket. */
	readonly draft: TicketText | undefined;
	/** The time of the newest event that the user had seen before. */
	readonly seenUpTo: string | undefined;
	/** What the forge did instead, if it did not make the last change as requested. */
	readonly difference: string | undefined;
	/** The series of patches that name the ticket. */
	readonly series: readonly FactRow[];
	/** The event that the user has opened the page for. `isChecking`: the forge may still have it. */
	readonly requested:
		| { readonly id: string; readonly event: number; readonly isChecking: boolean }
		| undefined;
	readonly render: Render;
	readonly now: number;
	readonly zone?: string;
}

/** Whether the user may do something with the ticket, as far as is known. */
export const isAllowed = (
	what: TicketAction,
	{ key, ticket, permissions, access, me }: TicketPageState,
): boolean => isPermitted(what, { ticket, permissions, access, me, owner: key.owner });

/** Whether the title and the description can be edited in VS Code. Forges that speak REST only offer that on their pages. */
export const mayEdit = (state: TicketPageState): boolean =>
	state.ticket !== undefined && state.hasExtras && isAllowed('edit', state);
