import assert from 'node:assert/strict';
import { Lifetime } from '../../../../../src/base/lifetime.ts';
import { Log } from '../../../../../src/base/log/log.ts';
import { RefusalLog, refusalStatus } from '../../../../../src/inbox/live/listener/refusal-log.ts';
import { until } from '../../../../tools/until.ts';

describe('Refused requests', () => {
	it('are counted in few records, the first of them at once', async () => {
		const lifetime = new Lifetime();
		const records: string[] = [];
		const log = new Log(({ message, details }) => {
			assert.deepEqual(details, []);
			records.push(message);
		});
		const refused = new RefusalLog(lifetime, log, 60_000);
		refused.add('forged');
		refused.add('unknown path');
		refused.add('unknown path');
		await until(() => records.length > 0);
		for (let n = 0; n < 10_000; n++) refused.add('too slow');
		lifetime.dispose();
		assert.deepEqual(records, [
			'Requests that were refused since the last such record: forged: 1, unknown path: 2',
			'Requests that were refused since the last such record: too slow: 10000',
		]);
	});

	it('leave no record if there are none', () => {
		const lifetime = new Lifetime();
		new RefusalLog(lifetime, new Log(() => assert.fail()), 0);
		lifetime.dispose();
	});

	it('are answered so that no forge sends them again', () => {
		const again = Object.entries(refusalStatus).filter(([, status]) => status >= 500);
		assert.deepEqual(again, []);
		assert.equal(refusalStatus['foreign host'], refusalStatus['unknown path']);
	});
});
