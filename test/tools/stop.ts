/**
 * Ends a script with a message and exit code 1, without a stack. The message says what is missing and how to fix it.
 * `run.mjs` recognizes this error by its name, because it cannot import this file.
 */
export class Stop extends Error {
	override readonly name = 'Stop';
}
