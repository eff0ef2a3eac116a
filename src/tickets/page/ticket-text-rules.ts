import { isOnlyPlace, isPageText, type TextRules } from '../../platform/page/page-text.ts';
import { fields, listOf, orNull, text } from '../../platform/page/requests.ts';
import { type DraftBody, emptyBody, isBlank, isSame } from '../model/ticket-draft.ts';

/** Names, keys, words of the forge. */
export const word = text(1024);
/** Longer than the forge accepts, so that a text that is too long to send is not lost. */
export const long = text(2_000_000);

const isBody = fields({
	title: long,
	text: long,
	status: orNull(word),
	resolution: orNull(word),
	addLabels: listOf(word),
	removeLabels: listOf(word),
	base: orNull(word),
});

export const isTicketText = isPageText<DraftBody>(isBody);

export const ticketTextRules: TextRules<DraftBody, null> = {
	isBody,
	isPlace: isOnlyPlace,
	empty: emptyBody,
	isBlank,
	isSame,
};
