/**
 * Ends a script with a sentence and exit code 1, without a stack: what is missing, and what to do about it.
 * `run.mjs` knows it by its name, because it may not import anything.
 */
export class Stop extends Error {
	override readonly name = 'Stop';
}
