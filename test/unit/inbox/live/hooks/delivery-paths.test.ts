import assert from 'node:assert/strict';
import { DeliveryPaths } from '../../../../../src/inbox/live/hooks/delivery-paths.ts';
import type { Hook } from '../../../../../src/inbox/live/listener/delivery-requests.ts';

const hookOf = (secret: string): Hook => ({ secret, receive: () => {} });

describe('The paths of deliveries', () => {
	function open() {
		const added = new Map<string, Hook>();
		const listener = {
			port: 1,
			add: (hook: Hook) => {
				added.set(hook.secret, hook);
				return { dispose: () => added.delete(hook.secret) };
			},
			dispose: () => {},
		};
		const forge = { key: undefined as string | undefined };
		return { paths: new DeliveryPaths(listener, () => forge.key), added, forge };
	}

	it('are those of the hooks that were set last, and of no others', () => {
		const { paths, added } = open();
		paths.set([hookOf('1'), hookOf('2')]);
		const first = added.get('1');
		paths.set([hookOf('1'), hookOf('3')]);
		assert.deepEqual([...added.keys()], ['1', '3']);
		assert.equal(added.get('1'), first);
		paths.dispose();
		assert.equal(added.size, 0);
	});

	it('are opened again with another key of the forge', () => {
		const { paths, added, forge } = open();
		paths.set([hookOf('1')]);
		assert.equal(added.get('1')?.key, undefined);
		forge.key = 'next';
		paths.set([hookOf('1')]);
		assert.equal(added.get('1')?.key, 'next');
	});
});
