import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/base/emitter.ts';
import { OwnStatuses } from '../../../../../src/patches/state/status/own-statuses.ts';
import type { PendingStatus } from '../../../../../src/patches/state/status/pending-status.ts';
import type { PatchsetKey } from '../../../../../src/platform/model/keys.ts';
import type { Settled } from '../../../../../src/platform/state/outbox/sender.ts';
import type { Storage } from '../../../../../src/platform/state/storage.ts';
import { until } from '../../../../tools/until.ts';
import { readable, stage } from '../../../tickets/state/forge.ts';

type SettledStatus = Settled<PatchsetKey, PendingStatus>;

const key = (patchset: number) => ({ account: 'ana', owner: '~ana', list: 'editor-devel', patchset });

const settledAs = (
	kind: 'sent' | 'refused',
	patchset: number,
	status: 'applied' | 'approved',
): SettledStatus =>
	({
		entry: { id: 'x', key: key(patchset), steps: [{ group: 'x', change: { status }, at: 0 }] },
		result: { kind },
	}) as unknown as SettledStatus;

describe('The statuses that the user has set', () => {
	const { storage, ending } = stage();

	/** A window. `settle` ends a change of its outbox. */
	function open(at: Storage, onItsWay?: PendingStatus) {
		const settlements = new Emitter<SettledStatus>();
		const outbox = { onDidSettle: settlements.event, changeOnItsWay: () => onItsWay };
		const own = new OwnStatuses({ outbox, caches: { of: () => at }, log: readable().log });
		ending(() => own.dispose());
		return { own, settle: (settled: SettledStatus) => settlements.fire(settled) };
	}

	it('are those that the forge has accepted, in any window', async () => {
		const at = await storage();
		const [one, other] = [open(at), open(at)];
		one.settle(settledAs('sent', 1, 'applied'));
		one.settle(settledAs('refused', 2, 'applied'));
		const isKnown = async () => {
			await other.own.read('ana');
			return other.own.has(key(1), 'applied');
		};
		await until(isKnown, { what: 'the other window knows it' });
		for (const { own } of [one, other]) {
			assert.equal(own.has(key(1), 'applied'), true);
			assert.equal(own.has(key(1), 'approved'), false);
			assert.equal(own.has(key(2), 'applied'), false);
		}
	});

	it('include one whose answer has not arrived yet', async () => {
		const { own } = open(await storage(), { status: 'applied' });
		assert.equal(own.has(key(1), 'applied'), true);
		assert.equal(own.has(key(1), 'rejected'), false);
	});

	it('are forgotten when there are too many, the oldest first', async () => {
		const { own, settle } = open(await storage());
		for (let patchset = 0; patchset <= 200; patchset++) settle(settledAs('sent', patchset, 'applied'));
		await until(() => own.has(key(200), 'applied'), { what: 'the last one is known' });
		assert.equal(own.has(key(0), 'applied'), false);
	});
});
