import { fieldOf } from '../../base/field-of.ts';
import type { ListKey } from '../../platform/model/keys.ts';
import { readTarget } from './patches-target.ts';

/** A query in a mailing list, or the patchsets of the list. */
export interface QueryTarget {
	readonly list: ListKey;
	/** In the search language of the forge; undefined for all patchsets. */
	readonly text?: string;
}

/** Reads the argument of a command. Undefined for anything else. */
export function readQueryTarget(value: unknown): QueryTarget | undefined {
	const target = readTarget({ kind: 'list', key: fieldOf(value, 'list') });
	const text = fieldOf(value, 'text');
	if (target?.kind !== 'list') return undefined;
	if (text === undefined) return { list: target.key };
	return typeof text === 'string' ? { list: target.key, text } : undefined;
}
