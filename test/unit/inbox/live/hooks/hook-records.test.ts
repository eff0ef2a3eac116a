import assert from 'node:assert/strict';
import { Log } from '../../../../../src/base/log/log.ts';
import { Secrets } from '../../../../../src/base/secrets.ts';
import { HookRecords } from '../../../../../src/inbox/live/hooks/hook-records.ts';
import { HookStore } from '../../../../../src/inbox/live/hooks/hook-store.ts';
import { recordOf, registered, targetOf } from './records.ts';

const never = new AbortController().signal;

describe('The records of hooks', () => {
	const record = recordOf();

	async function open() {
		const logged: string[] = [];
		const shared = { secrets: new Secrets(), log: new Log(({ message }) => logged.push(message)) };
		const store = new HookStore({
			...{ ...shared, storage: undefined, key: async () => undefined, account: 'ana' },
		});
		let changes = 0;
		const didChange = () => {
			changes += 1;
		};
		const records = new HookRecords({ ...shared, store, didChange });
		await records.open(never);
		return { ...shared, records, store, logged, changes: () => changes };
	}

	it('are found by target, address and token, and their paths are secrets', async () => {
		const { records, secrets, changes } = await open();
		assert.equal(await records.add(record), record);
		assert.equal(records.find(targetOf('editor'), record), record);
		assert.equal(records.find(targetOf('shell'), record), undefined);
		assert.equal(records.find({ ...targetOf('editor'), sync: true }, record), undefined);
		assert.equal(records.find(targetOf('editor'), { ...record, token: 'other' }), undefined);
		assert.equal(records.find(targetOf('editor'), { ...record, address: 'other' }), undefined);
		assert.deepEqual(secrets.addedAfter(0), [record.secret]);
		assert.equal(changes(), 2);
	});

	it('change their state until they are removed', async () => {
		const { records } = await open();
		await records.add(record);
		const creating = await records.replace(record, { kind: 'creating' });
		assert.deepEqual(creating?.state, { kind: 'creating' });
		assert.equal(records.current(record), creating);
		await records.remove(new Set([record.secret]));
		assert.deepEqual(records.all, []);
		assert.equal(await records.replace(record, registered), undefined);
		assert.equal(records.isSuperseded, false);
	});

	it('say which events a forge does not deliver to other targets of the family', async () => {
		const { records } = await open();
		const state = { ...registered, missing: ['event:create'] };
		await records.add(recordOf('b', { kind: 'creating' }));
		await records.add({ ...record, state });
		assert.deepEqual([...records.missingFor(targetOf('shell'), record)], ['event:create']);
		assert.deepEqual([...records.missingFor(targetOf('shell'), { ...record, token: 'other' })], []);
		assert.deepEqual([...records.missingFor({ family: 'list', params: {} }, record)], []);
	});

	it('keep the hooks of the previous token, but not of earlier ones', async () => {
		const { records } = await open();
		const of = (digit: string, token: string) => ({ ...recordOf(digit), token });
		const [one, two, three] = [of('1', 'first'), of('2', 'second'), of('3', 'second')];
		for (const each of [one, two, three, record]) await records.add(each);
		for (const each of [one, two, three]) await records.keepForEarlierToken(each);
		assert.deepEqual(
			records.all.map(({ secret, state }) => [secret[0], state.kind]),
			[
				['2', 'earlierToken'],
				['3', 'earlierToken'],
				['a', 'registered'],
			],
		);
	});

	it('are not those of this window once another one has taken over, which is logged once', async () => {
		const { records, store, logged } = await open();
		await records.add(record);
		assert.equal(await records.areOwn(), true);
		store.change = async () => undefined;
		assert.equal(await records.add(recordOf('b')), undefined);
		assert.equal(await records.replace(record, registered), undefined);
		assert.equal(await records.areOwn(), false);
		assert.deepEqual([records.isSuperseded, records.all, logged.length], [true, [], 1]);
		await records.open(never);
		assert.deepEqual([records.isSuperseded, records.all], [false, [record]]);
	});
});
