import { toDisplayText } from '../../../forge/wire/refusals.ts';

/** What the user logs in with. */
interface Login {
	readonly user?: string | undefined;
	readonly password?: string | undefined;
}

/** Before the words of an answer, some servers write the codes twice. */
const codes = /^(?:\d{3}[ -]+)+(?:\d\.\d{1,3}\.\d{1,3}[ -]+)?/gm;

/** What a server answered, for the user: one line without codes and the password, which a server may repeat, also as it was sent. */
export function answerText(answer: string, { user = '', password }: Login): string {
	// A server may leave out the padding.
	const base64 = (text: string) => {
		const encoded = Buffer.from(text).toString('base64');
		return [encoded, encoded.replace(/=+$/, '')];
	};
	const secrets =
		password === undefined ? [] : [password, ...base64(password), ...base64(`\0${user}\0${password}`)];
	return toDisplayText(answer.replaceAll('\r', '').replace(codes, '') || answer, secrets);
}
