import type * as vscode from 'vscode';
import type { Log } from '../../base/log/log.ts';
import type { OutboxController } from '../../platform/commands/outbox-controller.ts';
import { createPageHost } from '../../platform/commands/page-host.ts';
import { isTicketKey, type TicketKey } from '../../platform/model/keys.ts';
import type { PageInList } from '../../platform/page/page-host.ts';
import type { TicketsTarget } from '../model/tickets-target.ts';
import type { EntryOfEvent } from '../page/entry-to-reveal.ts';
import type { TicketPageHost } from '../page/host.ts';
import type { FollowSeries } from '../page/ticket-series.ts';
import { pickCommentTemplate } from './comment/pick-comment-template.ts';
import { titleAbout } from './input-title.ts';
import { labelsOf, pickLabelNames } from './pick.ts';
import { Renderers } from './renderers.ts';
import type { TicketCommands } from './ticket-commands.ts';
import type { TicketList } from './ticket-list.ts';
import type { TicketServices } from './ticket-services.ts';

/** What the pages of tickets work with. */
export interface TicketPagesOptions {
	readonly services: TicketServices;
	readonly waiting: OutboxController;
	/** Called before a ticket is changed. */
	readonly pinPosition: (key: TicketKey) => void;
	readonly commands: () => TicketCommands;
	readonly list: TicketList;
	readonly extension: vscode.Uri;
	readonly log: Log;
	readonly followSeries: FollowSeries;
}

/** What all pages of tickets use of VS Code and of the rest of the extension. */
export function createTicketPageHost(
	{ services, waiting, pinPosition, commands, followSeries }: TicketPagesOptions,
	inList: PageInList<TicketKey, EntryOfEvent>,
	open: TicketPageHost['open'],
): TicketPageHost {
	const { tickets, visiblePages } = services;
	const renderers = new Renderers();
	return {
		...createPageHost(services, waiting, tickets.users),
		...inList,
		tickets,
		visiblePages,
		seen: tickets.seen,
		renderer: (account, key) => renderers.of(account, key),
		pinPosition,
		undo: {
			undoableOf: (key) => tickets.outbox.undoableGroupOf(key, waiting.outbox.undoable),
			onDidChange: waiting.outbox.onDidChange,
		},
		pick: (what, key) => {
			const { changes, edits } = commands();
			const args = argumentsFor(key);
			switch (what) {
				case 'status':
					return changes.setStatus(args);
				case 'labels':
					return changes.labels(args);
				case 'assign':
					return edits.assign(args);
				case 'assign-to-me':
					return edits.assignToMe(args);
				case 'unassign':
					return edits.unassign(args);
				case 'title':
					return edits.editTitle(args);
				case 'description':
					return edits.editDescription(args);
				case 'subscribe':
					return edits.subscribe(args);
				case 'unsubscribe':
					return edits.unsubscribe(args);
			}
		},
		pickLabels: async (key, labels) =>
			pickLabelNames(
				titleAbout(tickets, 'Labels', key, isTicketKey(key) ? tickets.known(key)?.title : undefined),
				await labelsOf(tickets, key),
				labels,
			),
		pickCommentTemplate: (key) =>
			pickCommentTemplate(titleAbout(tickets, 'Insert Comment Template', key, tickets.known(key)?.title)),
		triage: async (move, key) => {
			if (move === 'resolve') return commands().changes.resolve(argumentsFor(key));
			const status = { confirm: 'confirmed', start: 'in_progress', reopen: 'reported' } as const;
			await commands().changes.setTo(argumentsFor(key), status[move]);
		},
		open,
		followSeries,
	};
}

/** The arguments of a command on the ticket of a page. */
const argumentsFor = (key: TicketKey): readonly [TicketsTarget] => [{ kind: 'ticket', key }];
