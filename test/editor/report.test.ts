import assert from 'node:assert/strict';
import { Log } from '../../src/base/log/log.ts';
import { createRecordWriter } from '../../src/base/log/log-records.ts';
import { Secrets } from '../../src/base/secrets.ts';
import { attempt } from '../../src/platform/editor/report.ts';

describe('A command that fails', () => {
	it('ends at once and logs its stack trace', async () => {
		const lines: string[] = [];
		const log = new Log(
			createRecordWriter({ write: (level, line) => void lines.push(`${level} ${line}`) }, new Secrets()),
		);
		const fail = () => {
			throw new TypeError('no such bird');
		};
		await attempt('tildeforge.fly', fail, log);
		assert.equal(lines.length, 1);
		assert.match(lines[0] ?? '', /^error tildeforge\.fly failed\n\s+TypeError: no such bird\n\s+at /);
	});

	it('does not throw to its caller', async () => {
		const log = new Log(createRecordWriter({ write: () => {} }, new Secrets()));
		assert.equal(await attempt('tildeforge.fly', () => Promise.reject(new Error('late')), log), false);
	});
});
