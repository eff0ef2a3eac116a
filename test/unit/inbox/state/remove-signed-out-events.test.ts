import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileStorage } from '../../../../src/base/files/file-storage.ts';
import { EventStore } from '../../../../src/inbox/state/event-store.ts';
import { removeSignedOutEvents } from '../../../../src/inbox/state/remove-signed-out-events.ts';
import { sessionId } from '../../../../src/signin/sessions/session.ts';
import { readable, stage } from '../../../kit/forge/tracker-forge.ts';
import { numbered } from '../events.ts';

describe('The events of accounts that have signed out', () => {
	const { folder, ending } = stage();

	it('are removed, and those of accounts that have a session are kept', async () => {
		const at = await folder();
		const { log, lines } = readable();
		const [ana, bob] = ['~ana', '~bob'].map((name) => sessionId('forge.test', name));
		assert.ok(ana && bob);
		for (const account of [ana, bob]) {
			const store = new EventStore({ storage: fileStorage(at, log), account, log });
			ending(() => store.dispose());
			await store.append(numbered(1, 2));
		}
		const events = join(at, 'inbox');
		const unreadable = join(at, 'unreadable');
		mkdirSync(unreadable);
		const bad = [`inbox ${ana} events 2026-01-02 0123abcd`, `inbox ${bob}`, 'outbox'];
		for (const name of bad) writeFileSync(join(unreadable, name), 'x');
		const removeAllBut = (...ids: readonly string[]) =>
			removeSignedOutEvents(events, unreadable, async () => ids.map((id) => `${id}-0123456789abcdef`), log);
		await removeAllBut(ana, bob);
		assert.deepEqual((await readdir(events)).sort(), [ana, bob].sort());
		assert.deepEqual((await readdir(unreadable)).sort(), bad.sort());
		await removeAllBut(bob);
		assert.deepEqual(await readdir(events), [bob]);
		assert.deepEqual((await readdir(unreadable)).sort(), [`inbox ${bob}`, 'outbox']);
		await removeAllBut();
		assert.deepEqual(await readdir(events), []);
		assert.deepEqual(await readdir(unreadable), ['outbox']);
		assert.deepEqual(lines, []);
	});

	it('stay if it is not known who is signed in, which is logged, and need not be there', async () => {
		const at = await folder();
		const { log, lines } = readable();
		const sessionFiles = () => Promise.reject(new Error('no'));
		await removeSignedOutEvents(join(at, 'none'), join(at, 'none'), sessionFiles, log);
		assert.deepEqual(lines, []);
		writeFileSync(join(at, 'events'), 'x');
		await removeSignedOutEvents(at, join(at, 'none'), sessionFiles, log);
		assert.equal(lines.length, 1);
		assert.ok((await readdir(at)).includes('events'));
	});
});
