import { similarity } from './similarity.ts';

/** A line of the new version that may have replaced one of the old version. */
export interface Candidate {
	readonly line: number;
	readonly text: string;
	/** Whether it is between the same unchanged lines. Then it is a replacement even if it is not similar. */
	readonly isBetween: boolean;
}

/** The least similarity of a line that is not between the same unchanged lines. */
const leastSimilarity = 0.6;
/** Such a line must be more similar by this than one between them. */
const distancePenalty = 0.3;
/** Comparing more lines takes too long for one comment. */
const maxCandidates = 1000;

/** The candidate with the same text, if it is between the same unchanged lines or has words. */
export const equalLine = (text: string, candidates: readonly Candidate[]): Candidate | undefined =>
	candidates.find((one) => one.isBetween && one.text === text) ??
	candidates.find((one) => one.text === text && /\p{L}{3}/u.test(text));

/** The candidate that probably replaced a line. Of equally similar ones, the first. */
export function closestLine(text: string, candidates: readonly Candidate[]): Candidate | undefined {
	let closest: Candidate | undefined;
	let best = -1;
	for (const one of candidates.slice(0, maxCandidates)) {
		const share = similarity(text, one.text);
		if (!one.isBetween && share < leastSimilarity) continue;
		const score = one.isBetween ? share : share - distancePenalty;
		if (score <= best) continue;
		best = score;
		closest = one;
	}
	return closest;
}
