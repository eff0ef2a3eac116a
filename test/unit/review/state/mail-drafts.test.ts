import assert from 'node:assert/strict';
import { senderIn } from '../../../../src/review/state/mail-drafts.ts';

describe('The sender of the document of a mail', () => {
	for (const [document, email] of [
		['Subject: Re: x\nFrom: Ana Duarte <ana@example.org>\n\nFrom: bob@example.org', 'ana@example.org'],
		['Subject: Re: x\n\nFrom: bob@example.org', undefined],
		['From: nobody\n\n', undefined],
	] as const)
		it(`is ${email ?? 'not known'} in ${JSON.stringify(document)}`, () =>
			assert.equal(senderIn(document)?.email, email));
});
