import assert from 'node:assert/strict';
import { sessionId } from '../../../../src/signin/sessions/session.ts';
import { SessionFiles } from '../../../../src/signin/sessions/session-files.ts';
import { countSyncs } from '../../../tools/disk-syncs.ts';
import { temporaryFolder } from '../../../tools/places.ts';

describe('The file of a session', () => {
	const keyId = '0123456789abcdef';
	const name = { id: sessionId('example.org', '~ana'), keyId };
	const session = { version: 1, instance: 'example.org', account: '~ana' } as const;

	for (const [what, entry] of [
		['signed in', { ...session, sealed: { keyId, box: 'sealed' }, ended: undefined }],
		['signed out by the forge', { ...session, sealed: undefined, ended: 'refused' }],
	] as const) {
		it(`survives a power failure once the account is ${what}`, async () => {
			const entries = new SessionFiles(temporaryFolder('sessions'));
			assert.equal(await countSyncs(() => entries.write(name, entry)), 1);
			assert.deepEqual(await entries.read(name), entry);
		});
	}
});
