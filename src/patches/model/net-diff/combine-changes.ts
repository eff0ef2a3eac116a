import type { Budget } from '../../../mail/range-diff/match-lines.ts';
import type { FileDiff } from '../../../mail/unified-diff/file-diff.ts';
import type { VersionFile } from '../side-texts/file-lines.ts';
import { addHunks, type KnownLines, unknownFile } from './known-lines.ts';
import { writeHunks } from './write-hunks.ts';

/** What several patches change in a file. */
export type CombinedChanges =
	| { readonly kind: 'combined'; readonly source: string; readonly file: FileDiff }
	/** The last patch leaves the file as it was before the first one. */
	| { readonly kind: 'unchanged' }
	| { readonly kind: 'failed'; readonly reason: FailureReason };

/** `mismatch`: a patch was made for another version of the file than the patches before it lead to. */
export type FailureReason = 'binary' | 'type-change' | 'mismatch' | 'too-large';

/** Each patch copies the lines that the patches before it contain. More of them would delay the page. */
export const maxCopiedLines = 5_000_000;

/**
 * Combines the changes of a file, in the order of their patches. Only lines that the patches contain are needed: a later patch changes lines that
 * an earlier one contains, or others, whose numbers are known. Reasons: docs/decisions/net-diff.md.
 */
export function combineChanges(
	changes: readonly VersionFile[],
	budget: Budget = { steps: maxCopiedLines },
): CombinedChanges {
	const state = new FileState();
	for (const change of changes) {
		const reason = state.apply(change, budget);
		if (reason) return { kind: 'failed', reason };
	}
	return state.result(changes);
}

class FileState {
	#known: KnownLines = unknownFile;
	/** Whether the file existed before the first change. Undefined before that is applied. */
	#existed: boolean | undefined;
	#exists = true;
	/** Its path before the first change. */
	#oldPath: string | undefined;
	#path: string | undefined;
	#wasCopied = false;
	/** The id of the content after the last change; undefined if that is not known. */
	#id: string | undefined;

	/** Returns why the change cannot be combined with those before. */
	apply({ source, file }: VersionFile, budget: Budget): FailureReason | undefined {
		const { status, binary, isCombined, hunks, old, newId } = file;
		if (binary) return 'binary';
		if (status === 'T' || isCombined) return 'type-change';
		const isNew = status === 'A';
		if (this.#existed === undefined) {
			this.#existed = !isNew;
			this.#oldPath = old;
			if (isNew) this.#known = [];
		} else if (!this.#fits(file)) return 'mismatch';
		if (hunks.length > 0) budget.steps -= this.#known.length;
		if (budget.steps < 0) return 'too-large';
		const known = hunks.length > 0 ? addHunks(this.#known, source, hunks) : this.#known;
		if (!known) return 'mismatch';
		this.#exists = status !== 'D';
		if (status === 'D') {
			// A patch that deletes a file contains all of its lines, unless it was made to leave them out.
			const isWhole = known.every((part) => 'side' in part || part.unknown === Number.POSITIVE_INFINITY);
			const removed = known.filter((part) => 'side' in part);
			if (!isWhole || removed.some(({ side }) => side !== 'old')) return 'mismatch';
			this.#known = removed;
		} else this.#known = known;
		this.#wasCopied ||= status === 'C';
		this.#path = file.new ?? old;
		// A change of only the name or the mode has no ids.
		if (newId !== undefined || hunks.length > 0) this.#id = newId;
		return undefined;
	}

	/** Whether a change was made for the file as the changes before leave it. */
	#fits({ status, old, new: current, oldId }: FileDiff): boolean {
		return this.#exists === (status !== 'A') && this.#path === (old ?? current) && isSameId(this.#id, oldId);
	}

	result(changes: readonly VersionFile[]): CombinedChanges {
		const first = changes[0]?.file;
		const last = changes.at(-1)?.file;
		const existed = this.#existed === true;
		if (!first || !last || (!existed && !this.#exists)) return { kind: 'unchanged' };
		const names = { old: existed ? this.#oldPath : undefined, new: this.#exists ? this.#path : undefined };
		const status = this.#statusOf(names.old, names.new);
		const oldMode = changes.find(({ file }) => file.oldMode !== undefined)?.file.oldMode;
		const newMode = changes.findLast(({ file }) => file.newMode !== undefined)?.file.newMode;
		const oldId = changes.find(({ file }) => file.oldId !== undefined)?.file.oldId;
		const modes = { oldMode: existed ? oldMode : undefined, newMode: this.#exists ? newMode : undefined };
		const { source, hunks, additions, deletions } = writeHunks('', this.#known);
		const isSameMode = modes.oldMode === modes.newMode;
		if (status === 'M' && hunks.length === 0 && isSameMode) return { kind: 'unchanged' };
		return {
			kind: 'combined',
			source,
			file: {
				status,
				...names,
				...modes,
				oldId: first.hunks.length > 0 ? first.oldId : oldId,
				newId: this.#id,
				isCombined: false,
				binary: undefined,
				blocks: [],
				hunks,
				additions,
				deletions,
				start: 0,
				end: source.length,
			},
		};
	}

	#statusOf(old: string | undefined, current: string | undefined): FileDiff['status'] {
		if (!this.#existed) return 'A';
		if (!this.#exists) return 'D';
		if (this.#wasCopied) return 'C';
		return old === current ? 'M' : 'R';
	}
}

/** Whether two ids may be those of the same content: they may be shortened, or not be known. */
function isSameId(one: string | undefined, other: string | undefined): boolean {
	if (one === undefined || other === undefined) return true;
	const length = Math.min(one.length, other.length);
	return one.slice(0, length) === other.slice(0, length);
}
