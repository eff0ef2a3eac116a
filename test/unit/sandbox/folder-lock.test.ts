import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLocked, lockFolder } from '../../../src/sandbox/folder-lock.ts';
import { temporaryFolder } from '../../tools/places.ts';

describe('The lock of a forge folder', () => {
	it('is held until it is unlocked', () => {
		const folder = join(temporaryFolder('lock'), 'new');
		assert.equal(isLocked(folder), false);
		const unlock = lockFolder(folder);
		assert.equal(isLocked(folder), true);
		assert.throws(() => lockFolder(folder), { name: 'CannotStart' });
		unlock();
		assert.equal(isLocked(folder), false);
		assert.equal(existsSync(join(folder, 'forge.pid')), false);
	});

	it('of a dead process is taken over', () => {
		const folder = temporaryFolder('lock');
		writeFileSync(join(folder, 'forge.pid'), '4194999 12.5');
		assert.equal(isLocked(folder), false);
		const unlock = lockFolder(folder);
		assert.equal(isLocked(folder), true);
		unlock();
	});
});
