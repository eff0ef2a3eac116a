import { background } from '../page/background.ts';
import { textField } from '../page/fields.ts';
import { isField } from '../page/keys.ts';
import { goTo } from '../page/places.ts';
import type { Writing } from '../page/writing.ts';

/** Handles a key in a field or on a control of the comment box. Returns whether it did. */
export function fieldKey(
	writing: Writing,
	{ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
	at: Element | null,
): boolean {
	if (key === 'Enter' && (ctrlKey || metaKey)) {
		background(writing.send());
		return true;
	}
	if (ctrlKey || metaKey || altKey) return false;
	if (at instanceof HTMLTextAreaElement && writing.completion.key(key, at)) return true;
	if (key === 'Escape' && at instanceof HTMLElement && isField(at)) {
		at.blur();
		return true;
	}
	if (at?.id === 'title' && (key === 'Enter' || (key === 'Tab' && !shiftKey && !textField()?.hidden))) {
		// Move on to the text. Enter would submit the form before the ticket is complete.
		goTo(textField());
		return true;
	}
	if (at?.getAttribute('role') !== 'tab' || !/^Arrow(Left|Right)$/.test(key)) return false;
	const tab = writing.box.tab === 'write' ? 'preview' : 'write';
	background(writing.showTab(tab));
	goTo(document.querySelector<HTMLElement>(`#tab-${tab}`));
	return true;
}

/** Passes what the user types and chooses in the comment box to `writing`. */
export function listenToFields(writing: Writing): void {
	addEventListener('input', ({ target }) => {
		if (target instanceof HTMLInputElement && target.id === 'title') writing.change({ title: target.value });
		if (!(target instanceof HTMLTextAreaElement)) return;
		writing.change({ text: target.value });
		background(writing.completion.suggest(target));
	});
	addEventListener('submit', (event) => {
		event.preventDefault();
		if (event.target instanceof Element && event.target.id === 'composer') background(writing.send());
	});
	addEventListener('change', ({ target }) => {
		if (target instanceof HTMLSelectElement) writing.choose(target.dataset.choice ?? '', target.value);
	});
	// Not `click`: by then the field would have lost the focus and the list would be closed.
	addEventListener('mousedown', (event) => {
		const target = event.target instanceof Element ? event.target : null;
		const option = target?.closest<HTMLElement>('[data-suggestion]');
		const field = textField();
		if (!option || !field) return;
		event.preventDefault();
		writing.completion.take(Number(option.dataset.suggestion), field);
	});
	addEventListener('focusout', ({ target }) => {
		if (target instanceof HTMLTextAreaElement) writing.completion.close();
	});
}
