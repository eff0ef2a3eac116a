import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { ForgeError } from '../forge/errors.ts';
import { sessionId } from './session.ts';

const Entry = v.object({
	version: v.literal(1),
	instance: v.string(),
	account: v.string(),
	sealed: v.optional(v.object({ keyId: v.string(), box: v.string() })),
	ended: v.optional(v.literal('refused')),
});
export type Entry = v.InferOutput<typeof Entry>;

/** What a file of a version says that is not known yet. */
const Later = v.object({ version: v.pipe(v.number(), v.minValue(2)) });

/** The files in which sessions are kept, one each, named by their ids. All windows of this machine share them. */
export class Entries {
	readonly #folder: string;

	constructor(folder: string) {
		this.#folder = folder;
	}

	async ids(): Promise<string[]> {
		try {
			return (await readdir(this.#folder)).filter((name) => /^[0-9a-f]{24}$/.test(name)).sort();
		} catch (error) {
			if (isMissing(error)) return [];
			throw error;
		}
	}

	/** `later` is the file of a newer Tildeforge, which will read it when it is back. */
	async read(id: string): Promise<Entry | 'none' | 'damaged' | 'later'> {
		let text: string;
		try {
			text = await readFile(this.#path(id), 'utf8');
		} catch (error) {
			if (isMissing(error)) return 'none';
			throw error;
		}
		const json = v.pipe(v.string(), v.parseJson());
		const entry = v.safeParse(v.pipe(json, Entry), text);
		if (!entry.success) return v.is(v.pipe(json, Later), text) ? 'later' : 'damaged';
		return sessionId(entry.output.instance, entry.output.account) === id ? entry.output : 'damaged';
	}

	/** In one step: whoever reads meanwhile finds the old or the new. */
	async write(id: string, entry: Entry): Promise<void> {
		await mkdir(this.#folder, { recursive: true, mode: 0o700 });
		const draft = `${this.#path(id)}.${randomUUID()}`;
		try {
			await writeFile(draft, JSON.stringify(entry), { mode: 0o600 });
			await rename(draft, this.#path(id));
		} finally {
			await rm(draft, { force: true });
		}
	}

	remove(id: string): Promise<void> {
		return rm(this.#path(id), { force: true });
	}

	/** Written after a moment, in milliseconds since 1970. */
	async isSince(id: string, moment: number): Promise<boolean> {
		try {
			return (await stat(this.#path(id))).mtimeMs > moment;
		} catch (error) {
			if (isMissing(error)) return false;
			throw error;
		}
	}

	#path(id: string): string {
		return join(this.#folder, id);
	}
}

/** Whatever the disk says when it refuses is for the log; a person is told what can be done. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
		throw new ForgeError(
			'refused',
			'Who is signed in could not be written to the disk of this machine. Look whether it is full or may not be written to, then try again.',
			{ cause },
		);
	}
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
