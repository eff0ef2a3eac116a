import type { Disposable } from '../../base/disposable.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { count } from '../../base/text/numbers.ts';
import type { DescribedEntry } from '../state/outbox/described-entry.ts';
import type { WaitingChanges } from '../state/outbox/waiting-changes.ts';

/** Progress is shown if the work takes longer. */
const showAfterMs = 1000;

/** Progress that the user sees. */
export interface ShownProgress extends Disposable {
	readonly report: (done: number, total: number) => void;
}

interface Group {
	/** How many items the command changes. */
	total: number;
	hasBegun: boolean;
	shown: ShownProgress | undefined;
}

const isActive = ({ state }: DescribedEntry): boolean => state.kind === 'pending' || state.kind === 'sending';

/** Shows the progress of this window's commands on several items, if sending them takes longer than a second. */
export function showBulkProgress(
	outbox: WaitingChanges,
	/** Shows progress until it is disposed. `cancel` is called if the user cancels the rest. */
	show: (title: string, cancel: () => Promise<unknown>) => ShownProgress,
): Disposable {
	const lifetime = new Lifetime();
	const groups = new Map<string, Group>();
	const leftOf = (group: string) =>
		outbox.entries.filter((entry) => isActive(entry) && entry.steps.some((step) => step.group === group));
	/** Undoes what is not sent yet. Comments become drafts again. */
	const cancel = async (group: string) => {
		const comments = leftOf(group).filter(
			({ textId, state }) => textId !== undefined && state.kind === 'pending',
		);
		await outbox.discard(...comments.map(({ id }) => id));
		await outbox.undo(group);
	};
	const begin = (name: string, group: Group) => {
		const [first] = leftOf(name);
		if (!first) return;
		const title = first.describeProgress(name, count(group.total, first.noun));
		group.shown = show(title, () => cancel(name));
		group.shown.report(group.total - leftOf(name).length, group.total);
	};
	const update = () => {
		for (const name of new Set(outbox.entries.filter(outbox.isOwn).flatMap(groupsOf)))
			if (!groups.has(name))
				groups.set(name, { total: leftOf(name).length, hasBegun: false, shown: undefined });
		for (const [name, group] of groups) {
			const left = leftOf(name);
			if (left.length === 0) {
				group.shown?.dispose();
				groups.delete(name);
				continue;
			}
			group.shown?.report(group.total - left.length, group.total);
			const isSending = left.length < group.total || left.some(({ state }) => state.kind === 'sending');
			if (group.hasBegun || group.total < 2 || !isSending) continue;
			group.hasBegun = true;
			lifetime.timeout(() => begin(name, group), showAfterMs);
		}
	};
	lifetime.add(outbox.onDidChange(update));
	lifetime.add({
		dispose: () => {
			for (const { shown } of groups.values()) shown?.dispose();
		},
	});
	update();
	return lifetime;
}

const groupsOf = ({ steps }: DescribedEntry): readonly string[] => steps.map(({ group }) => group);
