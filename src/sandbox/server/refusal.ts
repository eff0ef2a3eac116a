import type { Reason } from '../../forge/contract/errors.ts';

/**
 * Thrown by a handler to refuse a request; it becomes the answer. With `html`, the answer is a page, as real servers
 * sometimes send.
 */
export class Refusal extends Error {
	readonly status: number;
	readonly reasons: readonly Reason[];
	readonly html: boolean;

	constructor(status: number, reasons: readonly Reason[] | string, { html = false } = {}) {
		const list = typeof reasons === 'string' ? [{ reason: reasons }] : reasons;
		super(list.map(({ reason }) => reason).join(' '));
		this.status = status;
		this.reasons = list;
		this.html = html;
	}
}

export const missing = () => new Refusal(404, '404 not found');

/** A wrong value in the body of a request. */
export const invalid = (field: string, reason: string) => new Refusal(400, [{ field, reason }]);

/** The token is valid, but its owner may not do this with the resource. */
export const notYours = () => new Refusal(401, 'You are not authorized to do that.', { html: true });
