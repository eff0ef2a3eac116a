import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, temporaryFolder } from './places.ts';
import { Background } from './processes.ts';
import { broken, type Tally } from './tally.ts';

interface OwnProcess {
	/** Names the run in failure messages. */
	readonly title: string;
	readonly script: string;
	readonly args?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	/** Time limit. A run that takes longer is stopped and counts as failed. */
	readonly minutes?: number;
}

/** Runs a test script in a separate process. Prints its whole output when it ends. */
export async function runInOwnProcess(run: OwnProcess): Promise<Tally> {
	const { title, script, args = [], env = {}, minutes = 15 } = run;
	const file = join(temporaryFolder('tally'), 'tally');
	const child = new Background(process.execPath, [join(root, 'test/scripts/run.mjs'), script, ...args], {
		env: { ...env, TILDEFORGE_TALLY: file },
	});
	let isLate = false;
	const overtime = setTimeout(() => {
		isLate = true;
		child.stop();
	}, minutes * 60_000);
	await child.exited;
	clearTimeout(overtime);
	console.log(child.tail(Number.POSITIVE_INFINITY));
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
	const reason = isLate ? `was ended after ${minutes} minutes` : `ended by itself with code ${child.code}`;
	return broken(title, `It ${reason}, without a result:\n${child.tail()}`);
}
