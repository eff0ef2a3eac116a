import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { findOnPath } from '../../../base/find-git.ts';
import type { Log } from '../../../base/log/log.ts';
import type { Commit } from '../../../forge/shapes/repositories.ts';
import type { Git } from '../../../platform/git/run-git.ts';
import type { SignatureState } from '../../model/commits/signature.ts';
import {
	compareWithSigned,
	hasSameId,
	isTooLarge,
	type SignedData,
	signedDataOf,
} from '../../model/commits/signed-data.ts';
import { runVerifier } from './run-verifier.ts';
import { readSignatureSettings } from './signature-settings.ts';
import type { VerifierHost } from './verifier-host.ts';
import { verifyGpg } from './verify-gpg.ts';
import { verifySsh } from './verify-ssh.ts';

interface VerifyOptions {
	/** Whether the user trusts the workspace. Otherwise, no program runs. */
	readonly isTrusted: boolean;
	/** The git whose settings name keys and programs; undefined if there is none. */
	readonly git: Git | undefined;
	/** By default, the environment of this process. */
	readonly environment?: Readonly<NodeJS.ProcessEnv>;
	readonly timeoutMs?: number;
	/** Where a private folder is made and removed. By default, the folder of the system. */
	readonly temporary?: string;
	readonly log?: Log;
}

/** Gpg and ssh-keygen take some 10 ms. A program of the user may take longer. */
const usualTimeoutMs = 10_000;

const verifiers = [
	[/^-----BEGIN PGP (?:SIGNATURE|MESSAGE)-----/, verifyGpg],
	[/^-----BEGIN SSH SIGNATURE-----/, verifySsh],
] as const;

/** Checks the signature of a commit against the keys that the user has. Makes no requests. Never rejects, because the commit is shown anyway. */
export async function verifySignature(commit: Commit, options: VerifyOptions): Promise<SignatureState> {
	const data = signedDataOf(commit);
	if (!data) return { kind: 'none' };
	if (isTooLarge(data)) return { kind: 'unverified', why: 'too-large' };
	const [, verify] = verifiers.find(([pattern]) => pattern.test(data.armor)) ?? [];
	if (!verify) return { kind: 'unverified', why: 'unsupported' };
	const likeness = compareWithSigned(commit, data);
	if (likeness === 'other') return { kind: 'of-other-commit' };
	const isSame = likeness === 'same';
	if (!hasSameId(commit, data))
		return isSame ? { kind: 'unverified', why: 'other-id' } : { kind: 'of-other-commit' };
	if (!isSame) return { kind: 'unverified', why: 'other-encoding' };
	if (!options.isTrusted) return { kind: 'unverified', why: 'untrusted-workspace' };
	try {
		return await inPrivateFolder(options, async (folder) => verify(await createHost(folder, data, options)));
	} catch (error) {
		options.log?.warn('The signature of a commit could not be verified.', error);
		return { kind: 'unverified', why: 'failed' };
	}
}

async function inPrivateFolder<T>(
	{ temporary = tmpdir(), log }: VerifyOptions,
	work: (folder: string) => Promise<T>,
): Promise<T> {
	const folder = await mkdtemp(join(temporary, 'tildeforge-signature-'));
	try {
		return await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch((error) =>
			log?.warn('A folder for verifying signatures could not be removed.', error),
		);
	}
}

async function createHost(
	folder: string,
	{ armor, payload }: SignedData,
	options: VerifyOptions,
): Promise<VerifierHost> {
	const { git, environment = process.env, timeoutMs = usualTimeoutMs } = options;
	const files = {
		signature: join(folder, 'signature'),
		payload: join(folder, 'payload'),
		key: join(folder, 'key'),
		signers: join(folder, 'signers'),
	};
	const [settings] = await Promise.all([
		readSignatureSettings(git, folder),
		writeFile(files.signature, `${armor}\n`, { encoding: 'latin1', mode: 0o600 }),
		writeFile(files.payload, payload, { mode: 0o600 }),
	]);
	return {
		settings,
		files,
		payload,
		armor,
		home: environment.HOME ?? homedir(),
		program: (name) => findProgram(name, environment.PATH),
		run: (program, args, input) =>
			runVerifier({ program, args, folder, environment, timeoutMs, ...(input && { input }) }),
	};
}

/** Undefined for a relative path: what it means would depend on where the program starts. */
const findProgram = (name: string, path = ''): string | undefined =>
	/[/\\]/.test(name) && !isAbsolute(name) ? undefined : findOnPath(name, path, [name]);
