import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gitEnvironment } from '../../src/sandbox/repositories/git.ts';
import { temporaryFolder } from '../tools/places.ts';

const who = ['-c', 'user.name=Bob Ellis', '-c', 'user.email=bob@example.org'];

/** Runs git, while the forge may be in this process, too. */
const git = (...words: readonly string[]) =>
	promisify(execFile)('git', [...who, ...words], { env: gitEnvironment() });

/** A clone of a repository, in which a user without the editor works. */
export class PushingClone {
	readonly #folder: string;

	private constructor(folder: string) {
		this.#folder = folder;
	}

	/** `data` is the folder of the forge. */
	static async of(data: string, repository: string): Promise<PushingClone> {
		const folder = join(temporaryFolder('work'), 'clone');
		await git('clone', '-q', join(data, 'repositories', `${repository}.git`), folder);
		return new PushingClone(folder);
	}

	/** Returns the ID of the commit. */
	async commit(message: string): Promise<string> {
		await writeFile(join(this.#folder, 'new.txt'), message);
		await this.#git('add', '.');
		await this.#git('commit', '-q', '-m', message);
		return (await this.#git('rev-parse', 'HEAD')).stdout.trim();
	}

	async tag(name: string, message: string): Promise<void> {
		await this.#git('tag', '-a', '-m', message, name);
	}

	/** Pushes the last commit with its tags, by default to its branch. Returns what the user reads. */
	async push(...branches: readonly string[]): Promise<string> {
		const references = branches.length > 0 ? branches.map((name) => `HEAD:refs/heads/${name}`) : ['HEAD'];
		return (await this.#git('push', '-q', '--follow-tags', 'origin', ...references)).stderr;
	}

	#git(...words: readonly string[]) {
		return git('-C', this.#folder, ...words);
	}
}

/** Clones a repository, and pushes a commit, by default to its branch. */
export async function push(
	data: string,
	repository: string,
	message: string,
	{ tag, branches = [] }: { readonly tag?: string; readonly branches?: readonly string[] } = {},
): Promise<void> {
	const clone = await PushingClone.of(data, repository);
	await clone.commit(message);
	if (tag !== undefined) await clone.tag(tag, message);
	await clone.push(...branches);
}
