import type { TrackerKey } from '../../platform/model/keys.ts';
import { kindOf, type TrackerKind } from '../model/tracker-kind.ts';
import { type CommandArguments, trackerOf } from './targets.ts';

/** A command on a tracker. */
export interface TrackerCommand {
	readonly title: string;
	/** The kind of trackers that the command is for. */
	readonly kind: TrackerKind;
	readonly act: (key: TrackerKey) => Promise<void>;
}

interface TrackerCommandHost {
	/** The name of an account, with the tilde; undefined if it is signed out. */
	readonly nameOf: (account: string) => string | undefined;
	readonly pick: (title: string, kind: TrackerKind) => Promise<TrackerKey | undefined>;
	readonly inform: (message: string) => PromiseLike<unknown>;
}

const onlyFor: Readonly<Record<TrackerKind, string>> = {
	own: 'only available for your own trackers.',
	pinned: 'only available for trackers that you have pinned.',
};

/**
 * Runs a command on the tracker that it was called on, or else on one that the user chooses. Refuses a tracker of the wrong kind:
 * menus offer the command only for the right ones, but a keybinding or another extension can pass any tracker.
 */
export async function runTrackerCommand(
	args: CommandArguments,
	{ title, kind, act }: TrackerCommand,
	{ nameOf, pick, inform }: TrackerCommandHost,
): Promise<void> {
	const key = trackerOf(args) ?? (await pick(title, kind));
	const me = key && nameOf(key.account);
	if (!key || me === undefined) return;
	if (kindOf(key.owner, me) === kind) await act(key);
	else await inform(`${title} is ${onlyFor[kind]}`);
}
