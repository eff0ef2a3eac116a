import type { SignatureSettings } from './signature-settings.ts';

/** What a verifier works with. */
export interface VerifierHost {
	readonly settings: SignatureSettings;
	/** The absolute path of a program that is named or whose path is given; undefined if there is none. */
	readonly program: (name: string) => string | undefined;
	readonly run: (
		program: string,
		args: readonly string[],
		input?: Uint8Array,
	) => Promise<{ readonly code: number | undefined; readonly output: string; readonly errors: string }>;
	/** The paths of files in a private folder. The first two hold the signature and what it was made for, and the others can be written. */
	readonly files: Readonly<Record<'signature' | 'payload' | 'key' | 'signers', string>>;
	readonly payload: Buffer;
	readonly armor: string;
	/** The user's folder. */
	readonly home: string;
}
