import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fetch } from '../../src/forge/wire/transport.ts';
import type { AddressName } from '../../src/signin/instances/instance.ts';
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

/** By what the ports of the recorded services end with. */
const services: Readonly<Record<string, Exclude<AddressName, 'identity'>>> = {
	101: 'repositories',
	103: 'trackers',
	106: 'lists',
	114: 'hub',
};
export const serviceOf = ({ port }: URL) => services[port.slice(-3)] ?? 'identity';

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
		const values = new Headers(headers);
		return { status, bytes: bytesOf(content), header: (name) => values.get(name) };
	};

/** Returns a function that counts how recordings were used. The counts are printed after the tests of the `describe`. */
export function tally(area: string): (outcome: string) => void {
	const counts = new Map<string, number>();
	after(() => {
		for (const [outcome, count] of [...counts].sort()) console.log(`      ${area}: ${count} ${outcome}`);
	});
	return (outcome) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
}
