import { writeFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { readBytes } from '../../../base/files/files.ts';
import { readPublicKey } from '../../model/commits/ssh-signature.ts';
import type { VerifierHost } from './verifier-host.ts';

/**
 * Whether the user's file of revoked keys has the key that made an intact signature. The file is a list of public keys, or has the binary
 * format of OpenSSH. `unknown` if it cannot be read.
 */
export async function findRevocation(
	{ settings: { revokedKeys }, run, files, payload }: VerifierHost,
	/** As in a file of public keys. */
	key: string,
	/** The absolute path of `ssh-keygen`. */
	ssh: string,
	namespace: string,
): Promise<'revoked' | 'not-revoked' | 'unknown'> {
	if (revokedKeys === undefined) return 'not-revoked';
	if (!isAbsolute(revokedKeys)) return 'unknown';
	await writeFile(files.key, `${key}\n`, { mode: 0o600 });
	const query = await run(ssh, ['-Q', '-f', revokedKeys, files.key]);
	if (query.code === 0) return 'not-revoked';
	if (/: REVOKED$/m.test(query.output)) return 'revoked';
	// The query does not read lists of public keys, and fails for them.
	const list = await readBytes(revokedKeys).catch(() => undefined);
	if (
		list
			?.toString('latin1')
			.split('\n')
			.some((line) => readPublicKey(line) === key)
	)
		return 'revoked';
	// The key can also be in the list in another way, such as by the authority that certified it.
	await writeFile(files.signers, `signer ${key}\n`, { mode: 0o600 });
	const who = ['-f', files.signers, '-I', 'signer', '-r', revokedKeys];
	const { code } = await run(ssh, ['-Y', 'verify', '-n', namespace, '-s', files.signature, ...who], payload);
	return code === 0 ? 'not-revoked' : 'unknown';
}
