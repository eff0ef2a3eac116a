import type { Random } from './random.ts';
import { wholeMails } from './whole-mails.ts';

/** Longer mails are cut, so that repeated repetitions stay within the memory. */
const longest = 60_000;

/** Pieces of mails and patches that parsers treat specially. */
const pieces = [
	...[
		'\r\n',
		'\n',
		'\r',
		'\r\n\r\n',
		'\0',
		'\uFFFD',
		'\uD800',
		'\u2028',
		'\t',
		' ',
		'  ',
		'"',
		'\\',
		'(',
		')',
		'<',
		'>',
		',',
		';',
		':',
	],
	...[
		'=?utf-8?Q?',
		'=?utf-8?B?',
		'?=',
		'=?x?Z??=',
		'=',
		'=\r\n',
		'=C3',
		'%C3',
		"UTF-8''",
		'*0*=',
		'boundary=',
		'--b1',
		'--b1--',
		'--b2',
	],
	...[
		'Content-Type: multipart/mixed; boundary=""',
		'Content-Type: message/rfc822',
		'Content-Transfer-Encoding: base64',
		'charset=utf-16',
		'format=flowed',
		'charset=utf-16\nContent-Transfer-Encoding: base64',
		'-----BEGIN PGP SIGNED MESSAGE-----',
		'NotDashEscaped: x',
		'- ',
	],
	...[
		'diff --git a/x b/y',
		'diff --cc x',
		'--- a/x',
		'+++ /dev/null',
		'@@ -1 +1 @@',
		'@@ -1,999999999 +1,999999999 @@',
		'@@ -0,0 +99999999999999999999 @@',
	],
	...[
		'\\ No newline at end of file',
		'GIT binary patch',
		'literal 99999999999',
		'delta 3',
		'rename from ',
		'rename to x',
		'similarity index 200%',
		'old mode 0',
	],
	...[
		'new file mode 160000',
		'index 0..0',
		'Binary files a/x and b/x differ',
		'-- ',
		'---',
		'-- >8 --',
		'***************\n*** 1,3 ****',
		'Submodule x 1234567..89abcde:',
		'\ufeff',
		'&nbsp;',
		'From ',
		'Subject: [PATCH v0 -1/0]',
		'[PATCH 99/3]',
		'Re: ',
	],
	...[
		'Index: ',
		'===',
		'+',
		'-',
		'>',
		'> > ',
		'On x wrote:',
		'Signed-off-by: ',
		'base-commit: ',
		'change-id: ',
		'[GIT PULL] ',
		'"a/\\777"',
		'Date: Fri, 31 Feb 99 25:61 XYZ',
	],
] as const;

const mutations: readonly ((random: Random, mail: string) => string)[] = [
	function cut(random, mail) {
		return mail.slice(0, random.below(mail.length + 1));
	},
	function removeRange(random, mail) {
		const start = random.below(mail.length + 1);
		return mail.slice(0, start) + mail.slice(start + random.below(random.chance(80) ? 20 : mail.length + 1));
	},
	function insertPiece(random, mail) {
		const at = random.below(mail.length + 1);
		return mail.slice(0, at) + random.pick(pieces) + mail.slice(at);
	},
	function insertLine(random, mail) {
		const lines = mail.split('\n');
		lines.splice(random.below(lines.length + 1), 0, random.pick(pieces));
		return lines.join('\n');
	},
	function repeatPiece(random, mail) {
		const at = random.below(mail.length + 1);
		return mail.slice(0, at) + random.pick(pieces).repeat(1 + random.below(400)) + mail.slice(at);
	},
	function repeatRange(random, mail) {
		const start = random.below(mail.length + 1);
		const range = mail.slice(start, start + 1 + random.below(200));
		return mail.slice(0, start) + range.repeat(1 + random.below(60)) + mail.slice(start);
	},
	function replaceCharacter(random, mail) {
		const at = random.below(mail.length + 1);
		return (
			mail.slice(0, at) +
			String.fromCharCode(random.below(random.chance(80) ? 128 : 65_536)) +
			mail.slice(at + 1)
		);
	},
	function replaceNumber(random, mail) {
		const numbers = [...mail.matchAll(/\d+/g)];
		if (numbers.length === 0) return mail;
		const { index, 0: number } = random.pick(numbers);
		const other = random.pick(['0', '1', '7', '00', '-1', '999999999', '99999999999999999999', '']);
		return mail.slice(0, index) + other + mail.slice(index + number.length);
	},
	function swapLines(random, mail) {
		const lines = mail.split('\n');
		const [one, other] = [random.below(lines.length), random.below(lines.length)];
		[lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
		return lines.join('\n');
	},
	function removeLine(random, mail) {
		const lines = mail.split('\n');
		lines.splice(random.below(lines.length), 1);
		return lines.join('\n');
	},
	function join(random, mail) {
		const other = random.pick(wholeMails);
		return mail.slice(0, random.below(mail.length + 1)) + other.slice(random.below(other.length));
	},
	function changeLineBreaks(random, mail) {
		return mail.replace(/\r?\n/g, random.pick(['\n', '\r\n', '\r', '\r\r\n']));
	},
	function wrapLines(random, mail) {
		const width = 20 + random.below(60);
		return mail.replace(new RegExp(`.{${width}}`, 'g'), '$&\n');
	},
	function removeTrailingSpace(_random, mail) {
		return mail.replace(/[ \t]+(?=\r?\n)/g, '');
	},
];

/** A mail with up to ten random faults. */
export function mutatedMail(random: Random): string {
	let mail = random.pick(wholeMails);
	for (let left = 1 + random.below(10); left > 0; left--) {
		mail = random.pick(mutations)(random, mail).slice(0, longest);
	}
	return mail;
}
