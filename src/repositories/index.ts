import { once } from '../base/once.ts';
import type { Received } from '../forge/webhooks/delivery.ts';
import type { ExtensionWindow } from '../platform/commands/extension-window.ts';
import { repositoriesOfProjects } from '../platform/git/project-items.ts';
import type { Projects } from '../platform/git/projects.ts';
import type { AccountSource } from '../platform/state/account-source.ts';
import type { HookTarget } from '../platform/state/watch/watch-source.ts';
import type { ShownView } from '../platform/view/views.ts';
import type { Instance } from '../signin/instances/instance.ts';
import type { PushHooks } from './commands/answer-pushes.ts';
import { cloneSources } from './commands/clone-sources.ts';
import { openRepositoryServices } from './services.ts';
import { answerPush, type PushAnswersOptions } from './state/watch/push-answers.ts';
import { createRepositoryWatchSource } from './state/watch/repository-watch-source.ts';
import { createRepositoriesView } from './view/repositories-view.ts';

/** What the repositories feature needs from the rest of the extension. */
interface RepositoriesDependencies {
	readonly ticketOf: PushAnswersOptions['ticketOf'];
	readonly landed: PushAnswersOptions['landed'];
	readonly accounts: () => Promise<{ readonly forges: AccountSource }>;
	readonly projects: () => Promise<Projects<Instance>>;
	/** The webhooks of repositories. */
	readonly pushHooks: () => Promise<PushHooks>;
}

/** The parts of the repositories feature. Each is opened when it is first needed. */
export class RepositoriesFeature {
	readonly #window: ExtensionWindow;
	readonly #dependencies: RepositoriesDependencies;

	constructor(window: ExtensionWindow, dependencies: RepositoriesDependencies) {
		this.#window = window;
		this.#dependencies = dependencies;
	}

	/** Repositories, and their files as VS Code shows them. */
	readonly services = once(async () => {
		const { context, lifetime, log } = this.#window;
		const [{ forges }, projects] = await Promise.all([
			this.#dependencies.accounts(),
			this.#dependencies.projects(),
		]);
		return lifetime.add(await openRepositoryServices(forges, projects, context.globalStorageUri.fsPath, log));
	});

	readonly shownView = once(async (): Promise<ShownView> => {
		const [{ repositories, submodules }, projects] = await Promise.all([
			this.services(),
			this.#dependencies.projects(),
		]);
		const { lifetime, tree } = this.#window;
		const registration = tree('tildeforge.repositories');
		const view = createRepositoriesView({
			source: repositories,
			submodules,
			project: repositoriesOfProjects(projects),
			changed: (change) => registration.changed(change),
			isVisible: () => registration.isVisible,
		});
		return { view: lifetime.add(view) };
	});

	/** The repositories in which things happen, for the inbox. */
	readonly watchSources = once(async () => {
		const { repositories } = await this.services();
		const { lifetime, log } = this.#window;
		return [lifetime.add(createRepositoryWatchSource(repositories, log.child('inbox')))];
	});

	/** The text that the forge shows to the user who has pushed. */
	async answerPush(
		account: string,
		{ params: { owner = '', repository = '' } }: HookTarget,
		received: Received,
		signal: AbortSignal,
	): Promise<string> {
		const { repositories } = await this.services();
		const { ticketOf, landed } = this.#dependencies;
		return answerPush({ account, owner, repository }, received, signal, {
			repositories,
			ticketOf,
			landed,
			log: this.#window.log.child('inbox'),
		});
	}

	/** The repositories of the user's accounts, for *Git: Clone*. */
	async cloneSources() {
		const { repositories } = await this.services();
		return cloneSources(repositories);
	}

	readonly commands = once(async () => {
		const [{ RepositoryCommands }, { repositories }, projects, tree] = await Promise.all([
			import('./commands/repository-commands.ts'),
			this.services(),
			this.#dependencies.projects(),
			this.#window.tree('tildeforge.repositories').tree(),
		]);
		const { pushHooks: hooks } = this.#dependencies;
		const roots = projects.rootsOf.bind(projects);
		return new RepositoryCommands(repositories, hooks, tree, repositoriesOfProjects(projects), roots);
	});
}
