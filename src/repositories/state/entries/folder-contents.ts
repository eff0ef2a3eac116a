import { count } from '../../../base/text/numbers.ts';
import type { GitTree, Objects } from '../../../platform/git/objects.ts';
import { isHiddenName } from '../../model/hidden-names.ts';
import { parentPath } from '../../model/paths.ts';
import { type WalkedFile, walkTree } from '../walk-tree.ts';

interface FolderOptions {
	readonly signal?: AbortSignal;
	readonly objects: Objects;
	readonly root: GitTree;
	/** Whether names that differ only in upper and lower case are one name where the files are copied to. */
	readonly ignoresCase: boolean;
	/** Whether Windows has to accept the names. */
	readonly isForWindows: boolean;
	/** Receives how many folders were read, and how many are known so far. */
	readonly onProgress?: (read: number, known: number) => void;
}

/** The files of a folder that can be copied to the disk. */
export interface FolderContents {
	readonly files: readonly WalkedFile[];
	/** Texts for the user about what is left out, such as `2 symbolic links`. */
	readonly leftOut: readonly string[];
	/** Sentences for the user about folders that could not be listed completely. */
	readonly problems: readonly string[];
}

/**
 * Lists the files to copy. Leaves out links, which could lead out of the folder, submodules, whose files are in other repositories, and files
 * with hidden names, which could run programs or be written elsewhere.
 */
export async function listFolder({
	ignoresCase,
	isForWindows,
	onProgress,
	...options
}: FolderOptions): Promise<FolderContents> {
	const files: WalkedFile[] = [];
	const names = new TakenNames();
	const left = { links: 0, submodules: 0, hidden: 0, refused: 0, sameNames: 0 };
	const add = (file: WalkedFile) => {
		const { kind } = file.entry;
		const path = ignoresCase ? file.path.normalize().toLowerCase() : file.path;
		if (kind === 'symlink') left.links += 1;
		else if (kind === 'submodule') left.submodules += 1;
		else if (file.path.split('/').some(isHiddenName)) left.hidden += 1;
		else if (isForWindows && refusedByWindows.test(file.path)) left.refused += 1;
		else if (names.take(path)) files.push(file);
		else left.sameNames += 1;
	};
	const problems = await walkTree({
		...options,
		onFiles: (some, { read, known }) => {
			for (const file of some) add(file);
			onProgress?.(read, known);
		},
	});
	const leftOut = [
		left.links > 0 && count(left.links, 'symbolic link'),
		left.submodules > 0 && count(left.submodules, 'submodule'),
		left.hidden > 0 &&
			`${count(left.hidden, 'file')} with settings of VS Code or git, or with names that Windows misreads`,
		left.refused > 0 && `${count(left.refused, 'file')} with names that Windows does not allow`,
		left.sameNames > 0 &&
			`${count(left.sameNames, 'file')} whose names differ from others only in upper and lower case`,
	];
	return { files, leftOut: leftOut.filter((one) => one !== false), problems };
}

/** Characters that names on Windows cannot have. */
const refusedByWindows = /[<>"|?*\p{Cc}]/u;

/** The paths of the files to copy and of their folders. */
class TakenNames {
	readonly #kinds = new Map<string, 'file' | 'folder'>();

	/** Takes the path of a file. Returns false if another file has it, or if one of the two would be a folder of the other. */
	take(path: string): boolean {
		if (this.#kinds.has(path)) return false;
		const folders: string[] = [];
		for (let folder = parentPath(path); folder !== ''; folder = parentPath(folder)) {
			const kind = this.#kinds.get(folder);
			if (kind === 'file') return false;
			// The folders above it are known, too.
			if (kind === 'folder') break;
			folders.push(folder);
		}
		for (const folder of folders) this.#kinds.set(folder, 'folder');
		this.#kinds.set(path, 'file');
		return true;
	}
}
