import type { Log } from '../../../base/log/log.ts';
import { entryReader } from '../../../platform/state/outbox/entry.ts';
import { madeAt } from '../../../platform/state/outbox/queue.ts';
import { creationOf, type TicketText, type TicketTexts } from './text-format.ts';
import { type TicketEntry, type TicketOutbox, ticketOutboxFormat } from './ticket-outbox-format.ts';

const readEntry = entryReader(ticketOutboxFormat);

/**
 * Adds to the outbox what was on its way when Tildeforge was updated. Until November 2026, 0.1.0 stored such entries with their texts, without
 * the words; 0.2 need not read them. Never rejects: what cannot be added stays for the next time.
 */
export async function takeOldEntries(texts: TicketTexts, outbox: TicketOutbox, log: Log): Promise<void> {
	const findOld = () => texts.all.filter(({ entries }) => entries?.every((stored) => readEntry(stored)));
	let old = findOld();
	if (old.length === 0) return;
	const editQueue = async (queue: readonly TicketEntry[]) => {
		// Another window that was updated may have added and sent them: it marks each text before it sends it.
		await texts.readNow();
		old = findOld();
		const missing = old.flatMap(entriesOf).filter(({ id }) => !queue.some((entry) => entry.id === id));
		return [...queue, ...missing].toSorted((one, other) => madeAt(one) - madeAt(other));
	};
	try {
		await outbox.add([], 0, { editQueue });
		for (const { id } of old) await texts.markSent(id);
	} catch (error) {
		log.error('Comments that were on their way could not be added to the outbox', error);
	}
}

const entriesOf = ({
	id: textId,
	revision,
	writer,
	body,
	entries = [],
}: TicketText): readonly TicketEntry[] =>
	entries.flatMap((stored) => {
		const entry = readEntry(stored);
		const steps = entry?.steps.map(({ change: { change, creation, ...rest }, ...step }) => ({
			...step,
			change: {
				...rest,
				change: change.comment === '' ? { ...change, comment: body.text.trimEnd() } : change,
				...(creation && { creation: { ...creation, ...creationOf(body) } }),
			},
		}));
		return entry && steps ? [{ ...entry, textId, textVersion: { revision, writer }, steps }] : [];
	});
