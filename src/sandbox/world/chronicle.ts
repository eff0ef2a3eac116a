import { moment, type Person } from './people.ts';

/** What stands under a path. Of a submodule it is the commit's id. */
export interface File {
	readonly mode: '100644' | '100755' | '120000' | '160000';
	readonly content: string | Buffer;
}

/** A whole text, a file of another kind, a change of the text that is there, or null where it goes away. */
export type Change = string | File | ((text: string) => string | Buffer) | null;

export interface Step {
	readonly by: Person;
	/** By the author's clock, such as `2025-03-04 17:05`. */
	readonly on: string;
	readonly message: string;
	readonly files: Readonly<Record<string, Change>>;
	/** Who puts it into the repository, if not its author, and when. */
	readonly committer?: Person;
	readonly committed?: string;
}

/** A commit of the chronicle, as `fast-import` calls it. */
export type Mark = number;

/** A commit that becomes another: the same with a signature, which `fast-import` cannot write. */
export interface Signing {
	readonly draft: Mark;
	readonly parent: Mark;
	readonly ref: string;
	/** The lines of the author and the committer. */
	readonly signers: string;
	readonly message: string;
	readonly signature: string;
}

const quoted = (path: string) => `"${path.replace(/["\\]/g, '\\$&')}"`;

const signer = (word: string, { name, email, zone }: Person, at: Date) =>
	`${word} ${name} <${email}> ${at.getTime() / 1000} ${zone}\n`;

const signersOf = ({ by, on, committer = by, committed = on }: Step) =>
	signer('author', by, moment(on, by)) + signer('committer', committer, moment(committed, committer));

/** A history that is written down commit by commit, and then told to `git fast-import`. */
export class Chronicle {
	/** What is to be told, in this order. */
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

	/** An annotated tag. */
	tag(name: string, at: Mark, { by, on, message }: Pick<Step, 'by' | 'on' | 'message'>): void {
		this.say(`tag ${name}\nfrom :${at}\n${signer('tagger', by, moment(on, by))}`);
		this.data(message);
	}
}

/** Where a history goes on, and the files as they are there. */
export class Branch {
	readonly #chronicle: Chronicle;
	readonly #ref: string;
	readonly #start: ReadonlyMap<string, File>;
	readonly #files: Map<string, File>;
	#tip: Mark | undefined;
	/** Whether git's branch is there yet: then a commit needs no word about where it belongs. */
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

	/** A commit with the armoured block of a signature, which nobody can verify. Another one has to follow it. */
	commitSigned(step: Step, signature: string): void {
		const parent = this.tip;
		const draft = this.commit(step);
		const signers = signersOf(step);
		const { message } = step;
		this.#chronicle.parts.push({ draft, parent, ref: this.#ref, signers, message, signature });
		this.#tip = undefined;
	}

	/** Takes over what another branch has changed since it left. */
	merge(other: Branch, step: Omit<Step, 'files'>): Mark {
		const paths = new Set([...other.#start.keys(), ...other.#files.keys()]);
		const changed = [...paths].filter((path) => other.#files.get(path) !== other.#start.get(path));
		const both = changed.find((path) => this.#files.get(path) !== other.#start.get(path));
		if (both !== undefined) throw new Error(`both sides have changed ${both}`);
		const files = Object.fromEntries(changed.map((path) => [path, other.#files.get(path) ?? null]));
		return this.commit({ ...step, files }, other.tip);
	}

	/** The branch has served its purpose; its commits stay where they are. */
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

/** Replaces passages of a text, each of which must be there once. */
export function swap(...pairs: readonly (readonly [string, string])[]): (text: string) => string {
	return (text) =>
		pairs.reduce((now, [from, to]) => {
			const parts = now.split(from);
			if (parts.length !== 2) throw new Error(`${parts.length - 1} times in the text: ${from}`);
			return parts.join(to);
		}, text);
}

/** Puts lines after a passage. */
export const after = (passage: string, lines: string) => swap([passage, passage + lines]);
