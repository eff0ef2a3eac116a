import type { Event } from '../../base/emitter.ts';
import type { TicketKey } from '../../platform/model/keys.ts';
import type { Render } from '../../platform/model/markdown/renderer.ts';
import type { LinkTarget } from '../../platform/model/references.ts';
import type { OutboxAct } from '../../platform/page/outbox-note.ts';
import type { Users } from '../../platform/state/users.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import type { TicketAccount } from '../state/ticket-account.ts';
import type { Tickets } from '../state/tickets.ts';
import type { EntryRevealRequests } from './entry-to-reveal.ts';
import type { Snapshot } from './protocol.ts';
import type { Sendings } from './sendings.ts';
import type { FollowSeries } from './ticket-series.ts';

/** What the page of a ticket uses of VS Code and of the rest of the extension. */
export interface TicketPageHost {
	readonly tickets: Pick<
		Tickets,
		| 'accounts'
		| 'of'
		| 'endedAccount'
		| 'endedSession'
		| 'trackerCache'
		| 'drafts'
		| 'quirks'
		| 'outbox'
		| 'pendingChangeOf'
		| 'known'
		| 'onDidChange'
	>;
	/** Shared by all pages, so it survives closing and reopening one. */
	readonly sendings: Sendings;
	readonly renderer: (account: TicketAccount | undefined, key: TicketKey) => Render;
	/** Called before the ticket is changed. */
	readonly pinPosition: (key: TicketKey) => unknown;
	/** Acts on an entry of the outbox. */
	readonly actOnWaiting: (act: OutboxAct, key: TicketKey, entry: string) => unknown;
	/** The last change, while it can be undone. */
	readonly undo: { readonly canUndo: (key: TicketKey) => boolean; readonly onDidChange: Event<void> };
	/** Asks with a quick pick of VS Code, and applies the choice at once. */
	readonly pick: (what: 'status' | 'labels', key: TicketKey) => unknown;
	readonly pickLabels: (key: DraftKey, labels: readonly string[]) => Promise<readonly string[] | null>;
	/** Asks with a quick pick of VS Code for a text to insert into a comment. */
	readonly pickCommentTemplate: (key: TicketKey) => Promise<string | null>;
	/** Resolves to whether another page has the focus afterwards. */
	readonly triage: (
		move: 'confirm' | 'start' | 'resolve' | 'reopen' | 'next' | 'previous' | 'undo',
		key: TicketKey,
	) => Promise<boolean>;
	/** The page got the focus. */
	readonly didFocus: () => void;
	/** Moves the focus from the page in front to its row, or at least to the view. */
	readonly leave: () => PromiseLike<unknown>;
	/** Opens the page of a ticket, at an event if one is given. With `isPreview`, in the tab that the next preview replaces. */
	readonly open: (
		key: TicketKey,
		options?: { readonly isPreview?: boolean; readonly event?: number | undefined },
	) => unknown;
	readonly requested: Pick<EntryRevealRequests, 'of' | 'onDidChange' | 'forget'>;
	readonly openInBrowser: (address: string) => unknown;
	/** Says that Tildeforge does not open an address. */
	readonly showUnsupportedLink: (address: string) => unknown;
	/** Opens something of a forge that is not a ticket, by its address. Returns whether VS Code can show it. */
	readonly openTarget: (target: LinkTarget, address: string) => boolean;
	readonly followSeries: FollowSeries;
	/** Shared by all pages. */
	readonly users: Users;
	readonly copy: (text: string) => PromiseLike<unknown>;
	readonly signIn: (instance: string | undefined) => unknown;
	/** Fetches an image from the web and returns it as a `data:` address. */
	readonly loadImage: (address: string) => Promise<string>;
	/** From now on, pages show the images of a host without asking. */
	readonly allowImages: (host: string) => PromiseLike<unknown>;
	/** The position of the ticket in the list that it was opened from. */
	readonly position: (key: TicketKey) => Snapshot['position'];
	readonly seen: { get(key: TicketKey): string | undefined; look(key: TicketKey, upTo: string): void };
}
