import type { Table } from '../bench/table.ts';
import { checkComposed } from '../kit/mails/composed-check.ts';
import { textsByPython } from '../kit/mails/python-mails.ts';

/** How many mails one process of Python reads. */
const batchSize = 500;

/** Composes reviews of texts that programs could take for something else, and reads them as Tildeforge, b4, Patchwork, git and Python do. */
export async function compositions(count = 20_000): Promise<Table> {
	const begun = performance.now();
	const sums = { comments: 0, unplaced: 0, wrong: 0 };
	const problem = (n: number, text: unknown) => {
		sums.wrong += 1;
		console.log(`PROBLEM case ${n}: ${text}`);
	};
	for (let first = 0; first < count; first += batchSize) {
		const batch = new Map<number, ReturnType<typeof checkComposed>>();
		for (let n = first; n < Math.min(first + batchSize, count); n += 1) {
			try {
				batch.set(n, checkComposed(n));
			} catch (error) {
				problem(n, error);
			}
		}
		const texts = textsByPython([...batch.values()]);
		for (const [nth, [n, { body, comments, unplaced }]] of [...batch].entries()) {
			sums.comments += comments;
			sums.unplaced += unplaced;
			if (texts[nth] !== body) problem(n, `Python reads ${JSON.stringify(texts[nth])}`);
		}
	}
	return {
		about: `${count} reviews composed, and read by the rules of five programs`,
		columns: ['all'],
		rows: [
			{ name: 'comments', values: [sums.comments] },
			{ name: 'of which the mail says that they are not at their lines', values: [sums.unplaced] },
			{ name: 'all, s', values: [(performance.now() - begun) / 1000] },
		],
		goals: [
			{
				goal: `each comment is at its line, and no line has become something else: ${sums.wrong} are wrong`,
				met: sums.wrong === 0,
			},
			{
				goal: `at most 1 of 20 comments has no place: ${sums.unplaced}`,
				met: sums.unplaced * 20 <= sums.comments,
			},
		],
	};
}
