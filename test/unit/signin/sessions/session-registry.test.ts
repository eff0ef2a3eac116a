import assert from 'node:assert/strict';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { isUnfinished } from '../../../../src/base/files/files.ts';
import { Masker } from '../../../../src/base/masking/masker.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { keyIdOf, newKey, seal } from '../../../../src/signin/sessions/encryption.ts';
import { sessionId } from '../../../../src/signin/sessions/session.ts';
import { ana, bob, MemorySecretStore, openWindow, type Window } from '../../../kit/window/sign-in-window.ts';
import { failing } from '../../../tools/failing-files.ts';
import { onlyWhere } from '../../../tools/only-where.ts';

const isPosix = process.platform !== 'win32';
const keyName = 'sessions/key';
const nothing = { added: [], removed: [], changed: [] };
const filesOf = ({ folder }: Window) => (existsSync(folder) ? readdirSync(folder) : []);
const idOf = ({ instance, account }: typeof ana) => sessionId(instance, account);
const refusedWith = (words: RegExp) => (error: unknown) => {
	assert.ok(error instanceof ForgeError && error.kind === 'refused', String(error));
	assert.match(error.message, words);
	return true;
};
/** The name of the file in which a window stores a session. */
const nameOf = ({ secretStore }: Window, given = ana) =>
	`${idOf(given)}-${keyIdOf(secretStore.kept.get(keyName) ?? assert.fail('no key'))}`;
const fileOf = (window: Window, given = ana) => join(window.folder, nameOf(window, given));

describe('The session registry', () => {
	it('contains each new session and reports it once, even if the files are read again', async () => {
		const window = openWindow();
		const session = await window.registry.put(ana);
		assert.deepEqual(session, { id: idOf(ana), ...ana });
		await window.registry.put(bob);
		await window.registry.read();
		await Promise.all([window.registry.read(), window.registry.read(), window.registry.read()]);
		assert.deepEqual(window.who.sort(), ['~ana', '~bob']);
		assert.deepEqual(window.registry.get(idOf(ana)), session);
		assert.deepEqual(window.changes, [
			{ ...nothing, added: ['~ana'] },
			{ ...nothing, added: ['~bob'] },
		]);
	});

	it('contains one session per account and instance, however often the user signs in', async () => {
		const window = openWindow();
		await window.registry.put(ana);
		await window.registry.put({ ...ana, token: 'another-token-4711' });
		await window.registry.put({ ...ana, instance: 'example.com' });
		assert.deepEqual(window.who, ['~ana', '~ana']);
		assert.equal(window.registry.get(idOf(ana))?.token, 'another-token-4711');
		assert.deepEqual(window.changes[1], { ...nothing, changed: ['~ana'] });
		assert.equal(filesOf(window).length, 2);
	});

	it('contains no session after the sign-out, and no file is left', async () => {
		const window = openWindow();
		const { id } = await window.registry.put(ana);
		await window.registry.remove(id);
		await window.registry.remove(id);
		assert.deepEqual([window.who, window.ended, filesOf(window)], [[], [], []]);
		assert.deepEqual(readdirSync(window.place), ['sessions']);
		assert.deepEqual(window.changes.slice(1), [{ ...nothing, removed: ['~ana'] }]);
	});

	it('remembers a session that the forge ended, without secrets, until the user signs in again or dismisses it', async () => {
		const window = openWindow();
		for (const end of ['sign in', 'dismiss']) {
			const session = await window.registry.put(ana);
			await window.registry.refuse(session);
			assert.deepEqual([window.who, window.ended], [[], ['~ana refused']]);
			assert.ok(!readFileSync(fileOf(window), 'utf8').includes('sealed'));
			await (end === 'dismiss' ? window.registry.remove(session.id) : window.registry.put(ana));
			assert.deepEqual(window.ended, []);
		}
		const ends = window.changes.map(({ added, removed }) => added.length - removed.length);
		assert.deepEqual(ends, [1, -1, 1, -1, 0], 'each change is told once');
	});

	it('forgets an account when the user signs out or dismisses it, but not when the forge ends its session', async () => {
		const window = openWindow();
		const session = await window.registry.put(ana);
		await window.registry.refuse(session);
		const again = await window.registry.put(ana);
		assert.deepEqual(window.forgotten, []);
		await window.registry.remove(again.id);
		assert.deepEqual(window.forgotten, [session.id]);
		await window.registry.refuse(await window.registry.put(ana));
		await window.registry.remove(session.id);
		assert.deepEqual(window.forgotten, [session.id, session.id]);
	});

	it('keeps the session of a sign-in that another window has just stored, if the user dismisses the account or ends an earlier one', async () => {
		for (const isEnded of [true, false]) {
			const window = openWindow();
			const session = await window.registry.put({ ...ana, signedIn: 1 });
			if (isEnded) await window.registry.refuse(session);
			const other = openWindow(window);
			await other.registry.put({ ...ana, signedIn: 2 });
			await window.registry.remove(session.id);
			assert.deepEqual([window.who, window.ended, window.forgotten], [['~ana'], [], []]);
		}
	});

	it('can contain a temporary session that exists in one window only and is not stored', async () => {
		const window = openWindow();
		const session = await window.registry.addTemporary(ana);
		const other = openWindow(window);
		await other.registry.read();
		assert.deepEqual(
			[window.who, other.who, filesOf(window), window.secretStore.kept.size],
			[['~ana'], [], [], 0],
		);
		await window.registry.put(bob);
		assert.equal(window.registry.fileName(session.id), undefined);
		assert.equal(window.registry.fileName(idOf(bob)), nameOf(window, bob));
		await window.registry.remove(idOf(bob));
		window.changes.splice(1);
		const renewed = await window.registry.replace(session, { ...session, token: 'renewed-4711' });
		assert.equal(window.registry.get(session.id)?.token, 'renewed-4711');
		assert.equal(await window.registry.replace(session, session), undefined);
		assert.equal(await window.registry.refuse(session), false);
		assert.equal(await window.registry.refuse(renewed ?? assert.fail()), true);
		assert.deepEqual([window.who, window.ended, filesOf(window)], [[], [], []]);
		assert.deepEqual(window.changes, [
			{ ...nothing, added: ['~ana'] },
			{ ...nothing, changed: ['~ana'] },
			{ ...nothing, removed: ['~ana'] },
		]);
	});

	it('has no temporary session but those that were added, even while no key is read', async () => {
		const { registry } = openWindow();
		await registry.read();
		assert.equal(registry.isTemporary(idOf(ana)), false);
		const { id } = await registry.addTemporary(ana);
		assert.equal(registry.isTemporary(id), true);
		await registry.remove(id);
		assert.equal(registry.isTemporary(id), false);
	});

	it('removes a session even if the disk is full', async () => {
		const window = openWindow();
		const { id } = await window.registry.put(ana);
		const ends = (['open', 'mkdir', 'writeFile'] as const).map((one) =>
			failing(one, 'ENOSPC', { path: /\.new/ }),
		);
		try {
			await window.registry.remove(id);
		} finally {
			for (const end of ends) end();
		}
		assert.deepEqual([window.who, window.ended, filesOf(window)], [[], [], []]);
	});

	it('removes a session in this window only, and says so, if the disk is not writable', async () => {
		const window = openWindow();
		const { id } = await window.registry.put(ana);
		const ends = (['open', 'mkdir', 'rm'] as const).map((one) => failing(one, 'EROFS', { path: /sessions/ }));
		try {
			await assert.rejects(
				window.registry.remove(id),
				refusedWith(/so you are signed out in this window only/),
			);
		} finally {
			for (const end of ends) end();
		}
		await window.registry.read();
		assert.deepEqual([window.who, window.ended], [[], []]);
		await window.registry.put({ ...ana, token: 'signed-in-again-4711' });
		assert.deepEqual(window.who, ['~ana']);
	});

	it('contains an account again that signs in with the token of a session that could not be removed', async () => {
		const window = openWindow();
		const { id } = await window.registry.put(ana);
		const end = failing('rm', 'EROFS', { path: /sessions/ });
		try {
			await assert.rejects(window.registry.remove(id), ForgeError);
			await assert.rejects(window.registry.remove(id), ForgeError);
		} finally {
			end();
		}
		assert.deepEqual(window.who, []);
		await window.registry.put(ana);
		assert.deepEqual(window.who, ['~ana']);
	});

	it('returns a session unchanged, whatever its texts contain', async () => {
		const window = openWindow();
		const text = fc.string({ minLength: 1, unit: 'grapheme' });
		await fc.assert(
			fc.asyncProperty(text, text, text, async (instance, account, token) => {
				const given = { ...ana, instance, account, token };
				const { id } = await window.registry.put(given);
				assert.deepEqual(window.registry.get(id), { id, ...given });
				await window.registry.remove(id);
			}),
			{ numRuns: 20 },
		);
	});
});

describe('A secret of a session', () => {
	const secrets = [ana.token, ana.refresh ?? ''];

	it('is hidden from the log before it is used, in every window that reads it', async () => {
		const window = openWindow();
		window.secretStore.broken = true;
		await assert.rejects(window.registry.put(ana));
		for (const secret of secrets) assert.equal(new Masker(window.secrets).mask(`see ${secret}.`), 'see •••.');
		window.secretStore.broken = false;
		const other = openWindow(window);
		const passing = openWindow();
		await window.registry.put(ana);
		await other.registry.read();
		await passing.registry.addTemporary(ana);
		const key = window.secretStore.kept.get(keyName) ?? assert.fail('no key');
		for (const secret of secrets) {
			for (const one of [window, other, passing])
				assert.equal(new Masker(one.secrets).mask(`see ${secret}.`), 'see •••.');
		}
		for (const one of [window, other]) assert.equal(new Masker(one.secrets).mask(`see ${key}.`), 'see •••.');
	});

	it('is contained in no file and in no entry of the secret storage', async () => {
		const window = openWindow();
		await window.registry.put(ana);
		const kept = [...filesOf(window).map((name) => readFileSync(join(window.folder, name), 'utf8'))];
		kept.push(JSON.stringify([...window.secretStore.kept]));
		for (const text of kept) {
			for (const secret of [...secrets, 'lists:read']) {
				assert.ok(!text.includes(secret));
				assert.ok(!text.includes(Buffer.from(secret).toString('base64').slice(0, 12)));
			}
		}
	});

	onlyWhere(isPosix, 'Windows has no file modes', 'cannot be read by other users of the machine', (title) =>
		it(title, async () => {
			const window = openWindow();
			await window.registry.put(ana);
			assert.equal(statSync(fileOf(window)).mode & 0o777, 0o600);
			assert.equal(statSync(window.folder).mode & 0o777, 0o700);
		}),
	);

	it('that the secret storage does not keep fails the sign-in and leaves nothing behind', async () => {
		const window = openWindow();
		for (const what of ['broken', 'forgetful'] as const) {
			window.secretStore[what] = true;
			await assert.rejects(window.registry.put(ana), refusedWith(/secret storage does not work/));
			window.secretStore[what] = false;
			await window.registry.read();
			assert.equal(window.secretStore.kept.size, 0);
		}
		assert.deepEqual([window.who, window.ended, filesOf(window), window.changes], [[], [], [], []]);
	});

	it('whose file cannot be written fails the sign-in and leaves nothing behind', async () => {
		const window = openWindow({ secretStore: new MemorySecretStore([[keyName, newKey()]]) });
		mkdirSync(fileOf(window), { recursive: true });
		await assert.rejects(window.registry.put(ana), refusedWith(/could not be written to the disk/));
		assert.deepEqual([window.who, filesOf(window)], [[], [nameOf(window)]]);
	});

	it('whose key the secret storage loses at once fails the sign-in', async () => {
		const window = openWindow();
		await window.registry.put(bob);
		const { kept } = window.secretStore;
		let reads = 0;
		// The key exists when the secret is encrypted, and is gone when the secret is decrypted.
		window.secretStore.get = async (key) => (++reads > 1 ? undefined : kept.get(key));
		await assert.rejects(window.registry.put(ana), refusedWith(/^The sign-in was not saved/));
		assert.deepEqual(window.who, []);
	});

	it('can be removed while the secret storage does not work', async () => {
		const window = openWindow();
		const { id } = await window.registry.put(ana);
		window.secretStore.broken = true;
		await window.registry.remove(id);
		assert.deepEqual([window.who, filesOf(window)], [[], []]);
	});

	it('is saved even if the same account signs in several times at once', async () => {
		const window = openWindow();
		const tokens = Array.from({ length: 8 }, (_, index) => `one-of-many-tokens-${index}`);
		await Promise.all(tokens.map((token) => window.registry.put({ ...ana, token })));
		await window.registry.read();
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
		assert.ok(tokens.includes(window.registry.get(idOf(ana))?.token ?? ''));
		assert.deepEqual(filesOf(window), [nameOf(window)]);
	});
});

describe('A stored session that cannot be read', () => {
	const entry = (given = ana, more: object = {}) =>
		JSON.stringify({ version: 1, instance: given.instance, account: given.account, ...more });
	const key = newKey();
	const sealedAs = (text: string, label = `${ana.instance}\n${ana.account}`) => ({
		sealed: seal(key, label, text),
	});
	const good = JSON.stringify({
		method: 'token',
		token: 't',
		scopes: null,
		expires: null,
		refresh: null,
		client: null,
	});

	const cases: readonly [what: string, text: string, ended: readonly string[]][] = [
		['an empty file', '', ['damaged']],
		['half a file', entry().slice(0, 20), ['damaged']],
		['binary data', '\u0000\uffff\u0001', ['damaged']],
		['other JSON', '[]', ['damaged']],
		['a file with an invalid version', entry(ana, { version: 0 }), ['damaged']],
		['a file of another account', entry(bob), ['damaged']],
		['an empty encrypted part', entry(ana, sealedAs('')), ['~ana unreadable']],
		['an encrypted part with other content', entry(ana, sealedAs('{"token":7}')), ['~ana unreadable']],
		['an empty token', entry(ana, sealedAs(good.replace('"t"', '""'))), ['~ana unreadable']],
		[
			'an encrypted part of another account',
			entry(ana, sealedAs(good, 'example.org\n~bob')),
			['~ana unreadable'],
		],
		[
			'a damaged encrypted part',
			entry(ana, { sealed: { keyId: keyIdOf(key), box: 'AAAA' } }),
			['~ana unreadable'],
		],
		['no encrypted part', entry(), ['~ana unreadable']],
	];
	for (const [what, text, ended] of cases) {
		it(`is logged once and needs a new sign-in: ${what}`, async () => {
			const window = openWindow({ secretStore: new MemorySecretStore([[keyName, key]]) });
			await window.registry.put(bob);
			writeFileSync(fileOf(window), text);
			for (let times = 0; times < 3; times++) await window.registry.read();
			assert.deepEqual([window.who, window.ended], [['~bob'], ended]);
			const reports = window.lines.filter((line) => /could not be read/.test(line));
			assert.equal(reports.length, 1, window.lines.join('\n'));
			assert.equal(window.changes.length, 2, 'told once');
			const next = openWindow(window);
			await next.registry.read();
			assert.deepEqual([next.who, next.ended], [['~bob'], ended]);
			await window.registry.put(ana);
			assert.deepEqual([window.who.sort(), window.ended], [['~ana', '~bob'], []]);
		});
	}

	it('because it is from a newer Tildeforge is left unchanged and not shown', async () => {
		const window = openWindow();
		await window.registry.put(ana);
		const text = entry(ana, { version: 2, more: true });
		writeFileSync(fileOf(window), text);
		await window.registry.read();
		assert.deepEqual([window.who, window.ended], [[], []]);
		assert.equal(readFileSync(fileOf(window), 'utf8'), text);
	});

	it('because the secret storage fails stays in the registry', async () => {
		const window = openWindow();
		await window.registry.put(ana);
		window.secretStore.get = () => Promise.reject(new Error('locked'));
		await window.registry.read();
		assert.deepEqual([window.who, window.ended], [['~ana'], []]);
		assert.match(window.lines.at(-1) ?? '', /key of the sign-ins could not be read/);
	});

	it('but whose account is known is reported with its name and can be dismissed', async () => {
		const window = openWindow();
		const { id } = await window.registry.put(ana);
		writeFileSync(fileOf(window), '');
		for (let times = 0; times < 2; times++) await window.registry.read();
		assert.deepEqual([window.who, window.ended], [[], ['~ana unreadable']]);
		await window.registry.remove(id);
		assert.deepEqual([window.ended, filesOf(window)], [[], []]);
	});

	it('does not affect other sessions, is logged once, and stays in the windows that know it', async () => {
		const window = openWindow();
		await window.registry.put(ana);
		await window.registry.put(bob);
		const kept = readFileSync(fileOf(window));
		rmSync(fileOf(window));
		mkdirSync(fileOf(window));
		const other = openWindow(window);
		for (const one of [window, other]) {
			for (let times = 0; times < 3; times++) await one.registry.read();
			assert.equal(one.lines.filter((line) => /cannot be read now/.test(line)).length, 1);
		}
		assert.deepEqual([window.who.sort(), other.who], [['~ana', '~bob'], ['~bob']]);
		rmSync(fileOf(window), { recursive: true });
		writeFileSync(fileOf(window), kept);
		await other.registry.read();
		assert.deepEqual(other.who.sort(), ['~ana', '~bob']);
	});

	it('is not reported for files that are not session files', async () => {
		const window = openWindow();
		await window.registry.put(ana);
		const other = nameOf(window, bob);
		const names = ['README', '.DS_Store', `${other}.draft`, other.toUpperCase(), other.slice(1), idOf(bob)];
		for (const name of names) writeFileSync(join(window.folder, name), entry(bob));
		mkdirSync(join(window.folder, 'folder'));
		await window.registry.read();
		assert.deepEqual([window.who, window.ended, window.lines], [['~ana'], [], []]);
		assert.equal(filesOf(window).length, 8);
	});

	it('causes at most one log line, whatever its file contains', async () => {
		const window = openWindow();
		await window.registry.put(ana);
		const text = fc.oneof(
			fc.string(),
			fc.json(),
			fc
				.record({ sealed: fc.anything(), version: fc.anything(), ended: fc.anything() })
				.map((more) => entry(ana, more)),
		);
		await fc.assert(
			fc.asyncProperty(text, async (content) => {
				window.lines.length = 0;
				writeFileSync(fileOf(window), content);
				for (let times = 0; times < 2; times++) await window.registry.read();
				assert.ok(window.lines.length <= 1, window.lines.join('\n'));
			}),
			{ numRuns: 50 },
		);
	});

	onlyWhere(
		isPosix && process.getuid?.() !== 0,
		'root may read every folder, and Windows has no file modes',
		'fails with the error of the disk if the folder cannot be read',
		(title) =>
			it(title, async () => {
				const window = openWindow();
				await window.registry.put(ana);
				chmodSync(window.folder, 0);
				await assert.rejects(window.registry.read(), /EACCES/);
				chmodSync(window.folder, 0o700);
				await window.registry.read();
				assert.deepEqual(window.who, ['~ana']);
			}),
	);
});

for (const [where, vaultOf] of [
	['with one secret storage', (secretStore: MemorySecretStore) => secretStore],
	[
		'with a secret storage of their own, as in a browser',
		(secretStore: MemorySecretStore) => secretStore.copy(),
	],
] as const) {
	describe(`Two windows ${where}`, () => {
		let one: Window;
		let other: Window;
		beforeEach(async () => {
			const first = openWindow();
			await first.registry.put(ana);
			one = openWindow(first);
			other = openWindow({ place: first.place, secretStore: vaultOf(first.secretStore) });
			await one.registry.read();
			await other.registry.read();
			assert.deepEqual([one.who, other.who], [['~ana'], ['~ana']]);
			for (const window of [one, other]) window.changes.length = 0;
		});

		it('both report a sign-out in either of them, once each', async () => {
			await one.registry.remove(idOf(ana));
			await other.registry.read();
			await other.registry.read();
			for (const window of [one, other]) {
				assert.deepEqual([window.who, window.ended], [[], []]);
				assert.deepEqual(window.changes, [{ ...nothing, removed: ['~ana'] }]);
				assert.deepEqual(window.lines, []);
			}
		});

		it('both report that the forge has ended a session, once each', async () => {
			await one.registry.refuse({ id: idOf(ana), ...ana });
			await other.registry.read();
			for (const window of [one, other]) {
				assert.deepEqual([window.who, window.ended], [[], ['~ana refused']]);
				assert.equal(window.changes.length, 1);
			}
		});

		it('each read a token that the other has renewed', async () => {
			const renewals: readonly [from: Window, to: Window, token: string][] = [
				[one, other, 'the-second-token-4711'],
				[other, one, 'the-third-token-4711'],
			];
			for (const [from, to, token] of renewals) {
				await from.registry.put({ ...ana, token });
				assert.equal((await to.registry.readNewest(idOf(ana)))?.token, token);
				assert.deepEqual(to.changes.at(-1), { ...nothing, changed: ['~ana'] });
				assert.equal(new Masker(to.secrets).mask(token), '•••');
			}
			assert.deepEqual(one.ended.concat(other.ended), []);
		});

		it('each show a sign-in in the other at once, and keep all sessions', async () => {
			await one.registry.put(bob);
			await other.registry.read();
			await other.registry.put({ ...bob, account: '~carol' });
			await one.registry.read();
			// A window that opens later has a copy of what either window wrote.
			for (const { secretStore } of [one, other]) {
				const third = openWindow({ place: one.place, secretStore: secretStore.copy() });
				await third.registry.read();
				for (const window of [one, other, third]) {
					assert.deepEqual([window.who.sort(), window.ended], [['~ana', '~bob', '~carol'], []]);
				}
			}
			assert.equal(other.changes.length, 2);
		});

		it('keep a new sign-in when the previous token is then renewed or rejected', async () => {
			const used = other.registry.get(idOf(ana)) ?? assert.fail();
			const token = 'signed-in-anew-4711';
			await one.registry.put({ ...ana, token });
			assert.equal(await other.registry.replace(used, { ...used, token: 'renewed-4711' }), undefined);
			assert.equal(await other.registry.refuse(used), false);
			for (const window of [one, other]) {
				await window.registry.read();
				assert.deepEqual([window.registry.get(used.id)?.token, window.ended], [token, []]);
			}
		});

		it('keep a new sign-in while one of them hangs as it stores a renewed token', async () => {
			const used = other.registry.get(idOf(ana)) ?? assert.fail();
			const token = 'signed-in-anew-4711';
			const { open } = files;
			let isFirst = true;
			const hanging: typeof open = async (path, ...rest) => {
				// The new file before it is renamed.
				if (isFirst && String(path).startsWith(join(other.folder, used.id)) && isUnfinished(String(path))) {
					isFirst = false;
					// Another window takes the lock of one that hangs.
					rmSync(`${other.folder}.lock`, { recursive: true });
					await one.registry.put({ ...ana, token });
				}
				return open(path, ...rest);
			};
			Object.assign(files, { open: hanging });
			syncBuiltinESMExports();
			try {
				await other.registry.replace(used, { ...used, token: 'renewed-4711' });
			} finally {
				Object.assign(files, { open });
				syncBuiltinESMExports();
			}
			assert.equal(isFirst, false);
			await one.registry.read();
			assert.equal(one.registry.get(used.id)?.token, token);
		});

		it('keep a session removed when its token is then renewed or rejected', async () => {
			const used = other.registry.get(idOf(ana)) ?? assert.fail();
			await one.registry.remove(used.id);
			assert.equal(await other.registry.replace(used, { ...used, token: 'renewed-4711' }), undefined);
			assert.equal(await other.registry.refuse(used), false);
			assert.deepEqual([other.who, other.ended, filesOf(one)], [[], [], []]);
		});
	});
}

for (const [what, key] of [
	['no key', undefined],
	['a corrupt key', 'corrupt'],
	['a different key', newKey()],
] as const) {
	describe(`A client on a shared remote machine with ${what}`, () => {
		let first: Window;
		let second: Window;
		beforeEach(async () => {
			first = openWindow();
			await first.registry.put(ana);
			utimesSync(fileOf(first), 1_700_000_000, 1_700_000_000);
			const secretStore = new MemorySecretStore(key === undefined ? [] : [[keyName, key]]);
			second = openWindow({ place: first.place, secretStore });
			for (let times = 0; times < 3; times++) await second.registry.read();
		});

		it('ignores the sessions of another client, and says so once in the log', () => {
			assert.deepEqual([second.who, second.ended, second.changes], [[], [], []]);
			assert.deepEqual(second.lines, [
				'info Sign-ins that were encrypted with other keys and are not used here: 1',
			]);
			assert.equal(second.secretStore.kept.get(keyName), key);
		});

		it('cannot sign another client out', async () => {
			await second.registry.remove(idOf(ana));
			second.secretStore.broken = true;
			await second.registry.remove(idOf(ana));
			await first.registry.read();
			assert.deepEqual(first.who, ['~ana']);
		});

		it('signs in, renews and signs out an account without touching the session of another client', async () => {
			const kept = readFileSync(fileOf(first), 'utf8');
			const session = await second.registry.put({ ...ana, token: 'token-of-the-second-client' });
			await second.registry.replace(session, { ...session, token: 'renewed-by-the-second-client' });
			await first.registry.read();
			assert.equal(first.registry.get(session.id)?.token, ana.token);
			assert.equal(second.registry.get(session.id)?.token, 'renewed-by-the-second-client');
			await second.registry.remove(session.id);
			await first.registry.read();
			assert.deepEqual([first.who, first.ended, second.who, second.ended], [['~ana'], [], [], []]);
			assert.equal(readFileSync(fileOf(first), 'utf8'), kept);
			assert.equal(first.changes.length, 1);
		});
	});
}

/** Gives the file a later time, because file times may lag slightly. */
const makeFileNewer = (window: Window, given: typeof ana) => {
	const later = Date.now() / 1000 + 10;
	utimesSync(fileOf(window, given), later, later);
};

describe('A browser window that was open before the first sign-in', () => {
	it('asks for a reload after a sign-in elsewhere, and overwrites nothing', async () => {
		const first = openWindow();
		const stale = openWindow({ place: first.place });
		await first.registry.put(ana);
		makeFileNewer(first, ana);
		await stale.registry.read();
		assert.deepEqual([stale.who, stale.ended], [[], ['~ana elsewhere']]);
		for (const given of [ana, bob]) {
			const refused = refusedWith(
				/^Another window, or another computer that uses this remote machine, signed in first\. Reload this window, then sign in again\.$/,
			);
			await assert.rejects(stale.registry.put(given), refused);
			await assert.rejects(stale.registry.checkStorage(), refused);
		}
		assert.equal(stale.secretStore.kept.get(keyName), undefined);
		assert.equal(await stale.registry.refuse({ id: idOf(ana), ...ana }), false);
		await first.registry.read();
		assert.deepEqual([first.who, filesOf(first)], [['~ana'], [nameOf(first)]]);
		// After a reload, the window has the key of the other windows.
		const again = openWindow({ place: first.place, secretStore: first.secretStore.copy() });
		await again.registry.checkStorage();
		await again.registry.put(bob);
		assert.deepEqual(again.who.sort(), ['~ana', '~bob']);
	});

	it('shares one new key with another window that signs in at the same time', async () => {
		const secretStore = new MemorySecretStore();
		const one = openWindow({ secretStore });
		const other = openWindow({ secretStore, place: one.place });
		await Promise.all([one.registry.put(ana), other.registry.put(bob)]);
		for (const window of [one, other]) {
			await window.registry.read();
			assert.deepEqual([window.who.sort(), window.ended], [['~ana', '~bob'], []]);
		}
	});
});
