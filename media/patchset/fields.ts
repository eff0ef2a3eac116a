import { isField } from '../kit/keys.ts';
import { handleLineKey } from './diffs/lines.ts';
import { handleTextKey } from './mails/text-lines.ts';
import type { Places } from './places.ts';

const linksOfFiles = (): HTMLElement[] => [
	...document.querySelectorAll<HTMLElement>('.jump .patch-links [data-do=show-file]'),
];

/** Listens to what the user types in the fields of the page, and to which versions they choose to compare. */
export function listenToFields(
	filter: (text: string) => void,
	compare: (old: string, current: string) => void,
): void {
	addEventListener('input', ({ target }) => {
		if (target instanceof HTMLInputElement && target.id === 'file-filter') filter(target.value);
	});
	addEventListener('change', ({ target }) => {
		if (!(target instanceof HTMLSelectElement && target.closest('#compare'))) return;
		const [old, current] = document.querySelectorAll<HTMLSelectElement>('#compare select');
		if (old && current) compare(old.value, current.value);
	});
}

/** Moves the focus among the links of the jump list. Returns whether it was there, or in the filter above them. */
function stepToLink(at: Element | null, by: 1 | -1): boolean {
	const links = linksOfFiles();
	const current = at instanceof HTMLElement ? links.indexOf(at) : -1;
	const isFilter = at?.id === 'file-filter';
	if (current === -1 && !isFilter) return false;
	const to = links[isFilter ? 0 : current + by];
	if (to) to.focus();
	else if (current + by < 0) document.querySelector<HTMLElement>('#file-filter')?.focus();
	return true;
}

interface FieldKeysPage {
	readonly places: Places;
	readonly filter: (text: string) => void;
	/** Announces a text for screen readers. */
	readonly announce: (text: string) => void;
}

/** Handles a key in a field, a diff, a text or the jump list. Returns whether it did. */
export function handleFieldKey(
	{ places, filter, announce }: FieldKeysPage,
	event: KeyboardEvent,
	at: Element | null,
): boolean {
	const { key } = event;
	if (event.ctrlKey || event.metaKey || event.altKey) return false;
	if (handleLineKey(event) || handleTextKey(event, at, announce)) return true;
	if (key === 'ArrowDown') return stepToLink(at, 1);
	if (key === 'ArrowUp' && at?.id !== 'file-filter') return stepToLink(at, -1);
	if (at instanceof HTMLInputElement && at.id === 'file-filter') {
		const [first] = linksOfFiles();
		if (key === 'Enter' && first) places.showFile(first.dataset.file ?? '');
		else if (key === 'Escape' && at.value !== '') {
			at.value = '';
			filter('');
		} else if (key === 'Escape') at.blur();
		else return false;
		return true;
	}
	if (key !== 'Escape' || !(at instanceof HTMLElement) || !isField(at)) return false;
	at.blur();
	return true;
}
