import { background } from '../kit/background.ts';
import { isField } from '../kit/keys.ts';
import { goTo, handleToolbarKey } from '../kit/navigation.ts';
import { handleTextBoxKey, listenToTextBox } from '../kit/text-box/text-box-events.ts';
import type { CommentBox } from './comment-box.ts';
import { handleSimilarKey } from './similar-tickets.ts';

/** Handles a key in a field or on a control of the comment box. Returns whether it did. */
export function handleFieldKey(box: CommentBox, event: KeyboardEvent, at: Element | null): boolean {
	const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
	// Emptying the box would end the composition of an input method.
	if (isComposing) return false;
	if (key === 'Enter' && (ctrlKey || metaKey)) {
		background(box.send());
		return true;
	}
	if (ctrlKey || metaKey || altKey) return false;
	if (handleTextBoxKey(box.text, event, at)) return true;
	if (!shiftKey && (handleSimilarKey(key, at) || handleToolbarKey(key, at))) return true;
	if (key === 'Escape' && at instanceof HTMLElement && isField(at)) {
		at.blur();
		return true;
	}
	const { field } = box.text;
	if (at?.id === 'title' && (key === 'Enter' || (key === 'Tab' && !shiftKey && !field?.hidden))) {
		// Move on to the text. Enter would submit the form before the ticket is complete.
		goTo(field);
		return true;
	}
	return false;
}

/** Passes what the user types and chooses in the comment box to `box`. */
export function listenToFields(box: CommentBox): void {
	listenToTextBox(box.text);
	addEventListener('input', ({ target }) => {
		if (target instanceof HTMLInputElement && target.id === 'title')
			box.editor.change({ title: target.value });
	});
	addEventListener('submit', (event) => {
		event.preventDefault();
		if (event.target instanceof Element && event.target.id === 'composer') background(box.send());
	});
	addEventListener('change', ({ target }) => {
		if (target instanceof HTMLSelectElement) box.choose(target.dataset.choice ?? '', target.value);
	});
}
