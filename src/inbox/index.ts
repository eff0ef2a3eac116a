import { coalesce } from '../base/coalesce.ts';
import { once } from '../base/once.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import type { RepositoryKey } from '../platform/model/keys.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import type { WatchSource } from '../platform/state/watch-source.ts';
import type { ShownView } from '../platform/view/views.ts';
import type { SessionRegistry } from '../signin/sessions/session-registry.ts';
import type { AnswerDelivery } from './live/hooks/account-webhooks.ts';
import type { SeenSource } from './state/item-seen-state.ts';

/** What the inbox needs from the rest of the extension. */
interface InboxDependencies {
	readonly accounts: () => Promise<{
		readonly forges: AccountSource & {
			readonly registry: SessionRegistry;
			readonly sessionFiles: () => Promise<readonly string[]>;
		};
	}>;
	/** The trackers, lists, repositories and open tickets to follow. */
	readonly sources: () => Promise<readonly (readonly WatchSource[])[]>;
	/** The parts of the extension outside of the inbox where the user sees what has happened. */
	readonly seen: () => Promise<readonly SeenSource[]>;
	/** Returns the text that the forge displays to the user who pushes to a repository. */
	readonly answer: AnswerDelivery;
}

const viewId = 'tildeforge.inbox';

/** States of the connection may change many times in a second. */
const headMs = 200;

/** The parts of the inbox. Each is loaded and opened when it is first needed. */
export class InboxFeature {
	readonly #window: ExtensionWindow;
	readonly #dependencies: InboxDependencies;

	constructor(window: ExtensionWindow, dependencies: InboxDependencies) {
		this.#window = window;
		this.#dependencies = dependencies;
	}

	/** Reads what has happened in the trackers, lists and repositories of all accounts. */
	readonly #services = once(async () => {
		const { context, lifetime, deactivation, log, secrets } = this.#window;
		const { accounts, sources, seen, answer } = this.#dependencies;
		const [{ openInbox }, { forges }, watched, seenElsewhere] = await Promise.all([
			import('./services.ts'),
			accounts(),
			sources(),
			seen(),
		]);
		const opened = await openInbox({
			forges,
			sessionFiles: forges.sessionFiles,
			endedSessions: () => forges.registry.ended.length,
			sources: watched.flat(),
			seen: seenElsewhere,
			answer,
			context,
			secrets,
			log: log.child('inbox'),
		});
		deactivation.willSend((signal) => opened.stopLive(signal));
		return lifetime.add(opened);
	});

	readonly shownView = once(async (): Promise<ShownView> => {
		const [{ InboxView }, { inbox, liveStatus }] = await Promise.all([
			import('./view/inbox-view.ts'),
			this.#services(),
		]);
		const { lifetime, tree } = this.#window;
		const registration = tree(viewId);
		lifetime.add(inbox.events.onDidChange(() => registration.changed('some')));
		lifetime.add(liveStatus.onDidChange(coalesce(lifetime, headMs, () => registration.changed('head'))));
		// The badge is shown even if the view is collapsed.
		registration.changed('head');
		// What was seen a day ago leaves the inbox.
		return { view: new InboxView(inbox, liveStatus), afterMinute: 'some' };
	});

	readonly commands = once(async () => {
		const [{ InboxCommands }, { inbox }, shown] = await Promise.all([
			import('./commands/inbox-commands.ts'),
			this.#services(),
			this.#window.tree(viewId).tree(),
		]);
		const commands = new InboxCommands(
			inbox.events,
			() => shown.view.selection,
			async (view, row) => {
				const tree = await this.#window.tree(view).tree();
				await tree.whenDrawn();
				await tree.reveal(row, { focus: true, select: true });
			},
		);
		return { commands, showLiveStatus: () => this.#showLiveStatus() };
	});

	/** The webhooks of repositories. */
	async pushHooks() {
		const { liveStatus } = await this.#services();
		return {
			onDidChange: liveStatus.onDidChange,
			hookOf: ({ account, owner, repository }: RepositoryKey) =>
				liveStatus.hookOf(account, { family: 'repository', params: { owner, repository } }),
		};
	}

	async #showLiveStatus(): Promise<void> {
		const [{ showLiveStatus }, { inbox, liveSettings, liveStatus, retryHooks }] = await Promise.all([
			import('./commands/live-status.ts'),
			this.#services(),
		]);
		retryHooks();
		await showLiveStatus(
			liveStatus,
			() => liveSettings.current.problems,
			() => inbox.refresh(),
			this.#window.log,
		);
	}
}
