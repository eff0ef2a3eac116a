import type { VersionMarks } from './chain.ts';

/** `v2`, `v1 RFC`. */
export const versionName = ({ version, isRfc, isResend }: VersionMarks): string =>
	`v${version}${isRfc ? ' RFC' : ''}${isResend ? ' resend' : ''}`;

/** For screen readers: `version 2`. */
export const spokenVersion = ({ version, isRfc, isResend }: VersionMarks): string =>
	`version ${version}${isRfc ? ', request for comments' : ''}${isResend ? ', sent again' : ''}`;
