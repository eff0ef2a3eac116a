import { textAfter } from '../../platform/model/text-after.ts';

/** What the user sends. */
export interface SentText {
	readonly text: string;
	/** The text of several lines above a line that is sent. It is not sent, and stays in the draft. */
	readonly above?: string;
}

/** The draft while the user writes a line. */
export function draftWith({ text, above }: SentText): string {
	if (above === undefined) return text;
	return text.trim() === '' ? above : `${above.trimEnd()}\n\n${text.trimStart()}`;
}

/** What stays of the draft. All of it if it was changed since, other than after the sent text. */
export function draftWithout(sent: SentText, now: string): string {
	if (sent.above === undefined) return textAfter(sent.text, now);
	return now === draftWith(sent) ? sent.above : now;
}
