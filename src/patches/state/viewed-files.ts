import * as v from 'valibot';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Storage } from '../../base/files/storage.ts';
import { Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log/log.ts';
import { rememberByObject } from '../../base/remember.ts';
import { type ListKey, listRef } from '../../platform/model/keys.ts';
import { SettingFile } from '../../platform/state/store/setting-file.ts';

/** How many files of a list are remembered; the oldest are forgotten first. */
const maxFiles = 10_000;

/** A file of a patch as it is in one version of its series. */
export interface ViewedFile {
	/** Identifies the diff of the file, apart from its line numbers. */
	readonly digest: string;
	/** Identifies the file of the patch in all versions of the series; empty if the versions are not known. */
	readonly seriesFile: string;
	/** The path of the file, and the id of the first mail of its series, which is the same for all patches and versions. Undefined if the versions are not known. */
	readonly inSeries?: { readonly series: number; readonly path: string } | undefined;
}

/** `changed`: the user has viewed it as it is in another version. */
export type ViewedState = 'viewed' | 'changed' | 'new';

/** What is stored of a file: its digest and, if known, what identifies it in all versions, and its series and path. */
const entryOf = ({ digest, seriesFile, inSeries }: ViewedFile): string =>
	`${digest} ${seriesFile}${seriesFile && inSeries ? ` ${inSeries.series} ${inSeries.path}` : ''}`.trim();
const digestIn = (entry: string): string => entry.split(' ', 1)[0] ?? '';
/** What an entry has besides the digest. `seriesFile` begins with `net` for what all patches of a series change in a file. */
function partsOf(entry: string) {
	const [, seriesFile, series, path] = /^\S* ((?:net )?\S+)(?: (\d+) (.+))?$/s.exec(entry) ?? [];
	return { seriesFile, series, path };
}

interface Marks {
	readonly digests: ReadonlySet<string>;
	readonly seriesFiles: ReadonlySet<string>;
	/** The paths of the files of each series. */
	readonly paths: ReadonlyMap<number, ReadonlySet<string>>;
}

const marksOf = rememberByObject((entries: readonly string[]): Marks => {
	const seriesFiles = new Set<string>();
	const paths = new Map<number, Set<string>>();
	for (const { seriesFile, series, path } of entries.map(partsOf)) {
		if (seriesFile !== undefined) seriesFiles.add(seriesFile);
		if (series === undefined || path === undefined) continue;
		const ofSeries = paths.get(Number(series)) ?? new Set();
		paths.set(Number(series), ofSeries.add(path));
	}
	return { digests: new Set(entries.map(digestIn)), seriesFiles, paths };
});

/**
 * The files of patches that the user has marked as viewed, by list. A file is identified by a digest of its diff, so the mark also holds in a
 * later version with the same diff, at whatever lines. If the diff or the code around it differs, the page says so.
 */
export class ViewedFiles implements Disposable {
	/** Stays when an account signs out. */
	readonly #storage: Storage;
	readonly #log: Log;
	readonly #lifetime = new Lifetime();
	readonly #stored = new Map<string, SettingFile<readonly string[]>>();
	readonly #changes = this.#lifetime.add(new Emitter<void>());
	/** Fires when files were marked or read, in this window. */
	readonly onDidChange = this.#changes.event;

	constructor(storage: Storage, log: Log) {
		this.#storage = storage;
		this.#log = log;
	}

	/** What is known of a file. Read the marks of the list first. */
	stateOf(list: ListKey, { digest, seriesFile }: ViewedFile): ViewedState {
		const { digests, seriesFiles } = marksOf(this.#of(list).value);
		if (digests.has(digest)) return 'viewed';
		return seriesFile !== '' && seriesFiles.has(seriesFile) ? 'changed' : 'new';
	}

	/** The paths of the files of a series that the user has viewed in any version. Read the marks of the list first. */
	pathsIn(list: ListKey, series: number): ReadonlySet<string> {
		return marksOf(this.#of(list).value).paths.get(series) ?? new Set();
	}

	/** Reads what this and other windows have stored. */
	async read(list: ListKey): Promise<void> {
		await this.#of(list).read();
	}

	/** Resolves when the marks are on the disk. */
	async mark(list: ListKey, files: readonly ViewedFile[], isViewed: boolean): Promise<void> {
		const digests = new Set(files.map(({ digest }) => digest));
		await this.#of(list).change((before) => {
			const others = before.filter((entry) => !digests.has(digestIn(entry)));
			return isViewed ? [...others, ...new Set(files.map(entryOf))].slice(-maxFiles) : others;
		});
	}

	dispose(): void {
		this.#lifetime.dispose();
	}

	#of(list: ListKey): SettingFile<readonly string[]> {
		const file = `${list.account} ${listRef(list)}`;
		const known = this.#stored.get(file);
		if (known) return known;
		const created = new SettingFile<readonly string[]>({
			storage: this.#storage,
			lifetime: this.#lifetime,
			shape: v.array(v.string()),
			log: this.#log,
			// Before, digests were of changed lines alone: an older mark cannot tell whether the file has changed since.
			name: ['viewed-files-with-context', file],
			none: [],
		});
		this.#lifetime.add(created.onDidChange(() => this.#changes.fire()));
		this.#stored.set(file, created);
		return created;
	}
}
