import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Log } from '../../../../src/base/log/log.ts';
import type { Commit } from '../../../../src/forge/shapes/repositories.ts';
import { describeSignature } from '../../../../src/repositories/model/commits/signature.ts';
import { verifySignature } from '../../../../src/repositories/state/signature/verify-signature.ts';
import { onlyWhere } from '../../../tools/only-where.ts';
import { aCommit } from '../a-commit.ts';
import { hasGpg, hasSsh, newUser } from './signed-commits.ts';

type User = ReturnType<typeof newUser>;

/** What the user reads about the signature. */
async function shown(commit: Commit, { git, environment, home }: User, more: object = {}): Promise<string> {
	const state = await verifySignature(commit, {
		...{ isTrusted: true, git, environment, temporary: home, ...more },
	});
	return describeSignature(state);
}

/** The ID of a commit with this signature. */
function idWith({ signature, data }: NonNullable<Commit['signature']>): string {
	const [armor, payload] = [signature, data].map((one) => Buffer.from(one, 'base64').toString('latin1'));
	const header = `\ngpgsig ${armor?.replaceAll('\n', '\n ')}\n\n`;
	const content = Buffer.from(payload?.replace('\n\n', header) ?? '', 'latin1');
	return createHash('sha1').update(`commit ${content.length}\0`).update(content).digest('hex');
}

/** A commit whose ID fits a signature that was made for something else. */
function withOtherSignature(user: User, format: 'openpgp' | 'ssh', key: string): Commit {
	const [commit, other] = [user.commit(format, key, 'One\n'), user.commit(format, key, 'Two\n')];
	const signature = { signature: other.signature?.signature ?? '', data: commit.signature?.data ?? '' };
	return { ...commit, signature, id: idWith(signature) };
}

const foldersLeft = ({ home }: User) =>
	readdirSync(home).filter((name) => name.startsWith('tildeforge-signature-'));

describe('The signature of a commit', function () {
	this.timeout(30_000);
	const users: User[] = [];
	const user = () => {
		const one = newUser();
		users.push(one);
		return one;
	};
	afterEach(() => {
		for (const one of users.splice(0)) one.stop();
	});
	const gpg = (title: string, test: () => Promise<void>) =>
		onlyWhere(hasGpg, 'needs gpg', title, (shownTitle) => it(shownTitle, test));
	const ssh = (title: string, test: () => Promise<void>) =>
		onlyWhere(hasSsh, 'needs ssh-keygen', title, (shownTitle) => it(shownTitle, test));

	it('may be missing', async () => {
		const one = user();
		assert.equal(await shown(aCommit('1'.repeat(40)), one), '');
	});

	gpg('is good if gpg has the key, and names its owner', async () => {
		const ana = user();
		const commit = ana.commit('openpgp', ana.newGpgKey());
		assert.equal(await shown(commit, ana), 'Good signature from Ana Ångström <ana@example.org>');
		assert.deepEqual(foldersLeft(ana), []);
	});

	gpg('is that of a key which the user has not certified', async () => {
		const [ana, bob] = [user(), user()];
		const commit = ana.commit('openpgp', ana.newGpgKey());
		bob.importKeys(ana);
		assert.equal(
			await shown(commit, bob),
			'Good signature from Ana Ångström <ana@example.org> (you have not certified this key)',
		);
	});

	gpg('is not verified if gpg does not have the key', async () => {
		const [ana, bob] = [user(), user()];
		const key = ana.newGpgKey();
		const commit = ana.commit('openpgp', key);
		assert.equal(await shown(commit, bob), `Signed, not verified (no key ${key.slice(-16)})`);
	});

	gpg('imports no key that comes with it', async () => {
		const [ana, bob] = [user(), user()];
		const key = ana.newGpgKey();
		writeFileSync(join(ana.home, 'gpg', 'gpg.conf'), 'include-key-block\nsender ana@example.org\n');
		const commit = ana.commit('openpgp', key);
		writeFileSync(join(bob.home, 'gpg', 'gpg.conf'), 'auto-key-import\n');
		assert.equal(await shown(commit, bob), `Signed, not verified (no key ${key.slice(-16)})`);
		assert.equal(bob.gpg('--list-keys'), '');
	});

	gpg('is bad if the key has signed something else', async () => {
		const ana = user();
		const commit = withOtherSignature(ana, 'openpgp', ana.newGpgKey());
		assert.equal(await shown(commit, ana), 'Bad signature (with the key of Ana Ångström <ana@example.org>)');
	});

	gpg('may be that of a key which was revoked', async () => {
		const ana = user();
		const key = ana.newGpgKey();
		const commit = ana.commit('openpgp', key);
		const file = join(ana.home, 'gpg', 'openpgp-revocs.d', `${key}.rev`);
		const text = readFileSync(file, 'utf8').replace(':-----BEGIN', '-----BEGIN');
		writeFileSync(file, text);
		ana.gpg('--import', file);
		assert.equal(
			await shown(commit, ana),
			'Signed with a key of Ana Ångström <ana@example.org> that has been revoked',
		);
	});

	ssh('is good if it is made with the own key of the user', async () => {
		for (const setting of ['a file', 'the text']) {
			const ana = user();
			const file = ana.newSshKey();
			const commit = ana.commit('ssh', file);
			ana.set('user.signingKey', setting === 'a file' ? file : readFileSync(`${file}.pub`, 'utf8').trim());
			assert.equal(await shown(commit, ana), 'Good signature from Ana <ana@example.org>', setting);
			assert.deepEqual(foldersLeft(ana), []);
		}
	});

	ssh('is good if the key is among the allowed signers of the user', async () => {
		const [ana, bob] = [user(), user()];
		const file = ana.newSshKey();
		const commit = ana.commit('ssh', file);
		bob.allow(bob.newSshKey(), 'carol@example.org');
		bob.allow(file, 'ana@example.org');
		assert.equal(await shown(commit, bob), 'Good signature from ana@example.org');
	});

	ssh('is not verified if the key is unknown, or allowed only for another time', async () => {
		const [ana, bob] = [user(), user()];
		const file = ana.newSshKey();
		const commit = ana.commit('ssh', file);
		const unknown = /^Signed, not verified \(no key SHA256:[\w+/]{43}\)$/;
		assert.match(await shown(commit, bob), unknown);
		bob.allow(file, 'ana@example.org', 'valid-before="20200101" ');
		assert.match(await shown(commit, bob), unknown);
	});

	/** Files of revoked keys, in both formats. The last lists one key among others. */
	const revocations = (one: User, file: string, other: string): readonly string[] => {
		const list = join(one.home, 'revoked');
		const keys = [other, file].map((name) => readFileSync(`${name}.pub`, 'utf8'));
		writeFileSync(list, ['# Revoked\n', ...keys].join(''));
		return [one.revokedKeys(file), `${file}.pub`, list];
	};

	ssh(
		'is that of a revoked key, whether it is the own key of the user or that of an allowed signer',
		async () => {
			const cases = [
				['the user', ' of Ana <ana@example.org>'],
				['an allowed signer', ' of ana@example.org'],
				['unknown', ''],
			] as const;
			for (const [who, name] of cases) {
				const [ana, bob] = [user(), user()];
				const [file, other] = [ana.newSshKey(), bob.newSshKey('other')];
				const commit = ana.commit('ssh', file);
				if (who === 'the user') bob.set('user.signingKey', file);
				if (who === 'an allowed signer') bob.allow(file, 'ana@example.org');
				for (const revoked of revocations(bob, file, other)) {
					bob.set('gpg.ssh.revocationFile', revoked);
					assert.equal(await shown(commit, bob), `Signed with a key${name} that has been revoked`, who);
				}
			}
		},
	);

	ssh('is good if only other keys were revoked', async () => {
		for (const who of ['the user', 'an allowed signer']) {
			const [ana, bob] = [user(), user()];
			const [file, ...others] = [ana.newSshKey(), bob.newSshKey('other'), bob.newSshKey('third')] as const;
			const commit = ana.commit('ssh', file);
			if (who === 'the user') bob.set('user.signingKey', file);
			else bob.allow(file, 'ana@example.org');
			for (const revoked of revocations(bob, ...others)) {
				bob.set('gpg.ssh.revocationFile', revoked);
				assert.match(await shown(commit, bob), /^Good signature from .*ana@example.org/, revoked);
			}
		}
	});

	ssh('is not verified if the revoked keys cannot be read', async () => {
		const ana = user();
		const file = ana.newSshKey();
		const commit = ana.commit('ssh', file);
		ana.set('user.signingKey', file);
		const broken = join(ana.home, 'broken');
		writeFileSync(broken, readFileSync(ana.revokedKeys(file)).subarray(0, 40));
		for (const path of [join(ana.home, 'nowhere'), broken, 'revoked-keys']) {
			ana.set('gpg.ssh.revocationFile', path);
			assert.equal(
				await shown(commit, ana),
				'Signed, not verified (the list of revoked keys cannot be read)',
			);
		}
	});

	ssh('is bad if the SSH key has signed something else', async () => {
		const ana = user();
		const commit = withOtherSignature(ana, 'ssh', ana.newSshKey());
		assert.equal(await shown(commit, ana), 'Bad signature');
	});

	ssh('is bad if it belongs to another commit than the forge shows', async () => {
		const ana = user();
		const commit = ana.commit('ssh', ana.newSshKey());
		const changes: readonly Partial<Commit>[] = [
			{ message: 'Something else\n' },
			{ timestamp: '2001-01-01T00:00:00+00:00' },
			{ tree: '2'.repeat(40) },
			{ parents: ['2'.repeat(40)] },
			{ author: { name: 'Ana', email: 'bob@example.org' } },
			{ committer: { name: 'Bob', email: 'ana@example.org' } },
		];
		for (const change of changes)
			assert.equal(
				await shown({ ...commit, ...change }, ana),
				'Bad signature (it belongs to another commit)',
				JSON.stringify(change),
			);
		assert.equal(
			await shown({ ...commit, id: '2'.repeat(40) }, ana),
			'Signed, not verified (the signed data has another commit ID)',
		);
	});

	ssh('is not called bad if the forge does not decode the text of the commit', async () => {
		const ana = user();
		ana.set('i18n.commitEncoding', 'ISO-8859-1');
		const file = ana.newSshKey();
		ana.set('user.signingKey', file);
		const commit = ana.commit('ssh', file, 'Größe\n');
		const undecoded = { ...commit, message: 'Gr\ufffd\ufffde\n' };
		assert.equal(
			await shown(undecoded, ana),
			'Signed, not verified (the forge shows the text in another encoding)',
		);
		assert.equal(
			await shown({ ...undecoded, id: '2'.repeat(40) }, ana),
			'Bad signature (it belongs to another commit)',
		);
	});

	ssh('is not verified in a workspace that is not trusted, and no program runs', async () => {
		const ana = user();
		const commit = ana.commit('ssh', ana.newSshKey());
		const mark = join(ana.home, 'mark');
		const program = join(ana.home, 'program');
		writeFileSync(program, `#!/bin/sh\ntouch "${mark}"\n`, { mode: 0o755 });
		ana.set('gpg.ssh.program', program);
		const reason = 'Signed, not verified (the workspace is not trusted)';
		assert.equal(await shown(commit, ana, { isTrusted: false }), reason);
		assert.equal(existsSync(mark), false);
		await shown(commit, ana);
		assert.equal(existsSync(mark), true, 'the mark works');
	});

	ssh('is not verified by a program that is not there, has no full path, or does not end', async () => {
		const ana = user();
		const commit = ana.commit('ssh', ana.newSshKey());
		for (const name of ['not-installed', './ssh-keygen', '/nowhere/ssh-keygen']) {
			ana.set('gpg.ssh.program', name);
			assert.equal(await shown(commit, ana), `Signed, not verified (${name} was not found)`);
		}
		const program = join(ana.home, 'endless');
		writeFileSync(program, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
		ana.set('gpg.ssh.program', program);
		assert.equal(
			await shown(commit, ana, { timeoutMs: 100 }),
			'Signed, not verified (the check did not finish)',
		);
		assert.deepEqual(foldersLeft(ana), []);
	});

	ssh('is not verified if the check cannot run, and the log says why', async () => {
		const ana = user();
		const commit = ana.commit('ssh', ana.newSshKey());
		const slow = join(ana.home, 'slow-git');
		writeFileSync(slow, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
		const cases: readonly (readonly [reason: RegExp, more: object])[] = [
			[/ENOENT/, { temporary: join(ana.home, 'nowhere') }],
			[/git/i, { git: { ...ana.git, program: slow, timeoutMs: 100 } }],
		];
		for (const [reason, more] of cases) {
			const logged: string[] = [];
			const log = new Log(({ message, details }) => logged.push([message, ...details].join(' ')));
			const text = await shown(commit, ana, { ...more, log });
			assert.equal(text, 'Signed, not verified (the check did not finish)');
			assert.equal(logged.length, 1);
			assert.match(logged[0] ?? '', reason);
		}
		assert.deepEqual(foldersLeft(ana), []);
	});

	ssh('is not verified if the commit or the signature is larger than 1 MB', async () => {
		const ana = user();
		const file = ana.newSshKey();
		ana.set('user.signingKey', file);
		const most = 1024 * 1024;
		const large = ana.commit('ssh', file, `Begin\n\n${'x'.repeat(most)}\n`);
		const { signature } = ana.commit('ssh', file);
		const armor = Buffer.concat([Buffer.from(signature?.signature ?? '', 'base64'), Buffer.alloc(most, 'x')]);
		const padded = { ...large, signature: { data: '', signature: armor.toString('base64') } };
		for (const commit of [large, padded])
			assert.equal(await shown(commit, ana), 'Signed, not verified (the commit is too large to be checked)');
		const fitting = ana.commit('ssh', file, `Begin\n\n${'x'.repeat(most / 2)}\n`);
		assert.equal(await shown(fitting, ana), 'Good signature from Ana <ana@example.org>');
	});

	ssh('is verified by a program in the folder of the user', async () => {
		const ana = user();
		const file = ana.newSshKey();
		const commit = ana.commit('ssh', file);
		ana.set('user.signingKey', '~/id.pub');
		writeFileSync(join(ana.home, 'mine'), '#!/bin/sh\nexec ssh-keygen "$@"\n', { mode: 0o755 });
		ana.set('gpg.ssh.program', '~/mine');
		assert.equal(await shown(commit, ana), 'Good signature from Ana <ana@example.org>');
	});

	ssh('is not verified if it cannot be read, or is of an unknown kind', async () => {
		const ana = user();
		const commit = ana.commit('ssh', ana.newSshKey());
		const { data = '' } = commit.signature ?? {};
		const cases: readonly (readonly [armor: string, expected: string])[] = [
			['-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----', 'the signature cannot be read'],
			['-----BEGIN SIGNED MESSAGE-----\nAAAA', 'signatures of this kind cannot be checked here'],
			['nonsense', 'signatures of this kind cannot be checked here'],
		];
		for (const [armor, reason] of cases) {
			const signature = { signature: Buffer.from(armor).toString('base64'), data };
			const id = idWith(signature);
			assert.equal(await shown({ ...commit, id, signature }, ana), `Signed, not verified (${reason})`);
		}
	});
});
