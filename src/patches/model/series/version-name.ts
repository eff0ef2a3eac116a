import type { Version } from './chain.ts';
import type { SeriesMail } from './mails/series-mail.ts';

type Named = Pick<Version<SeriesMail>, 'version' | 'isRfc' | 'isResend'>;

/** `v2`, `v1 RFC`. */
export const versionName = ({ version, isRfc, isResend }: Named): string =>
	`v${version}${isRfc ? ' RFC' : ''}${isResend ? ' resend' : ''}`;

/** For screen readers: `version 2`. */
export const spokenVersion = ({ version, isRfc, isResend }: Named): string =>
	`version ${version}${isRfc ? ', request for comments' : ''}${isResend ? ', sent again' : ''}`;
