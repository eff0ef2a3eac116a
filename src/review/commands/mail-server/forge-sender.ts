import { timeLimit } from '../../../base/clock.ts';
import { FailurePauses } from '../../../base/failure-pauses.ts';
import type { Address } from '../../../mail/message/mail.ts';
import type { ListAccount } from '../../../patches/state/mailing-lists.ts';

/** How long to wait for the forge. */
const timeoutMs = 2000;
const known = new WeakMap<ListAccount['client'], Address>();
/** A command asks several times, and would wait each time. */
const pauses = new WeakMap<ListAccount['client'], FailurePauses>();

/** The name and mail address by which a forge knows the user of an account. Undefined if it does not say. */
export async function senderOfForge({ client }: ListAccount): Promise<Address | undefined> {
	const before = known.get(client);
	if (before || pauses.get(client)?.isPaused('all')) return before;
	try {
		const { name, email } = await client.user({}, { signal: timeLimit(timeoutMs) });
		if (email === null) return undefined;
		known.set(client, { name, email });
		return { name, email };
	} catch {
		const failures = pauses.get(client) ?? new FailurePauses(10_000, 60_000);
		pauses.set(client, failures);
		failures.begin('all');
		return undefined;
	}
}
