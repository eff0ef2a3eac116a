import assert from 'node:assert/strict';
import type { Forge } from '../../src/sandbox/forge.ts';
import { mailer } from '../kit/forge/lists-forge.ts';

/** A mail to ~ana/editor-devel. */
export interface SentMail {
	readonly id: string;
	readonly subject: string;
	readonly body: string;
	readonly from?: string;
	/** The Message-ID of the mail that it answers. */
	readonly answers?: string;
	readonly headers?: readonly string[];
}

const bob = 'Bob Ellis <bob@example.org>';

/** Formats a mail as its sender's program does. */
function format({ id, subject, body, from = bob, answers, headers = [] }: SentMail): string {
	const fields = [
		`From: ${from}`,
		'To: ~ana/editor-devel@lists.localhost',
		`Subject: ${subject}`,
		`Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
		`Message-ID: <${id}>`,
		...(answers === undefined ? [] : [`In-Reply-To: <${answers}>`, `References: <${answers}>`]),
		...(headers.some((header) => /^content-type:/i.test(header))
			? []
			: ['Content-Type: text/plain; charset=UTF-8', 'Content-Transfer-Encoding: 8bit']),
		...headers,
	];
	return `${fields.join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}`;
}

/** Sends mails to ~ana/editor-devel, one after the other. */
export async function sendMails({ smtp }: Pick<Forge, 'smtp'>, mails: readonly SentMail[]): Promise<void> {
	const { send, end } = await mailer(smtp.port);
	for (const mail of mails) {
		const [, address = ''] = /<([^>]*)>$/.exec(mail.from ?? bob) ?? [];
		assert.match(await send(address, ['~ana/editor-devel@lists.localhost'], format(mail)), /^250 /);
	}
	end();
}

/** The part of a patch that changes a file: the lines of one hunk, with their signs. */
export function changedFile(path: string, start: number, lines: readonly string[]): string {
	const count = (sign: string) => lines.filter((line) => line[0] === ' ' || line[0] === sign).length;
	const range = `@@ -${start},${count('-')} +${start},${count('+')} @@`;
	return [
		`diff --git a/${path} b/${path}`,
		'index 1111111..2222222 100644',
		`--- a/${path}`,
		`+++ b/${path}`,
		range,
		...lines,
	].join('\n');
}

/** The part of a patch that adds a file. */
export const newFile = (path: string, lines: readonly string[], mode = '100644'): string =>
	[
		`diff --git a/${path} b/${path}`,
		`new file mode ${mode}`,
		'index 0000000..3333333',
		'--- /dev/null',
		`+++ b/${path}`,
		`@@ -0,0 +1,${lines.length} @@`,
		...lines.map((line) => `+${line}`),
	].join('\n');

/** The body of a mail with a patch. */
export const patchBody = (message: string, files: readonly string[]): string =>
	`${message}\n---\n${files.join('\n')}\n-- \n2.45.2\n`;

interface SentSeries {
	/** The beginning of the Message-IDs. */
	readonly id: string;
	/** `PATCH editor v2`. */
	readonly brackets: string;
	readonly cover?: { readonly subject: string; readonly body: string };
	readonly patches: readonly { readonly subject: string; readonly body: string }[];
	readonly from?: string;
	/** The Message-ID of the mail that it answers. */
	readonly answers?: string;
}

/** The mails of a series as `git send-email` sends it. The cover letter or first patch has the Message-ID `id`. */
export function seriesMails({
	id,
	brackets,
	cover,
	patches,
	from,
	answers,
}: SentSeries): readonly SentMail[] {
	const of = patches.length;
	const all = [
		...(cover ? [{ ...cover, number: 0 }] : []),
		...patches.map((patch, index) => ({ ...patch, number: index + 1 })),
	];
	return all.map(({ subject, body, number }, index) => ({
		id: index === 0 ? id : `${number}.${id}`,
		subject: `[${brackets}${of > 1 || cover ? ` ${number}/${of}` : ''}] ${subject}`,
		body,
		...(from !== undefined && { from }),
		...(index > 0 ? { answers: id } : answers !== undefined && { answers }),
	}));
}
