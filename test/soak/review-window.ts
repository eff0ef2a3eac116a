import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStorage } from '../../src/base/files/file-storage.ts';
import { Lifetime } from '../../src/base/lifetime.ts';
import { parseFullMail } from '../../src/patches/model/series/mails/full-mail.ts';
import { createMailDrafts } from '../../src/review/state/mail-drafts.ts';
import { sendMail } from '../../src/review/state/mail-server/send-mail.ts';
import { createReviewComments } from '../../src/review/state/review-comments.ts';
import { ReviewMails } from '../../src/review/state/review-mails.ts';
import { Random } from '../kit/mails/random.ts';
import { openReviewAccount, type ReviewUser, reviewedSeries } from './review-account.ts';
import { ReviewScript } from './review-script.ts';
import { runWindow, windowProcess } from './window-process.ts';

/** The input of one process of the soak with reviews. */
export interface ReviewTask extends ReviewUser {
	readonly name: string;
	readonly seed: number;
	/** The port of the user's mail server on this machine. */
	readonly smtpPort: number;
	/** A file with the reviewed mails, as the forge lists them. */
	readonly mailsFile: string;
	/** A file to which the Message-ID of each mail is added whose status is set. */
	readonly statusFile: string;
	/** Sends all that is left, and writes nothing. */
	readonly isLast: boolean;
}

/** What a process reports at once, each as a line of JSON. */
export type ReviewReport = { readonly at: number } & (
	| { readonly kind: 'ready' | 'done' }
	/** The text of a comment so far: as typed, on the disk, or discarded. */
	| { readonly kind: 'typed' | 'stored' | 'discarded'; readonly text: string }
	/** The Message-IDs of mails that the user sends, has undone, sends again, or discards. */
	| { readonly kind: 'sends'; readonly ids: readonly string[]; readonly hasStatus: boolean }
	| { readonly kind: 'undone' | 'again' | 'dropped'; readonly ids: readonly string[] }
	| { readonly kind: 'refused' | 'left' | 'unreadable' | 'failed'; readonly what: string }
);

const {
	task,
	tell: report,
	log,
	isOver,
} = windowProcess<ReviewTask, ReviewReport>((line, level) =>
	level === 'error' || /cannot be read|could not be read|in two places/.test(line)
		? { kind: 'unreadable', what: line, at: Date.now() }
		: undefined,
);
type Without<T> = T extends unknown ? Omit<T, 'at'> : never;
const tell = (one: Without<ReviewReport>, at = Date.now()): void => report({ ...one, at });
export type Tell = typeof tell;
await runWindow(
	async () => {
		const { folder, smtpPort, statusFile } = task;
		const { registry, lists } = await openReviewAccount(task, log);
		const lifetime = new Lifetime();
		const comments = lifetime.add(createReviewComments(fileStorage(join(folder, 'reviews'), log), log));
		await comments.open();
		const drafts = lifetime.add(createMailDrafts(fileStorage(join(folder, 'mail-drafts'), log), log));
		const server = { host: '127.0.0.1', port: smtpPort, security: 'none', user: undefined } as const;
		const mails = lifetime.add(
			await ReviewMails.open({
				...{ lists, forges: { isTemporary: () => false }, folder, log },
				comments: async () => comments,
				drafts: async () => drafts,
				deliver: (_account, mail, signal) => sendMail(server, mail, signal),
				canSetStatus: () => true,
				setStatus: async (_key, { title }) => appendFileSync(statusFile, `${title}\n`),
			}),
		);
		const listed: readonly (Parameters<typeof parseFullMail>[0] & { readonly raw: string })[] = JSON.parse(
			readFileSync(task.mailsFile, 'utf8'),
		);
		const script = new ReviewScript({
			...{ comments, mails, tell, name: task.name, random: new Random(task.seed) },
			series: { ...reviewedSeries, account: registry.sessions[0]?.id ?? '' },
			reviewed: listed.map(({ raw, ...mail }) => parseFullMail(mail, raw)),
			isOver: () => task.isLast || isOver(),
		});
		tell({ kind: 'ready' });
		if (task.isLast) await script.sendAll();
		else await Promise.all([script.type(), script.decide()]);
		await comments.settled();
		tell({ kind: 'done' });
	},
	(what) => tell({ kind: 'failed', what }),
);
