import { background } from '../../base/background.ts';
import { Lifetime } from '../../base/lifetime.ts';
import { ForgeError } from '../../forge/contract/errors.ts';
import type { ListCache } from '../../patches/state/lists/list-cache.ts';
import type { ListAccount } from '../../patches/state/mailing-lists.ts';
import type { Sender } from '../../platform/state/outbox/sender.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import { hostOfListAddress } from '../model/list-mail-address.ts';
import type { OutgoingMail, SendFailure, SendOutcome } from './mail-server/send-outcome.ts';
import { checkComments, type OutboxMail, type OutboxMailKey } from './outbox-mail.ts';
import type { ReviewComments } from './review-comments.ts';

/** Sends a mail of an account, and never asks the user. */
export type Deliver = (account: ListAccount, mail: OutgoingMail, signal: AbortSignal) => Promise<SendOutcome>;

export interface OutboxMailSenderOptions {
	readonly accountOf: (session: string) => ListAccount | undefined;
	readonly comments: () => Promise<ReviewComments>;
	readonly deliver: Deliver;
	/** Called when a mail was sent. */
	readonly didSend: (key: OutboxMailKey, mail: OutboxMail) => Promise<void>;
	/** Called when the server answers after the outbox has stopped waiting for it. From then on, `missing` knows the answer. */
	readonly didAnswerLate: (key: OutboxMailKey, mail: OutboxMail, outcome: SendOutcome) => Promise<void>;
}

/** Forgets the server's answer to a mail, or no longer waits for it. From then on, whether the mail was sent is unknown, unless it is on its list. */
export type StopWaiting = (messageId: string) => void;

/** Says that it is unknown whether a mail was sent. `reason`: what happened to the mail. */
const uncertain = (reason: string, isForList: boolean): string =>
	isForList
		? `${reason} It is not on the list yet, but may still arrive. Before it is sent again, Tildeforge looks for it there.`
		: `${reason} It may have arrived.`;

/**
 * Sends mails through the user's mail server. If a mail may have been sent, looks for it on its list. A mail that is not there may still be on
 * its way, or wait for a moderator, so it is sent again only if the user wants that. Fails with a `ForgeError`.
 */
export function outboxMailSender({
	accountOf,
	comments,
	deliver,
	didSend,
	didAnswerLate,
}: OutboxMailSenderOptions): Sender<OutboxMailKey, OutboxMail> & { readonly stopWaiting: StopWaiting } {
	/** What ends the waiting for answers, by Message-ID. */
	const waits = new Map<string, AbortController>();
	/** The answers for which the outbox did not wait, by Message-ID. */
	const answers = new Map<string, SendOutcome>();
	const stopWaiting: StopWaiting = (messageId) => {
		waits.get(messageId)?.abort();
		waits.delete(messageId);
		answers.delete(messageId);
	};
	/** Hands a mail over. If the server is slow, the outcome is `unknown`, and `didAnswerLate` is called with the answer. */
	const handOver = async (
		account: ListAccount,
		key: OutboxMailKey,
		mail: OutboxMail,
		signal: AbortSignal,
	): Promise<SendOutcome> => {
		const { messageId } = key;
		// The server may have taken the mail while the list was read, or the outbox was locked.
		const known = answers.get(messageId);
		if (known?.kind === 'sent') return known;
		stopWaiting(messageId);
		const wait = new AbortController();
		waits.set(messageId, wait);
		/** Returns false if this wait was ended before. */
		const endWait = () => waits.get(messageId) === wait && waits.delete(messageId);
		const outcome = await deliver(account, mail.outgoing, AbortSignal.any([signal, wait.signal]));
		const answered = outcome.kind === 'unknown' ? outcome.answered : undefined;
		if (!answered) endWait();
		else
			background(
				answered.then(async (answer) => {
					if (!endWait() || answer.kind === 'unknown') return;
					answers.set(messageId, answer);
					await didAnswerLate(key, mail, answer);
				}),
			);
		return outcome;
	};
	/** The comments, and whether this mail was sent, as far as the disk says. */
	const readState = async ({ messageId }: OutboxMailKey, mail: OutboxMail) => {
		const all = await readComments(comments);
		const wasSent = mail.comments.some(({ id }) => {
			const { state, body } = all.get(id) ?? {};
			return state === 'sent' && body?.sentIn === messageId;
		});
		return { all, wasSent: wasSent || answers.get(messageId)?.kind === 'sent' };
	};
	/** Hands a mail over, unless it was sent at an earlier attempt or from another window. */
	const send: Sender<OutboxMailKey, OutboxMail>['send'] = async (key, mail, { signal, confirm }) => {
		const { all, wasSent } = await readState(key, mail);
		const account = accountOf(key.account);
		const isToList = isForList(key, mail);
		const isSent = wasSent || (account && isToList && (await hasArrived(account, key, signal)));
		if (!isSent) {
			if (!account) throw signedOut('mailing list');
			checkComments(all, mail);
			await confirm();
			const outcome = await handOver(account, key, mail, signal);
			if (outcome.kind === 'cancelled') signal.throwIfAborted();
			// The mail can be on the list, perhaps from an earlier attempt, before the server has answered. `stopWaiting` then cancels this attempt.
			const mayBeThere = (outcome.kind === 'unknown' || outcome.kind === 'cancelled') && isToList;
			const isThere = mayBeThere && (await isKnownOnList(account, key));
			if (outcome.kind !== 'sent' && !isThere) throw failureOf(outcome, isToList);
		}
		await didSend(key, mail);
		return { kind: 'sent' };
	};
	return {
		stopWaiting,
		// Names the request of the user that is carried out. It is only compared for equality, because the clock may be set back.
		mark: (_key, confirmedAt) => String(confirmedAt),
		send: async (key, mail, options) => {
			try {
				return await send(key, mail, options);
			} catch (cause) {
				// What is cancelled before the whole mail was handed over was certainly not sent.
				if (cause !== options.signal.reason) throw cause;
				throw new ForgeError('busy', 'The window was closed before this mail was sent.', { cause });
			}
		},
		missing: async (key, mail, { mark, confirmedAt, signal }) => {
			const { wasSent } = await readState(key, mail);
			const isToList = isForList(key, mail);
			const account = accountOf(key.account);
			if (!wasSent && !account && isToList) throw signedOut('mailing list');
			if (wasSent || (account && isToList && (await isOnList(account, key, signal)))) {
				await didSend(key, mail);
				return undefined;
			}
			// The user has asked to send the mail again since it was last handed over.
			if (String(confirmedAt) !== mark) return mail;
			const answer = answers.get(key.messageId);
			if (answer && answer.kind !== 'sent') throw new ForgeError('refused', answer.message);
			throw new ForgeError(
				'refused',
				uncertain('VS Code was closed while this mail was being sent.', isToList),
			);
		},
	};
}

async function readComments(open: () => Promise<ReviewComments>): Promise<ReviewComments> {
	try {
		const comments = await open();
		await comments.readNow();
		return comments;
	} catch (cause) {
		throw new ForgeError('busy', 'Tildeforge cannot read your comments.', { cause });
	}
}

function failureOf({ kind, message }: SendFailure, isToList: boolean): ForgeError {
	if (kind === 'later') return new ForgeError('busy', message);
	if (kind === 'wrong-password' || kind === 'untrusted-certificate' || kind === 'wrong-settings')
		return new ForgeError('refused', message, { advice: 'To change this, use Set Up Sending Mail…' });
	if (kind !== 'unknown') return new ForgeError('refused', message);
	return new ForgeError('refused', uncertain(message, isToList), { mayBeDone: true });
}

/** Whether a mail goes to its list, and not only to the sender of the mail that it answers. */
export const isForList = (key: OutboxMailKey, { outgoing }: OutboxMail): boolean =>
	outgoing.to.some((email) => hostOfListAddress(key, email) !== undefined);

/** Whether a mail is on its list. Asks the forge, unless the mail is known to be there. */
export const isOnList = (account: ListAccount, key: OutboxMailKey, signal: AbortSignal): Promise<boolean> =>
	withList(account, key, async (list) => {
		if (hasMail(list, key)) return true;
		await list.refreshMails();
		signal.throwIfAborted();
		return hasMail(list, key);
	});

/** Whether a mail is on its list. If the list cannot be read, what is known of it decides. */
async function hasArrived(account: ListAccount, key: OutboxMailKey, signal: AbortSignal): Promise<boolean> {
	try {
		return await isOnList(account, key, signal);
	} catch (error) {
		if (!(error instanceof ForgeError)) throw error;
		return isKnownOnList(account, key);
	}
}

/** Whether a mail is on its list, as far as is known without a request. */
export const isKnownOnList = (account: ListAccount, key: OutboxMailKey): Promise<boolean> =>
	withList(account, key, async (list) => hasMail(list, key));

/** Whether a list, as far as it was read, has a mail. */
export const hasMail = ({ mails }: ListCache, { messageId }: OutboxMailKey): boolean =>
	[...mails.values()].some((mail) => mail.messageId === messageId);

async function withList<T>(
	account: ListAccount,
	{ owner, list }: OutboxMailKey,
	use: (list: ListCache) => Promise<T>,
): Promise<T> {
	using lifetime = new Lifetime();
	const cache = account.lists.cache({ owner, name: list }, lifetime);
	await cache.open();
	return await use(cache);
}
