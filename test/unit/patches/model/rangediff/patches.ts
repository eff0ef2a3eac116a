import type { Subject } from '../../../../../src/patches/model/patch/patch.ts';

export const subjectOf = (title: string): Subject => ({
	isReply: false,
	isPatch: true,
	prefix: '',
	isRfc: false,
	version: 1,
	number: undefined,
	of: undefined,
	title,
});
