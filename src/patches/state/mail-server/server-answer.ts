import { toDisplayText } from '../../../forge/wire/refusals.ts';

/** What a server answered, for the user: one line without the password, which a server may repeat. */
export function answerText(answer: string, password: string | undefined): string {
	const secrets = password === undefined ? [] : [password, Buffer.from(password).toString('base64')];
	return toDisplayText(answer.replace(/\n\d{3}[ -]/g, '\n'), secrets);
}
