import { createHash } from 'node:crypto';
import type { Disposable } from '../../base/disposable.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import { type GitObject, parseCommit, parseTree } from '../../forge/shapes/git-objects.ts';
import type { Commit } from '../../forge/shapes/repositories.ts';
import type { BatchAnswer } from './batch-answers.ts';
import { CatFile } from './cat-file.ts';
import type { LocalClone } from './clone.ts';
import { isShallow, readDistance, readLogEntries } from './local-log.ts';
import type {
	Blob,
	CloneObjects,
	Distance,
	GitTree,
	LogEntry,
	ReadBlob,
	ReadLog,
	ReadLogEntries,
	ReadObject,
} from './objects.ts';
import { type Git, gitOutput } from './run-git.ts';
import { isObjectId, toTree } from './tree-entries.ts';

/** Larger than any tree or commit that can be shown. */
const maxBytes = 32 * 1024 * 1024;

/** Reads the objects of a local clone. Never fetches those that a partial clone does not have. */
export class LocalObjects implements CloneObjects, Disposable {
	readonly #git: Git;
	readonly #clone: LocalClone;
	readonly #contents: CatFile;
	readonly #types: CatFile;

	constructor(git: Git, clone: LocalClone) {
		this.#git = git;
		this.#clone = clone;
		this.#contents = new CatFile(git, clone, true);
		this.#types = new CatFile(git, clone, false);
	}

	async tree(id: string, { signal }: ReadObject = {}): Promise<GitTree | undefined> {
		const object = await this.#read(id, 'tree', signal);
		return object && toTree(id, parseTree(object));
	}

	async rootTree(commit: string, options: ReadObject = {}): Promise<GitTree | undefined> {
		const found = await this.commit(commit, options);
		return found && this.tree(found.tree, options);
	}

	async blob(id: string, { most, signal }: ReadBlob): Promise<Blob | undefined> {
		const answer = await this.#ask(id, most, signal);
		if (answer.kind === 'too-large' && answer.type === 'blob')
			return { kind: 'too-large', size: answer.size };
		const object = verifyObject(answer, id, 'blob');
		return object && { kind: 'bytes', bytes: object.content };
	}

	async commit(id: string, { signal }: ReadObject = {}): Promise<Commit | undefined> {
		const object = await this.#read(id, 'commit', signal);
		return object && parseCommit(object);
	}

	async findBlob(abbreviated: string, { signal }: ReadObject = {}): Promise<string | undefined> {
		if (!/^[0-9a-f]{4,40}$/.test(abbreviated)) return undefined;
		this.#requireSha1();
		const answer = await this.#types.ask(abbreviated, 0, signal);
		if (answer.kind === 'missing') return undefined;
		if (isBlob(answer) && answer.id.startsWith(abbreviated)) return answer.id;
		// Several ids begin with it, or a branch has this name.
		const args = ['rev-parse', `--disambiguate=${abbreviated}`];
		const all = await gitOutput(this.#git, this.#clone.root, args, signal);
		const ids = all.split('\n').filter(isObjectId);
		const answers = await Promise.all(ids.slice(0, 100).map((id) => this.#types.ask(id, 0, signal)));
		const blobs = answers.filter(isBlob);
		return blobs.length === 1 ? blobs[0]?.id : undefined;
	}

	/** Git lists the ids. Their commits are read like any other, so that damaged ones are noticed, and grafts do not count. */
	async log(commit: string, { most, signal }: ReadLog): Promise<readonly Commit[] | undefined> {
		if (!(await this.commit(commit, { ...(signal && { signal }) }))) return undefined;
		const args = ['rev-list', `--max-count=${most}`, commit];
		const ids = (await gitOutput(this.#git, this.#clone.root, args, signal)).split('\n').filter(isObjectId);
		const commits = await Promise.all(ids.map((id) => this.commit(id, { ...(signal && { signal }) })));
		const missing = commits.indexOf(undefined);
		return commits.slice(0, missing === -1 ? undefined : missing).filter((one) => one !== undefined);
	}

	async logEntries(commit: string, options: ReadLogEntries): Promise<readonly LogEntry[] | undefined> {
		const { signal } = options;
		if (!(await this.commit(commit, { ...(signal && { signal }) }))) return undefined;
		if (await isShallow(this.#git, this.#clone.root, signal)) return undefined;
		return readLogEntries(this.#git, this.#clone.root, commit, options);
	}

	async distance(one: string, other: string, options: ReadObject = {}): Promise<Distance | undefined> {
		const { signal } = options;
		for (const id of [one, other]) if (!(await this.commit(id, options))) return undefined;
		const { root } = this.#clone;
		if (await isShallow(this.#git, root, signal)) return undefined;
		return readDistance(this.#git, root, one, other, signal);
	}

	dispose(): void {
		this.#contents.dispose();
		this.#types.dispose();
	}

	async #read(id: string, type: string, signal: AbortSignal | undefined): Promise<GitObject | undefined> {
		const answer = await this.#ask(id, maxBytes, signal);
		if (answer.kind === 'too-large' && answer.type === type) {
			throw new ForgeError('refused', `The ${type} ${id} is too large to read.`);
		}
		return verifyObject(answer, id, type);
	}

	async #ask(id: string, most: number, signal: AbortSignal | undefined): Promise<BatchAnswer> {
		this.#requireSha1();
		return /^[0-9a-f]{40}$/.test(id) ? this.#contents.ask(id, most, signal) : { kind: 'missing' };
	}

	#requireSha1(): void {
		const { objectFormat, root } = this.#clone;
		if (objectFormat === 'sha1') return;
		throw new ForgeError(
			'refused',
			`The repository in ${root} has ${objectFormat.toUpperCase()} object IDs. Tildeforge reads only repositories with SHA-1 object IDs.`,
		);
	}
}

const isBlob = (answer: BatchAnswer): answer is Extract<BatchAnswer, { kind: 'object' }> =>
	answer.kind === 'object' && answer.type === 'blob';

/** Undefined if the answer is not an undamaged object of this type, so that another source is asked. */
function verifyObject(answer: BatchAnswer, id: string, type: string): GitObject | undefined {
	if (answer.kind !== 'object' || answer.type !== type) return undefined;
	const hash = createHash('sha1').update(`${type} ${answer.content.length}\0`).update(answer.content);
	return hash.digest('hex') === id ? answer : undefined;
}
