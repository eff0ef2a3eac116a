import * as vscode from 'vscode';
import type { SampleForge } from './accounts/commands/sample-forge.ts';
import type { RedirectHandler } from './accounts/forges/redirect-handler.ts';
import { SampleForgeMemento } from './accounts/forges/sample-forge-memento.ts';
import { openSessions } from './accounts/forges/sessions.ts';
import type { Lifetime } from './base/lifetime.ts';
import type { Log } from './base/log/log.ts';
import { once } from './base/once.ts';
import type { Secrets } from './base/secrets.ts';
import type { PatchServices } from './patches/services.ts';
import type { Tree, TreeParts } from './platform/view/tree/tree.ts';
import type { TreeRegistration } from './platform/view/tree/tree-registration.ts';
import type { ViewsOnDemand } from './views-on-demand.ts';

export interface OnDemandOptions {
	readonly context: vscode.ExtensionContext;
	readonly lifetime: Lifetime;
	readonly log: Log;
	readonly secrets: Secrets;
	readonly redirectHandler: RedirectHandler;
	readonly sessionChanges: vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>;
	readonly tree: (id: string) => TreeRegistration | undefined;
}

/** Less than the five seconds that VS Code gives an extension to deactivate. */
const deactivationMs = 3000;

/** The parts of the extension. Each is loaded and opened when a command, a view or a sign-in first needs it. */
export class OnDemand {
	readonly #options: OnDemandOptions;
	/** Each waits until an opened part has written its data, at the latest until `signal` aborts. VS Code ends the process after that. */
	readonly #pendingWrites: ((signal: AbortSignal) => Promise<void>)[] = [];
	#stopLive: ((signal: AbortSignal) => Promise<void> | undefined) | undefined;
	#finishOutbox: ((signal: AbortSignal) => Promise<void> | undefined) | undefined;

	readonly #rememberedSample: SampleForgeMemento;
	#sampleForge: SampleForge | undefined;
	#isSampleStopped = false;

	constructor(options: OnDemandOptions) {
		this.#options = options;
		this.#rememberedSample = new SampleForgeMemento({
			memory: options.context.workspaceState,
			workspaceFolders: () => vscode.workspace.workspaceFolders,
		});
	}

	/** VS Code asks for sessions in every window, so this loads nothing else. */
	readonly sessions = once(async () => {
		const { context, lifetime, log, secrets, sessionChanges } = this.#options;
		const opened = await openSessions({
			context,
			log,
			secrets,
			changes: sessionChanges,
			expectsSample: () => this.#rememberedSample.isExpected,
			renew: async (id) => (await this.accounts()).forges.renewal.renewIfNeeded(id),
			signIn: async (scopes, instance) => {
				const session = await (await this.accounts()).signIn({ scopes, instance });
				if (!session) throw new vscode.CancellationError();
				return session;
			},
			signOut: async (session) => (await this.accounts()).forges.signOut(session),
		});
		return lifetime.add(opened);
	});

	readonly sample = once(async (): Promise<SampleForge> => {
		const { context, log } = this.#options;
		const { SampleForge } = await import('./accounts/commands/sample-forge.ts');
		const sample = new SampleForge({
			parent: vscode.Uri.joinPath(context.globalStorageUri, 'sample-forges').fsPath,
			remembered: this.#rememberedSample,
			log,
		});
		if (this.#isSampleStopped) await sample.stop();
		this.#sampleForge = sample;
		return sample;
	});

	readonly accounts = once(async () => {
		const { context, lifetime, log, secrets, redirectHandler } = this.#options;
		const [{ openAccountServices }, { TicketSeenState }, seenSeries, { registry, updateSignedIn }, sample] =
			await Promise.all([
				import('./accounts/services.ts'),
				import('./tickets/state/ticket-seen-state.ts'),
				this.patches().then((patches) => patches.seen()),
				this.sessions(),
				this.sample(),
			]);
		const seen = new TicketSeenState(context.globalState);
		lifetime.add(
			registry.onDidChange(({ forgotten }) => {
				for (const one of [seen, seenSeries]) one.forget(forgotten);
			}),
		);
		const trySample = sample.signIn.bind(sample);
		const opened = lifetime.add(
			openAccountServices({ context, registry, log, secrets, redirectHandler, trySample }),
		);
		// Restored pages need their account at once.
		await sample
			.restore(opened.forges)
			.catch((error: unknown) => log.warn('The sample forge could not be restored', error));
		updateSignedIn();
		const { caches, signOutWork } = opened.forges;
		this.#pendingWrites.push((signal) => caches.settled(signal));
		signOutWork.add(async (account, signal) => {
			const { removeSignOutHooks } = await import('./inbox/sign-out-hooks.ts');
			await removeSignOutHooks(account, { forges: opened.forges, context, secrets, log }, signal);
		});
		return opened;
	});

	/** The parts of the patches feature, each of which is loaded when it is first needed. */
	readonly patches = once(async (): Promise<PatchServices> => {
		const { context, lifetime, log, tree } = this.#options;
		const services = await import('./patches/services.ts');
		return new services.PatchServices({
			context,
			lifetime,
			log,
			accounts: this.accounts,
			followSessions: this.#followSessions,
			outboxes: this.services,
			projects: this.#projects,
			existing: async (kind, account) => {
				const source =
					kind === 'tracker' ? (await this.services()).tickets : (await this.repositories()).repositories;
				return source.of(account)?.existing;
			},
			remoteFiles: (key, madeAt) => async (abbreviated, options) =>
				(await this.repositories()).blobs.of(key, madeAt)(abbreviated, options),
			tree: () => tree('tildeforge.patches')?.tree(),
		});
	});

	readonly #followSessions = once(async () => (await this.sessions()).follow());

	/** Opens the outboxes of all features at once, so that the user sees all changes that are not on the forge yet. */
	readonly services = once(async () => {
		const { context, lifetime, log } = this.#options;
		const [{ openTicketServices }, { registerTodoActions }, { OutboxController }, patches] =
			await Promise.all([
				import('./tickets/services.ts'),
				import('./tickets/commands/code/todo-action.ts'),
				import('./platform/commands/outbox-controller.ts'),
				this.patches(),
				this.#followSessions(),
			]);
		const [accounts, ofPatchsets] = await Promise.all([this.accounts(), patches.changes()]);
		const { forges, signIn } = accounts;
		const opened = lifetime.add(await openTicketServices({ forges, signIn, context, log }));
		const kinds = [opened.changes, ofPatchsets];
		const pending = lifetime.add(
			new OutboxController({
				kinds,
				showWaiting: 'tildeforge.tickets.focus',
				waitingList: 'Waiting in the Tickets view',
				signIn,
			}),
		);
		const { drafts, bulkComments } = opened.tickets;
		this.#finishOutbox = (signal) => pending.outbox.finish(signal);
		for (const kind of [drafts, bulkComments.drafts])
			this.#pendingWrites.push((signal) => kind.settled(signal));
		lifetime.add(registerTodoActions(() => forges.accounts.length > 0));
		return { ...opened, ...accounts, pending };
	});

	/** Git runs for the first time when this is loaded. */
	readonly #projects = once(async () => {
		const { context, lifetime, log } = this.#options;
		const [{ openProjects }, { forges }] = await Promise.all([
			import('./accounts/forges/projects.ts'),
			this.accounts(),
		]);
		return lifetime.add(await openProjects({ forges, context, log })).projects;
	});

	readonly repositories = once(async () => {
		const { context, lifetime, log } = this.#options;
		const [{ openRepositoryServices }, { forges }, projects] = await Promise.all([
			import('./repositories/services.ts'),
			this.accounts(),
			this.#projects(),
			this.#followSessions(),
		]);
		return lifetime.add(await openRepositoryServices({ forges, projects, context, log }));
	});

	readonly inbox = once(async () => {
		const { InboxOnDemand } = await import('./inbox-on-demand.ts');
		const { services, patches, repositories } = this;
		const inbox = new InboxOnDemand({ ...this.#options, services, patches, repositories });
		this.#stopLive = (signal) => inbox.stop(signal);
		return inbox;
	});

	readonly repositoryCommands = once(async () => {
		const [{ repositories }, { pushHooks: hooks }, projects, tree, items, commands] = await Promise.all([
			this.repositories(),
			this.inbox(),
			this.#projects(),
			this.#options.tree('tildeforge.repositories')?.tree(),
			import('./platform/git/project-items.ts'),
			import('./repositories/commands/repository-commands.ts'),
		]);
		const project = items.repositoriesOfProjects(projects);
		return new commands.RepositoryCommands({ repositories, hooks, project, tree });
	});

	readonly #viewParts = once(async () => {
		const { ViewsOnDemand } = await import('./views-on-demand.ts');
		const { services, inbox, patches, repositories } = this;
		return new ViewsOnDemand({
			...this.#options,
			services,
			inbox,
			patches,
			repositories,
			projects: this.#projects,
		});
	});

	readonly views = once(async () => (await this.#viewParts()).registry());

	readonly tickets = once(async () => {
		const { context, lifetime, log, tree } = this.#options;
		const [services, { TicketsFeature }, views, shown, projects, { confirmedOfProjects }] = await Promise.all(
			[
				this.services(),
				import('./tickets/feature.ts'),
				this.views(),
				tree('tildeforge.tickets')?.tree(),
				this.#projects(),
				import('./platform/git/project-items.ts'),
			],
		);
		const project = confirmedOfProjects(projects, 'tracker');
		const list = { tree: shown, lists: views.tickets.lists };
		return lifetime.add(
			new TicketsFeature({
				services,
				pending: services.pending,
				list,
				project,
				followSeries: async (...args) => (await this.patches()).followSeries(...args),
				extension: context.extensionUri,
				log,
			}),
		);
	});

	readonly trackerDescriptions = once(async () => {
		const [{ tickets }, { TrackerDescriptions }] = await Promise.all([
			this.services(),
			import('./tickets/commands/trackers/tracker-descriptions.ts'),
		]);
		const memory = this.#options.context.workspaceState;
		return new TrackerDescriptions({ accounts: () => tickets.accounts, memory });
	});

	/** Called when the user types a comment for several tickets. */
	readonly commentTyping = once(async () => {
		const [{ commentFiles }, { CommentTyping }] = await Promise.all([
			this.services(),
			import('./tickets/commands/comment/comment-typing.ts'),
		]);
		return new CommentTyping(commentFiles);
	});

	async createTree(parts: TreeParts): Promise<Tree> {
		return (await this.#viewParts()).createTree(parts);
	}

	async showRow(...args: Parameters<ViewsOnDemand['showRow']>): Promise<void> {
		await (await this.#viewParts()).showRow(...args);
	}

	/** Sends this window's changes that can still be undone, and removes webhooks. Undefined if there is nothing to do. */
	sendPending(): Promise<unknown> | undefined {
		const signal = AbortSignal.timeout(deactivationMs);
		const work = [this.#finishOutbox?.(signal), this.#stopLive?.(signal)].filter((one) => one !== undefined);
		return work.length > 0 ? Promise.allSettled(work) : undefined;
	}

	/** Stops the sample forge of this window, which never starts after that. */
	async stopSample(): Promise<void> {
		this.#isSampleStopped = true;
		await this.#sampleForge?.stop();
	}

	/** Resolves when drafts are written to disk and the cached data of signed-out accounts is removed. */
	async settled(): Promise<void> {
		const signal = AbortSignal.timeout(deactivationMs);
		await Promise.allSettled(this.#pendingWrites.map((settled) => settled(signal)));
	}
}
