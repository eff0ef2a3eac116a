import assert from 'node:assert/strict';
import { diskMessage } from '../../../../src/platform/model/disk-message.ts';

describe('The message about a failure of the disk', () => {
	for (const [code, message] of [
		['ENOSPC', 'The disk is full.'],
		['EROFS', 'The data folder of VS Code is not writable.'],
		['EIO', 'The disk reported an error.'],
		['ECONNREFUSED', undefined],
	] as const)
		it(`says for ${code}: ${message ?? 'nothing'}`, () =>
			assert.equal(diskMessage(Object.assign(new Error('x'), { code })), message));

	it('is missing if a program cannot start, or a port or a watcher cannot be used', () => {
		for (const [syscall, code] of [
			['spawn git', 'EACCES'],
			['listen', 'EACCES'],
			['watch', 'ENOSPC'],
		] as const)
			assert.equal(diskMessage(Object.assign(new Error('x'), { syscall, code })), undefined, syscall);
		const written = Object.assign(new Error('x'), { syscall: 'write', code: 'ENOSPC' });
		assert.equal(diskMessage(written), 'The disk is full.');
	});

	it('is missing for other errors', () => {
		assert.deepEqual([new Error('x'), 'ENOSPC', undefined].map(diskMessage), [
			undefined,
			undefined,
			undefined,
		]);
	});
});
