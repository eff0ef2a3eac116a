import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Commit } from '../../../../src/forge/shapes/repositories.ts';
import type { SignatureState } from '../../../../src/repositories/model/commits/signature.ts';
import { findRevocation } from '../../../../src/repositories/state/signature/revoked-key.ts';
import { runVerifier } from '../../../../src/repositories/state/signature/run-verifier.ts';
import {
	absolutePath,
	readSignatureSettings,
} from '../../../../src/repositories/state/signature/signature-settings.ts';
import { Signatures } from '../../../../src/repositories/state/signature/signatures.ts';
import { verifyGpg } from '../../../../src/repositories/state/signature/verify-gpg.ts';
import { verifySsh } from '../../../../src/repositories/state/signature/verify-ssh.ts';
import { newFolder } from '../../../kit/items/clones.ts';
import { aCommit } from '../a-commit.ts';
import { newUser } from './signed-commits.ts';

/** The settings of a user who has set nothing. */
const usual = {
	...{ gpg: 'gpg', ssh: 'ssh-keygen', me: 'you', ownKey: undefined },
	...{ allowedSigners: undefined, revokedKeys: undefined },
};
/** What a check is given besides the programs. */
const given = {
	settings: usual,
	files: { signature: '/s', payload: '/p', key: '/k', signers: '/l' },
	...{ payload: Buffer.alloc(0), armor: 'x', home: '/' },
};

describe('The settings about signatures', () => {
	it('are those of the user, also from included files', async () => {
		const { git, home, set } = newUser();
		writeFileSync(
			join(home, 'more'),
			'[gpg "ssh"]\n\tallowedSignersFile = ~/signers\n[user]\n\tsigningKey = ~/id\n',
		);
		set('include.path', 'more');
		set('gpg.program', 'gpg2');
		set('gpg.ssh.revocationFile', '/keys/revoked');
		assert.deepEqual(await readSignatureSettings(git, home), {
			...{ gpg: 'gpg2', ssh: 'ssh-keygen', me: 'Ana <ana@example.org>', ownKey: '~/id' },
			...{ allowedSigners: join(home, 'signers'), revokedKeys: '/keys/revoked' },
		});
		set('gpg.openpgp.program', '~/bin/gpg');
		assert.equal((await readSignatureSettings(git, home)).gpg, join(home, 'bin', 'gpg'));
	});

	it('are not those of the folder in which git runs', async () => {
		const { git, home } = newUser();
		const folder = newFolder('hostile');
		mkdirSync(join(folder, '.git', 'objects'), { recursive: true });
		mkdirSync(join(folder, '.git', 'refs'), { recursive: true });
		writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
		writeFileSync(join(folder, '.git', 'config'), '[gpg]\n\tprogram = /evil\n[user]\n\tsigningKey = /evil\n');
		const { gpg, ownKey } = await readSignatureSettings(git, folder, home);
		assert.deepEqual([gpg, ownKey], ['gpg', undefined]);
	});

	it('are the usual ones without git, or without settings', async () => {
		assert.deepEqual(await readSignatureSettings(undefined, newFolder('none')), usual);
	});

	it('have absolute paths', () => {
		const cases = [
			['~/x', join('/home/ana', 'x')],
			['/x', '/x'],
			['x', undefined],
			['./x', undefined],
			['~bob/x', undefined],
			[undefined, undefined],
		] as const;
		for (const [written, path] of cases) assert.equal(absolutePath(written, '/home/ana'), path);
	});
});

describe('A program that verifies signatures', () => {
	const folder = () => newFolder('verifier');
	const script = (where: string, text: string): string => {
		const file = join(where, 'program');
		writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
		return file;
	};
	const run = (text: string, more: object = {}) => {
		const where = folder();
		const environment = { PATH: process.env.PATH ?? '', SSH_ASKPASS: 'ask', LC_ALL: 'de_DE.UTF-8' };
		return runVerifier({
			...{ program: script(where, text), args: [], folder: where, environment, timeoutMs: 10_000, ...more },
		});
	};

	it('receives arguments as they are, and its input', async () => {
		const args = ['$(touch x)', '; exit 3', '--'];
		const { code, output } = await run('printf "%s|" "$@"; cat; pwd', { args, input: Buffer.from('in\n') });
		assert.equal(code, 0);
		assert.match(output, /^\$\(touch x\)\|; exit 3\|--\|in\n.*verifier/);
	});

	it('speaks English and asks nothing', async () => {
		assert.equal((await run('echo "$LC_ALL $SSH_ASKPASS."')).output, 'C .\n');
	});

	it('reports its exit code, and that it was not there or did not end', async () => {
		assert.deepEqual(await run('echo no >&2; exit 7'), { code: 7, output: '', errors: 'no\n' });
		assert.equal((await run('', { program: '/nowhere/gpg' })).code, undefined);
		assert.equal((await run('exec sleep 60', { timeoutMs: 50 })).code, undefined);
		assert.equal((await run('yes')).code, undefined);
	});

	it('may end without reading its input', async () => {
		assert.equal((await run('exit 0', { input: Buffer.alloc(1_000_000) })).code, 0);
	});
});

describe('A signature without the program for it', () => {
	const host = { ...given, program: () => undefined, run: () => assert.fail('nothing runs') };

	it('is not verified', async () => {
		const why = { kind: 'unverified', why: 'no-program', program: 'gpg' };
		assert.deepEqual(await verifyGpg(host), why);
		assert.deepEqual(await verifySsh(host), { kind: 'unverified', why: 'unreadable' });
		assert.equal(existsSync('/s'), false);
	});
});

describe('An OpenPGP signature', () => {
	/** The arguments of each run of a `gpg` that answers like this. */
	const runsOf = async (answer: { readonly output: string; readonly errors: string }) => {
		const runs: (readonly string[])[] = [];
		await verifyGpg({
			...given,
			program: (name) => name,
			run: async (_, args) => {
				runs.push(args);
				return { code: 2, ...answer };
			},
		});
		return runs.map((args) => args.includes('--no-auto-key-import'));
	};

	it('is verified without the option against imports only by a program that does not know it', async () => {
		const errors = 'invalid option "--no-auto-key-import"\n';
		assert.deepEqual(await runsOf({ output: '', errors }), [true, false]);
	});

	it('imports no key, even if it names the option', async () => {
		const name = 'a--no-auto-key-import@example.org';
		const errors = `gpg:                issuer "${name}"\ngpg: Can't check signature: No public key\n`;
		assert.deepEqual(await runsOf({ output: `[GNUPG:] NEWSIG ${name}\n`, errors }), [true]);
	});
});

describe('The key of an SSH signature', () => {
	const key = 'ssh-ed25519 AAAA';
	/** What is found out about the key, and the first arguments of each run of `ssh-keygen`. */
	const find = async (list: string | undefined, query: object, verify: object = {}) => {
		const folder = newFolder('revoked');
		const revokedKeys = join(folder, 'list');
		if (list !== undefined) writeFileSync(revokedKeys, list);
		const [signature, payload] = [join(folder, 'signature'), join(folder, 'payload')];
		const runs: string[] = [];
		const found = await findRevocation(
			{
				...{ ...given, settings: { ...usual, revokedKeys }, home: folder },
				program: () => undefined,
				run: async (_, args) => {
					runs.push(args.slice(0, args[0] === '-Q' ? 1 : 2).join(' '));
					return { code: 255, output: '', errors: '', ...(args[0] === '-Q' ? query : verify) };
				},
				files: { signature, payload, key: join(folder, 'key'), signers: join(folder, 'signers') },
			},
			key,
			'/ssh-keygen',
			'git',
		);
		return [found, ...runs];
	};

	it('is found among revoked keys as the program says, or in a list of keys', async () => {
		const failed = { code: undefined };
		assert.deepEqual(await find('', { code: 0, output: 'k: ok\n' }), ['not-revoked', '-Q']);
		assert.deepEqual(await find('', { code: 1, output: 'k (x): REVOKED\n' }), ['revoked', '-Q']);
		assert.deepEqual(await find(`# All\n${key} ana\n`, {}), ['revoked', '-Q']);
		assert.deepEqual(await find(`${key}AA ana\n`, {}, { code: 0 }), ['not-revoked', '-Q', '-Y verify']);
		for (const list of ['broken', undefined])
			assert.deepEqual(await find(list, failed, failed), ['unknown', '-Q', '-Y verify']);
	});
});

describe('An SSH signature', () => {
	const field = (content: string | Buffer) => {
		const bytes = Buffer.from(content);
		const length = Buffer.alloc(4);
		length.writeUInt32BE(bytes.length);
		return Buffer.concat([length, bytes]);
	};
	const bytes = Buffer.concat([
		Buffer.from('SSHSIG\0\0\0\x01', 'latin1'),
		field(Buffer.concat([field('ssh-ed25519'), field('key')])),
		field('git'),
	]);
	const armor = `-----BEGIN SSH SIGNATURE-----\n${bytes.toString('base64')}\n-----END SSH SIGNATURE-----`;

	it('is verified for the allowed signer of its key, also on Windows', async () => {
		const state = await verifySsh({
			...{ ...given, settings: { ...usual, allowedSigners: '/allowed' }, armor },
			program: (name) => name,
			run: async (_, args) => {
				const isVerified = args[1] !== 'verify' || args[args.indexOf('-I') + 1] === 'ana@example.org';
				const output = args[1] === 'find-principals' ? 'ana@example.org\r\n' : '';
				return { code: isVerified ? 0 : 255, output, errors: '' };
			},
		});
		assert.deepEqual(state, { kind: 'good', signer: 'ana@example.org', isCertified: true });
	});
});

describe('The signatures that were verified', () => {
	const commit = (id: string) => aCommit(id, { signature: { signature: '', data: '' } });

	it('are remembered, except those that may be verified later', async () => {
		const asked: string[] = [];
		const states = new Map<string, SignatureState>([
			['good', { kind: 'good', signer: 'Ana', isCertified: true }],
			['unknown', { kind: 'unverified', why: 'no-key', key: '1' }],
		]);
		const signatures = new Signatures(async ({ id }) => {
			asked.push(id);
			return states.get(id) ?? assert.fail();
		});
		for (const id of ['good', 'unknown', 'good', 'unknown'])
			assert.equal(await signatures.of(commit(id)), states.get(id));
		await Promise.all([signatures.of(commit('unknown')), signatures.of(commit('unknown'))]);
		assert.deepEqual(asked, ['good', 'unknown', 'unknown', 'unknown']);
		assert.deepEqual(await signatures.of({ ...commit('plain'), signature: null }), { kind: 'none' });
	});

	it('are verified again if the user can certify, renew or restore the key', async () => {
		const signer = 'Ana';
		for (const state of [
			{ kind: 'good', signer, isCertified: false },
			{ kind: 'expired-key', signer },
			{ kind: 'revoked-key', signer },
		] as const) {
			const states: SignatureState[] = [state, { kind: 'good', signer, isCertified: true }];
			const signatures = new Signatures(async () => states.shift() ?? assert.fail());
			assert.deepEqual(await signatures.of(commit('1')), state);
			for (let again = 0; again < 2; again++)
				assert.deepEqual(await signatures.of(commit('1')), { kind: 'good', signer, isCertified: true });
		}
	});

	it('are remembered if they can never be verified', async () => {
		for (const why of ['other-id', 'other-encoding', 'too-large'] as const) {
			let asked = 0;
			const signatures = new Signatures(async () => {
				asked++;
				return { kind: 'unverified', why };
			});
			for (let again = 0; again < 2; again++)
				assert.deepEqual(await signatures.of(commit('1')), { kind: 'unverified', why });
			assert.equal(asked, 1, why);
		}
	});

	it('are not those of a commit that has the same ID and other texts', async () => {
		const good: SignatureState = { kind: 'good', signer: 'Ana', isCertified: true };
		const genuine = { ...commit('1'), message: 'Begin' };
		const forged = { ...commit('1'), message: 'Something else' };
		const other: SignatureState = { kind: 'of-other-commit' };
		const verify = async ({ message }: Commit) => (message === genuine.message ? good : other);
		const [signatures, later] = [new Signatures(verify), new Signatures(verify)];
		const atOnce = await Promise.all([genuine, forged].map((one) => signatures.of(one)));
		assert.deepEqual(atOnce, [good, other]);
		assert.deepEqual([await later.of(genuine), await later.of(forged)], [good, other]);
	});
});
