import { once } from '../base/once.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import type { RepositoryKey } from '../platform/model/keys.ts';
import type { ShownView } from '../platform/view/views.ts';
import { InboxCommands } from './commands/inbox-commands.ts';
import { InboxOpener, type ShownRows } from './commands/inbox-opener.ts';
import { showLiveStatus } from './commands/live-status.ts';
import { type InboxDependencies, openInboxServices } from './services.ts';
import { InboxView } from './view/inbox-view.ts';

const viewId = 'tildeforge.inbox';

/** The parts of the inbox. Each is opened when it is first needed. */
export class InboxFeature {
	readonly #window: ExtensionWindow;
	readonly #dependencies: InboxDependencies;

	constructor(window: ExtensionWindow, dependencies: InboxDependencies) {
		this.#window = window;
		this.#dependencies = dependencies;
	}

	/** Reads what has happened in the trackers, lists and repositories of all accounts. */
	readonly #services = once(() => openInboxServices(this.#window, this.#dependencies));

	readonly shownView = once(async (): Promise<ShownView> => {
		const { inbox, liveStatus } = await this.#services();
		const { lifetime, tree } = this.#window;
		// What was seen a day ago leaves the inbox.
		return { view: lifetime.add(new InboxView(inbox, liveStatus, tree(viewId))), afterMinute: 'some' };
	});

	readonly commands = once(async () => {
		const { lifetime, tree: treeOf } = this.#window;
		const [{ inbox }, shown] = await Promise.all([this.#services(), treeOf(viewId).tree()]);
		const commands = new InboxCommands(inbox.events, () => shown.view.selection);
		const rows: ShownRows = {
			focus: async (view, row) => {
				const tree = await treeOf(view).tree();
				await tree.whenDrawn();
				await tree.reveal(row, { focus: true, select: true });
			},
			select: async (row) => {
				if (shown.isDisplayed(row)) await shown.reveal(row, { focus: false });
			},
		};
		const opener = new InboxOpener(inbox.events, rows, this.#dependencies.sharedTab, lifetime);
		return { commands, opener, showLiveStatus: () => this.#showLiveStatus() };
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
		const { inbox, live, liveSettings, liveStatus } = await this.#services();
		live.retryRefused();
		await showLiveStatus(
			liveStatus,
			() => liveSettings.current.problems,
			() => inbox.refresh(),
		);
	}
}
