import { contentDigest } from '../../../mail/hunk-display/content-digest.ts';
import { fileWarnings } from '../../../mail/safety/file-warnings.ts';
import { changesByFile } from '../../model/net-diff/changes-by-file.ts';
import { combineChanges, type FailureReason } from '../../model/net-diff/combine-changes.ts';
import { netThreads } from '../../model/net-diff/net-threads.ts';
import type { VersionFile } from '../../model/side-texts/file-lines.ts';
import type { ContentFile, ContentPatch, SeriesContent } from './series-content.ts';

/** What a patch changes in a file. */
interface FileChange extends VersionFile {
	readonly patch: ContentPatch;
	readonly content: ContentFile;
}

/** What the series changes in a file or, if the changes cannot be combined, what one of its patches changes there. */
export interface NetFile {
	readonly content: ContentFile;
	readonly changes: readonly FileChange[];
	/** Set if other patches change the file, too. */
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
	readonly separate: readonly { readonly path: string; readonly reason: FailureReason | 'too-large' }[];
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
	const separate: { path: string; reason: FailureReason | 'too-large' }[] = [];
	let linesLeft = maxLines;
	for (const changes of all) {
		const [first, ...others] = changes;
		const last = changes.at(-1);
		if (!first || !last) continue;
		if (others.length === 0) {
			files.push({ content: first.content, changes, isSeparate: false });
			continue;
		}
		linesLeft -= changes.reduce((sum, { file }) => sum + lineCount(file), 0);
		const combined =
			linesLeft < 0 ? ({ kind: 'failed', reason: 'too-large' } as const) : combineChanges(changes);
		const path = last.file.new ?? last.file.old ?? '';
		if (combined.kind === 'unchanged') unchanged.push(path);
		else if (combined.kind === 'combined')
			files.push({ content: combinedFile(combined, changes, last), changes, isSeparate: false });
		else {
			separate.push({ path, reason: combined.reason });
			for (const change of changes)
				files.push({ content: change.content, changes: [change], isSeparate: true });
		}
	}
	const byKey = new Map(files.map((file) => [file.content.key, file] as const));
	// A copied file and its source may have the same change.
	const unique = [...byKey.values()];
	const byChange = new Map(
		unique.flatMap((file) => file.changes.map(({ content }) => [content.key, file] as const)),
	);
	return { files: unique, byKey, byChange, unchanged, separate };
}

const lineCount = ({ hunks }: VersionFile['file']): number =>
	hunks.reduce((sum, { oldCount, newCount }) => sum + oldCount + newCount, 0);

function combinedFile(
	{ source, file }: VersionFile,
	changes: readonly FileChange[],
	last: FileChange,
): ContentFile {
	const discussed = changes.map(({ content, ...change }) => ({ ...change, threads: content.threads }));
	return {
		// Unlike the first change, the last one is of no other file: a copied file has the changes of its source, too.
		key: `net ${last.content.key}`,
		file,
		index: 0,
		patch: { ...last.content.patch, source, files: [file] },
		digest: contentDigest(source, file),
		warnings: fileWarnings(source, file),
		threads: netThreads(discussed, { source, file }),
	};
}
