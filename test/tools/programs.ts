import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.ts';
import { run } from './processes.ts';

/** Runs a program from an installed package with the current Node. Returns its exit code. */
export function runProgram(
	packageName: string,
	args: readonly string[],
	options: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<number> {
	const folder = join(root, 'node_modules', packageName);
	const { bin }: { bin: string | Record<string, string> } = JSON.parse(
		readFileSync(join(folder, 'package.json'), 'utf8'),
	);
	const script: string = typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '');
	return run(process.execPath, [join(folder, script), ...args], options);
}
