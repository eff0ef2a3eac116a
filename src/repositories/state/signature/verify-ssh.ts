import { readBytes } from '../../../base/files/files.ts';
import type { SignatureState } from '../../model/commits/signature.ts';
import { readPublicKey, readSshSignature } from '../../model/commits/ssh-signature.ts';
import { findRevocation } from './revoked-key.ts';
import { absolutePath } from './signature-settings.ts';
import type { VerifierHost } from './verifier-host.ts';

const namespace = 'git';
/** The user's own key can be shown as theirs; larger files are no keys. */
const maxKeyBytes = 64 * 1024;

/** Verifies an SSH signature with the user's own key and list of allowed signers. */
export async function verifySsh(host: VerifierHost): Promise<SignatureState> {
	const { settings, program, run, files, payload, armor } = host;
	const signature = readSshSignature(armor);
	if (!signature) return { kind: 'unverified', why: 'unreadable' };
	const ssh = program(settings.ssh);
	if (ssh === undefined) return { kind: 'unverified', why: 'no-program', program: settings.ssh };
	if (signature.namespace !== namespace) return { kind: 'bad', signer: undefined };
	const about = ['-n', namespace, '-s', files.signature];
	const intact = await run(ssh, ['-Y', 'check-novalidate', ...about], payload);
	if (intact.code === undefined) return { kind: 'unverified', why: 'failed' };
	if (intact.code !== 0) {
		const isWrong = intact.errors.includes('incorrect signature');
		return isWrong ? { kind: 'bad', signer: undefined } : { kind: 'unverified', why: 'unsupported' };
	}
	const isOwn = (await ownKeyOf(host)) === signature.key;
	const signers = isOwn ? [settings.me] : await findSigners(host, ssh);
	// The user's own key may be revoked, too, for example because it was stolen.
	const revocation = await findRevocation(host, signature.key, ssh, namespace);
	if (revocation === 'unknown') return { kind: 'unverified', why: 'unreadable-revoked-keys' };
	if (revocation === 'revoked') return { kind: 'revoked-key', signer: signers[0] };
	if (isOwn) return { kind: 'good', signer: settings.me, isCertified: true };
	if (settings.allowedSigners === undefined || signers.length === 0) {
		const [fingerprint = ''] = /SHA256:[A-Za-z\d+/]+/.exec(intact.output) ?? [];
		return { kind: 'unverified', why: 'no-key', key: fingerprint };
	}
	const allowed = ['-f', settings.allowedSigners, timeOption(payload)];
	const revoked = settings.revokedKeys === undefined ? [] : ['-r', settings.revokedKeys];
	for (const signer of signers) {
		const args = ['-Y', 'verify', ...about, ...allowed, '-I', signer, ...revoked];
		if ((await run(ssh, args, payload)).code === 0) return { kind: 'good', signer, isCertified: true };
	}
	return { kind: 'unverified', why: 'not-allowed' };
}

/** Whose key it is in the user's list of allowed signers. Keys that are listed, but not for this time, are not found. */
async function findSigners(
	{ settings: { allowedSigners }, run, files, payload }: VerifierHost,
	ssh: string,
): Promise<readonly string[]> {
	if (allowedSigners === undefined) return [];
	const about = ['-f', allowedSigners, '-s', files.signature, timeOption(payload)];
	const { code, output } = await run(ssh, ['-Y', 'find-principals', ...about]);
	// On Windows, the lines end with a carriage return, too.
	return code === 0 ? output.split(/\r?\n/).filter(Boolean) : [];
}

/** The user's own key is a text, or in a file beside the private one. */
async function ownKeyOf({ settings: { ownKey }, home }: VerifierHost): Promise<string | undefined> {
	const written = ownKey === undefined ? undefined : readPublicKey(ownKey);
	if (written !== undefined) return written;
	const path = absolutePath(ownKey, home);
	if (path === undefined) return undefined;
	const file = path.endsWith('.pub') ? path : `${path}.pub`;
	const bytes = await readBytes(file).catch(() => undefined);
	return bytes && bytes.length <= maxKeyBytes ? readPublicKey(bytes.toString('utf8')) : undefined;
}

/** The committer's time, as `ssh-keygen` reads it: in the time zone of this computer. */
function timeOption(payload: Buffer): string {
	const [, seconds = '0'] = /^committer .*> (\d{1,11}) [+-]\d{4}$/m.exec(payload.toString('latin1')) ?? [];
	const date = new Date(Number(seconds) * 1000);
	const two = (n: number) => String(n).padStart(2, '0');
	const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
	return `-Overify-time=${day}${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}
