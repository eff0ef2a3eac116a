import assert from 'node:assert/strict';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { listRows } from '../../../../../src/forge/rows/lists.ts';
import { MailStore } from '../../../../../src/patches/state/mails/mail-store.ts';
import { listMailTextFiles } from '../../../../../src/patches/state/mails/mail-text-files.ts';
import { clientOf } from '../../../../kit/forge/client-of.ts';
import { readable } from '../../../../kit/forge/tracker-forge.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

describe('The mails with a file', () => {
	it('are those that the account has read', async () => {
		const { log } = readable();
		const cache = fileStorage(temporaryFolder('texts'), log);
		assert.deepEqual(await listMailTextFiles(cache), new Set());
		const store = new MailStore(clientOf(listRows, {}), { cache, log });
		const mail = {
			created: '2026-02-01T00:00:00Z',
			subject: 'Hi',
			message_id: '<1@mail.test>',
			parent_id: null,
		};
		const rest = { thread_id: null, list: null, sender: null, patchset: null, is_patch: null };
		for (const id of [7, 1234])
			store.put([
				{
					id,
					...mail,
					...rest,
					is_request_pull: null,
					replies: null,
					participants: null,
					envelope: 'Subject: Hi\n',
				},
			]);
		await store.settled();
		store.dispose();
		assert.deepEqual(await listMailTextFiles(cache), new Set([7, 1234]));
	});
});
