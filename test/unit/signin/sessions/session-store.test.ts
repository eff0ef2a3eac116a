import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Log } from '../../../../src/base/log/log.ts';
import { createRecordWriter } from '../../../../src/base/log/log-records.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { type Session, sessionId } from '../../../../src/signin/sessions/session.ts';
import { SessionStore } from '../../../../src/signin/sessions/session-store.ts';
import { bob as bobsSession, ana as given, MemorySecretStore } from '../../../kit/window/sign-in-window.ts';
import { temporaryFolder } from '../../../tools/places.ts';

const withId = (session: Omit<Session, 'id'>): Session => ({
	id: sessionId(session.instance, session.account),
	...session,
});
const [ana, bob] = [withId(given), withId(bobsSession)];
const none = () => undefined;

describe('The store of sessions', () => {
	/** The store of one window. */
	function open(place = temporaryFolder('store'), secretStore = new MemorySecretStore()) {
		const lines: string[] = [];
		const secrets = new Secrets();
		const log = new Log(createRecordWriter({ write: (_, line) => lines.push(line) }, secrets));
		const store = new SessionStore(secretStore, join(place, 'sessions'), secrets, log);
		return { store, place, secretStore, lines };
	}

	it('has each session once, as it was stored last', async () => {
		const { store, place, secretStore } = open();
		await store.put(ana);
		await store.put(bob);
		await store.put({ ...ana, token: 'newer-4711' });
		const read = await open(place, secretStore).store.all(none);
		assert.deepEqual(new Set(read), new Set([{ ...ana, token: 'newer-4711' }, bob]));
	});

	it('replaces and ends a session only if it is still the one that was used', async () => {
		const { store } = open();
		const next = { ...ana, token: 'newer-4711' };
		assert.equal(await store.replace(ana, next), false);
		await store.put(ana);
		assert.equal(await store.replace(ana, next), true);
		assert.equal(await store.replace(ana, { ...ana, token: 'other-4711' }), false);
		assert.equal(await store.refuse(ana), false);
		assert.deepEqual(await store.all(none), [next]);
		assert.equal(await store.refuse(next), true);
		const { id, instance, account } = ana;
		assert.deepEqual(await store.all(none), [{ id, instance, account, ending: 'refused' }]);
	});

	it('removes a session for all windows', async () => {
		const { store, place, secretStore } = open();
		await store.put(ana);
		await store.put(bob);
		await open(place, secretStore).store.remove(ana.id, () => false);
		assert.deepEqual(await store.all(none), [bob]);
	});

	it('keeps what is known while the key cannot be read, and says of others that they cannot', async () => {
		const { store, place, secretStore } = open();
		await store.put(ana);
		secretStore.broken = true;
		const other = open(place, secretStore);
		assert.deepEqual(await other.store.all(() => ana), [ana]);
		const { id, instance, account } = ana;
		assert.deepEqual(await other.store.all(none), [{ id, instance, account, ending: 'unreadable' }]);
		await assert.rejects(other.store.checkKey(), ForgeError);
		await assert.rejects(other.store.check(), ForgeError);
	});

	it('ignores the sessions of another key, which is logged once', async () => {
		const { store, place } = open();
		await store.put(ana);
		const other = open(
			place,
			new MemorySecretStore([['sessions/key', Buffer.alloc(32, 7).toString('base64')]]),
		);
		for (let times = 0; times < 2; times++) assert.deepEqual(await other.store.all(none), []);
		assert.deepEqual(other.lines, ['Sign-ins that were encrypted with other keys and are not used here: 1']);
	});

	it('makes no second key while another window, which this one cannot see, has just made the first', async () => {
		const place = temporaryFolder('store');
		const behind = open(place, new MemorySecretStore());
		await open(place, new MemorySecretStore()).store.put(ana);
		await assert.rejects(behind.store.put(bob), /Another window.*Reload this window/);
		await assert.rejects(behind.store.check(), /Another window/);
		const { id, instance, account } = ana;
		assert.deepEqual(await behind.store.all(none), [{ id, instance, account, ending: 'elsewhere' }]);
	});

	it('names the file of a session by the key that was read last', async () => {
		const { store } = open();
		assert.equal(store.fileName(ana.id), undefined);
		await store.put(ana);
		await store.all(none);
		assert.match(store.fileName(ana.id) ?? '', new RegExp(`^${ana.id}-[0-9a-f]{16}$`));
	});
});
