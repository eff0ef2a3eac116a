import { basename } from 'node:path';
import type { Event } from '../../base/emitter.ts';
import type { Log } from '../../base/log/log.ts';
import { ForgeError, isTransient } from '../../forge/contract/errors.ts';
import {
	type PartKind,
	type Project,
	type ProjectInstance,
	type ProjectPart,
	partOfSameName,
} from './project.ts';
import type { StoredChoices } from './project-choices.ts';

interface ProjectQuestionOptions<I> {
	readonly projects: {
		readonly all: readonly Project<I>[];
		readonly choices: StoredChoices;
		readonly onDidChange: Event<void>;
	};
	readonly kind: PartKind;
	/** Whether the forge has this item and the user may see it. Undefined if no account can find out. */
	readonly exists: (part: ProjectPart<I>) => Promise<boolean | undefined>;
	/** Asks at once. Undefined if the user does not answer. */
	readonly ask: AskUser;
	/** Shows the question until the user answers it, while `isOpen`. */
	readonly show: (question: string, isOpen: () => boolean) => PromiseLike<boolean | undefined>;
	readonly log: Log;
}

type AskUser = (question: string) => PromiseLike<boolean | undefined>;

/** Whether a question about a folder has an answer that stays. */
type IsAnswered = (root: string) => boolean;

/** The outcome of a question. `no-account` means that no account can look for the tracker or list. */
export type ProjectQuestionResult = 'asked' | 'offline' | 'no-account' | 'nothing';

/** The result of several questions: the first of these that one of them has. */
const results: readonly ProjectQuestionResult[] = ['asked', 'offline', 'no-account'];

export const combineQuestionResults = (all: readonly ProjectQuestionResult[]): ProjectQuestionResult =>
	results.find((result) => all.includes(result)) ?? 'nothing';

const partNames = { tracker: 'ticket tracker', list: 'mailing list' };

/**
 * Asks whether the tracker or list with the name of a project's repository is the project's. Asks once in a window, and never again once
 * the user has answered.
 */
export class ProjectQuestion<I extends ProjectInstance> {
	readonly #options: ProjectQuestionOptions<I>;
	/** The questions that this window has asked, by their folders and parts. */
	readonly #asked = new Set<string>();

	constructor(options: ProjectQuestionOptions<I>) {
		this.#options = options;
	}

	/** Shows questions about the projects whose part is not confirmed, one after the other. */
	async askIfNeeded(): Promise<void> {
		const { projects, kind, show } = this.#options;
		const isAnswered = (root: string) => projects.choices.get(root)[kind] !== undefined;
		for (const { root, [kind]: part } of projects.all) {
			if (part?.source !== 'same-name' || this.#asked.has(subjectOf(root, part))) continue;
			const isOpen = () =>
				!isAnswered(root) && projects.all.some((one) => one.root === root && one[kind]?.name === part.name);
			await this.#askOnce(root, part, isAnswered, (question) => show(question, isOpen));
		}
	}

	/** Asks again, even if the user has answered or closed the question before. An earlier answer stays until the user gives a new one. */
	async askAgain(): Promise<ProjectQuestionResult> {
		const { projects, kind } = this.#options;
		const all: ProjectQuestionResult[] = [];
		for (const { root, repositories, [kind]: current } of projects.all) {
			const part = partOfSameName(kind, repositories[0]);
			if (!part || current?.source === 'hut-file') continue;
			all.push(await this.#askOnce(root, part, () => false, this.#options.ask));
		}
		return combineQuestionResults(all);
	}

	/** Asks, and does not ask again unless only a later attempt can find out whether the part exists. */
	async #askOnce(
		root: string,
		part: ProjectPart<I>,
		isAnswered: IsAnswered,
		ask: AskUser,
	): Promise<ProjectQuestionResult> {
		const subject = subjectOf(root, part);
		this.#asked.add(subject);
		const result = await this.#ask(root, part, isAnswered, ask);
		if (result === 'offline' || result === 'no-account') this.#asked.delete(subject);
		return result;
	}

	async #ask(
		root: string,
		part: ProjectPart<I>,
		isAnswered: IsAnswered,
		ask: AskUser,
	): Promise<ProjectQuestionResult> {
		const { projects, kind, exists, log } = this.#options;
		const { instance, owner, name } = part;
		try {
			const partExists = await exists(part);
			if (!partExists) return partExists === undefined ? 'no-account' : 'nothing';
		} catch (error) {
			log.info(`${owner}/${name} could not be looked up`, error);
			return error instanceof ForgeError && isTransient(error) ? 'offline' : 'nothing';
		}
		// The user may have answered in another window.
		await projects.choices.read();
		if (isAnswered(root)) return 'nothing';
		const question = `Is ${owner}/${name} on ${instance.name} the ${partNames[kind]} of the project in the folder ${basename(root)}?`;
		const answer = await ask(question);
		if (answer === undefined) return 'asked';
		await projects.choices.change(root, {
			[kind]: answer ? { instance: instance.name, owner, name } : 'none',
		});
		return 'asked';
	}
}

const subjectOf = (root: string, { instance, owner, name }: ProjectPart<ProjectInstance>): string =>
	JSON.stringify([root, instance.name, owner, name]);
