import assert from 'node:assert/strict';
import type { Table } from '../bench/table.ts';
import { checkComposed } from '../kit/mails/composed-check.ts';
import { hasPython, readByPython } from '../kit/mails/python-mails.ts';

/** How many mails one process of Python reads. */
const batch = 500;

/** Composes reviews of texts that programs could take for something else, and reads them as Tildeforge, b4, Patchwork, git and Python do. */
export async function compositions(count = 20_000): Promise<Table> {
	const begun = performance.now();
	let comments = 0;
	let unplaced = 0;
	let wrong = 0;
	let byPython = 0;
	for (let first = 0; first < count; first += batch) {
		const mails: { readonly n: number; readonly raw: string; readonly body: string }[] = [];
		for (let n = first; n < Math.min(first + batch, count); n += 1) {
			try {
				const checked = checkComposed(n);
				comments += checked.comments;
				unplaced += checked.unplaced;
				mails.push({ n, ...checked });
			} catch (error) {
				wrong += 1;
				console.log(`PROBLEM case ${n}: ${error instanceof Error ? error.message : error}`);
			}
		}
		if (hasPython()) {
			const texts = readByPython(
				mails.map(({ raw }) => raw),
				'mail.get_content().replace("\\r\\n", "\\n")',
			);
			assert.ok(Array.isArray(texts));
			for (const [index, { n, body }] of mails.entries()) {
				byPython += 1;
				if (texts[index] === body) continue;
				wrong += 1;
				console.log(`PROBLEM case ${n}: Python reads ${JSON.stringify(texts[index])}`);
			}
		}
	}
	return {
		about: `${count} reviews composed, and read by the rules of five programs`,
		columns: ['all'],
		rows: [
			{ name: 'comments', values: [comments] },
			{ name: 'of which the mail says that they are not at their lines', values: [unplaced] },
			{ name: 'mails that Python read', values: [byPython] },
			{ name: 'all, s', values: [(performance.now() - begun) / 1000] },
		],
		goals: [
			{
				goal: `each comment is at its line, and no line has become something else: ${wrong} are wrong`,
				met: wrong === 0,
			},
			{ goal: `at most 1 of 20 comments has no place: ${unplaced}`, met: unplaced * 20 <= comments },
		],
	};
}
