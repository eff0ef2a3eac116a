import * as vscode from 'vscode';
import { visible } from '../../base/text/invisible-characters.ts';
import { count } from '../../base/text/numbers.ts';
import { confirm, showInStatusBar } from '../../platform/editor/messages.ts';
import { openInBrowser } from '../../platform/editor/open-in-browser.ts';
import { refOf, type TicketKey, ticketAddress } from '../../platform/model/keys.ts';
import type { Tickets } from '../state/tickets.ts';

const copyLines = async (lines: readonly string[], what: string) => {
	if (lines.length === 0) return;
	await vscode.env.clipboard.writeText(lines.join('\n'));
	showInStatusBar(`${count(lines.length, what)} copied`);
};

export const copyRefs = (keys: readonly TicketKey[]) => copyLines(keys.map(refOf), 'reference');

export const copyLinks = (tickets: Tickets, keys: readonly TicketKey[]) =>
	copyLines(addressesOf(tickets, keys), 'link');

/** The text of a Markdown link, with a backslash only where Markdown needs one: the user reads it before sending it. */
const linkText = (text: string): string =>
	visible(text)
		.replace(/\s+/g, ' ')
		.replace(/[\\[\]`*_<&]|~(?=~)/g, '\\$&');

/** Copies links with the tickets' references and titles, for a message or a document in Markdown. */
export const copyMarkdownLinks = (tickets: Tickets, keys: readonly TicketKey[]) =>
	copyLines(
		keys.flatMap((key) => {
			const [address] = addressesOf(tickets, [key]);
			const title = tickets.known(key)?.title;
			const text = linkText([refOf(key), title].filter(Boolean).join(': '));
			return address === undefined ? [] : [`[${text}](${address})`];
		}),
		'link',
	);

/** More tabs than this are probably not what the user meant. */
const maxWithoutAsking = 10;

/** Opens the pages of tickets in the browser. Asks the user first if there are many. */
export async function openOnWeb(tickets: Tickets, keys: readonly TicketKey[]): Promise<void> {
	const addresses = addressesOf(tickets, keys);
	const question = `Open ${count(addresses.length, 'ticket')} in the browser?`;
	const isMany = addresses.length > maxWithoutAsking;
	if (isMany && !(await confirm(question, 'Each ticket opens in its own tab.', 'Open All'))) return;
	for (const address of addresses) await openInBrowser(address);
}

const addressesOf = (tickets: Tickets, keys: readonly TicketKey[]): readonly string[] =>
	keys.flatMap((key) => {
		const base = tickets.of(key.account)?.instance.trackers;
		return base === undefined ? [] : [ticketAddress(base, key)];
	});
