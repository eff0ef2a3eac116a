import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isTicketKey, refOf, trackerRef } from '../../platform/model/keys.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import type { Sendings } from '../page/sendings.ts';

interface Unseen {
	readonly sendings: Pick<Sendings, 'of' | 'onDidChange'>;
	/** Whether the page of the draft is visible. It then shows the failure itself. */
	readonly isSeen: (key: DraftKey) => boolean;
	readonly open: (key: DraftKey) => unknown;
	/** Shows a message, and resolves with the button that the user chose. */
	readonly warn: (message: string, button: string) => PromiseLike<string | undefined>;
}

/** Notifies the user when a send fails after they have left its page. */
export const tellUnseen = (unseen: Unseen): Disposable =>
	unseen.sendings.onDidChange((key) => background(tell(key, unseen)));

async function tell(key: DraftKey, { sendings, isSeen, open, warn }: Unseen): Promise<void> {
	const sending = sendings.of(key);
	if (sending?.kind !== 'refused' || isSeen(key)) return;
	const { problem, isUnsure } = sending.refusal;
	const what = isTicketKey(key) ? refOf(key) : `New ticket in ${trackerRef(key)}`;
	const button = 'Show Draft';
	const answer = await warn(`${what}: ${isUnsure ? '' : 'Nothing was sent. '}${problem}`, button);
	if (answer === button) open(key);
}
