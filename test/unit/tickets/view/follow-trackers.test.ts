import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { fileStorage } from '../../../../src/platform/state/files.ts';
import { createTrackers } from '../../../../src/tickets/state/trackers.ts';
import { followTrackers } from '../../../../src/tickets/view/follow-trackers.ts';
import { readable, stage } from '../state/forge.ts';

describe('The view', () => {
	const { forge: start, folder, ending } = stage();

	it('follows the trackers of an account, their descriptions and its pins, but not refreshes that find nothing new', async () => {
		const forge = await start();
		const { log } = readable();
		const at = await folder();
		const trackers = createTrackers({
			...{ account: 'session', me: '~ana', client: forge.client('ana'), log },
			cache: fileStorage(join(at, 'cache'), log),
			permanent: fileStorage(join(at, 'kept'), log),
		});
		ending(() => trackers.dispose());
		await trackers.open();
		const lifetime = new Lifetime();
		let changes = 0;
		followTrackers(trackers, lifetime, () => changes++);
		await trackers.own.refresh();
		assert.equal(changes, 1);
		await trackers.own.refresh();
		assert.equal(changes, 1);
		forge.tracker.description = 'Another';
		await trackers.own.refresh();
		assert.equal(changes, 2);
		await trackers.pins.pin({ owner: '~bob', name: 'tools' });
		assert.equal(changes, 3);
		forge.line.cut = true;
		await trackers.own.refresh();
		assert.equal(changes, 4);
		lifetime.dispose();
		await trackers.pins.unpin({ owner: '~bob', name: 'tools' });
		assert.equal(changes, 4);
	});
});
