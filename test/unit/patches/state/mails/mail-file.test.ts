import assert from 'node:assert/strict';
import { readMailFile, writeMailFile } from '../../../../../src/patches/state/mails/mail-file.ts';
import { listedMail } from '../lists/listed-mails.ts';

const known = { summary: listedMail(7, { parent: 3, thread: 3 }), raw: 'Subject: é\r\n\r\nOne\n\nTwo\n' };

describe('The file of a mail', () => {
	const file = writeMailFile(known);
	const damaged: Readonly<Record<string, string>> = {
		empty: '',
		'cut off in its first line': file.slice(0, 20),
		'cut off in the mail': file.slice(0, -3),
		'without a mail': file.slice(0, file.indexOf('\n')),
		'of another version': file.replace('mail 1', 'mail 0'),
		'without JSON': `\n${file}`,
		'full of zeros': '\0'.repeat(file.length),
	};
	for (const [name, text] of Object.entries(damaged)) {
		it(`is not used if it is ${name}`, () => assert.equal(readMailFile(text, 7), undefined));
	}
});
