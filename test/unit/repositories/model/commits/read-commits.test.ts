import assert from 'node:assert/strict';
import { addLog, type ReadCommit } from '../../../../../src/repositories/model/commits/read-commits.ts';
import { aCommit } from '../../a-commit.ts';

const commit = (id: string, timestamp: string, ...parents: string[]) => aCommit(id, { timestamp, parents });

describe('The commits of a log that was read', () => {
	it('are newer than their parents, also if they were written long before they were applied', () => {
		const read = new Map<string, ReadCommit>();
		addLog(read, [
			commit('d', '2026-01-04', 'c'),
			commit('c', '1999-01-01', 'b', 'unknown'),
			commit('b', '2026-01-02', 'a'),
			commit('a', 'no date'),
		]);
		const times = ['a', 'b', 'c', 'd'].map((id) => read.get(id)?.madeAt);
		const second = Date.parse('2026-01-02');
		assert.deepEqual(times, [0, second, second + 1, Date.parse('2026-01-04')]);
	});
});
