import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import { SearchBox } from '../../platform/editor/boxes/search-box.ts';
import { showProgress } from '../../platform/editor/messages.ts';
import { runWithProgress } from '../../platform/editor/run-with-progress.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import { type Revision, revisionName } from '../model/revision.ts';
import { compareCommits } from '../state/compare-commits.ts';
import type { Repositories } from '../state/repositories.ts';
import {
	type ComparisonChoice,
	comparisonRows,
	type Histories,
	sinceBase,
} from './box-rows/comparison-rows.ts';
import { type OpenRepository, openRepository } from './open-repository.ts';
import { pickReference, referencesOf } from './pick-reference.ts';
import { readCommit, showChanges, showCommit } from './show-changes.ts';

/** A branch, tag or commit, by the name that the user knows. */
interface Side {
	readonly name: string;
	readonly commit: string;
}

/** Asks for two branches or tags, and compares them. If one is given, shows first what it adds to the other. */
export async function pickAndCompare(
	repositories: Repositories,
	key: RepositoryKey,
	given?: Revision,
): Promise<void> {
	using lifetime = new Lifetime();
	const open = openRepository(repositories, key, lifetime);
	const references = await showProgress(
		{ title: 'Loading branches and tags', location: vscode.ProgressLocation.Window },
		() => referencesOf(open),
	);
	if (references.length < 2)
		throw new ForgeError('missing', `${repositoryRef(key)} has fewer than two branches and tags to compare.`);
	const nameOf = (revision: Revision) => revisionName(revision, open.cache.referenceNames);
	const title = `Compare in ${repositoryRef(key)}`;
	const pick = (placeHolder: string, without?: Revision) =>
		pickReference(open, { title, placeHolder, without });
	const first = given ?? (await pick('Branch or tag to compare from'));
	const second = first && (await pick(`Branch or tag to compare ${nameOf(first)} with`, first));
	if (!first || !second) return;
	const [before, after] = given ? [second, first] : [first, second];
	const sideOf = async (revision: Revision): Promise<Side> => ({
		name: nameOf(revision),
		commit: (await readCommit(open, revision)).commit,
	});
	const sides = await showProgress(
		{ title: 'Loading commits', location: vscode.ProgressLocation.Window },
		() => Promise.all([sideOf(before), sideOf(after)]),
	);
	const choice = await new Comparison(open, ...sides).box.ask();
	if (choice?.kind === 'commit') await showCommit(repositories, key, choice.commit.id);
	else if (choice)
		await runWithProgress('Comparing', (signal) => showChanges(open, { ...choice, signal, messagesOf: [] }));
}

/** The box that names the merge base of two commits, lists the commits that only one of them has, and offers what can be opened. */
class Comparison {
	readonly box: SearchBox<ComparisonChoice>;
	readonly #open: OpenRepository;
	#before: Side;
	#after: Side;
	#histories: Histories = { kind: 'reading', isAwaited: false };

	constructor(open: OpenRepository, before: Side, after: Side) {
		this.#open = open;
		this.#before = before;
		this.#after = after;
		this.box = new SearchBox<ComparisonChoice>({
			title: () => `${repositoryRef(open.key)}: ${this.#before.name} ↔ ${this.#after.name}`,
			placeholder: 'Select what to show',
			read: (signal) => this.#read(signal),
			rows: () =>
				comparisonRows(
					{ before: this.#before.name, after: this.#after.name },
					this.box.hasFailed ? { kind: 'failed' } : this.#histories,
					{
						showChanges: () => this.#changes(),
						showChangesSinceBase: () => this.#acceptSinceBase(),
						swap: () => this.#swap(),
					},
				),
		});
	}

	#changes(): ComparisonChoice {
		const [before, after] = [this.#before, this.#after];
		const title = `${before.name} ↔ ${after.name}`;
		return { kind: 'changes', before: before.commit, after: after.commit, title };
	}

	/** If the logs have not been read, waits for them, and tries again if that has failed. */
	#acceptSinceBase(): ComparisonChoice | undefined {
		const histories = this.#histories;
		if (histories.kind === 'known') return histories.mergeBase && this.#changesSince(histories.mergeBase);
		this.#histories = { kind: 'reading', isAwaited: true };
		return this.box.tryAgain();
	}

	#changesSince(base: Commit): ComparisonChoice {
		const [before, after] = [this.#before, this.#after];
		return {
			kind: 'changes',
			before: base.id,
			after: after.commit,
			title: `${after.name} since its merge base ${shortId(base.id)} with ${before.name}`,
		};
	}

	#swap(): undefined {
		[this.#before, this.#after] = [this.#after, this.#before];
		if (this.#histories.kind !== 'known') return;
		const { before, after } = this.#histories;
		this.#histories = { ...this.#histories, before: after, after: before };
	}

	async #read(signal: AbortSignal): Promise<void> {
		const [before, after] = [this.#before, this.#after];
		const { objects } = this.#open.cache;
		const found = await compareCommits(objects, before.commit, after.commit, { signal });
		// The user no longer waits if another row is active.
		const isAwaited = this.#histories.kind === 'reading' && this.#histories.isAwaited;
		const waits = isAwaited && this.box.active === sinceBase;
		if (waits && found.mergeBase) this.box.answer(this.#changesSince(found.mergeBase));
		const isSwapped = this.#before !== before;
		const sides = isSwapped ? { before: found.after, after: found.before } : {};
		this.#histories = { kind: 'known', ...found, ...sides };
	}
}
