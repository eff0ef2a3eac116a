import { median, type Table } from '../bench/table.ts';
import { type LiveRound, LiveRounds } from './live-rounds.ts';

const takeoverLimitMs = 5000;
const happenings = 18;
/** As many as the inbox keeps at once. */
const keptHappenings = 1000;

/** Reports what of the inbox was lost or duplicated when the leading window is killed while deliveries arrive. */
export async function live(count = 50): Promise<Table> {
	const soak = await LiveRounds.open({
		places: ['trackers', 'editor', 'editor-devel', 'dotfiles'],
		...{ deliveries: 500, burstMs: 3000, happenings },
	});
	const reported = new Set<string>();
	for (let nth = 1; nth <= count; nth++) {
		await soak.round(nth);
		const { takeoverMs, completeMs, accepted, lost } = soak.rounds.at(-1) as LiveRound;
		const words = `${accepted} deliveries accepted, ${lost} lost, takeover ${takeoverMs} ms, complete after ${completeMs} ms`;
		console.log(`Round ${nth}: ${words}`);
		for (const problem of soak.problems) {
			if (!reported.has(problem)) console.log(`PROBLEM ${problem}`);
			reported.add(problem);
		}
	}
	await soak.end(keptHappenings);
	await soak.close();
	for (const problem of soak.problems) if (!reported.has(problem)) console.log(`PROBLEM ${problem}`);
	for (const [line, times] of soak.windows.logged) console.log(`${times} × ${line}`);
	return tableOf(soak);
}

function tableOf({ rounds, problems, windows, happenings: happened }: LiveRounds): Table {
	const row = (name: string, of: (round: LiveRound) => number | undefined) => {
		const values = rounds.map(of).filter((value) => value !== undefined);
		return { name, values: [Math.min(...values), median(values), Math.max(...values)] };
	};
	const longest = Math.max(...rounds.map(({ takeoverMs }) => takeoverMs));
	const slow = rounds.filter(({ takeoverMs }) => takeoverMs > takeoverLimitMs).length;
	return {
		about: `${rounds.length} kills of the leading one of two windows while deliveries arrive, of which each round sends about 500`,
		columns: ['least', 'median', 'most'],
		rows: [
			row('deliveries made by the forge', ({ made }) => made),
			row('sent, with repeats', ({ sent }) => sent),
			row('accepted', ({ accepted }) => accepted),
			row('sent while nothing listened', ({ lost }) => lost),
			row('from the kill until another window leads, ms', ({ takeoverMs }) => takeoverMs),
			row('from the kill until it accepts a delivery, ms', ({ deafMs }) => deafMs),
			row('until the store has everything, ms', ({ completeMs }) => completeMs),
		],
		goals: [
			{
				goal: `of ${happened} happenings none is lost or twice in the store; ${windows.seen.size} marks of seen events and the webhooks are kept; ${windows.claims.size} notifications, none twice`,
				met: problems.size === 0,
			},
			{
				goal: `another window leads within ${takeoverLimitMs / 1000} s: ${Math.round(longest)} ms at most`,
				met: slow === 0,
			},
		],
	};
}
