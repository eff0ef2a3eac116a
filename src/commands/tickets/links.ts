import * as vscode from 'vscode';
import { openPage } from '../../host/open-page.ts';
import { mention } from '../../host/say.ts';
import type { Tickets } from '../../host/tickets.ts';
import { refOf, type TicketKey } from '../../model/ticket.ts';
import { count } from '../../model/words.ts';
import { ticketAddress } from './pick.ts';

const copied = async (lines: readonly string[], what: string) => {
	if (lines.length === 0) return;
	await vscode.env.clipboard.writeText(lines.join('\n'));
	mention(`${count(lines.length, what)} copied`, 3000);
};

export const copyRefs = (keys: readonly TicketKey[]) => copied(keys.map(refOf), 'reference');

export const copyLinks = (tickets: Tickets, keys: readonly TicketKey[]) =>
	copied(
		keys.flatMap((key) => ticketAddress(tickets, key) ?? []),
		'link',
	);

export async function openOnWeb(tickets: Tickets, keys: readonly TicketKey[]): Promise<void> {
	for (const key of keys.slice(0, 10)) {
		const address = ticketAddress(tickets, key);
		if (address !== undefined) await openPage(address);
	}
}
