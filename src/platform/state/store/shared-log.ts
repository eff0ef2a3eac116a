import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { codeOf, tooLongCode } from '../../../base/files/files.ts';
import type { HeldLock } from '../../../base/files/held-lock.ts';
import { lockAgainIfLost } from '../../../base/files/lock-again-if-lost.ts';
import type { Name, Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import { createSlices } from '../../../base/slices.ts';
import type { DurableWrites } from './durable-writes.ts';
import { setAside } from './unreadable-files.ts';

/** The file is not rewritten before so many bytes were appended. */
const rewriteThreshold = 256 * 1024;

const FirstLine = v.object({
	version: v.string(),
	/** Differs after each rewrite, so that windows know that they have to read all of the file again. */
	generation: v.optional(v.string(), ''),
	/** How many bytes the last rewrite has written after this line. */
	rewritten: v.optional(v.number(), 0),
});

/** What lines add up to. */
interface Summary<Line> {
	apply(line: Line): unknown;
	/** The fewest lines that amount to the same. */
	toLines(): Iterable<Line>;
}

interface SharedLogOptions<Line> {
	readonly storage: Storage;
	readonly name: Name;
	/** A file that begins with another version is not read. */
	readonly version: string;
	/** Undefined for what is no line of this version. */
	readonly parse: (value: object) => Line | undefined;
	/** A line replaces earlier ones with the same key. Without it, only a rewrite tells how small the file can be. */
	readonly keyOf?: (line: Line) => string | number;
	/** An empty summary, into which all lines go when the file is rewritten. */
	readonly newSummary: () => Summary<Line>;
	/** Flushes what is written. If absent, the content can be fetched again, so a file that cannot be read is removed. */
	readonly durable?: DurableWrites;
	readonly log: Log;
}

/** How far a window has read. The generation is undefined while there is no file. */
export interface LogPosition {
	readonly generation: string | undefined;
	/** In characters. */
	readonly offset: number;
}

export const startOfLog: LogPosition = { generation: undefined, offset: 0 };

interface LogRead {
	readonly position: LogPosition;
	/** Whether the lines that were read follow those before the last position. Otherwise, they replace them. */
	readonly isContinued: boolean;
}

/**
 * A file of lines of JSON, to which all windows append.
 *
 * Windows append and rewrite under one lock, so that no window drops what another has just written. Each line begins with its line break, so
 * that a line cut off by a killed program does not damage the next one. When what was appended outgrows the rest, the file is rewritten, from
 * what it contains. The first line says which version of the format it has. A file of another version is set aside or, if its content
 * can be fetched again, removed.
 */
export class SharedLog<Line> {
	readonly #options: SharedLogOptions<Line>;
	readonly #size = { compact: 0 };

	constructor(options: SharedLogOptions<Line>) {
		this.#options = options;
	}

	/** Calls `visit` with each line that follows a position. Rejects if reading fails. */
	async read(visit: (line: Line) => void, from: LogPosition = startOfLog): Promise<LogRead> {
		const { text, isForeign } = await load(this.#options);
		// A window that has the lock may be writing the file.
		if (isForeign) return this.lock((file) => file.read(visit, from));
		return visitLines(this.#options, this.#size, text, visit, from);
	}

	/**
	 * Runs `work` while no other window writes the file. If this window hangs for so long that another one takes the lock, runs it again, for
	 * what that one has written. The signal ends only the waiting.
	 */
	lock<T>(work: (file: LockedLog<Line>) => Promise<T>, signal?: AbortSignal): Promise<T> {
		const { storage, name } = this.#options;
		return lockAgainIfLost(
			storage,
			// Outside of the watched folder: taking the lock is no change.
			['locks', ...name],
			({ confirm }) => work(new LockedLog(this.#options, this.#size, confirm)),
			signal,
		);
	}

	/** The whole text. Undefined if there is no file of this version. */
	async text(): Promise<string | undefined> {
		const { text, isForeign } = await load(this.#options);
		return isForeign ? undefined : text;
	}
}

interface Addition<Line> {
	readonly lines: readonly Line[];
	/** Whether the lines replace no earlier ones, so that a rewrite would not make the file smaller. */
	readonly areNew?: boolean;
}

/** The file while this window has the lock. */
export class LockedLog<Line> {
	readonly #options: SharedLogOptions<Line>;
	/** The size of the file after a rewrite, as far as this window knows. */
	readonly #size: { compact: number };
	readonly #confirm: HeldLock['confirm'];
	/** What is in the file, once it was read. */
	#known: { readonly text: string | undefined } | undefined;

	constructor(options: SharedLogOptions<Line>, size: { compact: number }, confirm: HeldLock['confirm']) {
		this.#options = options;
		this.#size = size;
		this.#confirm = confirm;
	}

	/** As `SharedLog.read`. */
	async read(visit: (line: Line) => void, from: LogPosition = startOfLog): Promise<LogRead> {
		this.#known ??= { text: await this.#loadOrSetAside() };
		return visitLines(this.#options, this.#size, this.#known.text, visit, from);
	}

	async append(parts: readonly Addition<Line>[]): Promise<void> {
		const { storage, name, durable, log } = this.#options;
		await this.#confirm();
		const replace = () => this.#replace(parts.flatMap(({ lines }) => lines));
		if (this.#known && this.#known.text === undefined) return replace();
		const texts = parts.map((part) => formatLines(part.lines));
		const added = texts.join('');
		const fileSize = await storage.append(name, added);
		const wasMissing = fileSize === Buffer.byteLength(added);
		if (wasMissing) return replace();
		durable?.add(name);
		if (this.#known) this.#known = { text: this.#known.text + added };
		for (const [nth, { areNew }] of parts.entries())
			if (areNew) this.#size.compact += Buffer.byteLength(texts[nth] ?? '');
		if (fileSize - this.#size.compact <= Math.max(this.#size.compact, rewriteThreshold)) return;
		try {
			await this.rewrite();
		} catch (error) {
			log.warn(`${name.join('/')} could not be rewritten, and stays longer than it could be`, error);
		}
	}

	/** Makes the file as short as it can be. */
	async rewrite(): Promise<void> {
		const summary = this.#options.newSummary();
		await this.read((line) => summary.apply(line));
		await this.#replace([...summary.toLines()]);
	}

	async #replace(lines: readonly Line[]): Promise<void> {
		const { storage, name, version, durable } = this.#options;
		const text = formatLines(lines);
		const rewritten = Buffer.byteLength(text);
		const whole = `${JSON.stringify({ version, generation: randomUUID(), rewritten })}${text}`;
		await storage.replace(name, whole, { isDurable: durable !== undefined, confirm: this.#confirm });
		this.#known = { text: whole };
		this.#size.compact = rewritten;
	}

	async #loadOrSetAside(): Promise<string | undefined> {
		const { storage, name, durable, log } = this.#options;
		const { text, isForeign } = await load(this.#options);
		if (!isForeign) return text;
		await this.#confirm();
		if (durable) await setAside(storage, name);
		else {
			log.info(`${name.join('/')} was written by another version and is not used`);
			await storage.remove(name);
		}
		return undefined;
	}
}

async function load<Line>({
	storage,
	name,
	version,
}: SharedLogOptions<Line>): Promise<{ readonly text?: string | undefined; readonly isForeign: boolean }> {
	try {
		const text = await storage.read(name);
		return { text, isForeign: text !== undefined && !readHead(text, version) };
	} catch (error) {
		if (codeOf(error) !== tooLongCode) throw error;
		return { isForeign: true };
	}
}

/** The first line, and its length. Undefined if another version has written the text, or if its beginning is damaged. */
function readHead(text: string, version: string) {
	const end = text.indexOf('\n');
	const line = end === -1 ? text : text.slice(0, end);
	const head = v.safeParse(FirstLine, parseObject(line));
	if (!head.success || head.output.version !== version) return undefined;
	return { ...head.output, length: line.length };
}

const formatLines = (lines: readonly unknown[]): string =>
	lines.map((line) => `\n${JSON.stringify(line)}`).join('');

async function visitLines<Line>(
	{ name, version, parse, keyOf, log }: SharedLogOptions<Line>,
	size: { compact: number },
	text: string | undefined,
	visit: (line: Line) => void,
	from: LogPosition,
): Promise<LogRead> {
	const head = text === undefined ? undefined : readHead(text, version);
	// Without a file, the lines that were read before are gone, if there were any.
	if (text === undefined || !head)
		return { position: startOfLog, isContinued: from.generation === undefined };
	const isContinued = head.generation === from.generation && text.length >= from.offset;
	const slice = createSlices(undefined, { waits: !isContinued });
	let offset = isContinued ? from.offset : head.length;
	let bad = 0;
	/** How many characters the last line with each key has. */
	const lengths = new Map<string | number, number>();
	while (offset < text.length) {
		const turn = slice();
		if (turn) await turn;
		const start = text[offset] === '\n' ? offset + 1 : offset;
		const lineBreak = text.indexOf('\n', start);
		const end = lineBreak === -1 ? text.length : lineBreak;
		const line = text.slice(start, end);
		const value = parseObject(line);
		// Another window may still be writing the last line.
		if (!value && lineBreak === -1) break;
		const parsed = value && parse(value);
		if (parsed !== undefined) {
			visit(parsed);
			if (keyOf && !isContinued) lengths.set(keyOf(parsed), end - offset);
		} else if (line !== '') bad += 1;
		offset = end;
	}
	if (bad > 0) log.warn(`${name.join('/')}: ${bad} lines were cut off or damaged and left out`);
	if (!isContinued) size.compact = keyOf ? bytesOf(lengths.values(), text) : head.rewritten;
	return { position: { generation: head.generation, offset }, isContinued };
}

/** Scales lengths in characters by the bytes that a character of the text has, which depend on its alphabet. */
function bytesOf(lengths: Iterable<number>, text: string): number {
	let sum = 0;
	for (const length of lengths) sum += length;
	return Math.ceil((sum * Buffer.byteLength(text)) / text.length);
}

function parseObject(line: string): object | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
