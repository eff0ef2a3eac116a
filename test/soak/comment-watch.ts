import type { Page } from 'playwright-core';
import { ticketPage } from '../ui/ticket-hands.ts';
import type { EditorWindow } from '../ui/window.ts';

/** What the page of a ticket tells the user about the comment in its box. `ms` is how long the user waited for it. */
export type PageReport =
	| { readonly kind: 'saved' | 'sent'; readonly text: string; readonly status: string; readonly ms: number }
	| { readonly kind: 'refused'; readonly words: string };

/** The name under which the pages find the function that takes their reports. */
const binding = 'reportOfTicketPage';

/** Calls `heard` with what the ticket pages of a window tell, from the moment on that each of them is watched. */
export async function hearTicketPages(page: Page, heard: (report: PageReport) => void): Promise<void> {
	await page.exposeBinding(binding, (_source, report: PageReport) => heard(report));
}

/** Watches the comment box of the page in front. */
export async function watchComment(window: EditorWindow): Promise<void> {
	await ticketPage(window).locator('body').evaluate(watch, binding);
}

/** How long the page in front took from its frame to its first words, in milliseconds. */
export const paintedAfter = (window: EditorWindow): Promise<number> =>
	ticketPage(window)
		.locator('body')
		.evaluate(async () => {
			const found = () => performance.getEntriesByName('first-contentful-paint')[0];
			while (!found()) await new Promise(requestAnimationFrame);
			return found()?.startTime ?? 0;
		});

/** Runs in the page. */
function watch(_body: Element, name: string): void {
	/** After a letter the page keeps its previous words for so long at most, before it says "Saving …" or that it has saved this letter, too. */
	const settledMs = 1000;
	const report = (told: PageReport): unknown => Reflect.get(globalThis, name)(told);
	const text = () => document.querySelector<HTMLTextAreaElement>('#text')?.value ?? '';
	const status = () => document.querySelector<HTMLSelectElement>('[data-choice=status]')?.value ?? '';
	const words = (selector: string) => document.querySelector(`#composer ${selector}`)?.textContent ?? '';
	const stateWords = () => words('.state [role=status]');

	let changedAt = Number.NEGATIVE_INFINITY;
	/** What the page said when the last letter was typed. */
	let wordsAtChange = '';
	let reported = '';
	let sending: { readonly text: string; readonly status: string; readonly since: number } | undefined;
	let refusal = words('[role=alert]');

	function lookForSaved(): void {
		const quietMs = performance.now() - changedAt;
		const content = `${text()}\n${status()}`;
		const isSaving = document.querySelector('#composer .state span[aria-hidden]') !== null;
		if (isSaving) wordsAtChange = '';
		if (isSaving || content === reported || !stateWords().startsWith('Draft saved')) return;
		// Words that were there before the letter say nothing about it yet.
		const isNews = stateWords() !== wordsAtChange;
		if (!isNews && quietMs < settledMs) return;
		reported = content;
		report({
			kind: 'saved',
			text: text(),
			status: status(),
			ms: isNews && Number.isFinite(quietMs) ? quietMs : 0,
		});
	}

	function look(): void {
		const isSending = document.querySelector('#composer')?.getAttribute('aria-busy') === 'true';
		if (isSending) sending ??= { text: text(), status: status(), since: performance.now() };
		else {
			if (sending && stateWords() === 'Sent.') {
				const { since, ...sent } = sending;
				report({ kind: 'sent', ...sent, ms: performance.now() - since });
			}
			sending = undefined;
		}
		const refusedNow = stateWords().startsWith('Not saved') ? stateWords() : words('[role=alert]');
		if (refusedNow !== refusal && refusedNow !== '') report({ kind: 'refused', words: refusedNow });
		refusal = refusedNow;
		lookForSaved();
	}

	const changed = () => {
		changedAt = performance.now();
		wordsAtChange = stateWords();
	};
	addEventListener('input', changed);
	addEventListener('change', changed);
	new MutationObserver(look).observe(document, {
		...{ subtree: true, childList: true, characterData: true, attributes: true },
	});
	setInterval(look, 100);
	look();
}
