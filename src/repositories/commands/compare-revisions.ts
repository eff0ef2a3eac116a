import * as vscode from 'vscode';
import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { shortId } from '../../forge/shapes/git-objects.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import { showProgress } from '../../platform/editor/messages.ts';
import { runWithProgress } from '../../platform/editor/run-with-progress.ts';
import { type RepositoryKey, repositoryRef } from '../../platform/model/keys.ts';
import { type Revision, revisionName } from '../model/revision.ts';
import { compareCommits } from '../state/compare-commits.ts';
import type { Repositories } from '../state/repositories.ts';
import { type ComparisonItem, comparisonItems, type Histories } from './box-items/comparison-items.ts';
import { type OpenRepository, openRepository } from './open-repository.ts';
import { pickReference, referencesOf } from './pick-reference.ts';
import { readCommit, showChanges, showCommit } from './show-changes.ts';

/** A branch, tag or commit, by the name that the user knows. */
interface Side {
	readonly name: string;
	readonly commit: string;
}

/** What the user wants to see of a comparison. */
type Choice =
	| { readonly kind: 'commit'; readonly commit: Commit }
	| { readonly kind: 'changes'; readonly title: string; readonly before: string; readonly after: string };

/** Asks for two branches or tags unless the first is given, and compares them. */
export async function pickAndCompare(
	repositories: Repositories,
	key: RepositoryKey,
	given?: Revision,
): Promise<void> {
	const lifetime = new Lifetime();
	try {
		const open = openRepository(repositories, key, lifetime);
		const references = await showProgress(
			{ title: 'Loading branches and tags', location: vscode.ProgressLocation.Window },
			() => referencesOf(open),
		);
		if (references.length < 2)
			throw new ForgeError(
				'missing',
				`${repositoryRef(key)} has fewer than two branches and tags to compare.`,
			);
		const nameOf = (revision: Revision) => revisionName(revision, open.cache.referenceNames);
		const title = `Compare in ${repositoryRef(key)}`;
		const pick = (placeHolder: string, without?: Revision) =>
			pickReference(open, { title, placeHolder, without });
		const before = given ?? (await pick('Branch or tag to compare from'));
		const after = before && (await pick(`Branch or tag to compare ${nameOf(before)} with`, before));
		if (!before || !after) return;
		const sideOf = async (revision: Revision): Promise<Side> => ({
			name: nameOf(revision),
			commit: (await readCommit(open, revision)).commit,
		});
		const sides = await showProgress(
			{ title: 'Loading commits', location: vscode.ProgressLocation.Window },
			() => Promise.all([sideOf(before), sideOf(after)]),
		);
		const choice = await new Comparison(open, ...sides).choose();
		if (choice?.kind === 'commit') await showCommit(repositories, key, choice.commit.id);
		else if (choice)
			await runWithProgress('Comparing', (signal) =>
				showChanges(open, { ...choice, signal, hasMessage: false }),
			);
	} finally {
		lifetime.dispose();
	}
}

/** The box that names the merge base of two commits, lists the commits that only one of them has, and offers what can be opened. */
class Comparison {
	readonly #open: OpenRepository;
	#before: Side;
	#after: Side;
	readonly #lifetime = new Lifetime();
	readonly #input: vscode.QuickPick<ComparisonItem>;
	readonly #choice = Promise.withResolvers<Choice | undefined>();
	#histories: Histories = { kind: 'reading', isAwaited: false };

	constructor(open: OpenRepository, before: Side, after: Side) {
		this.#open = open;
		this.#before = before;
		this.#after = after;
		this.#input = this.#lifetime.add(vscode.window.createQuickPick<ComparisonItem>());
		this.#input.matchOnDescription = true;
	}

	/** Undefined if the user cancels. */
	async choose(): Promise<Choice | undefined> {
		const input = this.#input;
		const { promise, resolve } = this.#choice;
		this.#lifetime.add(
			input.onDidAccept(() => {
				const [item] = input.selectedItems;
				const choice = item && this.#accept(item);
				if (choice) resolve(choice);
			}),
		);
		this.#lifetime.add(input.onDidHide(() => resolve(undefined)));
		input.show();
		background(this.#read());
		try {
			return await promise;
		} finally {
			this.#lifetime.dispose();
		}
	}

	/** Returns what is to be opened. Undefined if the box stays open. */
	#accept(item: ComparisonItem): Choice | undefined {
		const [before, after] = [this.#before, this.#after];
		switch (item.id) {
			case 'commit':
				return { kind: 'commit', commit: item.commit };
			case 'changes':
				return {
					kind: 'changes',
					before: before.commit,
					after: after.commit,
					title: `${before.name} ↔ ${after.name}`,
				};
			case 'changes-since-base':
				return this.#acceptSinceBase();
			case 'swap':
				this.#swap();
				return undefined;
			case 'retry':
				background(this.#read());
				return undefined;
			case 'note':
			case 'group':
				return undefined;
		}
	}

	/** If the logs have not been read, waits for them. */
	#acceptSinceBase(): Choice | undefined {
		const histories = this.#histories;
		switch (histories.kind) {
			case 'reading':
				this.#histories = { kind: 'reading', isAwaited: true };
				this.#draw();
				return undefined;
			case 'failed':
				background(this.#read(true));
				return undefined;
			case 'known':
				return histories.mergeBase && this.#changesSince(histories.mergeBase);
		}
	}

	#changesSince(base: Commit): Choice {
		const [before, after] = [this.#before, this.#after];
		return {
			kind: 'changes',
			before: base.id,
			after: after.commit,
			title: `${after.name} since its merge base ${shortId(base.id)} with ${before.name}`,
		};
	}

	#swap(): void {
		[this.#before, this.#after] = [this.#after, this.#before];
		if (this.#histories.kind === 'known') {
			const { before, after } = this.#histories;
			this.#histories = { ...this.#histories, before: after, after: before };
		}
		this.#draw();
	}

	/** `isAwaited` if the user wants to see the changes since the merge base. */
	async #read(isAwaited = false): Promise<void> {
		const [before, after] = [this.#before, this.#after];
		this.#histories = { kind: 'reading', isAwaited };
		this.#draw();
		try {
			const { objects } = this.#open.cache;
			const { signal } = this.#lifetime;
			const found = await compareCommits(objects, before.commit, after.commit, { signal });
			const isSwapped = this.#before !== before;
			// The user no longer waits if another item is active.
			const waits = this.#isAwaited && this.#input.activeItems[0]?.id === 'changes-since-base';
			if (waits && found.mergeBase) this.#choice.resolve(this.#changesSince(found.mergeBase));
			this.#histories = {
				kind: 'known',
				...found,
				...(isSwapped && { before: found.after, after: found.before }),
			};
		} catch (error) {
			if (this.#lifetime.ended) return;
			if (!(error instanceof ForgeError)) throw error;
			this.#histories = { kind: 'failed', message: error.message };
		}
		this.#draw();
	}

	get #isAwaited(): boolean {
		return this.#histories.kind === 'reading' && this.#histories.isAwaited;
	}

	/** The items at the top keep their places. The one that was active stays so. */
	#draw(): void {
		if (this.#lifetime.ended) return;
		const input = this.#input;
		const [active] = input.activeItems;
		const names = { before: this.#before.name, after: this.#after.name };
		input.title = `${repositoryRef(this.#open.key)}: ${names.before} ↔ ${names.after}`;
		input.placeholder = 'Select what to show';
		input.busy = this.#histories.kind === 'reading';
		input.keepScrollPosition = true;
		input.items = comparisonItems(names, this.#histories);
		const same = active && active.id !== 'commit' && input.items.find(({ id }) => id === active.id);
		if (same) input.activeItems = [same];
	}
}
