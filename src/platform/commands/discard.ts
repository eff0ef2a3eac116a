import { Lifetime } from '../../base/lifetime.ts';
import { count } from '../../base/text/numbers.ts';
import { showInStatusBar } from '../editor/messages.ts';
import { joinWords } from '../model/words.ts';
import type { DescribedEntry } from '../state/outbox/described-entry.ts';
import { named } from '../state/outbox/text.ts';
import type { WaitingChanges } from '../state/outbox/waiting-changes.ts';

/** How long to wait for changes that are being sent. A retry without a connection fails sooner. */
const sendingTimeoutMs = 1000;

/** Discards changes together. The status bar says which are being sent, and how many were sent or discarded before the user confirmed. */
export async function discardChanges(
	outbox: WaitingChanges,
	chosen: readonly DescribedEntry[],
	timeoutMs = sendingTimeoutMs,
): Promise<void> {
	if (chosen.length === 0) return;
	const discarded = new Set(await outbox.discard(...chosen.map(({ id }) => id)));
	const others = chosen.map(({ id }) => id).filter((id) => !discarded.has(id));
	if (others.length > 0 && (await canDiscardAfterSending(outbox, new Set(others), timeoutMs)))
		for (const id of await outbox.discard(...others)) discarded.add(id);
	const missed = chosen.filter(({ id }) => !discarded.has(id));
	const isLeft = ({ id }: DescribedEntry) => outbox.entries.some((entry) => entry.id === id);
	const gone = missed.filter((entry) => !isLeft(entry)).length;
	const were = gone === 1 ? 'was' : 'were';
	const sending = missed.filter(isLeft);
	const isOne = new Set(sending.map(({ item }) => item)).size === 1;
	const reasons = [
		...(sending.length > 0 ? [`${named(sending)} ${isOne ? 'is' : 'are'} being sent`] : []),
		...(gone > 0 ? [`${count(gone, 'change')} ${were} already sent or discarded`] : []),
	];
	if (reasons.length > 0) showInStatusBar(`Not discarded: ${joinWords(reasons)}`);
}

/** Waits until none of these changes is being sent. Returns whether any of them can still be discarded. */
async function canDiscardAfterSending(
	outbox: WaitingChanges,
	ids: ReadonlySet<string>,
	timeoutMs: number,
): Promise<boolean> {
	const left = () => outbox.entries.filter(({ id }) => ids.has(id));
	const isSending = () => left().some(({ state }) => state.kind === 'sending');
	if (isSending()) {
		const { promise, resolve } = Promise.withResolvers<void>();
		const lifetime = new Lifetime();
		lifetime.timeout(resolve, timeoutMs);
		lifetime.add(
			outbox.onDidChange(() => {
				if (!isSending()) resolve();
			}),
		);
		await promise;
		lifetime.dispose();
	}
	return left().some(({ state }) => state.kind !== 'sending');
}
