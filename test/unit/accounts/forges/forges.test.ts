import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tickets } from '../../../../src/tickets/state/tickets.ts';
import '../../../kit/window/editor.ts';
import { session } from '../../../kit/window/sessions.ts';
import { openWindow } from '../../../kit/window/sign-in-window.ts';

const { Forges } = await import('../../../../src/accounts/forges/forges.ts');

describe('What is kept of an account', () => {
	it('is in the folder of its forge if that exists only in this window, and ends with it', async () => {
		const { place, registry, secrets, log } = openWindow();
		const context = {
			extension: { packageJSON: { version: '1.2.3' } },
			globalStorageUri: { fsPath: place },
		};
		const forges = new Forges(context as never, registry, log, secrets);
		const instance = { name: 'Sample forge', trackers: 'http://127.0.0.1:1' };
		forges.instances.addTemporary(instance, join(place, 'sample', 'kept'));
		const { id } = await registry.addTemporary({ ...session, instance: instance.name });
		const pathIn = (account: string) => forges.keptOf(account).pathOf(['inbox', 'events']);
		assert.equal(pathIn(id), join(place, 'sample', 'kept', 'inbox', 'events'));
		assert.equal(pathIn('another'), join(place, 'kept', 'inbox', 'events'));
		forges.instances.addTemporary({ ...instance });
		assert.equal(pathIn(id), 'inbox/events');
		await registry.remove(id);
		assert.equal(pathIn(id), 'inbox/events', 'what is written late is not kept');
		forges.dispose();
	});
});

describe('In a window without a session, as after the last sign-out', () => {
	it('a comment that waits for a sign-in stays on the disk', async () => {
		const { place, registry, secrets, log } = openWindow();
		await registry.read();
		const context = {
			extension: { packageJSON: { version: '1.2.3' } },
			globalStorageUri: { fsPath: place },
		};
		const forges = new Forges(context as never, registry, log, secrets);
		const folder = join(place, 'texts', 'texts');
		const stored = () =>
			readdirSync(folder)
				.filter((name) => !name.startsWith('.'))
				.map((name) => readFileSync(join(folder, name), 'utf8'))
				.join();
		const window = () => Tickets.open({ forges, folder: place, log });

		const first = await window();
		await first.textSender.comment(
			[{ account: 'ana', owner: '~ana', tracker: 'editor', ticket: 1 }],
			'Written before',
			() => undefined,
		);
		first.dispose();
		assert.match(stored(), /Written before/);
		const second = await window();
		await second.textSender.comment(
			[{ account: 'ana', owner: '~ana', tracker: 'editor', ticket: 2 }],
			'Another',
			() => undefined,
		);
		second.dispose();
		const third = await window();
		assert.equal(third.outbox.entries.length, 2);
		third.dispose();
		forges.dispose();
	});
});
