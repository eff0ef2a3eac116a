import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Event } from '../../base/emitter.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import type { Account } from '../../signin/connections/connection.ts';
import type { Instance } from '../../signin/instances/instance.ts';
import type { PartKind } from '../git/project.ts';
import {
	combineQuestionResults,
	ProjectQuestion,
	type ProjectQuestionResult,
} from '../git/project-question.ts';
import type { Projects } from '../git/projects.ts';
import type { ProjectItem } from '../model/project-items.ts';
import { projectRow } from './project-row.ts';
import { noticeRow, type Row } from './row.ts';
import type { View, ViewChange, ViewHead } from './view.ts';

/** A view, with what the user may be asked about the projects of the workspace when it is shown. */
export interface ShownView {
	readonly view: View;
	/** The kind of the view's items, one of which may be the project's. */
	readonly projectPart?: {
		readonly kind: PartKind;
		/** Whether one of the accounts may see an item. Undefined if none can find out. */
		readonly exists: (item: ProjectItem, accounts: readonly Account[]) => Promise<boolean | undefined>;
	};
	/** Shown above the rows while the sample forge is the only account. */
	readonly aboutSample?: string;
	/** What of the view is redrawn each minute. The default is only the ages in its rows. */
	readonly afterMinute?: ViewChange;
}

interface ViewsOptions {
	readonly forges: {
		readonly accounts: readonly Account[];
		readonly onDidChange: Event<unknown>;
		isTemporary(account: string): boolean;
	};
	/** Rows for problems with accounts and forges that the user has to solve. */
	readonly problems: () => readonly Row[];
	readonly projects: Projects<Instance>;
	/** Asks the user at once; undefined if there is no answer. */
	readonly ask: (question: string) => PromiseLike<boolean | undefined>;
	/** Called when rows of a view have changed or, without `change`, the whole view. */
	readonly changed: (view: string, change?: ViewChange) => void;
	readonly isVisible: (view: string) => boolean;
	readonly log: Log;
}

/** A question that a row of a view shows. */
interface ShownQuestion {
	/** The id of the view. */
	readonly view: string;
	readonly text: string;
	/** Whether it still has no answer. */
	readonly isOpen: () => boolean;
	readonly answer: (answer: boolean) => void;
}

/** The shortest unit of ages in rows. */
const ageMs = 60_000;

/** All views of the window. */
export class Views implements Disposable {
	readonly #options: ViewsOptions;
	readonly #views: ReadonlyMap<string, ShownView>;
	/** What is asked when a view is shown, by the view's id. */
	readonly #questions = new Map<string, ProjectQuestion<Instance>>();
	/** In the order in which the views show them, one at a time. */
	readonly #shownQuestions: ShownQuestion[] = [];
	readonly #lifetime = new Lifetime();
	/** Listeners to the connections of the current accounts. */
	#connectionListeners = this.#lifetime.child();

	constructor(shown: readonly ShownView[], options: ViewsOptions) {
		this.#options = options;
		const { forges, projects, changed, isVisible } = options;
		this.#views = new Map(shown.map((one) => [one.view.id, one]));
		for (const one of shown) {
			const question = this.#questionOf(one);
			if (question) this.#questions.set(one.view.id, question);
		}
		this.#lifetime.interval(() => {
			for (const { view, afterMinute = 'ages' } of shown)
				if (isVisible(view.id)) changed(view.id, afterMinute);
		}, ageMs);
		this.#lifetime.add(
			forges.onDidChange(() => {
				this.#listenToConnections();
				this.#didChangeAll();
			}),
		);
		this.#listenToConnections();
		this.#lifetime.add(projects.onDidChange(() => this.#didChangeAll()));
	}

	/** The view that has this id in the manifest. */
	view(id: string): View | undefined {
		return this.#views.get(id)?.view;
	}

	/** What is shown around the rows of a view. It names the sample forge while that is the only account. */
	head(id: string): ViewHead {
		const { message, description, badge, contextKeys } = this.view(id) ?? {};
		const { accounts } = this.#options.forges;
		const areTemporary = accounts.every(({ session }) => this.#options.forges.isTemporary(session.id));
		const sample = areTemporary ? accounts[0] : undefined;
		const words = [description, sample?.instance.name].filter((one) => one !== undefined);
		return {
			message: message ?? (sample && this.#views.get(id)?.aboutSample),
			description: words.join(' · '),
			badge,
			...(contextKeys && { contextKeys }),
		};
	}

	/** Tells the view that the user has shown it again. VS Code does not request its rows again. */
	didBecomeVisible(id: string): void {
		this.view(id)?.didBecomeVisible?.();
		background(this.#questions.get(id)?.askIfNeeded());
	}

	async roots(id: string): Promise<readonly Row[]> {
		const { forges, problems, isVisible } = this.#options;
		const rows = (await this.view(id)?.roots(forges.accounts, problems())) ?? [];
		if (isVisible(id)) background(this.#questions.get(id)?.askIfNeeded());
		return this.#withQuestion(id, rows);
	}

	/** Lets the user answer the question that a row of the view shows. */
	async answerQuestion(id: string): Promise<void> {
		const shown = this.#questionIn(id);
		if (!shown) return;
		const answer = await this.#options.ask(shown.text);
		if (answer !== undefined && shown.isOpen()) shown.answer(answer);
	}

	/** Reads the contents of the views from the forge again. */
	refresh(): void {
		background(this.#options.projects.refresh());
		for (const { view } of this.#views.values()) {
			this.#options.changed(view.id, 'order');
			if (view.refresh) view.refresh();
			else this.#options.changed(view.id);
		}
	}

	/** Asks again what the user has answered about the projects. */
	async askAboutProjects(): Promise<ProjectQuestionResult | 'untrusted'> {
		if (!this.#options.projects.isTrusted) return 'untrusted';
		const all: ProjectQuestionResult[] = [];
		for (const question of this.#questions.values()) all.push(await question.askAgain());
		return combineQuestionResults(all);
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	/** Adds the question about the project to *This Project*. */
	#withQuestion(id: string, rows: readonly Row[]): readonly Row[] {
		const shown = this.#questionIn(id);
		if (!shown) return rows;
		const question = noticeRow('project/question', 'question', shown.text, {
			command: { id: 'tildeforge.askAboutProject', title: 'Answer', arguments: [id] },
		});
		const isProject = (row: Row) => row.id === 'project';
		if (!rows.some(isProject)) return [projectRow(() => [question]), ...rows];
		const withQuestion = ({ children }: Row) =>
			projectRow(async () => [...((await children?.()) ?? []), question]);
		return rows.map((row) => (isProject(row) ? withQuestion(row) : row));
	}

	#questionIn(view: string): ShownQuestion | undefined {
		return this.#shownQuestions.find((one) => one.view === view && one.isOpen());
	}

	#questionOf({ view, projectPart }: ShownView): ProjectQuestion<Instance> | undefined {
		if (!projectPart) return undefined;
		const { kind, exists } = projectPart;
		const { forges, projects, ask, changed, log } = this.#options;
		return new ProjectQuestion<Instance>({
			projects,
			kind,
			ask,
			show: (text, isOpen) =>
				new Promise((answer) => {
					this.#shownQuestions.push({ view: view.id, text, isOpen, answer });
					changed(view.id);
				}),
			log,
			exists: ({ instance, owner, name }) =>
				exists({ instance: instance.name, owner, name }, forges.accounts),
		});
	}

	#didChangeAll(): void {
		for (const id of this.#views.keys()) this.#options.changed(id);
	}

	#listenToConnections(): void {
		this.#connectionListeners.dispose();
		this.#connectionListeners = this.#lifetime.child();
		for (const account of this.#options.forges.accounts) {
			this.#connectionListeners.add(
				account.connection.onDidAnswer((area) => {
					for (const { view } of this.#views.values()) view.didAnswer?.(account, area);
				}),
			);
			this.#connectionListeners.add(
				account.connection.losses.onDidLose((area) => {
					for (const { view } of this.#views.values()) view.didLose?.(account, area);
				}),
			);
		}
	}
}
