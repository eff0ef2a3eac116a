import type { Page } from 'playwright-core';
import { ticketPage } from '../ui/ticket-driver.ts';
import type { EditorWindow } from '../ui/window.ts';

/** A ticket page's report to the user about the comment in its box. `ms` is how long the user waited for it. */
export type PageReport =
	| { readonly kind: 'saved' | 'sent'; readonly text: string; readonly status: string; readonly ms: number }
	| { readonly kind: 'refused'; readonly words: string };

/** The global name of the function to which the pages report. */
const binding = 'reportOfTicketPage';

/** Calls `heard` with the reports of the ticket pages of a window, for each page once it is watched. */
export async function hearTicketPages(page: Page, heard: (report: PageReport) => void): Promise<void> {
	await page.exposeBinding(binding, (_source, report: PageReport) => heard(report));
}

export async function watchComment(window: EditorWindow): Promise<void> {
	await ticketPage(window).locator('body').evaluate(watch, binding);
}

/** The time from the frame of the page in front to its first text, in milliseconds. */
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
	/** The longest time after a letter until the page reports that it saves or has saved it. Until then, it keeps the previous status. */
	const settledMs = 1000;
	const report = (told: PageReport): unknown => Reflect.get(globalThis, name)(told);
	const text = () => document.querySelector<HTMLTextAreaElement>('#text')?.value ?? '';
	const status = () => document.querySelector<HTMLSelectElement>('[data-choice=status]')?.value ?? '';
	const words = (selector: string) => document.querySelector(`#composer ${selector}`)?.textContent ?? '';
	const stateWords = () => words('.state [role=status]');

	let changedAt = Number.NEGATIVE_INFINITY;
	/** The status of the page when the last letter was typed. */
	let wordsAtChange = '';
	let reported = '';
	let sending: { readonly text: string; readonly status: string; readonly since: number } | undefined;
	/** What was in the box before the page emptied it. */
	let before = { text: text(), status: status() };
	let refusal = words('[role=alert]');

	function noteContent(): void {
		if (text() !== '') before = { text: text(), status: status() };
	}

	function lookForSaved(): void {
		const quietMs = performance.now() - changedAt;
		const content = `${text()}\n${status()}`;
		const isSaving = document.querySelector('#composer .state span[aria-hidden]') !== null;
		if (isSaving) wordsAtChange = '';
		if (isSaving || content === reported || !stateWords().startsWith('Draft saved')) return;
		// A status from before the letter says nothing about the letter.
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
		if (isSending) sending ??= { ...before, since: performance.now() };
		else {
			// A page that was opened while a text was on its way does not have the text.
			if (sending && sending.text !== '' && stateWords() === 'Sent.') {
				const { since, ...sent } = sending;
				report({ kind: 'sent', ...sent, ms: performance.now() - since });
			}
			sending = undefined;
		}
		noteContent();
		const refusedNow = stateWords().startsWith('Not saved') ? stateWords() : words('[role=alert]');
		if (refusedNow !== refusal && refusedNow !== '') report({ kind: 'refused', words: refusedNow });
		refusal = refusedNow;
		lookForSaved();
	}

	const changed = () => {
		changedAt = performance.now();
		wordsAtChange = stateWords();
		// The page may change nothing else before it empties the box.
		noteContent();
	};
	addEventListener('input', changed);
	addEventListener('change', changed);
	new MutationObserver(look).observe(document, {
		...{ subtree: true, childList: true, characterData: true, attributes: true },
	});
	setInterval(look, 100);
	look();
}
