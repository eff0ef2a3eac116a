import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Emitter } from '../../../../src/base/emitter.ts';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import type { Page } from '../../../../src/forge/client/pages.ts';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { AccountItems, type SubscribedItem } from '../../../../src/platform/state/account-items.ts';
import { followItems } from '../../../../src/platform/view/follow-items.ts';
import { readable, stage } from '../../tickets/state/forge.ts';

const Lamp = v.object({ name: v.string(), color: v.string(), isOn: v.boolean() });
type Lamp = v.InferOutput<typeof Lamp>;

describe('A view', () => {
	const { storage, ending } = stage();

	it('follows the items of an account, what their rows show and its pins, but not refreshes that find nothing new', async () => {
		const forge: { lamp: Lamp; isCut: boolean; subscribed: readonly SubscribedItem[] } = {
			lamp: { name: 'hall', color: 'red', isOn: false },
			isCut: false,
			subscribed: [],
		};
		const markedChanges = new Emitter<void>();
		const marked = { all: [] as readonly string[], onDidChange: markedChanges.event };
		const items = new AccountItems({
			kind: { name: 'lamps', shape: Lamp, pins: 'lamp-pins', folders: [] },
			...{ account: 'session', me: '~ana', log: readable().log },
			async *list(): AsyncGenerator<Page<Lamp>> {
				if (forge.isCut) throw new ForgeError('offline', 'No lamp answers.');
				yield { rows: [forge.lamp], total: 1, isLast: true };
			},
			listSubscribed: async () => forge.subscribed,
			marked,
			createCache: () => ({ dispose: () => {} }),
			...{ cache: await storage(), permanent: await storage() },
		});
		ending(() => items.dispose());
		await items.open();
		const lifetime = new Lifetime();
		let changes = 0;
		followItems(
			items,
			lifetime,
			() => changes++,
			({ name, color }) => [name, color],
		);
		await items.own.refresh();
		assert.equal(changes, 1);
		await items.own.refresh();
		assert.equal(changes, 1);
		forge.lamp = { ...forge.lamp, isOn: true };
		await items.own.refresh();
		assert.equal(changes, 1, 'the rows do not show whether a lamp is on');
		forge.lamp = { ...forge.lamp, color: 'blue' };
		await items.own.refresh();
		assert.equal(changes, 2);
		await items.pins.pin({ owner: '~bob', name: 'desk' });
		assert.equal(changes, 3);
		markedChanges.fire();
		assert.equal(changes, 3);
		marked.all = ['hall'];
		markedChanges.fire();
		assert.equal(changes, 4);
		forge.isCut = true;
		await items.own.refresh();
		assert.equal(changes, 5);
		await items.subscribed?.refresh();
		assert.equal(changes, 6);
		forge.subscribed = [{ id: 1, owner: '~bob', name: 'attic' }];
		await items.subscribed?.refresh();
		assert.equal(changes, 7);
		lifetime.dispose();
		await items.pins.unpin({ owner: '~bob', name: 'desk' });
		assert.equal(changes, 7);
	});
});
