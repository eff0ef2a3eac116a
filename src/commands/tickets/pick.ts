import * as vscode from 'vscode';
import { Lifetime } from '../../base/lifetime.ts';
import type { Label, Ticket } from '../../forge/shapes/trackers.ts';
import type { Tickets } from '../../host/tickets.ts';
import type { TicketKey, TrackerKey } from '../../model/ticket.ts';
import { resolutionName, statusName } from '../../model/words.ts';
import type { Change, Resolution, Status } from '../../state/change.ts';

const icons: Readonly<Record<Status, string>> = {
	reported: 'issues',
	confirmed: 'verified',
	in_progress: 'play-circle',
	pending: 'watch',
	resolved: 'pass',
};

const resolutionWords: Readonly<Record<Exclude<Resolution, 'unresolved'>, string>> = {
	fixed: 'the fault is gone',
	implemented: 'what was asked for is there',
	wont_fix: 'it stays as it is',
	by_design: 'it is meant to be so',
	invalid: 'there is nothing in it',
	duplicate: 'another ticket is about the same',
	not_our_bug: 'the fault is somewhere else',
};

const isOneOf = <T extends string>(words: Readonly<Record<T, string>>, word: string): word is T =>
	Object.hasOwn(words, word);

/** The statuses that an instance can be asked for. */
const moves = (resolveOnly: boolean): readonly Status[] =>
	resolveOnly ? ['reported', 'resolved'] : ['reported', 'confirmed', 'in_progress', 'pending', 'resolved'];

/** Asks for a status, and for a resolution where it is needed. */
export async function pickStatus(
	title: string,
	resolveOnly: boolean,
	current?: string,
): Promise<Pick<Change, 'status' | 'resolution'> | undefined> {
	const items = moves(resolveOnly).map((status) => ({
		label: `$(${icons[status]}) ${statusName(status)}`,
		...(status === current && { description: 'as it is' }),
		status,
	}));
	const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: 'Status' });
	if (!chosen) return undefined;
	if (chosen.status !== 'resolved') return { status: chosen.status };
	const resolution = await pickResolution(title);
	return resolution && { status: 'resolved', resolution };
}

export async function pickResolution(title: string): Promise<Resolution | undefined> {
	const items = Object.entries(resolutionWords).map(([resolution, description]) => ({
		label: resolutionName(resolution),
		description,
		resolution,
	}));
	const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: 'Resolve as' });
	return chosen && isOneOf(resolutionWords, chosen.resolution) ? chosen.resolution : undefined;
}

/** The labels of a tracker, read again: what is offered must be there. */
export async function labelsOf(tickets: Tickets, key: TrackerKey): Promise<readonly Label[]> {
	const user = new Lifetime();
	try {
		const labels = tickets.shelf(key, user)?.labels;
		if (!labels) return [];
		await labels.open();
		if (labels.value === undefined) await labels.refresh();
		else void labels.refresh();
		if (labels.value === undefined && labels.trouble) throw labels.trouble;
		return labels.value ?? [];
	} finally {
		user.dispose();
	}
}

/** Asks which labels one ticket or several shall have; those that only some of them have stay as they are unless they are touched. */
export async function pickLabels(
	title: string,
	labels: readonly Pick<Label, 'name'>[],
	chosen: readonly Pick<Ticket, 'labels'>[],
): Promise<Pick<Change, 'addLabels' | 'removeLabels'> | undefined> {
	const has = (name: string) => chosen.filter((ticket) => ticket.labels.includes(name)).length;
	const items = labels.map(({ name }) => {
		const n = has(name);
		const isPart = n > 0 && n < chosen.length;
		return {
			label: name,
			...(isPart && { description: `on ${n} of ${chosen.length}` }),
			picked: n > 0 && n === chosen.length,
			isPart,
		};
	});
	if (items.length === 0) {
		void vscode.window.showInformationMessage('This tracker has no labels.');
		return undefined;
	}
	const picked = await vscode.window.showQuickPick(items, {
		title,
		placeHolder: 'Labels',
		canPickMany: true,
	});
	if (!picked) return undefined;
	const names = new Set(picked.map(({ label }) => label));
	const addLabels = [...names].filter((name) => has(name) < chosen.length);
	const removeLabels = items
		.filter(({ label, isPart }) => !isPart && has(label) > 0 && !names.has(label))
		.map(({ label }) => label);
	return addLabels.length + removeLabels.length === 0 ? undefined : { addLabels, removeLabels };
}

/** Asks which of a tracker's labels shall be there; null when nobody chose. */
export async function pickLabelNames(
	labels: readonly Pick<Label, 'name'>[],
	chosen: readonly string[],
): Promise<readonly string[] | null> {
	const items = labels.map(({ name }) => ({ label: name, picked: chosen.includes(name) }));
	const picked = await vscode.window.showQuickPick(items, {
		title: 'Labels',
		placeHolder: 'Labels after sending',
		canPickMany: true,
	});
	return picked ? picked.map(({ label }) => label) : null;
}

/** The tracker that a new ticket or a change of settings is for. */
export async function pickTracker(tickets: Tickets, title: string): Promise<TrackerKey | undefined> {
	const all = tickets.accounts.flatMap(({ session, trackers, instance }) => {
		const own = (trackers.own.value ?? []).map(({ owner, name }) => ({ owner: owner.canonical_name, name }));
		const places = new Map([...trackers.pins, ...own].map((one) => [`${one.owner}/${one.name}`, one]));
		return [...places].map(([label, { owner, name }]) => ({
			label: `$(checklist) ${label}`,
			description: instance.name,
			key: { account: session.id, owner, tracker: name },
		}));
	});
	if (all.length === 0) {
		void vscode.window.showInformationMessage(
			'There is no tracker. Create one, or pin one of somebody else.',
		);
		return undefined;
	}
	if (all.length === 1) return all[0]?.key;
	return (await vscode.window.showQuickPick(all, { title, placeHolder: 'Tracker' }))?.key;
}

/** The address of a ticket's page. */
export function ticketAddress(
	tickets: Tickets,
	{ account, owner, tracker, ticket }: TicketKey,
): string | undefined {
	const base = tickets.of(account)?.instance.trackers?.replace(/\/+$/, '');
	return base && `${base}/${owner}/${tracker}/${ticket}`;
}
