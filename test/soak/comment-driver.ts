import type { Locator } from 'playwright-core';
import { until } from '../tools/until.ts';
import { commentBox, showTicketsView, ticketPage, ticketRow, title } from '../ui/ticket-driver.ts';
import type { EditorWindow } from '../ui/window.ts';
import { watchComment } from './comment-watch.ts';
import type { ExtensionHostKill } from './extension-host-kill.ts';

export interface SoakTicket {
	readonly id: number;
	readonly title: string;
}

const statusBox = (window: EditorWindow): Locator => ticketPage(window).getByLabel('Status after sending');
const tabOf = ({ page }: EditorWindow, { id }: SoakTicket): Locator =>
	page.locator('.tab', { hasText: `#${id} ` });

export interface BoxContent {
	readonly text: string;
	readonly status: string;
}

export const boxContent = async (window: EditorWindow): Promise<BoxContent> => ({
	text: await commentBox(window).inputValue(),
	status: await statusBox(window).inputValue(),
});

/** Whether the page still sends the comment in the box, which it may have taken over from a killed process. */
export const isSending = async (window: EditorWindow): Promise<boolean> =>
	(await ticketPage(window).locator('#composer').getAttribute('aria-busy')) === 'true';

/** Opens a ticket's page with a click on its row. Waits for its comment box unless `isOver` returns true. */
export async function openPage(
	window: EditorWindow,
	ticket: SoakTicket,
	isOver: () => boolean = () => false,
): Promise<void> {
	let last: unknown;
	const isOpen = async () => {
		if (isOver()) return true;
		try {
			// A click is lost if the row is redrawn between mouse down and mouse up.
			await ticketRow(window, ticket.id).click({ timeout: 3000 });
			await title(window, ticket.title).waitFor({ timeout: 3000 });
			await commentBox(window).waitFor({ timeout: 3000 });
			return true;
		} catch (error) {
			last = error;
			return false;
		}
	};
	try {
		await until(isOpen, { what: `the page of #${ticket.id} is open`, seconds: 60 });
	} catch (error) {
		throw new Error(`${error instanceof Error ? error.message : error}\n${last}`);
	}
	if (!isOver()) await watchComment(window);
}

/** The user continues to type at the end of the box, until the whole text is there or `isOver` returns true. */
export async function type(
	window: EditorWindow,
	text: string,
	isOver: () => boolean = () => false,
): Promise<void> {
	const box = commentBox(window);
	const there = await box.inputValue();
	await box.focus();
	await box.evaluate((field: HTMLTextAreaElement) =>
		field.setSelectionRange(field.value.length, field.value.length),
	);
	const delay = 5 + Math.random() * 45;
	for (const word of text.slice(there.length).match(/\S+\s*|\s+/g) ?? []) {
		if (isOver()) return;
		await box.pressSequentially(word, { delay });
		// Sometimes the user pauses before the next word.
		if (Math.random() < 0.2) await pause(Math.random() * 1500, isOver);
	}
}

export async function pause(ms: number, isOver: () => boolean = () => false): Promise<void> {
	const end = performance.now() + ms;
	await until(() => isOver() || performance.now() >= end);
}

export async function chooseStatus(window: EditorWindow, status: string): Promise<void> {
	await statusBox(window).selectOption(status);
}

export async function send(window: EditorWindow): Promise<void> {
	if (Math.random() < 0.5) await commentBox(window).press('ControlOrMeta+Enter');
	else await ticketPage(window).locator('#composer [type=submit]').click();
}

export async function discard(window: EditorWindow): Promise<void> {
	await ticketPage(window).getByRole('button', { name: 'Discard', exact: true }).click();
	await ticketPage(window).getByText('Draft discarded.').waitFor();
}

/** Reloads the window. VS Code may restore the page by itself. */
export async function reloadWindow(window: EditorWindow, ticket: SoakTicket): Promise<void> {
	await window.reload();
	await showTicketsView(window);
	const tab = tabOf(window, ticket);
	if ((await tab.count()) === 0) return openPage(window, ticket);
	await tab.click();
	await title(window, ticket.title).waitFor({ timeout: 60_000 });
	await commentBox(window).waitFor();
	await watchComment(window);
}

/** Waits until VS Code has restarted the extension host, from the third time on at the user's request. Then reopens the page. */
export async function restartExtensionHost(
	window: EditorWindow,
	ticket: SoakTicket,
	kill: ExtensionHostKill,
): Promise<void> {
	const { page } = window;
	const notifications = page.locator('.notifications-center');
	const button = notifications.getByRole('button', { name: 'Restart Remote Extension Host' });
	let looked = performance.now();
	const isRestarted = async () => {
		if (kill.isReplaced) return true;
		if (await button.isVisible()) await button.click();
		else if (performance.now() - looked > 3000) {
			// The test driver suppresses notification toasts.
			await window.command('Notifications: Show Notifications');
			looked = performance.now();
		}
		return false;
	};
	await until(isRestarted, { what: 'VS Code has started another extension host', seconds: 60 });
	// The notification center would cover the page.
	if (await notifications.isVisible()) await window.command('Notifications: Clear All Notifications');
	// VS Code does not connect the pages of the previous extension host with the new one.
	await window.command('View: Close All Editors');
	await openPage(window, ticket);
}
