import { type ParseTime, type Person, parseTime } from './people.ts';

/** The content of a path. For a submodule, the id of its commit. */
export interface File {
	readonly mode: '100644' | '100755' | '120000' | '160000';
	readonly content: string | Buffer;
}

/** The new text, a new file, a function that changes the current text, or null to delete the file. */
export type Change = string | File | ((text: string) => string | Buffer) | null;

/** Who writes a message, and when. */
interface Signed {
	readonly by: Person;
	/** In the author's time zone, for example `2025-03-04 17:05`. */
	readonly on: string;
	readonly message: string;
}

/** A commit to write. */
export interface Step extends Signed {
	readonly files: Readonly<Record<string, Change>>;
	/** The committer and the commit date, if they differ from the author's. */
	readonly committer?: Person;
	readonly committed?: string;
}

/** The number of a commit in the stream. `fast-import` calls it a mark. */
export type Mark = number;

/** Replaces a draft commit with a signed copy, because `fast-import` cannot write signatures. */
export interface Signing {
	readonly draft: Mark;
	readonly parent: Mark;
	readonly ref: string;
	/** The `author` and `committer` lines. */
	readonly signers: string;
	readonly message: string;
	readonly signature: string;
}

const quotePath = (path: string) => `"${path.replace(/["\\]/g, '\\$&')}"`;

const signer = (word: string, { name, email, zone }: Person, at: Date) =>
	`${word} ${name} <${email}> ${at.getTime() / 1000} ${zone}\n`;

/** A history of commits in the form that `git fast-import` reads. */
export class HistoryStream {
	/** The input for `git fast-import`, in order, with the commits to sign between its parts. */
	readonly parts: (Buffer | Signing)[] = [];
	readonly #parseTime: ParseTime;
	#marks = 0;

	constructor(parse: ParseTime = parseTime) {
		this.#parseTime = parse;
	}

	branch(name: string): Branch {
		return new Branch(this, `refs/heads/${name}`, undefined, new Map());
	}

	nextMark(): Mark {
		return ++this.#marks;
	}

	write(text: string | Buffer): void {
		this.parts.push(typeof text === 'string' ? Buffer.from(text) : text);
	}

	writeData(content: string | Buffer): void {
		const bytes = typeof content === 'string' ? Buffer.from(content) : content;
		this.write(`data ${bytes.length}\n`);
		this.write(bytes);
		this.write('\n');
	}

	/** Makes a reference point at a commit. */
	setReference(ref: string, at: Mark): void {
		this.write(`reset ${ref}\nfrom :${at}\n\n`);
	}

	/** Adds an annotated tag. */
	tag(name: string, at: Mark, { by, on, message }: Signed): void {
		this.write(`tag ${name}\nfrom :${at}\n${signer('tagger', by, this.#parseTime(on, by))}`);
		this.writeData(message);
	}

	/** The `author` and `committer` lines of a commit. */
	signersOf({ by, on, committer = by, committed = on }: Step): string {
		const parse = this.#parseTime;
		return signer('author', by, parse(on, by)) + signer('committer', committer, parse(committed, committer));
	}
}

/** The tip of a branch and the files at that commit. */
export class Branch {
	readonly #stream: HistoryStream;
	readonly #ref: string;
	readonly #start: ReadonlyMap<string, File>;
	readonly #files: Map<string, File>;
	#tip: Mark | undefined;
	/** Whether the stream already contains the branch. The next commit then needs no explicit parent. */
	#isWritten = false;

	constructor(stream: HistoryStream, ref: string, tip: Mark | undefined, files: ReadonlyMap<string, File>) {
		this.#stream = stream;
		this.#ref = ref;
		this.#tip = tip;
		this.#start = new Map(files);
		this.#files = new Map(files);
	}

	get tip(): Mark {
		if (this.#tip === undefined) throw new Error(`the tip of ${this.#ref} has no mark`);
		return this.#tip;
	}

	fork(name: string): Branch {
		return new Branch(this.#stream, `refs/heads/${name}`, this.tip, this.#files);
	}

	commit(step: Step, merged?: Mark): Mark {
		const stream = this.#stream;
		const mark = stream.nextMark();
		stream.write(`commit ${this.#ref}\nmark :${mark}\n${stream.signersOf(step)}`);
		stream.writeData(step.message);
		if (!this.#isWritten && this.#tip !== undefined) stream.write(`from :${this.#tip}\n`);
		if (merged !== undefined) stream.write(`merge :${merged}\n`);
		for (const [path, change] of Object.entries(step.files)) this.#change(path, change);
		stream.write('\n');
		this.#tip = mark;
		this.#isWritten = true;
		return mark;
	}

	/** Adds a commit with an armored signature that cannot be verified. Another commit has to follow it. */
	commitSigned(step: Step, signature: string): void {
		const parent = this.tip;
		const draft = this.commit(step);
		const signers = this.#stream.signersOf(step);
		const { message } = step;
		this.#stream.parts.push({ draft, parent, ref: this.#ref, signers, message, signature });
		this.#tip = undefined;
	}

	/** Merges the changes that another branch has made since it was created. */
	merge(other: Branch, step: Omit<Step, 'files'>): Mark {
		const paths = new Set([...other.#start.keys(), ...other.#files.keys()]);
		const changed = [...paths].filter((path) => other.#files.get(path) !== other.#start.get(path));
		const both = changed.find((path) => this.#files.get(path) !== other.#start.get(path));
		if (both !== undefined) throw new Error(`both sides have changed ${both}`);
		const files = Object.fromEntries(changed.map((path) => [path, other.#files.get(path) ?? null]));
		return this.commit({ ...step, files }, other.tip);
	}

	/** Deletes the branch. Its commits remain. */
	delete(): void {
		this.#stream.write(`reset ${this.#ref}\nfrom ${'0'.repeat(40)}\n\n`);
	}

	#change(path: string, change: Change): void {
		if (change === null) {
			this.#files.delete(path);
			this.#stream.write(`D ${quotePath(path)}\n`);
			return;
		}
		const before = this.#files.get(path);
		const file: File =
			typeof change === 'string'
				? { mode: before?.mode ?? '100644', content: change }
				: typeof change === 'function'
					? { mode: before?.mode ?? '100644', content: change(String(before?.content ?? '')) }
					: change;
		this.#files.set(path, file);
		if (file.mode === '160000') {
			this.#stream.write(`M ${file.mode} ${String(file.content)} ${quotePath(path)}\n`);
			return;
		}
		this.#stream.write(`M ${file.mode} inline ${quotePath(path)}\n`);
		this.#stream.writeData(file.content);
	}
}

/** Creates a function that replaces passages of a text. Each passage must occur exactly once. */
export function replace(...pairs: readonly (readonly [string, string])[]): (text: string) => string {
	return (text) =>
		pairs.reduce((now, [from, to]) => {
			const parts = now.split(from);
			if (parts.length !== 2) throw new Error(`${parts.length - 1} times in the text: ${from}`);
			return parts.join(to);
		}, text);
}

/** Creates a function that inserts lines after a passage. */
export const insertAfter = (passage: string, lines: string) => replace([passage, passage + lines]);
