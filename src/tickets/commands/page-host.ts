import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import type { OutboxController } from '../../platform/commands/outbox-controller.ts';
import { addImageHost } from '../../platform/editor/image-hosts.ts';
import { loadImage } from '../../platform/editor/load-image.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { showUnsupportedLink } from '../../platform/editor/unsupported-link.ts';
import { isTicketKey, type TicketKey } from '../../platform/model/keys.ts';
import { describePosition, type ListNavigation } from '../../platform/page/list-navigation.ts';
import type { TicketsTarget } from '../model/tickets-target.ts';
import type { TicketPageHost } from '../page/host.ts';
import type { FollowSeries } from '../page/ticket-series.ts';
import { pickCommentTemplate } from './comment/pick-comment-template.ts';
import { titleAbout } from './input-title.ts';
import { openTarget } from './open-target.ts';
import { labelsOf, pickLabelNames } from './pick.ts';
import { Renderers } from './renderers.ts';
import type { TicketCommands } from './ticket-commands.ts';
import type { TicketServices } from './ticket-services.ts';

interface PageHostOptions {
	readonly services: TicketServices;
	readonly pending: OutboxController;
	/** Called before a ticket is changed. */
	readonly pinPosition: (key: TicketKey) => void;
	readonly commands: () => TicketCommands;
	readonly navigation: ListNavigation<TicketKey>;
	readonly followSeries: FollowSeries;
	readonly pages: {
		readonly open: TicketPageHost['open'];
		readonly requested: TicketPageHost['requested'];
		readonly go: (step: 1 | -1, from: TicketKey) => boolean;
		readonly didFocus: () => void;
		readonly leave: () => PromiseLike<unknown>;
	};
}

/** What all pages of tickets use of VS Code and of the rest of the extension. */
export function createPageHost(options: PageHostOptions): TicketPageHost {
	const { services, pending, pinPosition, commands, navigation, followSeries, pages } = options;
	const { tickets, forges, seen, sendings } = services;
	const renderers = new Renderers();
	return {
		tickets,
		sendings,
		seen,
		users: tickets.users,
		renderer: (account, key) => renderers.of(account, key),
		pinPosition,
		actOnWaiting: (act, key, entry) => {
			const { waiting } = pending;
			const args = [{ kind: 'change', key, entry } satisfies TicketsTarget] as const;
			const run = { grant: 'grant', 'send-now': 'sendNow', 'discard-change': 'discard' } as const;
			background(waiting[run[act]](args));
		},
		undo: {
			canUndo: (key) => tickets.outbox.canUndo(key, pending.outbox.undoable?.group),
			onDidChange: pending.outbox.onDidChange,
		},
		pick: (what, key) =>
			what === 'status'
				? commands().changes.setStatus(argumentsFor(key))
				: commands().changes.labels(argumentsFor(key)),
		pickLabels: async (key, labels) =>
			pickLabelNames(
				await labelsOf(tickets, key),
				{ key, title: isTicketKey(key) ? tickets.known(key)?.title : undefined },
				labels,
			),
		pickCommentTemplate: (key) =>
			pickCommentTemplate(titleAbout('Insert Comment Template', key, tickets.known(key)?.title)),
		triage: async (move, key) => {
			if (move === 'next' || move === 'previous') return pages.go(move === 'next' ? 1 : -1, key);
			if (move === 'undo') await pending.undo.run();
			else if (move === 'resolve') await commands().changes.resolve(argumentsFor(key));
			else {
				const status = { confirm: 'confirmed', start: 'in_progress', reopen: 'reported' } as const;
				await commands().changes.setTo(argumentsFor(key), status[move]);
			}
			return false;
		},
		open: pages.open,
		requested: pages.requested,
		openInBrowser,
		showUnsupportedLink,
		openTarget,
		followSeries,
		copy: (text) => vscode.env.clipboard.writeText(text),
		signIn: (instance) => services.signIn({ instance }),
		loadImage: (address) => loadImage(forges.fetch, address),
		allowImages: addImageHost,
		didFocus: pages.didFocus,
		leave: pages.leave,
		position: (key) => describePosition(navigation.position(key)),
	};
}

/** The arguments of a command on the ticket of a page. */
const argumentsFor = (key: TicketKey): readonly [TicketsTarget] => [{ kind: 'ticket', key }];
