import * as vscode from 'vscode';
import { visible } from '../../base/text/invisible-characters.ts';
import { count } from '../../base/text/numbers.ts';
import { confirm, showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { refOf, type TicketKey, ticketAddress } from '../../platform/model/keys.ts';
import { signedOut } from '../../platform/state/signed-out.ts';
import type { Tickets } from '../state/tickets.ts';

async function copyLines(keys: readonly TicketKey[], what: string, lineOf: (key: TicketKey) => string) {
	if (keys.length === 0) return;
	await vscode.env.clipboard.writeText(keys.map(lineOf).join('\n'));
	showInStatusBar(`${count(keys.length, what)} copied`);
}

export const copyRefs = (keys: readonly TicketKey[]) => copyLines(keys, 'reference', refOf);

export const copyLinks = (tickets: Tickets, keys: readonly TicketKey[]) =>
	copyLines(keys, 'link', (key) => addressOf(tickets, key));

/** The text of a Markdown link, with a backslash only where Markdown needs one: the user reads it before sending it. */
const linkText = (text: string): string =>
	visible(text)
		.replace(/\s+/g, ' ')
		.replace(/[\\[\]`*_<&]|~(?=~)/g, '\\$&');

/** Copies links with the tickets' references and titles, for a message or a document in Markdown. */
export const copyMarkdownLinks = (tickets: Tickets, keys: readonly TicketKey[]) =>
	copyLines(keys, 'link', (key) => {
		const title = tickets.known(key)?.title;
		const text = linkText([refOf(key), title].filter(Boolean).join(': '));
		return `[${text}](${addressOf(tickets, key)})`;
	});

/** More tabs than this are probably not what the user meant. */
const maxWithoutAsking = 10;

/** Opens the pages of tickets in the browser. Asks the user first if there are many. */
export async function openOnWeb(tickets: Tickets, keys: readonly TicketKey[]): Promise<void> {
	const addresses = keys.map((key) => addressOf(tickets, key));
	const question = `Open ${count(addresses.length, 'ticket')} in the browser?`;
	const isMany = addresses.length > maxWithoutAsking;
	if (isMany && !(await confirm(question, 'Each ticket opens in its own tab.', 'Open All'))) return;
	for (const address of addresses) await openInBrowser(address);
}

function addressOf(tickets: Tickets, key: TicketKey): string {
	const base = tickets.of(key.account)?.instance.trackers;
	if (base === undefined) throw signedOut('ticket');
	return ticketAddress(base, key);
}
