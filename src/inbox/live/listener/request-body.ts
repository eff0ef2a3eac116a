import type { Readable } from 'node:stream';

const firstSize = 16 * 1024;

/**
 * Reads a body, or returns undefined as soon as it exceeds the limit. Rejects if the connection ends earlier than the body.
 *
 * Copies the parts into one buffer: kept separately, a body that arrives byte by byte would take a hundred times its size.
 */
export async function readBody(request: Readable, limit: number): Promise<Buffer | undefined> {
	let bytes: Buffer = Buffer.alloc(Math.min(firstSize, limit));
	let length = 0;
	// Leaving the loop early must not destroy the request, because its connection still carries the answer.
	for await (const part of request.iterator({ destroyOnReturn: false })) {
		const needed = length + part.length;
		if (needed > limit) return undefined;
		if (needed > bytes.length) bytes = Buffer.concat([bytes], Math.min(limit, Math.max(needed, 2 * length)));
		part.copy(bytes, length);
		length = needed;
	}
	return bytes.subarray(0, length);
}
