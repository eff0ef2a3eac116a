import assert from 'node:assert/strict';
import { createLazyRecordWriter } from '../../../../src/base/log/lazy-record-writer.ts';
import { Log } from '../../../../src/base/log/log.ts';
import type { Sink } from '../../../../src/base/log/log-records.ts';
import { Secrets } from '../../../../src/base/secrets.ts';
import { until } from '../../../tools/until.ts';

const logTo = (write: Sink['write'], wants?: Sink['wants']) => {
	const secrets = new Secrets();
	return { log: new Log(createLazyRecordWriter({ write, ...(wants && { wants }) }, secrets)), secrets };
};

describe('A log whose formatting is loaded on demand', () => {
	it('writes all records in order, also those of before it is loaded', async () => {
		const lines: string[] = [];
		const { log } = logTo((level, line) => lines.push(`${level} ${line}`));
		log.info('a', 1);
		log.child('api').warn('b');
		await until(() => lines.length === 2);
		log.error('c');
		assert.deepEqual(lines, ['info a 1', 'warn [api] b', 'error c']);
	});

	it('masks secrets in the records of before it is loaded', async () => {
		const lines: string[] = [];
		const { log, secrets } = logTo((_, line) => lines.push(line));
		secrets.add('s3cret');
		log.info('it is s3cret');
		await until(() => lines.length > 0);
		assert.deepEqual(lines, ['it is •••']);
	});

	it('keeps no record of a level that is off', async () => {
		const lines: string[] = [];
		const { log } = logTo(
			(_, line) => lines.push(line),
			(level) => level === 'error',
		);
		log.info('a');
		log.error('b');
		await until(() => lines.length > 0);
		assert.deepEqual(lines, ['b']);
	});

	it('writes the remaining records if one cannot be written', async () => {
		const lines: string[] = [];
		const { log } = logTo((_, line) => {
			if (line === 'a') throw new Error('no');
			lines.push(line);
		});
		log.info('a');
		log.info('b');
		await until(() => lines.length > 0);
		log.info('a');
		log.info('c');
		assert.deepEqual(lines, ['b', 'c']);
	});
});
