import type { SnapshotInput } from '../../../src/patches/page/snapshot-input.ts';
import { noStatuses } from './no-statuses.ts';

/** The input for a page of a patchset of which nothing is known. */
export const inputBase = {
	key: { account: 'one', owner: '~ana', list: 'editor-devel', patchset: 7 },
	pageStatus: { kind: 'good' },
	isReading: false,
	isReadingMails: false,
	owner: { account: '~ana', instance: 'forge.test' },
	ownerToName: null,
	links: {
		instances: [],
		home: { trackers: 'https://todo.example.org' },
		tracker: undefined,
		people: new Map(),
	},
	people: new Map(),
	listsAddress: 'https://lists.example.org',
	statuses: noStatuses,
	viewedStateOf: () => 'new' as const,
	isUnseen: () => false,
	options: { wrapsLines: false, ignoresWhitespace: false, showsOnePatch: false, showsNetDiff: false },
	position: null,
	comparison: null,
	comments: [],
	past: [],
	review: null,
	sending: null,
	waitingTrailers: [],
	replyProblem: '',
	viewedPathsIn: () => new Set(),
	commentedVersion: undefined,
	newestChanges: '',
	earlier: undefined,
	now: Date.UTC(2026, 10, 9),
	zone: 'UTC',
} satisfies Omit<SnapshotInput, 'known'>;
