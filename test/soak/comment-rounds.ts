import { until } from '../tools/until.ts';
import type { ServiceProxy } from '../ui/service-proxy.ts';
import { forgeUser, showTicketsView } from '../ui/ticket-driver.ts';
import type { EditorWindow } from '../ui/window.ts';
import {
	boxContent,
	chooseStatus,
	discard,
	isSending,
	openPage,
	pause,
	reloadWindow,
	restartExtensionHost,
	type SoakTicket,
	send,
	type,
} from './comment-driver.ts';
import { hearTicketPages, paintedAfter } from './comment-watch.ts';
import { ExtensionHostKill, type Moment } from './extension-host-kill.ts';
import { forgeComments } from './forge-comments.ts';
import { SoakComment } from './soak-comment.ts';

export const ticketNumbers = [60, 59, 58, 57, 52, 49];
const statuses = ['reported', 'confirmed', 'in_progress', 'pending'];
const words = 'amber wind over the long wall and a small lamp in each third window of our old house'.split(
	' ',
);

const pick = <T>(all: readonly T[]): T => {
	const one = all[Math.floor(Math.random() * all.length)];
	if (one === undefined) throw new Error('There is nothing to pick from.');
	return one;
};

/** The longest time from the return to the page until it has sent what was on its way when the extension host was killed. */
const takeoverMs = 5000;

export const waitNames = ['saving', 'sending', 'opening a page'] as const;
type WaitName = (typeof waitNames)[number];

/** How the user restores the extension host: by reloading the window, or in the same window. */
export type Recovery = 'reload' | 'restart';

/** What exists of a comment after a kill. */
export const outcomes = ['nothing yet', 'a draft', 'on the forge', 'on the forge and a draft'] as const;

interface Round {
	readonly moment: Moment;
	readonly recovery: Recovery;
	readonly outcome: (typeof outcomes)[number];
}

/** Simulates a user who writes comments while the extension host is killed, and records the results. */
export class CommentRounds {
	readonly problems = new Set<string>();
	/** The longest of each kind, in milliseconds. */
	readonly waits = new Map<WaitName, number>(waitNames.map((name) => [name, 0]));
	/** The rounds in which the user came back to the page. */
	readonly rounds: Round[] = [];
	readonly comments: SoakComment[] = [];
	readonly #window: EditorWindow;
	readonly #proxy: ServiceProxy;
	/** Excludes tickets that still have the draft of a failed round. */
	#tickets: readonly SoakTicket[] = [];
	#comment: SoakComment | undefined;

	constructor(window: EditorWindow, proxy: ServiceProxy) {
		this.#window = window;
		this.#proxy = proxy;
	}

	/** Starts to listen to the reports of the pages. */
	async begin(): Promise<void> {
		this.#tickets = await Promise.all(ticketNumbers.map((number) => this.#ana.ticket(number)));
		await hearTicketPages(this.#window.page, (report) => {
			if (report.kind !== 'refused') this.#waited(report.kind === 'saved' ? 'saving' : 'sending', report.ms);
			const problem = this.#comment?.hear(report);
			if (problem !== undefined) this.addProblem(problem);
		});
	}

	/** The user writes a comment, a kill interrupts, and the user returns to the page and sends what is not sent yet. */
	async round(nth: number, moment: Moment, recovery: Recovery): Promise<void> {
		const ticket = pick(this.#tickets);
		const text = `Soak ${nth}: ${Array.from({ length: 24 }, () => pick(words)).join(' ')}.`;
		const { status: statusBefore } = await this.#ana.ticket(ticket.id);
		const others = statuses.filter((one) => one !== statusBefore);
		const newStatus = Math.random() < 0.4 ? pick(others) : undefined;
		const comment = new SoakComment({ ticket: ticket.id, text, statusBefore, newStatus });
		this.#comment = comment;
		this.comments.push(comment);
		const kill = new ExtensionHostKill(this.#window.host, moment);
		try {
			await this.#write(comment, ticket, kill);
			await kill.settled;
			// The user notices after a while.
			await pause(Math.random() * 2000);
			if (recovery === 'reload') await reloadWindow(this.#window, ticket);
			else await restartExtensionHost(this.#window, ticket, kill);
			const outcome = await this.#check(comment);
			this.rounds.push({ moment, recovery, outcome });
			console.log(`${comment.name}, killed while ${moment}, then ${recovery}: ${outcome}`);
			if (outcome !== 'on the forge') await this.#finish(comment);
			await this.#window.command('View: Close All Editors');
		} catch (error) {
			await this.#fail(`${comment.name}, killed while ${moment}, then ${recovery}: ${error}`);
			await kill.cancel();
			this.#tickets = this.#tickets.filter((one) => one !== ticket);
			await this.#window.reload();
			await showTicketsView(this.#window);
			await this.#window.command('View: Close All Editors');
		}
	}

	get #ana() {
		return forgeUser(this.#window.forge, '~ana');
	}

	async #write(comment: SoakComment, ticket: SoakTicket, kill: ExtensionHostKill): Promise<void> {
		const { text, newStatus } = comment;
		const isOver = () => kill.isDone;
		kill.begin('opening');
		await openPage(this.#window, ticket, isOver);
		if (isOver()) return;
		const paintedMs = await paintedAfter(this.#window);
		if (!isOver()) this.#waited('opening a page', paintedMs);
		kill.begin('writing');
		await type(this.#window, text.slice(0, text.indexOf(' ', text.length / 2)), isOver);
		if (newStatus !== undefined && !isOver()) await chooseStatus(this.#window, newStatus);
		await type(this.#window, text, isOver);
		if (isOver()) return;
		kill.begin('sending');
		this.#proxy.forget();
		await Promise.all([this.#send(comment, isOver), this.#beginAnswering(kill)]);
	}

	/** Begins `answering` when the forge receives the comment. Requests for changes go through the proxy. */
	async #beginAnswering(kill: ExtensionHostKill): Promise<void> {
		const isReceived = () => this.#proxy.of('PUT').length > 0;
		await until(() => kill.isDone || isReceived(), { what: 'the forge has received the comment' });
		kill.begin('answering');
	}

	/** Compares what the page shows after the kill with what it had acknowledged before. */
	async #check(comment: SoakComment): Promise<Round['outcome']> {
		const { name, saved, sent, text, newStatus } = comment;
		await this.#waitForTakeover(comment);
		const box = await boxContent(this.#window);
		const isOnForge = (await this.#timesOnForge(comment)) > 0;
		if (sent && !isOnForge) await this.#fail(`${name} was sent, and is not on the forge`);
		if (isOnForge && box.text === '') return 'on the forge';
		if (sent && box.text !== '') {
			await this.#fail(`${name} was sent, and is in the box again: "${box.text}"`);
			await discard(this.#window);
			return 'on the forge';
		}
		if (saved && !box.text.startsWith(saved.text)) {
			await this.#fail(`${name} was saved as "${saved.text}", and the box has "${box.text}"`);
		}
		if (saved && box.status !== saved.status && box.status !== newStatus) {
			await this.#fail(`${name} was saved with the status ${saved.status}, and the box has ${box.status}`);
		}
		if (!text.startsWith(box.text)) throw new Error(`The box has what was never written: "${box.text}"`);
		if (isOnForge) return 'on the forge and a draft';
		return box.text === '' ? 'nothing yet' : 'a draft';
	}

	/** Waits until the page has sent or returned what was on its way to the forge. */
	async #waitForTakeover(comment: SoakComment): Promise<void> {
		const began = performance.now();
		const hasEnded = async () => {
			if (await isSending(this.#window)) return false;
			if (!comment.isBegun || performance.now() - began > takeoverMs) return true;
			const { text } = await boxContent(this.#window);
			return text !== '' || (await this.#timesOnForge(comment)) > 0;
		};
		await until(hasEnded, { what: `${comment.name} is sent or returned`, seconds: 30 });
	}

	async #finish(comment: SoakComment): Promise<void> {
		const { text, newStatus } = comment;
		await type(this.#window, text);
		if (newStatus !== undefined) await chooseStatus(this.#window, newStatus);
		await this.#send(comment);
		const times = await this.#timesOnForge(comment);
		if (times !== 1) await this.#fail(`${comment.name} is ${times} times on the forge`);
	}

	/** Sends the comment. Waits until the page reports the result or `isOver` returns true. */
	async #send(comment: SoakComment, isOver: () => boolean = () => false): Promise<void> {
		comment.beginSending();
		await send(this.#window);
		await until(() => isOver() || comment.answer, { what: `the page reports the result of ${comment.name}` });
		if (comment.answer !== undefined && comment.answer !== 'sent') {
			throw new Error(`The page refuses to send: ${comment.answer.refusal}`);
		}
	}

	async #timesOnForge({ ticket, name }: SoakComment): Promise<number> {
		const there = await forgeComments(this.#window.forge, [ticket]);
		return there.filter(({ text }) => text.startsWith(`${name}:`)).length;
	}

	#waited(name: WaitName, ms: number): void {
		this.waits.set(name, Math.max(ms, this.waits.get(name) ?? 0));
	}

	/** Reports a problem and keeps a screenshot of it. */
	async #fail(problem: string): Promise<void> {
		this.addProblem(problem);
		await this.#window.keepArtifacts(`soak ${problem.slice(0, 60)}`);
	}

	addProblem(problem: string): void {
		if (!this.problems.has(problem)) console.log(`PROBLEM ${problem}`);
		this.problems.add(problem);
	}
}
