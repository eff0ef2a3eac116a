import { remember } from '../../../../base/remember.ts';
import type { Address } from '../../../../mail/message/mail.ts';
import { isMarkedAsResend, projectOf } from './prefix.ts';
import type { SeriesMail } from './series-mail.ts';

/** Where `New title (was: Old title)` names the old one, or -1. */
const formerTitleStart = (title: string): number => [...title.matchAll(/[([]was[: ]/gi)].at(-1)?.index ?? -1;

const endsInBracket = (title: string): boolean => /[)\]]$/.test(title.slice(-1));

/** The title that a patch had before, if its title says so. */
export function formerTitle(title: string): string | undefined {
	const at = formerTitleStart(title);
	return at > 0 && endsInBracket(title) ? title.slice(at + '(was:'.length, -1).trim() : undefined;
}

/** Equal for titles that differ in case, white space and a former title only. */
export const titleKey = remember((title) => {
	const at = formerTitleStart(title);
	const current = at > 0 && endsInBracket(title) ? title.slice(0, at) : title;
	return current.normalize().toLowerCase().replace(/\s+/g, ' ').trim();
});

/** Some lists write `Ana via devel <devel@lists.test>` into From instead of the sender. */
export const isViaList = (name: string): boolean => / via \S/i.test(name);

/** Equal for mails of the same sender. */
export const submitterKey = ({ name, email }: Address): string =>
	(email === '' ? name : isViaList(name) ? `${name} ${email}` : email).toLowerCase();

/** Whether a mail has the same sender as any of these, so that it may replace a patch of theirs. */
export const isSameSender = (sender: Address, ...others: readonly Address[]): boolean =>
	others.some((other) => submitterKey(other) === submitterKey(sender));

/** Whether two mails may be from one person, who may have several addresses. Anyone can use the name of another person. */
export const maySharePerson = (one: Address, other: Address): boolean =>
	isSameSender(one, other) || (one.name !== '' && one.name.toLowerCase() === other.name.toLowerCase());

const separator = '\0';

/** Joins parts that contain no NUL, which no mail header does. */
export const keyOf = (...parts: readonly (string | number | boolean | undefined)[]): string =>
	parts.join(separator);

/** Equal for mails that may have been sent together. Mails that were never sent are from the authors of the patches, who may differ. */
export function togetherKey({ messageId, from, subject }: SeriesMail): string {
	const { prefix, version, isRfc, of } = subject;
	const sender = messageId === undefined ? undefined : submitterKey(from);
	const project = titleKey(projectOf(prefix));
	return keyOf(sender, project, version, isRfc, isMarkedAsResend(prefix), of);
}
