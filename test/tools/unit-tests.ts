import inspector from 'node:inspector';
import { type MochaOptions, runMocha } from './mocha.ts';
import { guardStoppedClocks } from './stopped-clocks.ts';
import type { Tally } from './tally.ts';

guardStoppedClocks();

/** Runs files of unit tests in this process. Under a debugger, they have no time limit. */
export const runUnitTests = (
	files: readonly string[],
	options: Pick<MochaOptions, 'grep' | 'only' | 'bail'>,
	print?: (line: string) => void,
): Promise<Tally> =>
	runMocha(files, { ...options, timeout: inspector.url() === undefined ? 60_000 : 0 }, print);
