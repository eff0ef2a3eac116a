import assert from 'node:assert/strict';
import { Log } from '../../../../src/base/log/log.ts';
import { WebhookPortStore } from '../../../../src/inbox/live/webhook-port-store.ts';
import { fileStorage } from '../../../../src/platform/state/store/files.ts';
import { memoryStorage } from '../../../../src/platform/state/store/memory-storage.ts';
import { temporaryFolder } from '../../../tools/places.ts';

describe('The previous port for webhooks', () => {
	const log = new Log(() => {});

	it('is known to the next window', async () => {
		const folder = temporaryFolder('port');
		assert.equal(await new WebhookPortStore(fileStorage(folder, log), log).read(), undefined);
		await new WebhookPortStore(fileStorage(folder, log), log).write(54_321);
		assert.equal(await new WebhookPortStore(fileStorage(folder, log), log).read(), 54_321);
	});

	it('is unknown if its file has something else', async () => {
		const storage = memoryStorage();
		for (const text of ['', '0', '65536', '123456', '-1', '80.5', 'port']) {
			await storage.replace(['live', 'port'], text);
			assert.equal(await new WebhookPortStore(storage, log).read(), undefined, text);
		}
	});

	it('causes no failure if its file cannot be read or written', async () => {
		const logged: string[] = [];
		const fails = async () => {
			throw new Error('of the test');
		};
		const broken = { ...memoryStorage(), read: fails, replace: fails };
		const port = new WebhookPortStore(broken, new Log(({ message }) => logged.push(message)));
		assert.equal(await port.read(), undefined);
		await port.write(1);
		assert.equal(logged.length, 2);
	});
});
