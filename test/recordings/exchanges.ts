import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fetch } from '../../src/forge/wire/transport.ts';
import { root } from '../tools/places.ts';

/** Recorded requests and answers of real servers. They are next to the project, not in it. */
export const folder = join(root, '..', 'shared', 'recordings');

export interface RecordedAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: unknown;
}

/** A recorded request, and its answer. */
export interface Exchange {
	/** The path of its file. */
	readonly name: string;
	readonly method: string;
	readonly url: string;
	readonly body: unknown;
	readonly answer: RecordedAnswer;
}

export const readRecording = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

export const exchangesIn = (part: string, files = '*/*.json'): readonly Exchange[] =>
	globSync(`${part}/${files}`, { cwd: folder })
		.filter((file) => !/\/deliveries[^/]*$/.test(file))
		.sort()
		.map((file) => ({ name: file, ...readRecording(file) }));

/** Whether a request asks for the account of a token, as signing in does. */
export const asksWhoItIs = (body: unknown): boolean =>
	/^query \{ me \{ canonicalName \}/.test(Object(body).query ?? '');

const bytesOf = (body: unknown) =>
	Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

/** A transport whose answers come from `find`, which throws if it has none. */
export const replay =
	(find: (url: URL, body: string) => RecordedAnswer): Fetch =>
	async (url, { body = '', beforeBody, didBegin }) => {
		await beforeBody?.();
		const { status, headers, body: content } = find(new URL(url), body);
		didBegin();
		const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
		return { status, bytes: bytesOf(content), header: (name) => values.get(name.toLowerCase()) ?? null };
	};

/** Counts how recordings were used, and prints the counts after the tests of a `describe`. */
export class Tally {
	readonly #counts = new Map<string, number>();

	constructor(area: string) {
		after(() => {
			for (const [outcome, count] of [...this.#counts].sort())
				console.log(`      ${area}: ${count} ${outcome}`);
		});
	}

	count(outcome: string): void {
		this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1);
	}
}
