import { ForgeError } from '../../../src/forge/contract/errors.ts';
import type { Fetch } from '../../../src/forge/wire/transport.ts';
import type { Random } from '../mails/random.ts';
import type { RecordedCall } from './recorded-calls.ts';

/** Changes the nth answer of a call. */
type Mutation = (answer: Buffer, nth: number) => string | Buffer;

/** Leaves what is not JSON. */
const ofJson =
	(change: (value: unknown, nth: number) => string): Mutation =>
	(answer, nth) => {
		try {
			return change(JSON.parse(answer.toString()), nth);
		} catch {
			return answer;
		}
	};

const junk = [null, true, -1, 2 ** 53, 1.5, '', 'x', '\u0000', '1e999', [], {}, [null], { id: 'x' }] as const;

/** The objects and lists in a value, with the value itself. */
function containersIn(value: unknown): object[] {
	if (typeof value !== 'object' || value === null) return [];
	return [value, ...Object.values(value).flatMap(containersIn)];
}

/** Replaces some values by others. */
function withOtherValues(
	value: unknown,
	random: Random,
	times: number,
	others: readonly unknown[] = junk,
): void {
	for (let nth = 0; nth < times; nth++) {
		const containers = containersIn(value);
		const container = containers.length > 0 ? random.pick(containers) : {};
		const keys = Object.keys(container);
		if (keys.length === 0) continue;
		const key = random.pick(keys);
		if (random.chance(20) && !Array.isArray(container)) Reflect.deleteProperty(container, key);
		else Reflect.set(container, key, random.pick(others));
	}
}

const placeholder = 'the place that is changed';

/** Texts of JSON that are deep, wide or long. */
const large: readonly ((count: number) => string)[] = [
	(count) => `${'['.repeat(count)}${']'.repeat(count)}`,
	(count) => `${'{"results":'.repeat(count)}null${'}'.repeat(count)}`,
	(count) => `${'{"owner":{"a":['.repeat(count)}null${']}}'.repeat(count)}`,
	...['{}', 'null', '[]', '""', '{"id":1}', '{"path":["a",0]}'].map(
		(element) => (count: number) => `[${`${element},`.repeat(count)}${element}]`,
	),
	...['a', '\u0100', '\\u0000', '&amp;', '<b>', ' ', '~a/b#1 '].map(
		(part) => (count: number) => `"${part.repeat(count)}"`,
	),
];

/** Each list in an answer has rows that no answer before had, and names a further page. */
function withFurtherPage(value: unknown, nth: number, count: number, direction: number): string {
	for (const container of containersIn(value)) {
		const rows: unknown = Reflect.get(container, 'results');
		if (!Array.isArray(rows) || rows.length === 0) continue;
		const row: unknown = rows[0];
		const all = Array.from({ length: count }, (_, at) => {
			const id = 1_000_000 + direction * (nth * count + at);
			return typeof row === 'object' && row !== null ? { ...row, id, name: `row-${id}` } : row;
		});
		Object.assign(container, { results: all, next: `cursor-${nth}` });
	}
	return JSON.stringify(value);
}

/** The ways in which answers are changed, by name. */
const mutations: Readonly<Record<string, (random: Random) => Mutation>> = {
	values: (random) =>
		ofJson((value) => {
			withOtherValues(value, random, 1 + random.below(6));
			return JSON.stringify(value);
		}),
	size: (random) => {
		const count = Math.min(10 ** (2 + random.below(5)) * (1 + random.below(9)), 2_000_000);
		const text = random.pick(large)(count);
		return ofJson((value) => {
			withOtherValues(value, random, 1, [placeholder]);
			return JSON.stringify(value).replace(`"${placeholder}"`, () => text);
		});
	},
	errors: (random) => {
		const length = random.chance(10) ? random.below(500_000) : random.below(8);
		const names = ['owner', 'tracker', 'list', 'repository', 'mail', 'thread', 'tickets', 'results', 0, 1];
		const path = Array.from({ length }, () => random.pick(names));
		const message = random.pick(['', 'Temporary error', 'Access denied', 'internal system error']);
		const other = { message, path: path.slice(0, 8) };
		const count = random.below(random.chance(10) ? 50_000 : 20);
		return ofJson((value) => {
			withOtherValues(value, random, random.below(4), [null]);
			const errors = [{ message, path }, ...Array.from({ length: count }, () => other)];
			return JSON.stringify({ errors, ...Object(value) });
		});
	},
	paging: (random) => {
		// With more than nine, the walk is as long as for a large forge.
		const count = random.chance(3) ? 10 + random.below(40) : random.below(10);
		const direction = random.pick([1, -1]);
		return ofJson((value, nth) => withFurtherPage(value, nth, count, direction));
	},
	damage: (random) => (answer) => {
		const bytes = Buffer.from(answer);
		for (let count = random.below(20); count > 0 && bytes.length > 0; count--)
			bytes[random.below(bytes.length)] = random.below(256);
		return random.chance(30) ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes;
	},
};
const mutationNames = Object.keys(mutations);

/** What a call has taken while its answers were changed. */
export interface MutatedCall {
	readonly what: string;
	readonly outcome: 'value' | 'error';
	readonly requests: number;
	/** Of the answers together. */
	readonly megabytes: number;
	/** Processor time, without that of making the answers. */
	readonly ms: number;
}

const cpuMs = () => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

/** Makes one of the calls again, with answers that are changed. Fails if that fails with anything but a `ForgeError`. */
export async function callWithMutations(
	calls: readonly RecordedCall[],
	random: Random,
): Promise<MutatedCall> {
	const call = random.pick(calls);
	const names = random.chance(20) ? ['paging', random.pick(mutationNames)] : [random.pick(mutationNames)];
	const chosen = names.map((name) => mutations[name]?.(random));
	let requests = 0;
	let bytesRead = 0;
	let makingMs = 0;
	const fetch: Fetch = async (_url, { limit }) => {
		const startMs = cpuMs();
		const nth = requests++;
		const recorded = call.answers[Math.min(nth, call.answers.length - 1)] ?? Buffer.from('');
		const bytes = chosen.reduce<Buffer>(
			(answer, mutate) => Buffer.from(mutate?.(answer, nth) ?? answer),
			recorded,
		);
		makingMs += cpuMs() - startMs;
		const answer = bytes.subarray(0, limit);
		bytesRead += answer.length;
		return { status: 200, bytes: answer, header: () => null };
	};
	const startMs = cpuMs();
	const outcome = await call.run(fetch).then(
		() => 'value' as const,
		(error: unknown) => {
			if (error instanceof ForgeError) return 'error' as const;
			throw new Error(`${call.name}, ${names}: ${error instanceof Error ? error.stack : error}`);
		},
	);
	const ms = cpuMs() - startMs - makingMs;
	return { what: `${call.name}, ${names}`, outcome, requests, megabytes: bytesRead / 2 ** 20, ms };
}
