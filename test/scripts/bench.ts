import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { activation } from '../bench/activation.ts';
import { api } from '../bench/api.ts';
import { live } from '../bench/live.ts';
import { longPage } from '../bench/long-page.ts';
import { mail } from '../bench/mail.ts';
import { page } from '../bench/page.ts';
import { patches } from '../bench/patches.ts';
import { repositories } from '../bench/repositories.ts';
import { review } from '../bench/review.ts';
import { sandbox } from '../bench/sandbox.ts';
import { scale } from '../bench/scale.ts';
import { printed, type Table } from '../bench/table.ts';
import { optimizePages } from '../tools/chromium.ts';
import { options } from '../tools/options.ts';
import { root } from '../tools/places.ts';
import { Stop } from '../tools/stop.ts';

const benchmarks: Readonly<Record<string, () => Promise<Table>>> = {
	activation,
	api,
	live,
	'long-page': longPage,
	mail,
	page,
	patches,
	repositories,
	review,
	sandbox,
	scale,
};
const results = join(root, 'test/bench/results.json');

function readResults(): Record<string, Table> {
	try {
		return JSON.parse(readFileSync(results, 'utf8'));
	} catch {
		return {};
	}
}

const { positionals }: { positionals: string[] } = options({}, { words: true });
const unknown = positionals.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
	throw new Stop(
		`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`,
	);
}
optimizePages();
for (const [name, benchmark] of Object.entries(benchmarks)) {
	if (positionals.length > 0 && !positionals.includes(name)) continue;
	const table = await benchmark();
	console.log(`\n${printed(table)}`);
	writeFileSync(results, `${JSON.stringify({ ...readResults(), [name]: table }, null, '\t')}\n`);
}
