import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isTicketKey, refOf, trackerRef } from '../../platform/model/keys.ts';
import type { DraftKey } from '../model/ticket-draft.ts';
import type { Sendings } from '../page/sendings.ts';

interface FailedSendOptions {
	readonly sendings: Pick<Sendings, 'of' | 'onDidChange'>;
	/** Whether the page of the draft is visible. It then shows the failure itself. */
	readonly isVisible: (key: DraftKey) => boolean;
	readonly open: (key: DraftKey) => unknown;
	/** Shows a message, and resolves with the button that the user chose. */
	readonly showWarning: (message: string, button: string) => PromiseLike<string | undefined>;
}

/** Notifies the user when a send fails after they have left its page. */
export const notifyFailedSends = (options: FailedSendOptions): Disposable =>
	options.sendings.onDidChange((key) => background(notifyIfFailed(key, options)));

async function notifyIfFailed(
	key: DraftKey,
	{ sendings, isVisible, open, showWarning }: FailedSendOptions,
): Promise<void> {
	const sending = sendings.of(key);
	if (sending?.kind !== 'refused' || isVisible(key)) return;
	const { problem, mayBeDone } = sending.refusal;
	const what = isTicketKey(key) ? refOf(key) : `New ticket in ${trackerRef(key)}`;
	const button = 'Show Draft';
	const answer = await showWarning(`${what}: ${mayBeDone ? '' : 'Nothing was sent. '}${problem}`, button);
	if (answer === button) open(key);
}
