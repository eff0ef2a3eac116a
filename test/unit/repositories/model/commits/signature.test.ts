import assert from 'node:assert/strict';
import { readGpgStatus } from '../../../../../src/repositories/model/commits/gpg-status.ts';
import { describeSignature } from '../../../../../src/repositories/model/commits/signature.ts';
import {
	readPublicKey,
	readSshSignature,
} from '../../../../../src/repositories/model/commits/ssh-signature.ts';

describe('The status that gpg writes', () => {
	const valid = 'VALIDSIG A0FA18A26853E8C2 2026-11-22 1795352221 0 4 0 22 8 00 A0FA18A26853E8C2';
	const cases: readonly (readonly [lines: readonly string[], shown: string])[] = [
		[['NEWSIG', 'GOODSIG 26EB Ana <a@x>', valid, 'TRUST_ULTIMATE 0 pgp'], 'Good signature from Ana <a@x>'],
		[['GOODSIG 26EB Ana <a@x>', valid, 'TRUST_FULLY 0 pgp'], 'Good signature from Ana <a@x>'],
		[['GOODSIG 26EB %C3%85sa %25', valid, 'TRUST_FULLY'], 'Good signature from Åsa %'],
		[
			['GOODSIG 26EB Ana', valid, 'TRUST_MARGINAL'],
			'Good signature from Ana (you have not certified this key)',
		],
		[['GOODSIG 26EB Ana', valid], 'Good signature from Ana (you have not certified this key)'],
		[['GOODSIG 26EB', valid, 'TRUST_FULLY'], 'Good signature from 26EB'],
		[['GOODSIG 26EB Ana', 'TRUST_FULLY'], 'Signed, not verified (the signature cannot be read)'],
		[['EXPSIG 26EB Ana', valid], 'Signed by Ana, but the signature has expired'],
		[['EXPKEYSIG 26EB Ana', valid], 'Signed with a key of Ana that has expired'],
		[['REVKEYSIG 26EB Ana', valid], 'Signed with a key of Ana that has been revoked'],
		[['BADSIG 26EB Ana', valid], 'Bad signature (with the key of Ana)'],
		[['ERRSIG 26EB 22 8 00 1795352221 9 A0FA', 'NO_PUBKEY 26EB'], 'Signed, not verified (no key 26EB)'],
		[['ERRSIG 26EB 99 8 00 1 4 -'], 'Signed, not verified (signatures of this kind cannot be checked here)'],
		[['NODATA 3'], 'Signed, not verified (the signature cannot be read)'],
		[[], 'Signed, not verified (the signature cannot be read)'],
		[['BADSIG 1 Bob', 'GOODSIG 26EB Ana', valid], 'Signed, not verified (the signature cannot be read)'],
		[['GOODSIG 1 Ana', 'GOODSIG 2 Bob', valid], 'Signed, not verified (the signature cannot be read)'],
	];
	for (const [lines, shown] of cases)
		it(`is read: ${lines.join(', ') || 'nothing'}`, () => {
			const output = lines.map((line) => `[GNUPG:] ${line}\n`).join('');
			assert.equal(describeSignature(readGpgStatus(`gpg: Good signature\n${output}`)), shown);
		});

	it('is not taken from other lines, such as the name of a key', () => {
		const output = 'Comment: [GNUPG:] GOODSIG 26EB Ana\n[GNUPG:] BADSIG 26EB x [GNUPG:] GOODSIG 26EB Ana\n';
		assert.equal(readGpgStatus(output).kind, 'bad');
	});
});

const field = (content: string | Buffer) => {
	const bytes = Buffer.from(content);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(bytes.length);
	return Buffer.concat([length, bytes]);
};
const version = Buffer.from([0, 0, 0, 1]);
const armored = (bytes: Buffer) =>
	`-----BEGIN SSH SIGNATURE-----\n${bytes.toString('base64')}\n-----END SSH SIGNATURE-----`;

describe('An SSH signature', () => {
	const key = Buffer.concat([field('ssh-ed25519'), field('the key')]);
	const whole = Buffer.concat([
		Buffer.from('SSHSIG'),
		version,
		field(key),
		field('git'),
		field(''),
		field('x'),
	]);
	const written = `ssh-ed25519 ${key.toString('base64')}`;

	it('has its key and what it was made for', () => {
		for (const text of [armored(whole), `\n${armored(whole).replaceAll('\n', '\r\n')}\r\n`])
			assert.deepEqual(readSshSignature(text), { key: written, namespace: 'git' });
	});

	it('has the key as a file of public keys has it', () => {
		for (const line of [
			...[written, `${written} ana@example.org`, `  ${written}\r\n`, `key::${written}`],
			written.replace(' ', ' \t '),
		])
			assert.equal(readPublicKey(line), written);
		for (const line of [
			'',
			'-----BEGIN OPENSSH PRIVATE KEY-----',
			'ABCDEF0123456789',
			'/home/ana/.ssh/id.pub',
		])
			assert.equal(readPublicKey(line), undefined, line);
	});

	it('is none if it is cut anywhere, or is something else', () => {
		const needed = whole.length - field('').length - field('x').length;
		for (let length = 0; length < needed; length++)
			assert.equal(readSshSignature(armored(whole.subarray(0, length))), undefined, `${length}`);
		for (const text of ['', 'text', armored(Buffer.from('GPGSIG')), `${armored(whole)} and more`])
			assert.equal(readSshSignature(text), undefined, text);
	});

	it('may claim any length', () => {
		const huge = Buffer.from(whole);
		huge.writeUInt32BE(0xffff_ffff, 10);
		assert.equal(readSshSignature(armored(huge)), undefined);
	});
});
