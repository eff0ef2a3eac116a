import type { ExtensionContext } from 'vscode';
import type { Forges } from './accounts/forges/forges.ts';
import type { Lifetime } from './base/lifetime.ts';
import type { Log } from './base/log/log.ts';
import { once } from './base/once.ts';
import type { Secrets } from './base/secrets.ts';
import type { AnswerDelivery } from './inbox/live/kept-hooks.ts';
import type { PatchServices } from './patches/services.ts';
import type { TreeRegistration } from './platform/view/tree/tree-registration.ts';
import type { PushHooks } from './repositories/commands/answer-pushes.ts';
import type { RepositoryServices } from './repositories/services.ts';
import type { TicketServices } from './tickets/commands/ticket-services.ts';

interface InboxOnDemandOptions {
	readonly context: ExtensionContext;
	readonly lifetime: Lifetime;
	readonly log: Log;
	readonly secrets: Secrets;
	readonly tree: (id: string) => TreeRegistration | undefined;
	readonly services: () => Promise<
		Pick<TicketServices, 'tickets' | 'seen' | 'sendings'> & { readonly forges: Forges }
	>;
	readonly patches: () => Promise<PatchServices>;
	readonly repositories: () => Promise<RepositoryServices>;
}

/** The parts of the inbox, each of which is loaded when it is first needed. */
export class InboxOnDemand {
	readonly #options: InboxOnDemandOptions;
	#stop: ((signal: AbortSignal) => Promise<void>) | undefined;

	constructor(options: InboxOnDemandOptions) {
		this.#options = options;
	}

	/** Reads what has happened in the trackers, lists and repositories of all accounts. */
	readonly #services = once(async () => {
		const { context, lifetime, log, secrets, services, patches, repositories } = this.#options;
		const [
			{ forges, tickets, seen, sendings },
			[lists, seenSeries],
			{ repositories: ofAccounts },
			{ openInbox },
			{ createTrackerWatchSource },
			{ TicketWatchSource },
			{ createRepositoryWatchSource },
			{ answerPush },
			{ publicTicket },
		] = await Promise.all([
			services(),
			patches().then((parts) => Promise.all([parts.watchedLists(), parts.seen()])),
			repositories(),
			import('./inbox/services.ts'),
			import('./tickets/state/watch/tracker-watch-source.ts'),
			import('./tickets/state/watch/ticket-watch-source.ts'),
			import('./repositories/state/watch/repository-watch-source.ts'),
			import('./repositories/state/watch/push-answers.ts'),
			import('./tickets/state/public-tickets.ts'),
		]);
		const inboxLog = log.child('inbox');
		const sources = [
			lifetime.add(createTrackerWatchSource(tickets, inboxLog)),
			lifetime.add(new TicketWatchSource({ tickets, pages: sendings })),
			lists,
			lifetime.add(createRepositoryWatchSource(ofAccounts, inboxLog)),
		];
		const answer: AnswerDelivery = (account, { params }, received, signal) => {
			const { owner = '', repository = '' } = params;
			const pushed = { key: { account, owner, repository }, received, signal };
			return answerPush(pushed, {
				repositories: ofAccounts,
				ticketOf: (key, signal) => publicTicket(tickets, key, signal),
				landed: async (...asked) => (await patches()).landed(...asked),
				log: inboxLog,
			});
		};
		const endedSessions = () => forges.registry.ended.length;
		const opened = lifetime.add(
			await openInbox({
				forges,
				sessionFiles: forges.sessionFiles,
				endedSessions,
				sources,
				seen: [seen, seenSeries, ofAccounts],
				answer,
				context,
				secrets,
				log: inboxLog,
			}),
		);
		this.#stop = (signal) => opened.stopLive(signal);
		return opened;
	});

	readonly inbox = async () => (await this.#services()).inbox;

	readonly liveStatus = async () => (await this.#services()).liveStatus;

	readonly commands = once(async () => {
		const [inbox, shown, { InboxCommands }] = await Promise.all([
			this.inbox(),
			this.#options.tree('tildeforge.inbox')?.tree(),
			import('./inbox/commands/inbox-commands.ts'),
		]);
		return new InboxCommands({
			inbox: inbox.events,
			selected: () => shown?.view.selection ?? [],
			reveal: async (view, row) => {
				const tree = await this.#options.tree(view)?.tree();
				await tree?.whenDrawn();
				await tree?.reveal(row, { focus: true, select: true });
			},
		});
	});

	/** The webhooks of repositories. */
	readonly pushHooks = async (): Promise<PushHooks> => {
		const { liveStatus } = await this.#services();
		return {
			onDidChange: liveStatus.onDidChange,
			hookOf: ({ account, owner, repository }) =>
				liveStatus.hookOf(account, { family: 'repository', params: { owner, repository } }),
		};
	};

	/** Shows how the window learns what happens. */
	async showLiveStatus(): Promise<void> {
		const [{ inbox, liveSettings, liveStatus, retryHooks }, { showLiveStatus }] = await Promise.all([
			this.#services(),
			import('./inbox/commands/live-status.ts'),
		]);
		retryHooks();
		await showLiveStatus({
			status: liveStatus,
			problems: () => liveSettings.current.problems,
			refresh: () => inbox.refresh(),
			log: this.#options.log,
		});
	}

	/** Removes the webhooks from the forges. Undefined if there is nothing to do. */
	stop(signal: AbortSignal): Promise<void> | undefined {
		return this.#stop?.(signal);
	}
}
