import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import fc from 'fast-check';
import { readBody } from '../../../../../src/inbox/live/listener/request-body.ts';

/** A body that arrives in these parts. */
const arriving = (parts: readonly Uint8Array[]) =>
	Readable.from(
		parts.map((part) => Buffer.from(part)),
		{ objectMode: false },
	);

describe('A request body', () => {
	it('is read as it was sent, whatever its parts, unless it exceeds the limit', async () => {
		const parts = fc.array(fc.uint8Array({ maxLength: 40_000, size: 'max' }), { maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(parts, fc.integer({ min: 1, max: 120_000 }), async (parts, limit) => {
				const whole = Buffer.concat(parts);
				const body = await readBody(arriving(parts), limit);
				if (whole.length > limit) assert.equal(body, undefined);
				else assert.ok(body?.equals(whole));
			}),
			{ numRuns: 50 },
		);
	});

	it('may be as long as the limit, but not longer', async () => {
		for (const [length, isRead] of [
			[0, true],
			[100, true],
			[101, false],
		] as const) {
			const body = await readBody(arriving([Buffer.alloc(length, 'a')]), 100);
			assert.equal(body?.toString(), isRead ? 'a'.repeat(length) : undefined);
		}
	});

	it('that exceeds the limit is not read to its end, and its stream is not destroyed', async () => {
		const stream = new PassThrough();
		stream.write(Buffer.alloc(101));
		assert.equal(await readBody(stream, 100), undefined);
		assert.equal(stream.destroyed, false);
	});

	it('that breaks off is not read', async () => {
		const stream = new PassThrough();
		stream.write('{"id":');
		stream.destroy(new Error('aborted'));
		await assert.rejects(readBody(stream, 100), /aborted/);
	});
});
