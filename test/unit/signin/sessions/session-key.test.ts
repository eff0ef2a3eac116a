import assert from 'node:assert/strict';
import { Masker } from '../../../../src/base/masking/masker.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { newKey } from '../../../../src/signin/sessions/encryption.ts';
import { describeStorageErrors, SessionKey } from '../../../../src/signin/sessions/session-key.ts';
import { MemorySecretStore } from '../../../kit/window/sign-in-window.ts';

const isRefusal = (error: unknown) =>
	error instanceof ForgeError &&
	error.kind === 'refused' &&
	/secret storage does not work/.test(error.message);

describe('The key of the sessions', () => {
	function open(secretStore = new MemorySecretStore()) {
		const secrets = new Secrets();
		return { secretStore, secrets, key: new SessionKey(secretStore, secrets) };
	}

	it('is stored once it is made, and is the same for each window', async () => {
		const { secretStore, key } = open();
		assert.equal(await key.get(), undefined);
		const made = await key.make();
		assert.equal(Buffer.from(made, 'base64').length, 32);
		assert.equal(await open(secretStore).key.get(), made);
	});

	for (const stored of ['', 'no key', Buffer.alloc(31).toString('base64')]) {
		it(`is none if the storage has ${JSON.stringify(stored)}`, async () => {
			assert.equal(await open(new MemorySecretStore([['sessions/key', stored]])).key.get(), undefined);
		});
	}

	it('is masked in the log, whether it is made or read', async () => {
		const made = open();
		const key = await made.key.make();
		const read = open(new MemorySecretStore([['sessions/key', key]]));
		await read.key.get();
		for (const { secrets } of [made, read])
			assert.ok(!new Masker(secrets).mask(`a ${key} b`).includes(key.slice(0, 8)));
	});

	it('cannot be made or read if the storage does not work, and the user learns why', async () => {
		const { secretStore, key } = open();
		secretStore.broken = true;
		await assert.rejects(key.get(), isRefusal);
		await assert.rejects(key.make(), isRefusal);
	});

	it('is not used if the storage does not keep it, or keeps another one', async () => {
		const { secretStore, key } = open();
		secretStore.forgetful = true;
		await assert.rejects(key.make(), isRefusal);
		secretStore.kept.set('sessions/key', newKey());
		await assert.rejects(key.make(), isRefusal);
	});
});

describe('An error of the secret storage', () => {
	it('becomes a message for the user, with the original error as its cause', async () => {
		const cause = new Error('The keyring is locked.');
		await assert.rejects(
			describeStorageErrors(() => Promise.reject(cause)),
			(error) => isRefusal(error) && error instanceof Error && error.cause === cause,
		);
		assert.equal(await describeStorageErrors(async () => 7), 7);
	});
});
