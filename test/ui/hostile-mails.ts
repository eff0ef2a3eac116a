import { newFile, patchBody, type SentMail, seriesMails } from './patches-mails.ts';

/** Marks the document in which it runs. */
const script = `<script>document.body.dataset.ran='1'</script><img src="https://tracker.example.org/a.png" onerror="document.body.dataset.ran='1'">`;

const from = `"${script.replaceAll('"', "'")}"`;

/** A series and replies with HTML and script in each field. */
export const hostileMails: readonly SentMail[] = [
	...seriesMails({
		...{ id: 'hostile@example.org', brackets: `PATCH ${'<b>editor</b>'}` },
		from: `${from} <bob@example.org>`,
		cover: {
			subject: `${script} markup in the title`,
			body: `${script} in the cover letter\n\nSee javascript:alert(1).\n\nFixes: ${script}\n`,
		},
		patches: [
			{
				subject: `${script} markup in the patch`,
				body: patchBody(
					`${script}\n\nSee javascript:alert(1) and [a](javascript:alert(1)).\n\nReviewed-by: ${script} <a@example.org>\n---\n${script} in the notes`,
					[
						newFile('src/<img src=x onerror=alert(1)>.c', [script, '"><svg onload=alert(1)>']),
						newFile('src/plain.c', ['int plain;']),
					],
				),
			},
		],
	}),
	{
		id: 'hostile-review@example.org',
		subject: `Re: ${script}`,
		answers: '1.hostile@example.org',
		from: `${from} <mallory@example.org>`,
		body: `> +int plain;\n${script} at a line\n\nReviewed-by: *Mallory* [b](javascript:alert(1)) <mallory@example.org>\n`,
	},
	{
		id: 'hostile-reply@example.org',
		subject: `Re: ${script}`,
		answers: 'hostile@example.org',
		from: `${from} <mallory@example.org>`,
		body: [
			'--edge',
			'Content-Type: text/html; charset=UTF-8',
			'',
			`<html><body><h1>Approved</h1><p>Click <a href="javascript:alert(1)">here</a>.</p>${script}<link rel="stylesheet" href="https://tracker.example.org/a.css"></body></html>`,
			'--edge',
			'Content-Type: text/html',
			`Content-Disposition: attachment; filename="<img src=x onerror=alert(1)>.html"`,
			'',
			script,
			'--edge--',
			'',
		].join('\n'),
		headers: ['Content-Type: multipart/mixed; boundary=edge'],
	},
];
