import { background } from '../../base/background.ts';
import type { Disposable } from '../../base/disposable.ts';
import { isTicketKey, type TrackerKey, trackerRef } from '../../platform/model/keys.ts';
import type { Sendings } from '../page/sendings.ts';

interface FailedCreationOptions {
	readonly sendings: Pick<Sendings, 'of' | 'onDidChange' | 'isVisible'>;
	readonly open: (key: TrackerKey) => unknown;
	/** Shows a message, and resolves with the button that the user chose. */
	readonly showWarning: (message: string, button: string) => PromiseLike<string | undefined>;
}

/** Notifies the user when a new ticket cannot be created after they have left its page. Comments have `reportSends`. */
export const notifyFailedCreations = (options: FailedCreationOptions): Disposable =>
	options.sendings.onDidChange((key) => {
		if (!isTicketKey(key)) background(notifyIfFailed(key, options));
	});

async function notifyIfFailed(
	key: TrackerKey,
	{ sendings, open, showWarning }: FailedCreationOptions,
): Promise<void> {
	const sending = sendings.of(key);
	if (sending?.kind !== 'refused' || sendings.isVisible(key)) return;
	const { problem, mayBeDone } = sending.refusal;
	const button = 'Show Draft';
	const what = `New ticket in ${trackerRef(key)}`;
	const answer = await showWarning(`${what}: ${mayBeDone ? '' : 'Nothing was sent. '}${problem}`, button);
	if (answer === button) open(key);
}
