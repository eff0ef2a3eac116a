import { createHash } from 'node:crypto';

/** A short text that is the same for equal JSON values, and that differs for others. */
export const digestOf = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12);
