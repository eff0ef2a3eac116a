import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStorage } from '../../../../../src/base/files/file-storage.ts';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { WebhookTargets } from '../../../../../src/inbox/live/hooks/webhook-targets.ts';
import { session } from '../../../../kit/window/sessions.ts';
import { temporaryFolder } from '../../../../tools/places.ts';

const targetOf = (tracker: string) => ({ family: 'tracker', params: { owner: '~alice', tracker } }) as const;
const never = new AbortController().signal;
const token = 'token';
const [editor, shell] = [targetOf('editor'), targetOf('shell')];
const log = new Log(() => {});
const ana = { ...session, instance: 'forge.test', account: '~ana' };

describe('The targets at which there may be webhooks', () => {
	const open = (folder: string) => new WebhookTargets(fileStorage(folder, log), ana, log);

	it('are changed only by the window that has taken over last', async () => {
		const folder = temporaryFolder('targets');
		const [first, second] = [open(folder), open(folder)];
		await first.takeOver(token, never);
		assert.deepEqual([await first.isOwner(), await second.isOwner()], [true, false]);
		await second.takeOver(token, never);
		assert.deepEqual([await first.isOwner(), await second.isOwner()], [false, true]);
		assert.equal(await first.add(token, editor), false);
		assert.equal(await second.add(token, shell), true);
		assert.equal(await first.remove(token, [shell]), false);
		await first.release();
		assert.equal(await second.isOwner(), true);
		assert.deepEqual(await first.takeOver(token, never), [shell]);
	});

	it('are not taken over by a window that has ended while it waited', async () => {
		const folder = temporaryFolder('targets');
		const [first, second] = [open(folder), open(folder)];
		await second.takeOver(token, never);
		const ended = new AbortController();
		const taken = first.takeOver(token, ended.signal);
		ended.abort();
		await assert.rejects(taken, { name: 'AbortError' });
		assert.equal(await second.isOwner(), true);
	});

	it('are all there after changes at the same time, but at most 500', async () => {
		const targets = new WebhookTargets(memoryStorage(), ana, log);
		await targets.takeOver(token, never);
		const all = Array.from({ length: 20 }, (_, nth) => targetOf(`t${nth}`));
		await Promise.all(all.map((target) => targets.add(token, target)));
		assert.equal((await targets.takeOver(token, never)).length, all.length);
		for (let nth = 0; nth < 490; nth++) await targets.add('another', targetOf(`t${nth}`));
		assert.equal((await targets.takeOver(token, never)).length, 10);
	});

	for (const [what, content] of [
		['is damaged', '{"owner": "'],
		[
			'has something else',
			JSON.stringify({ owner: '', targets: [{ token, family: 'no such', params: {} }] }),
		],
	] as const) {
		it(`are none if the file ${what}`, async () => {
			const folder = temporaryFolder('targets');
			const targets = open(folder);
			await targets.takeOver(token, never);
			const [name = assert.fail()] = readdirSync(join(folder, 'webhooks'));
			writeFileSync(join(folder, 'webhooks', name), content);
			assert.equal(await targets.isOwner(), false);
			assert.deepEqual(await targets.takeOver(token, never), []);
			assert.equal(await targets.add(token, editor), true);
		});
	}
});
