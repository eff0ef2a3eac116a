import type { Disposable } from '../../base/disposable.ts';
import type { ChangesOfKind } from '../../platform/commands/outbox-controller.ts';
import type { AccountSource } from '../../platform/state/account-source.ts';
import type { RequestContext } from '../../signin/instances/request.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import type { VisiblePages } from '../page/visible-pages.ts';
import type { TicketSettings } from '../settings/settings.ts';
import type { Tickets } from '../state/tickets.ts';
import type { CommentFiles } from './comment/comment-files.ts';

/** What the tickets feature needs from accounts. */
export interface TicketAccounts {
	readonly forges: AccountSource & Pick<RequestContext, 'fetch'>;
	readonly signIn: (signInOptions: { readonly instance?: string | undefined }) => Promise<unknown>;
}

/** Everything about tickets, loaded when Tildeforge is first used. */
export interface TicketServices extends Disposable, TicketAccounts {
	readonly tickets: Tickets;
	/** The changes of tickets that are not on the forge yet. */
	readonly changes: ChangesOfKind<DraftKey>;
	/** Shared by all pages. */
	readonly visiblePages: VisiblePages;
	readonly settings: TicketSettings;
	/** The files of comments on several tickets. */
	readonly commentFiles: CommentFiles;
}
