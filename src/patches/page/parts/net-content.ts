import { contentDigest } from '../../../mail/hunk-display/content-digest.ts';
import { fileWarnings } from '../../../mail/safety/file-warnings.ts';
import { changesByFile, type PatchedFileHistory } from '../../model/net-diff/changes-by-file.ts';
import { combineChanges, type FailureReason, maxCopiedLines } from '../../model/net-diff/combine-changes.ts';
import { netThreads, threadSteps } from '../../model/net-diff/net-threads.ts';
import type { VersionFile } from '../../model/side-texts/file-lines.ts';
import type { ContentFile, ContentPatch, SeriesContent } from './series-content.ts';

/** What a patch changes in a file. */
interface FileChange extends VersionFile {
	readonly patch: ContentPatch;
	readonly content: ContentFile;
}

/** What the whole series changes in a file. If the changes cannot be combined, there is one for each patch that changes the file. */
export interface NetFile {
	readonly content: ContentFile;
	readonly changes: readonly FileChange[];
	/** Whether it is one of several changes that cannot be combined. */
	readonly isSeparate: boolean;
}

/** What a series changes as a whole. */
export interface NetContent {
	readonly files: readonly NetFile[];
	/** By the key of the file on the page. */
	readonly byKey: ReadonlyMap<string, NetFile>;
	/** The files by the keys of the files of patches. */
	readonly byChange: ReadonlyMap<string, NetFile>;
	/** The paths of files that the series leaves as they were. */
	readonly unchanged: readonly string[];
	/** Why files are shown patch by patch. */
	readonly separate: readonly { readonly path: string; readonly reason: FailureReason }[];
}

/** Combining the changes of more lines would delay the page. */
const maxLines = 200_000;

/** Combines the patches of a version, as far as they are known. */
export function netContent({ patches }: SeriesContent): NetContent {
	const all = changesByFile(
		patches.map((patch) => ({
			files: patch.files.map((content) => ({
				source: content.patch.source,
				file: content.file,
				patch,
				content,
			})),
		})),
	);
	const files: NetFile[] = [];
	const unchanged: string[] = [];
	const separate: { path: string; reason: FailureReason }[] = [];
	const budget = { steps: maxCopiedLines };
	let linesLeft = maxLines;
	/** The changes of a file; undefined if they are too many. */
	const takeChanges = (history: PatchedFileHistory<FileChange>): readonly FileChange[] | undefined => {
		if (linesLeft < 0) return undefined;
		const changes: FileChange[] = [];
		for (const change of history.changes()) {
			linesLeft -= 1 + lineCount(change.file);
			if (linesLeft < 0) return undefined;
			changes.push(change);
		}
		return changes;
	};
	/** The changes that are already listed of files that have too many. Files that share a change list it once. */
	const listed = new Set<PatchedFileHistory<FileChange>>();
	const addSeparate = (last: FileChange, changes: Iterable<FileChange>, reason: FailureReason) => {
		separate.push({ path: last.file.new ?? last.file.old ?? '', reason });
		for (const change of changes)
			files.push({ content: change.content, changes: [change], isSeparate: true });
	};
	for (const history of all) {
		const { last } = history;
		if (history.isOneChange) {
			files.push({ content: last.content, changes: [last], isSeparate: false });
			continue;
		}
		const changes = takeChanges(history);
		if (!changes) {
			addSeparate(last, history.changes(listed), 'too-large');
			continue;
		}
		const combined = combineChanges(changes, budget);
		if (combined.kind === 'combined') budget.steps -= threadSteps(changes.map(discussed));
		if (budget.steps < 0) addSeparate(last, changes, 'too-large');
		else if (combined.kind === 'failed') addSeparate(last, changes, combined.reason);
		else if (combined.kind === 'unchanged') unchanged.push(last.file.new ?? last.file.old ?? '');
		else files.push({ content: combinedFile(combined, changes, last), changes, isSeparate: false });
	}
	const byKey = new Map(files.map((file) => [file.content.key, file] as const));
	// A copied file and its source may have the same change, which is one file of the page.
	const unique = [...byKey.values()];
	const byChange = new Map(
		unique.flatMap((file) => file.changes.map(({ content }) => [content.key, file] as const)),
	);
	// What is added and removed again may have the path of a file that the series renames or deletes.
	const gone = new Set(
		unique.flatMap(({ content: { file } }) => (file.status === 'R' || file.status === 'D' ? [file.old] : [])),
	);
	const asBefore = unchanged.filter((path) => !gone.has(path));
	return { files: unique, byKey, byChange, unchanged: asBefore, separate };
}

const lineCount = ({ hunks }: VersionFile['file']): number =>
	hunks.reduce((sum, { oldCount, newCount }) => sum + oldCount + newCount, 0);

const discussed = ({ source, file, content }: FileChange) => ({ source, file, threads: content.threads });

function combinedFile(
	{ source, file }: VersionFile,
	changes: readonly FileChange[],
	last: FileChange,
): ContentFile {
	return {
		// Unlike the first change, the last one is of no other file: a copied file has the changes of its source, too.
		key: `net ${last.content.key}`,
		file,
		index: 0,
		patch: { ...last.content.patch, source, files: [file] },
		digest: contentDigest(source, file),
		seriesFile: last.content.seriesFile && `net ${last.content.seriesFile}`,
		inSeries: last.content.inSeries,
		warnings: fileWarnings(source, file),
		threads: netThreads(changes.map(discussed), { source, file }),
	};
}
