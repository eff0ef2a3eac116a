/** What `git cat-file` says about a name. */
export type BatchAnswer =
	/** The content is empty if only headers are asked for. */
	| { readonly kind: 'object'; readonly id: string; readonly type: string; readonly content: Buffer }
	| { readonly kind: 'too-large'; readonly id: string; readonly type: string; readonly size: number }
	| { readonly kind: 'missing' }
	| { readonly kind: 'ambiguous' };

/** Longer than any header. Its longest part is the requested name. */
const longestHeader = 8192;
const lineBreak = 0x0a;

interface ContentInProgress {
	readonly id: string;
	readonly type: string;
	readonly bytes: Buffer;
	length: number;
}

/**
 * Parses the output of `git cat-file --batch` or, without contents, `--batch-check`, in chunks of any size. `most` returns the maximum
 * content of the next answer in bytes. A larger object is reported at once, and nothing after it can be read.
 */
export class BatchAnswers {
	readonly #hasContents: boolean;
	readonly #most: () => number;
	readonly #onAnswer: (answer: BatchAnswer) => void;
	#header = Buffer.alloc(0);
	#content: ContentInProgress | undefined;
	#hasEnded = false;

	constructor(hasContents: boolean, most: () => number, onAnswer: (answer: BatchAnswer) => void) {
		this.#hasContents = hasContents;
		this.#most = most;
		this.#onAnswer = onAnswer;
	}

	/** Throws if this is not the output of `git cat-file`. */
	push(chunk: Buffer): void {
		let rest = chunk;
		while (rest.length > 0 && !this.#hasEnded) {
			rest = this.#content ? this.#takeContent(this.#content, rest) : this.#takeHeader(rest);
		}
	}

	#takeHeader(chunk: Buffer): Buffer {
		const end = chunk.indexOf(lineBreak);
		const line = Buffer.concat([this.#header, end === -1 ? chunk : chunk.subarray(0, end)]);
		if (line.length > longestHeader) throw new Error('git cat-file answered with a line that is too long.');
		if (end === -1) {
			this.#header = line;
			return chunk.subarray(chunk.length);
		}
		this.#header = Buffer.alloc(0);
		this.#begin(line.toString('utf8'));
		return chunk.subarray(end + 1);
	}

	#begin(header: string): void {
		const [, id, type, digits] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(header) ?? [];
		if (id === undefined || type === undefined) {
			const [, kind] = / (missing|ambiguous)$/.exec(header) ?? [];
			if (kind === undefined) throw new Error(`git cat-file answered ${JSON.stringify(header)}.`);
			this.#onAnswer({ kind: kind === 'missing' ? 'missing' : 'ambiguous' });
			return;
		}
		const size = Number(digits);
		if (!this.#hasContents) this.#onAnswer({ kind: 'object', id, type, content: Buffer.alloc(0) });
		else if (size > this.#most()) {
			this.#hasEnded = true;
			this.#onAnswer({ kind: 'too-large', id, type, size });
		} else this.#content = { id, type, bytes: Buffer.allocUnsafeSlow(size), length: 0 };
	}

	#takeContent(content: ContentInProgress, chunk: Buffer): Buffer {
		const { id, type, bytes } = content;
		const taken = chunk.copy(bytes, content.length);
		content.length += taken;
		// A line break follows the content.
		if (taken === chunk.length) return chunk.subarray(taken);
		this.#content = undefined;
		this.#onAnswer({ kind: 'object', id, type, content: bytes });
		return chunk.subarray(taken + 1);
	}
}
