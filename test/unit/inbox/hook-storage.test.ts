import assert from 'node:assert/strict';
import { Secrets } from '../../../src/base/secrets.ts';
import { hookStorage } from '../../../src/inbox/hook-storage.ts';
import { memoryStorage } from '../../../src/platform/state/store/memory-storage.ts';
import { newKey } from '../../../src/signin/sessions/encryption.ts';
import { MemorySecretStore } from '../signin/window.ts';

describe('The storage of webhooks', () => {
	const key = newKey();
	const storage = memoryStorage();
	const hooks = hookStorage({
		forges: { caches: { of: () => storage }, isTemporary: (id) => id === 'sample' },
		context: { secrets: new MemorySecretStore([['sessions/key', key]]) },
		secrets: new Secrets(),
		permanent: memoryStorage(),
	});

	it('is the cache of the account', () => assert.equal(hooks.storageOf('alice'), storage));

	it('is missing for the sample account', () => assert.equal(hooks.storageOf('sample'), undefined));

	it('is encrypted with the key of the sessions', async () => assert.equal(await hooks.key(), key));
});
