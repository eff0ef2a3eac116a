import type { GraphqlParts } from '../../../src/sandbox/graphql-api.ts';
import type { Caller } from '../../../src/sandbox/server/accounts.ts';
import type { TrackerRecord, Visibility } from '../../../src/sandbox/trackers/tracker-records.ts';
import { queryError } from '../server/errors.ts';
import type { Call, Resolvers } from '../server/resolvers.ts';
import type { LabelSource } from './tracker-fields.ts';

interface TrackerInput {
	readonly name?: string | null;
	readonly description?: string | null;
	readonly visibility?: Visibility | null;
}

interface LabelInput {
	readonly name?: string | null;
	readonly foregroundColor?: string | null;
	readonly backgroundColor?: string | null;
}

/** The changes of trackers and labels. Only the owner may make them. */
export function trackerMutations({ trackers }: GraphqlParts): Resolvers[string] {
	const ownTracker = (id: number, { account }: Caller): TrackerRecord => {
		const tracker = trackers.archive.trackerById(id);
		if (tracker?.owner === account.name) return tracker;
		throw queryError(`No tracker by ID ${id} found for this user`, 'ERR_NOT_FOUND');
	};
	const ownLabel = (id: number, { account }: Caller): LabelSource => {
		for (const tracker of trackers.archive.ofOwner(account.name)) {
			const label = tracker.labels.find((one) => one.id === id);
			if (label) return { tracker, label };
		}
		throw queryError('No such label', 'ERR_NOT_FOUND');
	};
	const checkName = (name: string | null | undefined, { account }: Caller, tracker?: TrackerRecord) => {
		const existing = name == null ? undefined : trackers.find(account.name, name);
		if (!existing || existing === tracker) return;
		throw queryError('A tracker by this name already exists.', 'ERR_INVALID_INPUT', 'name');
	};
	return {
		createTracker: (_: unknown, { name, ...rest }: TrackerInput & { name: string }, { caller }: Call) => {
			checkName(name, caller);
			return trackers.create(caller.account.name, { name, ...given(rest) });
		},
		updateTracker: (_: unknown, { id, input }: { id: number; input: TrackerInput }, { caller }: Call) => {
			const tracker = ownTracker(id, caller);
			checkName(input.name, caller, tracker);
			trackers.update(tracker, given(input));
			return tracker;
		},
		deleteTracker: (_: unknown, { id }: { id: number }, { caller }: Call) => {
			const tracker = ownTracker(id, caller);
			trackers.delete(tracker);
			return tracker;
		},
		createLabel: (
			_: unknown,
			args: { trackerId: number; name: string; foregroundColor: string; backgroundColor: string },
			{ caller }: Call,
		): LabelSource => {
			const tracker = ownTracker(args.trackerId, caller);
			const colors = { background: args.backgroundColor, text: args.foregroundColor };
			return { tracker, label: trackers.createLabel(tracker, { name: args.name, colors }) };
		},
		updateLabel: (
			_: unknown,
			{ id, input }: { id: number; input: LabelInput },
			{ caller }: Call,
		): LabelSource => {
			const { tracker, label } = ownLabel(id, caller);
			const { background, text } = label.colors;
			const colors = {
				background: input.backgroundColor ?? background,
				text: input.foregroundColor ?? text,
			};
			trackers.updateLabel(tracker, label, { name: input.name ?? label.name, colors });
			return { tracker, label };
		},
		deleteLabel: (_: unknown, { id }: { id: number }, { caller }: Call): LabelSource => {
			const { tracker, label } = ownLabel(id, caller);
			trackers.deleteLabel(tracker, label);
			return { tracker, label };
		},
	};
}

/** The values that are given. A description of null removes it. */
const given = ({ name, description, visibility }: TrackerInput) => ({
	...(name != null && { name }),
	...(description !== undefined && { description: description ?? '' }),
	...(visibility != null && { visibility }),
});
