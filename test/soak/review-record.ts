import { readdirSync } from 'node:fs';
import type { MailEntry } from '../../src/review/state/outbox-mail.ts';
import type { TakenMail } from './mail-proxy.ts';
import type { ReviewReport } from './review-window.ts';
import { textsIn } from './stored-texts.ts';

/**
 * What was typed so long before the last finished write of its window, and as long as the slowest of these writes took, is on the disk when the
 * window is killed. A write that is still under way may take any time. A page that is written on is stored every 250 ms. How often a letter was
 * later than that, whatever the writes took, is a row of the report.
 */
export const keptAfterMs = 300;

/** The last events of a problem that are shown. */
const maxEvents = 60;

const soakText = /soak-[a-z]+-\d+-\d+-[a-z]+/g;
/** The part of a text that stays the same while the user types. */
const tokenOf = (text: string): string => text.slice(0, text.lastIndexOf('-') + 1);

/** The entry of a mail that the server has taken. */
type TakenEntry = Pick<MailEntry, 'steps'>;

/** What the windows and the mail server of the soak with reviews have done, and what of that must not be. */
export class ReviewRecord {
	readonly reports: (ReviewReport & { readonly name: string })[] = [];
	/** The reports of the running processes, by window. */
	readonly #running = new Map<string, readonly ReviewReport[]>();
	readonly #folder: string;
	readonly #taken: readonly TakenMail[];
	/** By Message-ID. */
	readonly #entries = new Map<string, TakenEntry>();
	/** What must not be lost, by token. */
	readonly #required = new Map<string, string>();
	readonly #discarded = new Set<string>();
	readonly #problems = new Set<string>();
	/** The tokens of what was lost. */
	readonly #lost = new Set<string>();
	/** How often letters that should have been on the disk were not known to be, when a window was killed. */
	lateCount = 0;
	/** The age of the oldest letter that was not known to be on the disk when its window was killed. */
	longestUnwrittenMs = 0;

	constructor(folder: string, taken: readonly TakenMail[]) {
		this.#folder = folder;
		this.#taken = taken;
	}

	get problems(): readonly string[] {
		return [...this.#problems];
	}

	count(kind: ReviewReport['kind']): number {
		return this.reports.filter((one) => one.kind === kind).length;
	}

	add(report: ReviewReport, name: string): void {
		this.reports.push({ ...report, name });
		this.#running.set(name, [...(this.#running.get(name) ?? []), report]);
		if (report.kind === 'stored') this.#require(report.text);
		// A window that ends by itself has written all of it.
		if (report.kind === 'done')
			for (const one of this.#running.get(name) ?? []) if (one.kind === 'typed') this.#require(one.text);
		if (report.kind === 'discarded') this.#discarded.add(report.text);
		if (report.kind === 'left' || report.kind === 'unreadable' || report.kind === 'failed')
			this.#problem(`${name}: ${report.kind} ${report.what}`);
	}

	takes(messageId: string, entry: TakenEntry | undefined): void {
		if (entry) this.#entries.set(messageId, entry);
		else this.#problem(`The server took a mail that is not in the outbox: ${messageId}`);
	}

	/** A window was killed at this time, and has ended. */
	killed(name: string, at: number): void {
		const own = this.#running.get(name) ?? [];
		this.#running.delete(name);
		const stored = own.flatMap((one) => (one.kind === 'stored' ? [one.text] : []));
		const typedAt = new Map(own.flatMap((one) => (one.kind === 'typed' ? [[one.text, one.at]] : [])));
		const slowestMs = own.reduce(
			(max, one) => (one.kind === 'stored' ? Math.max(max, one.at - (typedAt.get(one.text) ?? one.at)) : max),
			0,
		);
		const lastWrite = own.findLast((one) => one.kind === 'stored')?.at ?? 0;
		let unwrittenMs = 0;
		for (const one of own) {
			if (one.kind !== 'typed') continue;
			if (lastWrite - one.at > keptAfterMs + slowestMs) this.#require(one.text);
			const isStored = stored.some((text) => text.startsWith(one.text));
			if (!isStored) unwrittenMs = Math.max(unwrittenMs, at - one.at);
		}
		this.longestUnwrittenMs = Math.max(this.longestUnwrittenMs, unwrittenMs);
		if (unwrittenMs > keptAfterMs) this.lateCount += 1;
		this.#checkLetters(`after ${name} was killed`);
	}

	/** Checks all, at the end. `statuses`: the Message-IDs of the mails whose status was set. */
	finish(statuses: readonly string[]): void {
		this.#checkLetters('at the end', true);
		this.#checkSentOnce();
		this.#checkVersions();
		this.#checkUndone();
		this.#checkStatuses(statuses);
		const unreadable = readdirSync(this.#folder, { recursive: true }).filter((path) =>
			/(?:^|[\\/])unreadable[\\/]/.test(String(path)),
		);
		for (const path of unreadable) this.#problem(`A damaged file: ${path}`);
	}

	#problem(what: string): void {
		if (!this.#problems.has(what)) console.log(`PROBLEM ${what}`);
		this.#problems.add(what);
	}

	#require(text: string): void {
		const token = tokenOf(text);
		if (text.length > (this.#required.get(token) ?? '').length) this.#required.set(token, text);
	}

	/** Each text is a draft or discarded, or was sent. One on its way is a draft to its file. */
	#checkLetters(when: string, isEnd = false): void {
		const found = new Map<string, string[]>();
		const add = (text: string) => {
			for (const [one] of text.matchAll(soakText))
				found.set(tokenOf(one), [...(found.get(tokenOf(one)) ?? []), one]);
		};
		for (const { state, text } of textsIn(this.#folder, 'reviews')) {
			if (state === 'discarded') this.#discarded.add(text);
			if (state === 'editing' && !isEnd) add(text);
			if (state === 'editing' && isEnd) this.#problem(`A draft is left: ${text}`);
		}
		for (const text of this.#discarded) add(text);
		for (const { raw } of this.#taken) add(raw);
		for (const [token, text] of this.#required) {
			if (this.#lost.has(token) || found.get(token)?.some((one) => one.startsWith(text))) continue;
			this.#lost.add(token);
			this.#problem(`Lost ${when}: ${text}; there is ${found.get(token)?.join() ?? 'nothing'}`);
		}
	}

	/** How many mails were taken more than once, because the user has sent them again. */
	get sentAgain(): number {
		return [...this.#byMessageId().values()].filter(({ length }) => length > 1).length;
	}

	#byMessageId(): ReadonlyMap<string, readonly TakenMail[]> {
		return Map.groupBy(this.#taken, ({ messageId }) => messageId);
	}

	#timesOf(kind: ReviewReport['kind'], messageId: string): readonly number[] {
		return this.reports.flatMap((one) =>
			one.kind === kind && 'ids' in one && one.ids.includes(messageId) ? [one.at] : [],
		);
	}

	#checkSentOnce(): void {
		for (const [messageId, mails] of this.#byMessageId()) {
			const pressed = this.#timesOf('again', messageId);
			if (mails.length > 1 + pressed.length)
				this.#problem(`Sent ${mails.length} times, and ${pressed.length} times again: ${messageId}`);
			for (const [nth, { at }] of mails.entries()) {
				const last = pressed.findLast((time) => time <= at);
				const before = mails
					.slice(0, nth)
					.find(({ arrivedAt }) => arrivedAt !== undefined && last !== undefined && arrivedAt < last);
				if (before) this.#problem(`Sent again although it was on the list: ${messageId}`);
			}
		}
	}

	#checkVersions(): void {
		const sentIn = new Map<string, string>();
		for (const [messageId, { steps }] of this.#entries)
			for (const version of steps.at(-1)?.change.comments ?? []) {
				const id = JSON.stringify(version);
				const other = sentIn.get(id);
				if (other !== undefined && !this.#wasDroppedUnseen(other, messageId))
					this.#problem(`In two mails, ${other} and ${messageId}: ${id}`);
				sentIn.set(id, messageId);
			}
	}

	#checkUndone(): void {
		for (const messageId of this.#byMessageId().keys()) {
			const sends = this.#timesOf('sends', messageId);
			const mails = this.#taken.filter((mail) => mail.messageId === messageId);
			for (const undone of this.#timesOf('undone', messageId)) {
				const before = sends.filter((time) => time <= undone);
				const [previous = 0] = before.slice(-1);
				const next = sends.find((time) => time > undone) ?? Number.POSITIVE_INFINITY;
				// If both windows have sent the same mail, it is still sent for the other one.
				if (before.length !== 1) continue;
				if (mails.some(({ at }) => at >= previous && at < next))
					this.#problem(`Sent although it was undone: ${messageId}`);
			}
		}
	}

	#checkStatuses(statuses: readonly string[]): void {
		const set = new Set(statuses);
		const wanted = new Set<string>();
		for (const { steps } of this.#entries.values()) {
			const last = steps.at(-1)?.change.status?.change.title;
			if (last !== undefined) wanted.add(last);
		}
		const reviews = this.reports.flatMap((one) => (one.kind === 'sends' ? [one.ids] : []));
		for (const last of wanted) {
			if (set.has(last) || this.#isDropped(last) || this.#isReplaced(last)) continue;
			const others = reviews.findLast((ids) => ids.at(-1) === last)?.slice(0, -1) ?? [];
			this.#problem(`Not set: the status of the review that ends with ${last}, after ${others.join()}`);
		}
		for (const last of set)
			if (!wanted.has(last) && !this.#wasSentBefore(last))
				this.#problem(`Set, but its mail was not sent: the status of ${last}`);
	}

	/** Whether the user has sent a review whose last mail was just sent in the other window. Only the status is left to be set. */
	#wasSentBefore(last: string): boolean {
		const mails = this.#taken.filter(({ messageId }) => messageId === last);
		return this.reports.some(
			(one) =>
				one.kind === 'sends' &&
				one.ids.at(-1) === last &&
				mails.some(({ arrivedAt }) => arrivedAt !== undefined && arrivedAt < one.at),
		);
	}

	/**
	 * Whether the user has undone or discarded the last unsent mail of the review that ends with this one. Then they choose its status again,
	 * also if they send the same mail in another review. Without it, the status is set with the mail that was sent last.
	 */
	#isDropped(last: string): boolean {
		return this.reports.some((one) => {
			if (one.kind !== 'sends' || one.ids.at(-1) !== last) return false;
			const times = one.ids.flatMap((id) => [
				...this.#timesOf('dropped', id),
				...this.#timesOf('undone', id),
			]);
			const mails = this.#taken.filter(({ messageId }) => one.ids.includes(messageId));
			const isSentInOther = (messageId: string, time: number, at: number) =>
				this.#timesOf('sends', messageId).some((sent) => sent > time && sent <= at);
			return times.some((time) =>
				mails.every(({ messageId, at }) => at <= time || isSentInOther(messageId, time, at)),
			);
		});
	}

	/** Whether the user has chosen another status before all mails of the review that ends with this one were sent. Only that one is set. */
	#isReplaced(last: string): boolean {
		const sends = this.reports.filter((one) => one.kind === 'sends');
		return sends.some(
			(one) =>
				one.ids.at(-1) === last &&
				sends.some(
					({ hasStatus, ids, at }) =>
						hasStatus && at > one.at && ids.some((id) => this.#wasAdded(id)) && !this.#areTaken(one.ids, at),
				),
		);
	}

	/** Whether a mail was in the outbox: sending it may have been refused. */
	#wasAdded(messageId: string): boolean {
		const removed = [...this.#timesOf('undone', messageId), ...this.#timesOf('dropped', messageId)];
		return removed.length > 0 || this.#entries.has(messageId);
	}

	#areTaken(messageIds: readonly string[], at: number): boolean {
		return messageIds.every((id) => this.#taken.some((mail) => mail.messageId === id && mail.at <= at));
	}

	/** Whether the user has discarded a mail that could have been sent, before it was on the list, and then sent its comments in another one. */
	#wasDroppedUnseen(messageId: string, other: string): boolean {
		const arrivals = this.#taken.filter((mail) => mail.messageId === messageId);
		return this.#timesOf('dropped', messageId).some(
			(dropped) =>
				arrivals.every(({ arrivedAt = Number.POSITIVE_INFINITY }) => arrivedAt > dropped) &&
				this.#timesOf('sends', other).some((sent) => sent > dropped),
		);
	}

	/** What happened to the texts and mails that a problem names. */
	eventsOf(problem: string): readonly string[] {
		const names = problem.match(/soak-[a-z]+-\d+-\d+-|<[\w.@-]+>/g) ?? [];
		const mails = this.#taken.map(({ raw: _, ...mail }) => ({ ...mail, kind: 'taken' }));
		return [...this.reports, ...mails]
			.toSorted((one, other) => one.at - other.at)
			.flatMap((event) => {
				const text = JSON.stringify(event);
				return names.some((name) => text.includes(name)) ? [text] : [];
			})
			.slice(-maxEvents);
	}
}
