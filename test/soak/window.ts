import { sleep } from '../../src/base/clock.ts';
import { Lifetime } from '../../src/base/lifetime.ts';
import { ForgeError } from '../../src/forge/contract/errors.ts';
import type { TicketKey } from '../../src/platform/model/keys.ts';
import { emptyBody } from '../../src/tickets/model/ticket-draft.ts';
import type { TicketText } from '../../src/tickets/state/changes/text-format.ts';
import { isWaiting, openSoakTickets, type SoakAccount } from './soak-tickets.ts';
import { runWindow, windowProcess } from './window-process.ts';

/** The input of one process of the soak test. */
export interface WindowTask extends SoakAccount {
	readonly name: string;
	readonly tickets: readonly number[];
	/** A label to add with each comment. The ticket is then read between the claim and the request. */
	readonly label?: string;
}

/** The events that the process reports at once, each as a line of JSON. */
export type Told =
	| { readonly kind: 'did'; readonly what: string; readonly ms: number }
	| { readonly kind: 'saved' | 'sent' | 'left'; readonly text: string }
	/** The window has recorded that it is about to send a comment. */
	| { readonly kind: 'claimed' }
	| { readonly kind: 'unreadable'; readonly what: string }
	| { readonly kind: 'failed'; readonly why: string };

const { task, tell, log, isOver } = windowProcess<WindowTask, Told>((line) =>
	/unreadable|cannot be read|could not be read/.test(line) ? { kind: 'unreadable', what: line } : undefined,
);
const { registry, tickets, signIn: signInNow } = await openSoakTickets(task, log);

async function timed<T>(what: string | (() => string), work: () => Promise<T>): Promise<T> {
	const began = performance.now();
	try {
		return await work();
	} finally {
		const ms = performance.now() - began;
		tell({ kind: 'did', what: typeof what === 'string' ? what : what(), ms });
	}
}

const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];

tickets.outbox.onDidChange(() => {
	if (tickets.outbox.entries.some((entry) => entry.state.kind === 'sending' && tickets.outbox.isOwn(entry)))
		tell({ kind: 'claimed' });
});
const signIn = () => timed('signing in', signInNow);

/** Sends a text, and waits until it was sent, waits or was refused. */
async function send(key: TicketKey, written: TicketText): Promise<void> {
	let isTakeover = false;
	const work = () => sendWatched(key, written, () => (isTakeover = true));
	await timed(() => (isTakeover ? 'taking over' : 'sending'), work);
}

/** Calls `takesOver` if a comment on the ticket may be on its way from a window that was killed. */
async function sendWatched(key: TicketKey, written: TicketText, takesOver: () => void): Promise<void> {
	const { text } = written.body;
	const { outbox, textSender, texts } = tickets;
	const user = new Lifetime();
	try {
		// The ticket is known, as on its page.
		const ticket = await tickets.trackerCache(key, user)?.read(key.ticket);
		if (!ticket) return;
		const addLabels = task.label !== undefined && { addLabels: [task.label] };
		const change = { comment: text, ...addLabels };
		await textSender.send({ ...written, base: written }, [{ key, change: { change } }]);
		while (isWaiting(tickets, key, written.id)) {
			if (outbox.of(key).some(({ checkAt }) => checkAt !== undefined)) takesOver();
			await sleep(5);
		}
		const isSent = !outbox.of(key).some(({ textId }) => textId === written.id);
		if (isSent && texts.get(written.id)?.state === 'sent') tell({ kind: 'sent', text });
	} finally {
		user.dispose();
	}
}

async function write(nth: number): Promise<void> {
	const [account] = tickets.accounts;
	const ticket = pick(task.tickets);
	if (!account || ticket === undefined) return;
	const { session } = account;
	const key: TicketKey = { account: session.id, owner: '~ana', tracker: 'editor', ticket };
	// As in the editor, work continues on an existing draft.
	const before = tickets.texts.editingOf(key);
	if (before) {
		await send(key, before);
		return;
	}
	const text = `soak ${task.name} ${process.pid} ${nth}`;
	const draft = await timed('saving a draft', () =>
		tickets.texts.write(tickets.textSender.newText(key, { ...emptyBody, text })),
	);
	tell({ kind: 'saved', text });
	await send(key, draft);
}

await runWindow(
	async () => {
		for (let nth = 0; !isOver(); nth++) {
			try {
				if (registry.sessions.length === 0) await signIn();
				else if (Math.random() < 0.05) {
					await timed('signing out', () => registry.remove(registry.sessions[0]?.id ?? ''));
				} else await write(nth);
			} catch (error) {
				// The other window may have signed out, or be sending the same draft.
				if (!(error instanceof ForgeError)) throw error;
			}
		}
		const { outbox } = tickets;
		const end = performance.now() + 30_000;
		while (registry.sessions.length > 0 && outbox.entries.length > 0 && performance.now() < end)
			await sleep(200);
		await tickets.texts.settled();
		for (const { body } of tickets.texts.editing) tell({ kind: 'left', text: body.text });
		for (const { steps } of outbox.entries)
			tell({ kind: 'left', text: steps[0]?.change.change.comment ?? '' });
		for (const { session } of registry.ended.map((ended) => ({ session: ended })))
			tell({ kind: 'unreadable', what: `a session: ${JSON.stringify(session)}` });
	},
	(why) => tell({ kind: 'failed', why }),
);
