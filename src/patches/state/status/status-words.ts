import { visible } from '../../../base/text/invisible-characters.ts';
import { count } from '../../../base/text/numbers.ts';
import { truncate } from '../../../base/text/truncate.ts';
import { type PatchsetKey, patchsetRef } from '../../../platform/model/keys.ts';
import { statusName } from '../../../platform/model/words.ts';
import type { OutboxKind } from '../../../platform/state/outbox/described-entry.ts';
import { type SettableStatus, type StatusOutboxChange, statusOutboxFormat } from './status-outbox-format.ts';

const longestTitle = 60;

/** The title in quotation marks or, if it is not known, the reference. */
export const patchsetName = (key: PatchsetKey, title = ''): string =>
	title === '' ? patchsetRef(key) : `“${truncate(visible(title), longestTitle)}”`;

const nameOf = (key: PatchsetKey, { title }: StatusOutboxChange): string => patchsetName(key, title);

const progressVerbs: Readonly<Record<string, string>> = {
	approved: 'Approving',
	rejected: 'Rejecting',
};

const describeProgress = (status: string, what: string): string =>
	`${progressVerbs[status] ?? 'Changing the status of'} ${what}`;

/** Statuses of patchsets. */
export const statusKind: OutboxKind<PatchsetKey, StatusOutboxChange> = {
	...statusOutboxFormat,
	noun: 'patchset',
	refOf: nameOf,
	shortRefOf: nameOf,
	describe: ({ status }) => statusName(status),
	verbOf: () => 'change the status of',
	describeProgress: ({ status }, what) => describeProgress(status, what),
	rowOf: ({ key, id, steps }) => {
		const { status, title = '' } = steps.at(-1)?.change ?? {};
		return {
			change: status === undefined ? '' : statusName(status),
			name: `${key.list}#${key.patchset}`,
			title: visible(title),
			spokenName: `${visible(title) || patchsetRef(key)}, patchset ${key.patchset}`,
			about: { kind: 'change', key, entry: id },
			open: { id: 'tildeforge.openPatchsetRow', title: 'Open Patchset' },
		};
	},
};

/** The message when the status of several patchsets is about to be set. */
export const beginningText = (status: SettableStatus, patchsets: number): string =>
	`${describeProgress(status, count(patchsets, 'patchset'))}…`;
