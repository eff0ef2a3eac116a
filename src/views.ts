import type { Forges } from './accounts/forges/forges.ts';
import { background } from './base/background.ts';
import { coalesce } from './base/coalesce.ts';
import type { Disposable } from './base/disposable.ts';
import { Lifetime } from './base/lifetime.ts';
import type { Log } from './base/log/log.ts';
import type { InboxEvents } from './inbox/state/inbox-events.ts';
import type { LiveStatus } from './inbox/state/live-status.ts';
import { InboxView } from './inbox/view/inbox-view.ts';
import type { PatchSettings } from './patches/settings.ts';
import type { MailingLists } from './patches/state/mailing-lists.ts';
import type { StatusChanges } from './patches/state/status/status-changes.ts';
import { createPatchesView, type PatchesView, type PatchesViewOptions } from './patches/view/patches-view.ts';
import { followStatuses } from './patches/view/pending-statuses.ts';
import type { ProjectPart } from './platform/git/project.ts';
import { confirmedOfProjects, repositoriesOfProjects } from './platform/git/project-items.ts';
import {
	combineQuestionResults,
	ProjectQuestion,
	type ProjectQuestionResult,
} from './platform/git/project-question.ts';
import type { Projects } from './platform/git/projects.ts';
import type { ProjectItem } from './platform/model/project-items.ts';
import { itemExists } from './platform/view/item-exists.ts';
import type { Row } from './platform/view/row.ts';
import { endedRow, problemRow, unconfiguredRow } from './platform/view/session-rows.ts';
import type { View, ViewChange } from './platform/view/view.ts';
import type { Repositories } from './repositories/state/repositories.ts';
import { createRepositoriesView, type RepositoriesView } from './repositories/view/repositories-view.ts';
import type { Account, Area } from './signin/connections/connection.ts';
import type { Instance } from './signin/instances/instance.ts';
import type { Tickets } from './tickets/state/tickets.ts';
import { TicketsView, type TicketsViewOptions } from './tickets/view/tickets-view.ts';

/** The accounts and forges with their problems. */
interface ShownForges extends Pick<Forges, 'accounts' | 'isTemporary' | 'onDidChange'> {
	readonly instances: Pick<Forges['instances'], 'problems' | 'unconfigured'>;
	readonly registry: Pick<Forges['registry'], 'sessions' | 'ended'>;
}

/** The projects of the workspace. */
interface ShownProjects
	extends Pick<Projects<Instance>, 'all' | 'choices' | 'isTrusted' | 'onDidChange' | 'ready'> {
	refresh(): Promise<void>;
}

interface ViewRegistryOptions
	extends Omit<TicketsViewOptions, 'changed' | 'tickets' | 'project' | 'isVisible'> {
	readonly forges: ShownForges;
	readonly inbox: {
		readonly events: Pick<InboxEvents, 'entries' | 'losses' | 'onDidChange'>;
		refresh(): void;
	};
	readonly liveStatus: Pick<LiveStatus, 'state' | 'onDidChange'>;
	readonly tickets: Tickets;
	readonly repositories: Repositories;
	readonly lists: MailingLists;
	/** The saved queries of the Patches view. */
	readonly patchSettings: Pick<PatchSettings, 'queries' | 'onDidChange'>;
	readonly statuses: StatusChanges;
	readonly seenSeries: PatchesViewOptions['seen'];
	readonly projects: ShownProjects;
	/** Asks the user; undefined if there is no answer. */
	readonly ask: (question: string) => PromiseLike<boolean | undefined>;
	readonly log: Log;
	/** Called when rows of a view have changed or, without `change`, the whole view. Resolves when they are compared with those shown. */
	readonly changed: (id: string, change?: ViewChange) => Promise<void>;
	readonly isVisible: (id: string) => boolean;
}

/** Shown above the tickets of the sample forge. */
const aboutSample =
	"Sample forge. Nothing leaves this machine. Press ? on a ticket's page for keyboard shortcuts.";

/** States of the connection may change many times in a second. */
const headMs = 200;

/** The shortest unit of ages in rows. */
const ageMs = 60_000;

/** All views. Loaded when the user opens the first one. */
export class ViewRegistry implements Disposable {
	/** The Tickets view. Other parts of the feature read its lists. */
	readonly tickets: TicketsView;
	readonly #forges: ShownForges;
	readonly #views: ReadonlyMap<string, View>;
	readonly #changed: ViewRegistryOptions['changed'];
	readonly #isVisible: ViewRegistryOptions['isVisible'];
	readonly #projects: ShownProjects;
	/** What is asked when a view is shown, by the view's id. */
	readonly #questions: ReadonlyMap<string, ProjectQuestion<Instance>>;
	readonly #lifetime = new Lifetime();
	/** Listeners to the connections of the current accounts. */
	#connectionListeners = this.#lifetime.child();

	constructor({
		forges,
		inbox,
		liveStatus,
		repositories,
		lists,
		patchSettings,
		statuses,
		seenSeries,
		projects,
		changed,
		isVisible,
		ask,
		log,
		...options
	}: ViewRegistryOptions) {
		this.#forges = forges;
		this.#changed = changed;
		this.#isVisible = isVisible;
		this.#projects = projects;
		const changedTickets = (change?: ViewChange) => changed(this.tickets.id, change);
		this.tickets = this.#lifetime.add(
			new TicketsView({
				...options,
				project: confirmedOfProjects(projects, 'tracker'),
				changed: changedTickets,
				isVisible: () => isVisible(this.tickets.id),
			}),
		);
		const patches: PatchesView = this.#lifetime.add(
			createPatchesView({
				source: lists,
				queries: () => patchSettings.queries,
				statuses,
				seen: seenSeries,
				project: confirmedOfProjects(projects, 'list'),
				changed: (change) => changed(patches.id, change),
				isVisible: () => isVisible(patches.id),
			}),
		);
		this.#lifetime.add(patchSettings.onDidChange(() => changed(patches.id)));
		this.#lifetime.add(
			followStatuses(statuses.outbox, ({ account, owner, list }) =>
				patches.didChange(account, { owner, name: list }),
			),
		);
		this.#lifetime.add(
			seenSeries.onDidChange(({ account, owner, list }) => patches.didChange(account, { owner, name: list })),
		);
		const repositoriesView: RepositoriesView = this.#lifetime.add(
			createRepositoriesView({
				source: repositories,
				project: repositoriesOfProjects(projects),
				changed: (change) => changed(repositoriesView.id, change),
				isVisible: () => isVisible(repositoriesView.id),
			}),
		);
		const inboxView = new InboxView({ inbox, status: liveStatus });
		this.#lifetime.add(inbox.events.onDidChange(() => changed(inboxView.id, 'some')));
		const showHead = coalesce(this.#lifetime, headMs, () => changed(inboxView.id, 'head'));
		this.#lifetime.add(liveStatus.onDidChange(showHead));
		const views: readonly View[] = [inboxView, this.tickets, patches, repositoriesView];
		this.#lifetime.interval(() => {
			for (const { id } of views.filter((view) => isVisible(view.id))) {
				// What was seen a day ago leaves the inbox.
				changed(id, id === inboxView.id ? 'some' : 'ages');
			}
		}, ageMs);
		this.#views = new Map(views.map((view) => [view.id, view]));
		this.#lifetime.add(
			forges.onDidChange(() => {
				this.#listenToConnections();
				for (const id of this.#views.keys()) changed(id);
			}),
		);
		this.#listenToConnections();
		this.#lifetime.add(
			projects.onDidChange(() => {
				for (const id of this.#views.keys()) changed(id);
			}),
		);
		// The badge is shown even if the view is collapsed.
		changed(inboxView.id, 'head');
		this.#questions = new Map([
			[
				this.tickets.id,
				new ProjectQuestion({
					projects,
					kind: 'tracker',
					ask,
					log,
					exists: (part) =>
						itemExists(itemOf(part), forges.accounts, this.tickets, ({ account, owner, name }) =>
							account.connection.trackers?.tracker({ owner, tracker: name }),
						),
				}),
			],
			[
				patches.id,
				new ProjectQuestion({
					projects,
					kind: 'list',
					ask,
					log,
					exists: (part) =>
						itemExists(itemOf(part), forges.accounts, patches, ({ account, owner, name }) =>
							account.connection.lists?.list({ owner, list: name }),
						),
				}),
			],
		]);
	}

	/** The view that has this id in the manifest. */
	view(id: string): View | undefined {
		return this.#views.get(id);
	}

	/** What is shown around the rows of a view. Says so while the sample forge is the only account. */
	head(id: string): Pick<View, 'message' | 'description' | 'badge' | 'contextKeys'> {
		const { message, description, badge, contextKeys } = this.view(id) ?? {};
		const { accounts, isTemporary } = this.#forges;
		const [sample] = accounts.every(({ session }) => isTemporary(session.id)) ? accounts : [];
		const words = [description, sample?.instance.name].filter((one) => one !== undefined);
		return {
			message: message ?? (sample && id === this.tickets.id ? aboutSample : undefined),
			description: words.join(' · '),
			badge,
			...(contextKeys && { contextKeys }),
		};
	}

	/** VS Code does not ask for the rows of a view again when the user shows it. */
	didBecomeVisible(id: string): void {
		this.view(id)?.didBecomeVisible?.();
		background(this.#questions.get(id)?.askIfNeeded());
	}

	async roots(id: string): Promise<readonly Row[]> {
		const rows = (await this.view(id)?.roots(this.#forges.accounts, this.#problems())) ?? [];
		if (this.#isVisible(id)) background(this.#questions.get(id)?.askIfNeeded());
		return rows;
	}

	/** Reads the contents of the views from the forge again. */
	refresh(): void {
		background(this.#projects.refresh());
		for (const view of this.#views.values()) {
			if (view.refresh) view.refresh();
			else this.#changed(view.id);
		}
	}

	/** Asks again what the user has answered about the projects. */
	async askAboutProjects(): Promise<ProjectQuestionResult | 'untrusted'> {
		if (!this.#projects.isTrusted) return 'untrusted';
		const all: ProjectQuestionResult[] = [];
		for (const question of this.#questions.values()) all.push(await question.askAgain());
		return combineQuestionResults(all);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#listenToConnections(): void {
		this.#connectionListeners.dispose();
		this.#connectionListeners = this.#lifetime.child();
		for (const account of this.#forges.accounts)
			this.#connectionListeners.add(account.connection.onDidAnswer((area) => this.#didAnswer(account, area)));
	}

	#didAnswer(account: Account, area: Area): void {
		for (const view of this.#views.values()) if (view.didAnswer?.(account, area)) this.#changed(view.id);
	}

	/** Rows for problems with accounts and forges that the user has to solve. */
	#problems(): readonly Row[] {
		const { instances, registry } = this.#forges;
		const unconfigured = instances.unconfigured(registry.sessions);
		return [
			...instances.problems.map(problemRow),
			...registry.ended.map(endedRow),
			...unconfigured.map(unconfiguredRow),
		];
	}
}

const itemOf = ({ instance, owner, name }: ProjectPart<Instance>): ProjectItem => ({
	instance: instance.name,
	owner,
	name,
});
