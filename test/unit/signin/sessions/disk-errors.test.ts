import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ForgeError } from '../../../../src/forge/contract/errors.ts';
import { describeDiskErrors } from '../../../../src/signin/sessions/disk-errors.ts';

describe('Storing a sign-in', () => {
	it('fails with a message that tells what to do about the disk, and with the cause for the log', async () => {
		const write = () => writeFile(join(import.meta.filename, 'below a file'), '');
		await assert.rejects(
			describeDiskErrors(write),
			(error) =>
				error instanceof ForgeError &&
				/disk is full or read-only/.test(error.message) &&
				error.cause instanceof Error &&
				'syscall' in error.cause,
		);
	});

	it('fails as it does otherwise if the disk is not to blame', async () => {
		const other = new ForgeError('offline', 'The forge cannot be reached.');
		await assert.rejects(
			describeDiskErrors(() => Promise.reject(other)),
			other,
		);
		assert.equal(await describeDiskErrors(async () => 'done'), 'done');
	});
});
