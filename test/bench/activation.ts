import { join } from 'node:path';
import { build } from '../../build.mjs';
import { editorHost } from '../tools/editor-host.ts';
import { root } from '../tools/places.ts';
import { bundleForHost, runSuite } from '../tools/suite-run.ts';
import type { Activation } from './activation-suite.ts';
import { median, type Table } from './table.ts';

const windows = 7;
const measures = ['wall', 'block', 'code', 'heap'] as const;

interface Candidate {
	readonly name: string;
	readonly id: string;
	readonly extension: string;
	readonly isSignedIn: boolean;
}

/** Measures `activate` in a new window of the real editor, with and without an account, compared to an extension that does nothing. */
export async function activation(): Promise<Table> {
	const suite = join(root, 'test/bench/activation-suite.ts');
	const [bundled, host] = await Promise.all([
		bundleForHost([suite]),
		editorHost('web'),
		build({ production: true }),
	]);
	const empty = join(root, 'test/bench/empty');
	const candidates: readonly Candidate[] = [
		{ name: 'an empty extension', id: 'tildeforge-bench.empty', extension: empty, isSignedIn: false },
		...[false, true].map((isSignedIn) => ({
			name: isSignedIn ? 'Tildeforge, signed in' : 'Tildeforge',
			...{ id: 'tildeforge.tildeforge', extension: root, isSignedIn },
		})),
	];
	const found = new Map<string, Activation[]>(candidates.map(({ name }) => [name, []]));
	for (let round = 0; round < windows; round++) {
		for (const { name, id, extension, isSignedIn } of candidates) {
			const result = await runSuite<Activation>(host, {
				suite: bundled.get(suite) ?? '',
				extension,
				task: { file: '', given: { extension: id, isSignedIn } },
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
	const most = (measure: keyof Activation) =>
		Math.max(middle('Tildeforge', measure), middle('Tildeforge, signed in', measure));
	const ratio = middle('Tildeforge', 'wall') / middle('an empty extension', 'wall');
	const [block, code] = [most('block'), most('code') / 1024];
	// VS Code itself keeps more after ten seconds, as with an extension that does nothing.
	const heap = (most('heap') - middle('an empty extension', 'heap')) / 1024;
	return {
		about: `Activation and the ten seconds after it, median of ${windows} fresh windows each`,
		columns: ['activate, ms', 'longest block, ms', 'code, bytes', 'heap kept, bytes'],
		rows,
		goals: [
			{ goal: `activate takes at most 2 × an empty extension: ${ratio.toFixed(2)} ×`, met: ratio <= 2 },
			{ goal: `longest block is at most 5 ms: ${block.toFixed(1)} ms`, met: block <= 5 },
			{ goal: `code loaded is at most 60 KB: ${code.toFixed(0)} KB`, met: code <= 60 },
			{
				goal: `heap kept is at most 512 KB more than with an empty extension: ${heap.toFixed(0)} KB`,
				met: heap <= 512,
			},
		],
	};
}
