import { execFile } from 'node:child_process';

interface Verifier {
	/** An absolute path. */
	readonly program: string;
	readonly args: readonly string[];
	/** A private folder, in which the program runs. */
	readonly folder: string;
	readonly environment: Readonly<NodeJS.ProcessEnv>;
	readonly timeoutMs: number;
	/** What the program reads from its input. */
	readonly input?: Uint8Array;
}

/** `code` is undefined if the program did not end by itself, or could not be started. */
interface VerifierResult {
	readonly code: number | undefined;
	readonly output: string;
	readonly errors: string;
}

const maxOutput = 1024 * 1024;

/** Runs a program that verifies signatures, to its end. */
export function runVerifier(verifier: Verifier): Promise<VerifierResult> {
	const { program, args, folder, environment, timeoutMs, input } = verifier;
	// The output is parsed, so it must not be translated. No program may ask the user for anything.
	const { SSH_ASKPASS: _, ...rest } = environment;
	const env = { ...rest, LC_ALL: 'C', LANGUAGE: 'C' };
	const limits = { timeout: timeoutMs, maxBuffer: maxOutput, killSignal: 'SIGKILL' } as const;
	return new Promise((resolve) => {
		const options = { cwd: folder, env, windowsHide: true, ...limits };
		const child = execFile(program, args, options, (error, output, errors) => {
			const code = error ? error.code : 0;
			resolve({ code: typeof code === 'number' ? code : undefined, output, errors });
		});
		// A program that ends early leaves a broken pipe, which its exit code explains.
		child.stdin?.on('error', () => {});
		child.stdin?.end(input);
	});
}
