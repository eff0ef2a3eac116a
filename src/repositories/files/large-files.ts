import type * as vscode from 'vscode';
import { steadyTime } from '../../base/clock.ts';
import { fileSize } from '../../base/text/numbers.ts';
import { confirm } from '../../platform/editor/messages.ts';
import { comparedRepository } from '../model/file-address.ts';
import type { ConfirmLarge } from '../state/remote-files.ts';

/** The files of a comparison while they load. */
interface LoadingComparison {
	/** How many of them are loading. */
	files: number;
	/** When one of them stopped loading. */
	stoppedAt: number;
	/** Whether to load the large ones. Undefined until there is one. */
	answer?: Promise<boolean>;
}

/**
 * VS Code loads all files of a comparison at once, but pauses between a file's size and its content. A user who declined needs longer to open
 * the comparison again, and is asked again.
 */
const pauseMs = 1000;

/** Asks the user whether to load large files, once for all files of a comparison. */
export class LargeFiles {
	/** By repository. */
	readonly #comparisons = new Map<string, LoadingComparison>();

	/** Calls `load`, which loads the content of a file or what else VS Code asks for. */
	async whileLoading<T>(uri: vscode.Uri, load: (confirmLarge: ConfirmLarge) => Promise<T>): Promise<T> {
		const repository = comparedRepository(uri);
		if (repository === undefined) return load(confirmFile);
		const comparison = this.#comparisonIn(repository);
		comparison.files += 1;
		try {
			return await load((name, size) => {
				comparison.answer ??= confirmComparison(name, size);
				return comparison.answer;
			});
		} finally {
			comparison.files -= 1;
			comparison.stoppedAt = steadyTime();
		}
	}

	#comparisonIn(repository: string): LoadingComparison {
		const last = this.#comparisons.get(repository);
		if (last && (last.files > 0 || steadyTime() - last.stoppedAt < pauseMs)) return last;
		const comparison: LoadingComparison = { files: 0, stoppedAt: Number.NEGATIVE_INFINITY };
		this.#comparisons.set(repository, comparison);
		return comparison;
	}
}

const confirmFile: ConfirmLarge = (name, size) => {
	const detail = size === undefined ? 'It is larger than 5 MB.' : `Its size is ${fileSize(size)}.`;
	return confirm(`Open ${name}?`, detail, 'Open');
};

const confirmComparison: ConfirmLarge = (name, size) => {
	const reason =
		size === undefined ? `${name} is larger than 5 MB.` : `The size of ${name} is ${fileSize(size)}.`;
	const detail = `${reason} The answer is for all files of the comparison that are larger than 5 MB.`;
	return confirm('Load the large files of this comparison?', detail, 'Load');
};
