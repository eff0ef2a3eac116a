import { moment, type Person } from './people.ts';

/** The content of a path. For a submodule, the id of its commit. */
export interface File {
	readonly mode: '100644' | '100755' | '120000' | '160000';
	readonly content: string | Buffer;
}

/** The new text, a new file, a function that changes the current text, or null to delete the file. */
export type Change = string | File | ((text: string) => string | Buffer) | null;

export interface Step {
	readonly by: Person;
	/** In the author's time zone, for example `2025-03-04 17:05`. */
	readonly on: string;
	readonly message: string;
	readonly files: Readonly<Record<string, Change>>;
	/** The committer and the commit date, if they differ from the author's. */
	readonly committer?: Person;
	readonly committed?: string;
}

/** A commit of the chronicle, as `fast-import` calls it. */
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

const quoted = (path: string) => `"${path.replace(/["\\]/g, '\\$&')}"`;

const signer = (word: string, { name, email, zone }: Person, at: Date) =>
	`${word} ${name} <${email}> ${at.getTime() / 1000} ${zone}\n`;

const signersOf = ({ by, on, committer = by, committed = on }: Step) =>
	signer('author', by, moment(on, by)) + signer('committer', committer, moment(committed, committer));

/** A history, recorded commit by commit, for `git fast-import`. */
export class Chronicle {
	/** The input for `git fast-import`, in order. */
	readonly parts: (Buffer | Signing)[] = [];
	#marks = 0;

	branch(name: string): Branch {
		return new Branch(this, `refs/heads/${name}`, undefined, new Map());
	}

	nextMark(): Mark {
		return ++this.#marks;
	}

	say(text: string | Buffer): void {
		this.parts.push(typeof text === 'string' ? Buffer.from(text) : text);
	}

	data(content: string | Buffer): void {
		const bytes = typeof content === 'string' ? Buffer.from(content) : content;
		this.say(`data ${bytes.length}\n`);
		this.say(bytes);
		this.say('\n');
	}

	point(ref: string, at: Mark): void {
		this.say(`reset ${ref}\nfrom :${at}\n\n`);
	}

	/** Adds an annotated tag. */
	tag(name: string, at: Mark, { by, on, message }: Pick<Step, 'by' | 'on' | 'message'>): void {
		this.say(`tag ${name}\nfrom :${at}\n${signer('tagger', by, moment(on, by))}`);
		this.data(message);
	}
}

/** The tip of a branch and the files at that commit. */
export class Branch {
	readonly #chronicle: Chronicle;
	readonly #ref: string;
	readonly #start: ReadonlyMap<string, File>;
	readonly #files: Map<string, File>;
	#tip: Mark | undefined;
	/** Whether the stream already contains the branch. The next commit then needs no explicit parent. */
	#begun = false;

	constructor(chronicle: Chronicle, ref: string, tip: Mark | undefined, files: ReadonlyMap<string, File>) {
		this.#chronicle = chronicle;
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
		return new Branch(this.#chronicle, `refs/heads/${name}`, this.tip, this.#files);
	}

	commit(step: Step, also?: Mark): Mark {
		const chronicle = this.#chronicle;
		const mark = chronicle.nextMark();
		chronicle.say(`commit ${this.#ref}\nmark :${mark}\n${signersOf(step)}`);
		chronicle.data(step.message);
		if (!this.#begun && this.#tip !== undefined) chronicle.say(`from :${this.#tip}\n`);
		if (also !== undefined) chronicle.say(`merge :${also}\n`);
		for (const [path, change] of Object.entries(step.files)) this.#change(path, change);
		chronicle.say('\n');
		this.#tip = mark;
		this.#begun = true;
		return mark;
	}

	/** Adds a commit with an armored signature that cannot be verified. Another commit has to follow it. */
	commitSigned(step: Step, signature: string): void {
		const parent = this.tip;
		const draft = this.commit(step);
		const signers = signersOf(step);
		const { message } = step;
		this.#chronicle.parts.push({ draft, parent, ref: this.#ref, signers, message, signature });
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
	forget(): void {
		this.#chronicle.say(`reset ${this.#ref}\nfrom ${'0'.repeat(40)}\n\n`);
	}

	#change(path: string, change: Change): void {
		if (change === null) {
			this.#files.delete(path);
			this.#chronicle.say(`D ${quoted(path)}\n`);
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
			this.#chronicle.say(`M ${file.mode} ${String(file.content)} ${quoted(path)}\n`);
			return;
		}
		this.#chronicle.say(`M ${file.mode} inline ${quoted(path)}\n`);
		this.#chronicle.data(file.content);
	}
}

/** Replaces passages of a text. Each passage must occur exactly once. */
export function swap(...pairs: readonly (readonly [string, string])[]): (text: string) => string {
	return (text) =>
		pairs.reduce((now, [from, to]) => {
			const parts = now.split(from);
			if (parts.length !== 2) throw new Error(`${parts.length - 1} times in the text: ${from}`);
			return parts.join(to);
		}, text);
}

/** Inserts lines after a passage. */
export const after = (passage: string, lines: string) => swap([passage, passage + lines]);
