import { readGpgStatus } from '../../model/commits/gpg-status.ts';
import type { SignatureState } from '../../model/commits/signature.ts';
import type { VerifierHost } from './verifier-host.ts';

/** Keep gpg from using the network, asking the user and changing the user's keys, whatever the user's settings say. */
const options = [
	'--batch',
	'--no-tty',
	'--disable-dirmngr',
	'--no-auto-key-retrieve',
	'--no-auto-check-trustdb',
	'--status-fd=1',
];

/** GnuPG before 2.2.24 knows neither this option nor what it turns off: importing a key that is part of the signature. */
const noImport = '--no-auto-key-import';

/** Verifies an OpenPGP signature with the user's keys. */
export async function verifyGpg({ settings, program, run, files }: VerifierHost): Promise<SignatureState> {
	const gpg = program(settings.gpg);
	if (gpg === undefined) return { kind: 'unverified', why: 'no-program', program: settings.gpg };
	const verify = (...more: readonly string[]) =>
		run(gpg, [...options, ...more, '--verify', '--', files.signature, files.payload]);
	let result = await verify(noImport);
	// A program that does not know the option prints only an error. Output shows that it has read the signature, whose text could name the option.
	const isOld = result.code !== undefined && result.output === '' && result.errors.includes(noImport);
	if (isOld) result = await verify();
	const { code, output } = result;
	return code === undefined ? { kind: 'unverified', why: 'failed' } : readGpgStatus(output);
}
