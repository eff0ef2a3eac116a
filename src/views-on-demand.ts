import type { ExtensionContext } from 'vscode';
import type { AccountServices } from './accounts/services.ts';
import { background } from './base/background.ts';
import type { Lifetime } from './base/lifetime.ts';
import type { Log } from './base/log/log.ts';
import { once } from './base/once.ts';
import type { InboxOnDemand } from './inbox-on-demand.ts';
import type { PatchServices } from './patches/services.ts';
import type { OutboxController } from './platform/commands/outbox-controller.ts';
import type { Projects } from './platform/git/projects.ts';
import type { Row } from './platform/view/row.ts';
import type { Tree, TreeParts } from './platform/view/tree/tree.ts';
import type { TreeRegistration } from './platform/view/tree/tree-registration.ts';
import type { ViewChange } from './platform/view/view.ts';
import type { RepositoryServices } from './repositories/services.ts';
import type { Instance } from './signin/instances/instance.ts';
import type { TicketServices } from './tickets/commands/ticket-services.ts';

interface ViewsOnDemandOptions {
	readonly context: ExtensionContext;
	readonly lifetime: Lifetime;
	readonly log: Log;
	readonly tree: (id: string) => TreeRegistration | undefined;
	readonly services: () => Promise<TicketServices & AccountServices & { readonly pending: OutboxController }>;
	readonly inbox: () => Promise<InboxOnDemand>;
	readonly patches: () => Promise<PatchServices>;
	readonly repositories: () => Promise<RepositoryServices>;
	readonly projects: () => Promise<Projects<Instance>>;
}

/** The contents of the views, which are loaded when they are first needed. */
export class ViewsOnDemand {
	readonly #options: ViewsOnDemandOptions;

	constructor(options: ViewsOnDemandOptions) {
		this.#options = options;
	}

	readonly registry = once(async () => {
		const { lifetime, log, tree } = this.#options;
		const [
			{ forges, tickets, pending, settings, seen },
			[inbox, liveStatus],
			{ repositories },
			ofPatches,
			projects,
			{ ViewRegistry },
			{ askYesOrNo },
		] = await Promise.all([
			this.#options.services(),
			this.#options.inbox().then((parts) => Promise.all([parts.inbox(), parts.liveStatus()])),
			this.#options.repositories(),
			this.#options.patches().then((parts) => parts.shown()),
			this.#options.projects(),
			import('./views.ts'),
			import('./platform/editor/messages.ts'),
		]);
		return lifetime.add(
			new ViewRegistry({
				...ofPatches,
				forges,
				inbox,
				liveStatus,
				tickets,
				pending: pending.outbox,
				repositories,
				projects,
				ask: askYesOrNo,
				log,
				settings,
				seen,
				isVisible: (id) => tree(id)?.view.visible === true,
				changed: (id, change) => {
					const refreshed = this.#refresh(id, change);
					background(refreshed);
					// A failure is reported once.
					return refreshed.catch(() => {});
				},
			}),
		);
	});

	/** The tree of a view. Opens what its rows show when VS Code requests them. */
	async createTree(parts: TreeParts): Promise<Tree> {
		const { context, lifetime, log } = this.#options;
		const { Tree } = await import('./platform/view/tree/tree.ts');
		const view = async () => (await this.registry()).view(parts.id);
		const tree = new Tree(parts, {
			memory: context.workspaceState,
			roots: async () => (await this.registry()).roots(parts.id),
			head: async () => (await this.registry()).head(parts.id),
			inPlaceOf: async (id) => (await view())?.inPlaceOf?.(id),
			didShow: async (row: Row) => (await view())?.didShow?.(row),
			didBecomeVisible: async () => (await this.registry()).didBecomeVisible(parts.id),
			failureRow: async (error) => {
				log.error(`${parts.id} could not be shown`, error);
				return (await import('./platform/view/failure-rows.ts')).failureRow(error);
			},
		});
		lifetime.add(tree);
		if (parts.id === 'tildeforge.repositories') {
			const { followEditors } = await import('./repositories/commands/editor-choice.ts');
			lifetime.add(followEditors(tree));
		}
		return tree;
	}

	/** Shows a view, and moves the focus to one of its rows unless `left` aborts before. */
	async showRow(view: string, row: string, left: AbortSignal): Promise<void> {
		const tree = await this.#options.tree(view)?.tree();
		await tree?.showRow(row, left);
	}

	async #refresh(id: string, change: ViewChange | undefined): Promise<void> {
		const tree = await this.#options.tree(id)?.tree();
		await tree?.refresh(change);
	}
}
