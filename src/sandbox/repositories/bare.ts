import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitObject, parseCommit, parseTree, treeOfCommit } from '../../forge/shapes/git-objects.ts';
import type { Commit, GitReference } from '../../forge/shapes/repositories.ts';
import { type FolderFiles, readFolder, writeFolder } from './folder-files.ts';
import { git } from './git.ts';
import { Objects } from './objects.ts';
import { parseTag } from './parse-tag.ts';

/** The object at a path of a repository. The commit of a submodule is in another repository. */
export type Found =
	| { readonly kind: 'tree' | 'blob'; readonly object: GitObject }
	| { readonly kind: 'submodule'; readonly id: string };

export interface LogPage {
	readonly commits: readonly Commit[];
	/** The first commit of the next page. */
	readonly next: string | null;
	readonly total: number;
}

const pageSize = 50;
const keptHistories = 8;
const longestRevision = 255;

/**
 * Whether git may resolve a text as a revision: a reference or an id, optionally with steps back such as `~2`. Excludes
 * searches in messages, reflog entries, paths after a colon, and ranges.
 */
export const isRevision = (text: string) =>
	text.length <= longestRevision &&
	!text.startsWith('-') &&
	!/[[\p{Cc}&&\p{ASCII}] :?*\[\\]|\.\.|[@^]\{/v.test(text);

/** Reads a bare repository on disk. Every answer reflects what git holds at that moment. */
export class BareRepository {
	readonly folder: string;
	readonly #objects: Objects;
	/** The commit ids of a history by its newest commit. A history never changes. */
	readonly #histories = new Map<string, readonly string[]>();

	constructor(folder: string) {
		this.folder = folder;
		this.#objects = new Objects(folder);
	}

	async references(): Promise<GitReference[]> {
		const lines = await this.#git('for-each-ref', '--format=%(objectname) %(refname)');
		return lines.map((line) => {
			const [target = '', ...name] = line.split(' ');
			return { name: name.join(' '), target };
		});
	}

	/** The object with an id, without following tags. */
	object(id: string): Promise<GitObject | undefined> {
		return this.#objects.read(id);
	}

	/** The object that a revision resolves to. Follows tags. */
	async resolve(revision: string): Promise<GitObject | undefined> {
		if (revision === '' || !isRevision(revision)) return undefined;
		let object = await this.#objects.read(revision);
		while (object?.type === 'tag') object = await this.#objects.read(parseTag(object).object);
		return object;
	}

	async commit(revision: string): Promise<Commit | undefined> {
		const object = await this.resolve(revision);
		return object?.type === 'commit' ? parseCommit(object) : undefined;
	}

	/**
	 * Resolves `ref/path`. Only git knows where the reference ends and the path begins: the shortest reference for
	 * which the path exists wins. `between` is an optional segment between the two, as in the addresses of web pages.
	 */
	async find(path: string, between?: string): Promise<Found | undefined> {
		const segments = path.split('/').filter((segment) => segment !== '');
		let reference = '';
		for (const [index, segment] of segments.entries()) {
			reference += index === 0 ? segment : `/${segment}`;
			// The reference only gets longer, so stop here instead of trying thousands of segments.
			if (reference.length > longestRevision) return undefined;
			const object = await this.resolve(reference);
			const next = segments[index + 1];
			const from = next !== undefined && next === between ? index + 2 : index + 1;
			const found = object && (await this.#follow(object, segments, from));
			if (found) return found;
		}
		return undefined;
	}

	/** A page of the history of a revision, newest first. Undefined if the revision or `start` is not a commit of it. */
	async log(revision: string, start: string | null): Promise<LogPage | undefined> {
		const newest = await this.resolve(revision);
		if (newest?.type !== 'commit') return undefined;
		const ids = await this.#history(newest.id);
		const from = start === null ? newest : await this.resolve(start);
		const first = from ? ids.indexOf(from.id) : -1;
		if (first === -1) return undefined;
		const objects = await Promise.all(ids.slice(first, first + pageSize).map((id) => this.#objects.read(id)));
		return {
			commits: objects.flatMap((object) => (object ? [parseCommit(object)] : [])),
			next: ids[first + pageSize] ?? null,
			total: ids.length,
		};
	}

	/** The full name of the branch that `HEAD` stands for. It need not exist. */
	async defaultBranch(): Promise<string> {
		const [branch = ''] = await this.#git('symbolic-ref', '--', 'HEAD');
		return branch;
	}

	/** Makes `HEAD` stand for another branch, given by its full name. */
	async setDefaultBranch(branch: string): Promise<void> {
		await this.#git('symbolic-ref', '--', 'HEAD', branch);
	}

	/** Releases the folder. A later read opens it again. */
	end(): Promise<void> {
		return this.#objects.end();
	}

	/** The object at the path that starts at index `at` of `segments`. */
	async #follow(from: GitObject, segments: readonly string[], at: number): Promise<Found | undefined> {
		const tree = from.type === 'commit' ? await this.#objects.read(treeOfCommit(from.content)) : from;
		if (!tree) return undefined;
		const name = segments[at];
		if (name === undefined) {
			return tree.type === 'tree' || tree.type === 'blob' ? { kind: tree.type, object: tree } : undefined;
		}
		if (tree.type !== 'tree') return undefined;
		const entry = parseTree(tree).find((one) => one.name === name);
		if (!entry) return undefined;
		if (entry.type === 'commit') {
			return at === segments.length - 1 ? { kind: 'submodule', id: entry.id } : undefined;
		}
		const object = await this.#objects.read(entry.id);
		return object && this.#follow(object, segments, at + 1);
	}

	async #history(newest: string): Promise<readonly string[]> {
		const known = this.#histories.get(newest);
		if (known) return known;
		const ids = await this.#git('rev-list', '--end-of-options', newest, '--');
		const [oldest] = this.#histories.keys();
		if (oldest !== undefined && this.#histories.size >= keptHistories) this.#histories.delete(oldest);
		this.#histories.set(newest, ids);
		return ids;
	}

	/** The lines that git prints. */
	async #git(...args: string[]): Promise<string[]> {
		const output = await git(this.folder, [`--git-dir=${this.folder}`, ...args]);
		return output.split('\n').filter((line) => line !== '');
	}
}

/** A push runs in the pusher's git with the pusher's settings. These settings override those. */
const settings = `[core]
	hooksPath = hooks
[gc]
	auto = 0
[receive]
	autogc = false
`;

/** What `createBare` has made first. Later repositories of this process are copies, because starting git takes most of the time. */
let emptyRepository: FolderFiles | undefined;

/** Creates an empty repository, replacing anything in the folder. */
export async function createBare(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(join(folder, 'hooks'), { recursive: true });
	if (emptyRepository) return writeFolder(folder, emptyRepository);
	const options = ['--bare', '--quiet', '--template=', '--initial-branch=master', '--object-format=sha1'];
	await git(folder, ['init', ...options, '.']);
	await appendFile(join(folder, 'config'), settings);
	emptyRepository = await readFolder(folder);
}
