import type { Event as Told } from '../../base/emitter.ts';
import type { Ticket } from '../../forge/shapes/trackers.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import type { Change } from '../state/change.ts';
import type { Changed, Conflict } from '../state/change-ticket.ts';
import type { TicketAccount, Tickets } from '../state/tickets.ts';
import type { Snapshot } from './protocol.ts';
import type { Sendings } from './sendings.ts';

/** What of the editor, and of what else is open, the page of a ticket uses. */
export interface TicketPageHost {
	readonly tickets: Pick<Tickets, 'accounts' | 'of' | 'shelf' | 'drafts' | 'habits' | 'onDidChange'>;
	/** The same for all pages, also for one that is closed and opened again. */
	readonly sendings: Sendings;
	readonly renderer: (account: TicketAccount | undefined, key: TicketKey) => Render;
	readonly change: (key: TicketKey, change: Change, base: Ticket | undefined) => Promise<Changed | Conflict>;
	/** What was changed last, as long as it can be taken back. */
	readonly undo: { readonly canUndo: (key: TicketKey) => boolean; readonly onDidChange: Told<void> };
	/** By the editor's own pickers, and at once. */
	readonly pick: (what: 'status' | 'labels', key: TicketKey) => unknown;
	readonly pickLabels: (key: TicketKey, labels: readonly string[]) => Promise<readonly string[] | null>;
	/** Whether another page has the focus afterwards. */
	readonly triage: (
		move: 'confirm' | 'start' | 'resolve' | 'reopen' | 'next' | 'previous' | 'undo',
		key: TicketKey,
	) => Promise<boolean>;
	/** The user has gone to the page. */
	readonly focused: () => void;
	readonly open: (key: TicketKey) => unknown;
	readonly openWeb: (address: string) => unknown;
	readonly copy: (text: string) => PromiseLike<unknown>;
	readonly signIn: (instance: string | undefined) => unknown;
	/** A picture of the web as a `data:` address. */
	readonly image: (address: string) => Promise<string>;
	/** Where the ticket stands in the list that it was opened from. */
	readonly place: (key: TicketKey) => Snapshot['place'];
	readonly seen: { get(key: TicketKey): string | undefined; put(key: TicketKey, at: string): void };
}
