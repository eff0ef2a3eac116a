import * as v from 'valibot';
import type { ForgeErrorKind } from '../../src/forge/contract/errors.ts';
import type { Exchange } from './exchanges.ts';

/** What an answer means. Where one element of a list failed and hides the others, the same has to be asked with fewer fields. */
export type Meaning = ForgeErrorKind | 'read' | 'asks for less';

const byStatus: readonly (readonly [status: number, message: RegExp, Meaning])[] = [
	[401, /./, 'signed-out'],
	[400, /^Authentication error/, 'signed-out'],
	[400, /^object not found/, 'missing'],
	[400, /./, 'refused'],
	[403, /suspended/, 'forbidden'],
	[403, /expired/, 'signed-out'],
	[422, /./, 'refused'],
	[500, /Temporary error/, 'busy'],
	[502, /./, 'busy'],
];

const nullAnswer = /requested element is null/;

const byMessage: readonly (readonly [message: RegExp, Meaning])[] = [
	[/^Access denied/, 'forbidden'],
	[nullAnswer, 'missing'],
	[/^no such|^no .+ by id|not found|^moved to/i, 'missing'],
	[/complexity|internal system error/, 'surprise'],
	[/./, 'refused'],
];

const Body = v.object({
	data: v.optional(v.nullable(v.record(v.string(), v.unknown())), null),
	errors: v.optional(
		v.array(
			v.object({ message: v.string(), path: v.optional(v.array(v.union([v.string(), v.number()])), []) }),
		),
		[],
	),
});

/** Whether what was asked for is null. A resource comes with what identifies it. */
function isNull(value: unknown): boolean {
	if (value == null) return true;
	if (typeof value !== 'object' || Array.isArray(value)) return false;
	// What is of another type than the one that was asked for is empty.
	if (Object.keys(value).length === 0) return true;
	const parts = Object.entries(value).filter(
		([name]) => !['id', 'name', 'visibility', 'owner'].includes(name),
	);
	return parts.length === 1 && isNull(parts[0]?.[1]);
}

/** The first part of an answer is what was asked for. */
export const isMissingIn = (data: object | null): boolean => isNull(Object.values(data ?? {})[0]);

export const hasErrors = ({ answer: { body } }: Exchange): boolean => 'errors' in Object(body);

/** What an answer means, whatever the product takes it for. */
export function meaningOf({ answer: { status, body } }: Exchange): Meaning {
	if (status !== 200) {
		const text = typeof body === 'string' ? body : (v.parse(Body, body).errors[0]?.message ?? '');
		return byStatus.find(([code, message]) => code === status && message.test(text))?.[2] ?? 'surprise';
	}
	if (typeof body === 'string') return 'read';
	const { data, errors } = v.parse(Body, body);
	if (!isMissingIn(data)) return 'read';
	const [first] = errors;
	if (!first) return 'missing';
	const { message, path } = first;
	const isInList = path.some((part) => typeof part === 'number');
	if (isInList && nullAnswer.test(message)) return 'asks for less';
	return byMessage.find(([pattern]) => pattern.test(message))?.[1] ?? 'surprise';
}
