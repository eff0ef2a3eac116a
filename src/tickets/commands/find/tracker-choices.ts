import { idOfTicket, type TrackerKey } from '../../../platform/model/keys.ts';
import { type Ownership, ownershipOf } from '../../../platform/model/ownership.ts';
import type { ProjectItems } from '../../../platform/model/project-items.ts';
import { placeItems } from '../../../platform/view/item-account.ts';
import { type PickerItem, pickerItems } from '../../../platform/view/picker-items.ts';
import { trackersArea } from '../../model/tracker-kind.ts';
import type { TicketAccount } from '../../state/ticket-account.ts';
import type { Trackers } from '../../state/trackers.ts';

/** An account with the trackers that it knows. */
export interface AccountTrackers extends Pick<TicketAccount, 'session'> {
	readonly trackers: {
		readonly own: Pick<Trackers['own'], 'value'>;
		readonly pins: Pick<Trackers['pins'], 'all'>;
	};
}

/** The known trackers of an account, without duplicates: its own, then those it has pinned. */
export function trackersOf({ session, trackers }: AccountTrackers): readonly TrackerKey[] {
	const own = (trackers.own.value ?? []).map(({ owner, name }) => ({ owner: owner.canonical_name, name }));
	const byName = new Map([...own, ...trackers.pins.all].map((one) => [`${one.owner}/${one.name}`, one]));
	return [...byName.values()].map(({ owner, name }) => ({ account: session.id, owner, tracker: name }));
}

/** Whether the trackers of an account are unknown, because its view was never opened or its forge does not answer. */
export const isUnread = ({ trackers }: Pick<AccountTrackers, 'trackers'>): boolean =>
	trackers.own.value === undefined;

/** Reads the account's own trackers from the forge if they are unknown. If that fails, `trackers.own.lastError` has the reason. */
export async function readTrackers({ trackers: { own } }: Pick<TicketAccount, 'trackers'>): Promise<void> {
	await own.open();
	if (own.value === undefined) await own.refresh();
}

/** Where a command finds trackers. */
export interface TrackerSource {
	readonly accounts: readonly TicketAccount[];
	/** The trackers of the workspace's projects. */
	readonly project?: ProjectItems | undefined;
}

/** The trackers of the workspace's projects. */
export async function trackersInProject({
	accounts,
	project,
}: TrackerSource): Promise<readonly TrackerKey[]> {
	const placed = await placeItems(project, accounts, trackersArea, ({ account, owner, name }) =>
		account.connection.trackers?.tracker({ owner, tracker: name }),
	);
	return placed.map(({ account, owner, name }) => ({ account: account.session.id, owner, tracker: name }));
}

/** The known trackers of all accounts, those of the workspace's projects first. */
export async function trackerChoices(
	source: TrackerSource,
	ownership?: Ownership,
): Promise<readonly PickerItem<TrackerKey>[]> {
	const known = source.accounts.flatMap((account) =>
		trackersOf(account).filter(
			({ owner }) => ownership === undefined || ownershipOf(owner, account.session.account) === ownership,
		),
	);
	const names = new Set(known.map(idOfTicket));
	const inProject = (await trackersInProject(source)).filter(
		(key) => ownership === undefined || names.has(idOfTicket(key)),
	);
	return pickerItems({ known, inProject, spell: idOfTicket });
}
