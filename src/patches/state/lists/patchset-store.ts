import * as v from 'valibot';
import { fieldOf } from '../../../base/field-of.ts';
import type { Storage } from '../../../base/files/storage.ts';
import type { Log } from '../../../base/log/log.ts';
import { Patchset } from '../../../forge/shapes/lists.ts';
import { ItemStore } from '../../../platform/state/cache/item-store.ts';

/** The patchsets of a list on the disk. `list` is its name with its owner. */
export const createPatchsetStore = (storage: Storage, list: string, log: Log): ItemStore<Patchset> =>
	new ItemStore<Patchset>({
		storage,
		name: ['patchsets', list],
		what: `patchsets of ${list}`,
		format: {
			version: 'patchsets 1',
			idOf: ({ id }) => id,
			write: ({ id: _, list: __, ...stored }) => stored,
			read: (stored, id) => {
				if (typeof stored !== 'object') return undefined;
				const read = v.safeParse(Patchset, { ...stored, id });
				return read.success ? read.output : undefined;
			},
			isOlder: (stored, before) => updatedOf(stored) < updatedOf(before),
		},
		log,
	});

/** NaN, which is not older than any time, if it is unknown. */
function updatedOf(stored: unknown): number {
	const updated = fieldOf(stored, 'updated');
	return typeof updated === 'string' ? Date.parse(updated) : Number.NaN;
}
