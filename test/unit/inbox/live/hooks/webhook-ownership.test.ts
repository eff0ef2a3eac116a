import assert from 'node:assert/strict';
import { memoryStorage } from '../../../../../src/base/files/memory-storage.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { WebhookOwnership } from '../../../../../src/inbox/live/hooks/webhook-ownership.ts';
import { defaultPace } from '../../../../../src/inbox/live/hooks/webhook-pace.ts';
import { WebhookTargets } from '../../../../../src/inbox/live/hooks/webhook-targets.ts';
import type { HookTarget } from '../../../../../src/platform/state/watch-source.ts';
import { settle } from '../../../../kit/window/clock.ts';
import { session } from '../../../../kit/window/sessions.ts';
import { tracker } from './webhook-windows.ts';

describe('The window that registers webhooks', () => {
	it('learns where there may be webhooks also if the token is renewed again before that is stored', async () => {
		const changes: (readonly HookTarget[])[] = [];
		const ownership = new WebhookOwnership(
			new WebhookTargets(memoryStorage(), session, new Log(() => {})),
			defaultPace,
			() => 0,
			new Log(() => {}),
			(known) => changes.push(known),
		);
		const [editor, shell] = ['editor', 'shell'].map((name) => tracker(name).hookTarget);
		ownership.takeOver('first', [editor ?? assert.fail()]);
		ownership.takeOver('second', [shell ?? assert.fail()]);
		await settle();
		assert.deepEqual(changes, [[editor, shell]]);
		ownership.dispose();
	});
});
