import type { Event } from '../../base/emitter.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import type { PageHost, PageInList } from '../../platform/page/page-host.ts';
import type { BodyOf } from '../../platform/page/requests.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { Tickets } from '../state/tickets.ts';
import type { EntryOfEvent } from './entry-to-reveal.ts';
import type { TicketRequests } from './protocol.ts';
import type { FollowSeries } from './ticket-series.ts';
import type { VisiblePages } from './visible-pages.ts';

/** What the page of a ticket uses of VS Code and of the rest of the extension. */
export interface TicketPageHost extends PageHost, PageInList<TicketKey, EntryOfEvent> {
	readonly tickets: Tickets;
	/** Shared by all pages. */
	readonly visiblePages: VisiblePages;
	readonly renderer: (account: TicketAccount | undefined, key: TicketKey) => Render;
	/** Called before the ticket is changed. */
	readonly pinPosition: (key: TicketKey) => unknown;
	/** The last change, while it can be undone. */
	readonly undo: {
		/** The id of the last change if it is one of this ticket. */
		readonly undoableOf: (key: TicketKey) => string | undefined;
		readonly onDidChange: Event<void>;
	};
	/** Asks with a quick pick of VS Code if there is a choice, and applies it at once. */
	readonly pick: (what: BodyOf<TicketRequests['pick']>['what'], key: TicketKey) => unknown;
	readonly pickLabels: (key: DraftKey, labels: readonly string[]) => Promise<readonly string[] | null>;
	/** Asks with a quick pick of VS Code for a text to insert into a comment. */
	readonly pickCommentTemplate: (key: TicketKey) => Promise<string | null>;
	readonly triage: (move: 'confirm' | 'start' | 'resolve' | 'reopen', key: TicketKey) => Promise<void>;
	/** Opens the page of a ticket, at an event if one is given. With `isPreview`, in the tab that the next preview replaces. */
	readonly open: (
		key: TicketKey,
		options?: { readonly isPreview?: boolean; readonly event?: number | undefined },
	) => unknown;
	readonly followSeries: FollowSeries;
	readonly seen: {
		get(key: TicketKey): string | undefined;
		look(key: TicketKey, upTo: string, isRepeated: boolean): void;
	};
}
