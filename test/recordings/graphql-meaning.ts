import type { ForgeErrorKind } from '../../src/forge/contract/errors.ts';
import type { Exchange } from './exchanges.ts';

/** What an answer means. Where one element of a list failed and hides the others, the same has to be asked with fewer fields. */
export type Meaning = ForgeErrorKind | 'read' | 'asks for less';

const nullAnswer = /requested element is null/;

/** By the status and the message of an error. The first that matches counts. */
const meanings: readonly (readonly [error: RegExp, Meaning])[] = [
	[/^400 Authentication error|^401|^403 .*expired/, 'signed-out'],
	[/^200 Access denied|^403 .*suspended/, 'forbidden'],
	[/^200 (no such|no .+ by id|.*not found|moved to)|^400 object not found/i, 'missing'],
	[nullAnswer, 'missing'],
	[/^500 .*Temporary error|^502/, 'busy'],
	[/^200 .*(complexity|internal system error)/, 'surprise'],
	[/^(200|400|422)/, 'refused'],
];

/** Whether what was asked for is null. A resource comes with what identifies it. */
function isNull(value: unknown): boolean {
	if (value == null) return true;
	if (typeof value !== 'object' || Array.isArray(value)) return false;
	const parts = Object.entries(value).filter(
		([name]) => !['id', 'name', 'visibility', 'owner'].includes(name),
	);
	// What is of another type than the one that was asked for is empty.
	return Object.keys(value).length === 0 || (parts.length === 1 && isNull(parts[0]?.[1]));
}

/** The first part of an answer is what was asked for. */
export const isMissingIn = (data: object | null): boolean => isNull(Object.values(data ?? {})[0]);

export const hasErrors = ({ answer: { body } }: Exchange): boolean => 'errors' in Object(body);

/** What an answer means, whatever the product takes it for. */
export function meaningOf({ answer: { status, body } }: Exchange): Meaning {
	const { data = null, errors: [error] = [] } = Object(body);
	const isFile = typeof body === 'string';
	if (status === 200 && (isFile || !isMissingIn(data))) return 'read';
	if (status === 200 && !error) return 'missing';
	const message = isFile ? body : (error?.message ?? '');
	const isInList = error?.path?.some((part: unknown) => typeof part === 'number');
	if (isInList && nullAnswer.test(message)) return 'asks for less';
	return meanings.find(([pattern]) => pattern.test(`${status} ${message}`))?.[1] ?? 'surprise';
}
