import { join } from 'node:path';
import { build } from '../../build.mjs';
import { editorHost } from '../tools/editor-host.ts';
import { root } from '../tools/places.ts';
import { bundleForHost, runSuite } from '../tools/suite-run.ts';
import type { Activation } from './activation-suite.ts';
import { median, type Table } from './table.ts';

const windows = 7;
const measures = ['wall', 'block', 'code', 'heap'] as const;

/** What `activate` costs in a fresh window of the real editor, beside an extension that does nothing. */
export async function activation(): Promise<Table> {
	const suite = join(root, 'test/bench/activation-suite.ts');
	const [bundled, host] = await Promise.all([
		bundleForHost([suite]),
		editorHost('web'),
		build({ production: true }),
	]);
	const candidates = [
		{ name: 'an empty extension', id: 'tildeforge-bench.empty', extension: join(root, 'test/bench/empty') },
		{ name: 'Tildeforge', id: 'tildeforge.tildeforge', extension: root },
	];
	const found = new Map<string, Activation[]>(candidates.map(({ name }) => [name, []]));
	for (let round = 0; round < windows; round++) {
		for (const { name, id, extension } of candidates) {
			const result = await runSuite<Activation>(host, {
				suite: bundled.get(suite) ?? '',
				extension,
				task: { file: '', given: { extension: id } },
			});
			found.get(name)?.push(result);
		}
	}
	await host.close();

	const middle = (name: string, measure: keyof Activation) =>
		median((found.get(name) ?? []).map((one) => one[measure]));
	const rows = candidates.map(({ name }) => ({
		name,
		values: measures.map((measure) => middle(name, measure)),
	}));
	const ratio = middle('Tildeforge', 'wall') / middle('an empty extension', 'wall');
	const heap = middle('Tildeforge', 'heap');
	return {
		about: `Activation, median of ${windows} fresh windows each`,
		columns: ['activate, ms', 'longest block, ms', 'code, bytes', 'heap kept, bytes'],
		rows,
		goals: [
			{ goal: `activate takes at most 2.5 × an empty extension: ${ratio.toFixed(2)} ×`, met: ratio <= 2.5 },
			{ goal: `heap kept is at most 1 MB: ${(heap / 1024).toFixed(0)} KB`, met: heap <= 1024 * 1024 },
		],
	};
}
