import assert from 'node:assert/strict';
import { ownText } from '../../../../src/mail/quotes/own-text.ts';

const headers =
	'From: Ana <ana@example.org>\nSent: Monday, 2 November 2026 10:00\nTo: Bob\nSubject: [PATCH] Open files\n';

describe('What the author of a reply wrote', () => {
	const cases: readonly (readonly [what: string, own: string, rest: string])[] = [
		[
			'ends above an original mail of Outlook',
			'Nack.\n\n',
			`${headers}\nSigned-off-by: Ana <ana@example.org>\n`,
		],
		['ends above a line that begins the original mail', 'Nack.\n', `-----Original Message-----\n${headers}`],
		['ends above such a line with carriage returns', 'Nack.\r\n', '-----Original Message-----\r\nText.\r\n'],
		['ends above such a line in another language', 'Nein.\n', '-----Ursprüngliche Nachricht-----\nText.\n'],
		['ends above scissors', 'Rather:\n', '-- >8 --\nFrom: Zed <zed@example.org>\n'],
		['ends above scissors, also in an original', 'So:\n', `-- >8 --\n${headers}-- >8 --\nNo.\n`],
		['ends above scissors in other mails', 'So:\n', '-- >8 --\n-----Original Message-----\n-- >8 --\nNo.\n'],
		['ends above an original that quotes another mail', 'Nack.\n', `${headers}\nFine, but:\n\n> +int a;\n`],
		[
			'goes on below the headers of an original that is quoted',
			`-----Original Message-----\r\n${headers}\r\n> +int a;\r\nFine.\r\n`,
			'',
		],
		[
			'goes on if the headers are quoted too',
			'-----Original Message-----\n> From: Ana\n>\n> Text.\nFine.\n',
			'',
		],
		['is all of a text with scissors in a quote and in code', '> -- >8 --\n    +-- >8 --\nFine.\n', ''],
		[
			'is all of a text with few scissors, whatever ends its lines',
			'Größe <zoe@example.org> is -----8<-----\r\nFine.\r\n',
			'',
		],
		['is all of a text with a line From:', 'From: what I read\nthis is fine.\n', ''],
		['is all of a text without an original', 'Fine.\n\nReviewed-by: Bob <bob@example.org>\n', ''],
	];
	for (const [what, own, rest] of cases)
		it(what, () => assert.equal(ownText(own + rest).trimEnd(), own.trimEnd()));

	it('goes on below the second scissors', () => {
		const from = ['From: Zed <zed@example.org>', 'Date: Mon, 2 Nov 2026', 'Subject: Open files'];
		const between = ['-- >8 --', ...from, '-- 8< --'];
		assert.equal(ownText(['Rather:', ...between, 'Fine.'].join('\n')), 'Rather:\n\n\nFine.');
	});
});
