import type { Threadable } from '../../src/mail/message/threads.ts';
import { Random } from '../kit/mails/random.ts';

const words = [
	'file',
	'line',
	'open',
	'close',
	'mail',
	'queue',
	'const',
	'return',
	'if (',
	'};',
	'count',
	'->next',
];

/** A diff of about `length` characters, with files of five hunks. */
export function largeDiff(length: number): string {
	const random = new Random(1);
	const parts: string[] = [];
	let size = 0;
	for (let file = 0; size < length; file++) {
		const path = `src/part-${file % 40}/file-${file}.c`;
		const lines = [
			`diff --git a/${path} b/${path}`,
			'index 1111111..2222222 100644',
			`--- a/${path}`,
			`+++ b/${path}`,
		];
		for (let hunk = 0; hunk < 5; hunk++) {
			const body = Array.from({ length: 40 }, () => {
				const text = Array.from({ length: 1 + random.below(9) }, () => random.pick(words)).join(' ');
				return `${random.pick([' ', ' ', '+', '-'])}\t${text}`;
			});
			const count = (sign: string) =>
				body.filter((line) => line.startsWith(' ') || line.startsWith(sign)).length;
			const [old, current] = [count('-'), count('+')];
			lines.push(`@@ -${hunk * 100 + 1},${old} +${hunk * 100 + 1},${current} @@ int main(void)`, ...body);
		}
		const text = `${lines.join('\n')}\n`;
		size += text.length;
		parts.push(text);
	}
	return parts.join('');
}

/** Replacing millions of line breaks leaves much garbage, so a text may have them already. */
const withCrlf = (text: string): string => (text.includes('\r') ? text : text.replaceAll('\n', '\r\n'));

/** A patch as a forge has it: its lines end in CR LF. */
export function patchMail(subject: string, id: string, diff: string, inReplyTo?: string): string {
	const lines = [
		'From: Ana <ana@example.org>',
		'To: ~bob/editor-devel@lists.example.org',
		`Subject: ${subject}`,
		'Date: Tue, 3 Nov 2026 10:20:30 +0100',
		`Message-ID: <${id}@example.org>`,
		...(inReplyTo === undefined ? [] : [`In-Reply-To: <${inReplyTo}@example.org>`]),
		'MIME-Version: 1.0',
		'Content-Type: text/plain; charset=UTF-8',
		'Content-Transfer-Encoding: 8bit',
		'',
		'It is faster.',
		'',
		'Signed-off-by: Ana <ana@example.org>',
		'---',
		'',
		'',
	];
	return `${lines.join('\r\n')}${withCrlf(diff)}-- \r\n2.43.0\r\n`;
}

/** A series of patches with a cover letter, each a reply to it. */
export function seriesMails(patches: number): readonly string[] {
	const diff = largeDiff(4000);
	return Array.from({ length: patches + 1 }, (_, nth) =>
		nth === 0
			? patchMail(`[PATCH editor 0/${patches}] Faster`, 'patch-0', '')
			: patchMail(`[PATCH editor ${nth}/${patches}] Part ${nth}`, `patch-${nth}`, diff, 'patch-0'),
	);
}

/** Mails of an archive, in threads of about ten. Half of them have the forge's number of the mail that they answer. */
export function archive(count: number): readonly Threadable[] {
	const random = new Random(1);
	return Array.from({ length: count }, (_, id) => {
		const isRoot = id === 0 || random.chance(10);
		const parent = isRoot ? undefined : Math.max(0, id - 1 - random.below(30));
		const messageId = (nth: number) => `<${nth}.${nth % 977}@mail.example.org>`;
		const isKnown = random.chance(50);
		return {
			id,
			parentId: isKnown ? parent : undefined,
			messageId: messageId(id),
			inReplyTo: parent === undefined ? undefined : messageId(parent),
			references: parent === undefined ? [] : [messageId(Math.max(0, parent - 1)), messageId(parent)],
			date: id * 60_000,
		};
	});
}
