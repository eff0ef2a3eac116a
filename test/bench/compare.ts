import { median, type Table } from './table.ts';

export const rounds = 9;
export const warmUps = 2;

type Candidate = readonly [name: string, run: () => unknown];
/** A part of a table. */
export type Part = Pick<Table, 'rows' | 'goals'>;
type Goal = Table['goals'][number];

/** Slow candidates are measured less often: only until they have taken this long in total. */
const enoughMs = 10_000;

interface Measured {
	readonly median: number;
	/** How many times as long the others take. */
	readonly ratios: readonly number[];
	/** The ratios, for a goal. */
	readonly others: string;
}

/** Measures the candidates in turn, so that a busy machine slows all of them. The first is this project's. */
export async function compare(
	candidates: readonly Candidate[],
	goal: (measured: Measured) => Goal,
): Promise<Part> {
	const times = candidates.map((): number[] => []);
	const spent = candidates.map(() => 0);
	for (let round = -warmUps; round < rounds; round++) {
		for (const [nth, [, run]] of candidates.entries()) {
			const before = spent[nth] ?? 0;
			if (before > enoughMs && times[nth]?.length) continue;
			const begun = performance.now();
			await run();
			const ms = performance.now() - begun;
			spent[nth] = before + ms;
			if (round >= 0) times[nth]?.push(ms);
		}
	}
	const [ours = 0, ...theirs] = times.map(median);
	const ratios = theirs.map((ms) => ms / ours);
	const others = ratios.map((ratio, nth) => `, ${candidates[nth + 1]?.[0]}: ${ratio.toFixed(1)} ×`).join('');
	return {
		rows: candidates.map(([name], nth) => {
			const all = times[nth] ?? [];
			return { name: `${name}, ms`, values: [median(all), Math.min(...all), Math.max(...all)] };
		}),
		goals: [goal({ median: ours, ratios, others })],
	};
}

export const within =
	(what: string, limitMs: number) =>
	({ median, others }: Measured): Goal => ({
		goal: `${what} within ${limitMs} ms: ${median.toFixed(1)} ms${others}`,
		met: median <= limitMs,
	});
