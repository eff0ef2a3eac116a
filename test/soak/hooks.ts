import type { Table } from '../bench/table.ts';
import { runHookSequences } from '../kit/forge/hook-sequences.ts';

/** Runs random sequences of what can happen to the webhooks of an account. Sequence `n` with a seed is the same in every run. */
export async function hooks(count = 300, seed?: number): Promise<Table> {
	const problem = await runHookSequences(count, seed).then(
		() => undefined,
		(error: unknown) => (error instanceof Error ? `${error.message}\n${error.cause}` : String(error)),
	);
	if (problem !== undefined) console.log(`PROBLEM ${problem}`);
	return {
		about: `${count} sequences of sign-ins, renewals, revocations, kills and sign-outs, in which services cannot be reached`,
		columns: ['all'],
		rows: [{ name: 'sequences', values: [count] }],
		goals: [{ goal: 'no webhook outlives its token unnoticed', met: problem === undefined }],
	};
}
