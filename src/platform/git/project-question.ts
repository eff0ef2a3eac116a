import { basename } from 'node:path';
import type { Event } from '../../base/emitter.ts';
import type { Log } from '../../base/log.ts';
import { ForgeError, isTransient } from '../../forge/errors.ts';
import type { Project, ProjectInstance, ProjectPart } from './project.ts';
import type { StoredChoices } from './project-choices.ts';

interface ProjectQuestionOptions<I> {
	readonly projects: {
		readonly all: readonly Project<I>[];
		readonly choices: StoredChoices;
		readonly onDidChange: Event<void>;
	};
	readonly kind: 'tracker' | 'list';
	/** Whether the forge has this item and the user may see it. Undefined if no account can find out. */
	readonly exists: (part: ProjectPart<I>) => Promise<boolean | undefined>;
	/** Undefined if the user does not answer. */
	readonly ask: (question: string) => PromiseLike<boolean | undefined>;
	readonly log: Log;
}

const names = { tracker: 'ticket tracker', list: 'mailing list' };

/**
 * Asks whether the tracker or list with the name of a project's repository is the project's. Asks once in a window, and never again once
 * the user has answered.
 */
export class ProjectQuestion<I extends ProjectInstance> {
	readonly #options: ProjectQuestionOptions<I>;
	/** The questions of this window, each with its folder. */
	readonly #asked = new Set<string>();

	constructor(options: ProjectQuestionOptions<I>) {
		this.#options = options;
	}

	/** Asks about the projects whose part is not confirmed, one after the other. Returns whether anything was asked. */
	async askIfNeeded(): Promise<boolean> {
		const { projects, kind } = this.#options;
		let hasAsked = false;
		for (const { root, [kind]: part } of projects.all) {
			if (part?.source !== 'same-name') continue;
			const subject = JSON.stringify([root, part.instance.name, part.owner, part.name]);
			if (this.#asked.has(subject)) continue;
			this.#asked.add(subject);
			const result = await this.#ask(root, part);
			if (result === 'not now') this.#asked.delete(subject);
			if (result === 'asked') hasAsked = true;
		}
		return hasAsked;
	}

	/** Asks also what the user has not answered before. */
	async askAgain(): Promise<boolean> {
		this.#asked.clear();
		return this.askIfNeeded();
	}

	async #ask(root: string, part: ProjectPart<I>): Promise<'asked' | 'not now' | 'never'> {
		const { projects, kind, exists, ask, log } = this.#options;
		const { instance, owner, name } = part;
		try {
			const isThere = await exists(part);
			if (!isThere) return isThere === undefined ? 'not now' : 'never';
		} catch (error) {
			log.info(`${owner}/${name} could not be looked up`, error);
			return error instanceof ForgeError && isTransient(error) ? 'not now' : 'never';
		}
		const question = `Is ${owner}/${name} on ${instance.name} the ${names[kind]} of the project in the folder ${basename(root)}?`;
		const answer = await ask(question);
		if (answer === undefined) return 'asked';
		await projects.choices.change(root, {
			[kind]: answer ? { instance: instance.name, owner, name } : 'none',
		});
		return 'asked';
	}
}
