/** Mails of all the forms that the model reads, as a forge has them. */
const headers = (subject: string, id: string, more: readonly string[] = []): string[] => [
	'From: =?UTF-8?Q?Ana_Mar=C3=ADa?= <ana@example.org>',
	'To: "Doe, Jane" <jane@example.org>, ~bob/editor-devel@lists.example.org',
	'Cc: Group: one@example.org, two@example.org;',
	`Subject: ${subject}`,
	'Date: Tue, 03 Nov 2026 10:20:30 +0100 (CET)',
	`Message-ID: <${id}@example.org>`,
	...more,
];

const reply = (id: string) => [
	`In-Reply-To: <${id}@example.org>`,
	`References: <root@example.org>\r\n <${id}@example.org>`,
];

const patchLines = [
	'Files are opened in the background, so that the editor stays responsive.',
	'',
	'Fixes: 0123456789ab ("Open files")',
	'Signed-off-by: Ana <ana@example.org>',
	'---',
	'v2: shorter',
	'',
	' open.c           | 7 ++++---',
	' name with space  | 2 ++',
	' 2 files changed, 6 insertions(+), 3 deletions(-)',
	'',
	'diff --git a/open.c b/open.c',
	'index 83db48f..bf269f4 100644',
	'--- a/open.c',
	'+++ b/open.c',
	'@@ -10,7 +10,8 @@ int open_file(const char *name)',
	' {',
	' \tint fd;',
	' ',
	'-\tfd = open(name);',
	'-\tif (fd < 0)',
	'+\tfd = open_later(name);',
	'+\tif (fd == -1)',
	'+\t\tlog("cannot open");',
	' \t\treturn -1;',
	' }',
	'@@ -40 +41,2 @@',
	'-last',
	'\\ No newline at end of file',
	'+last',
	'+end',
	'diff --git "a/n\\303\\244me" "b/n\\303\\244me"',
	'similarity index 90%',
	'rename from "n\\303\\244me"',
	'rename to "n\\303\\244me 2"',
	'diff --git a/run.sh b/run.sh',
	'old mode 100644',
	'new mode 100755',
	'diff --git a/icon.png b/icon.png',
	'new file mode 100644',
	'index 0000000..d95f3ad',
	'GIT binary patch',
	'literal 6',
	'NcmZQzU|?imU|;|M00961',
	'',
	'literal 0',
	'HcmV?d00001',
	'',
	'-- ',
	'2.43.0',
	'',
];

const mergeLines = [
	'diff --cc file',
	'index 1111111,2222222..3333333',
	'--- a/file',
	'+++ b/file',
	'@@@ -1,2 -1,2 +1,3 @@@',
	'- one',
	' -two',
	'++three',
	'  four',
	'',
];

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');
const mailOf = (lines: readonly string[], body: readonly string[], end = '\r\n') =>
	[...lines, '', ...body].join(end);

const multipart = (boundary: string, type: string, parts: readonly (readonly string[])[]) => [
	`Content-Type: multipart/${type}; boundary="${boundary}"`,
	'',
	...parts.flatMap((part) => [`--${boundary}`, ...part]),
	`--${boundary}--`,
	'',
];

const named = [
	'Content-Type: text/x-patch; charset=utf-8',
	"Content-Disposition: attachment; filename*0*=UTF-8''0001-%C3%A4; filename*1=.patch",
];

export const wholeMails: readonly string[] = [
	mailOf(headers('[PATCH editor v2 1/2] Open files faster', 'v2-1', reply('v2-0')), patchLines),
	mailOf(headers('[PATCH editor v2 1/2] Open files faster', 'lf', reply('v2-0')), patchLines, '\n'),
	mailOf(headers('[PATCH editor v2 0/2] Faster files', 'v2-0', reply('v1-0')), [
		'This makes opening files faster.',
		'',
		'change-id: 20261103-open-files-0123456789ab',
		'base-commit: 0123456789abcdef0123456789abcdef01234567',
		'',
	]),
	mailOf(headers('Re: [PATCH editor v2 1/2] Open files faster', 'reply', reply('v2-1')), [
		'On Tue, Nov 3, 2026 at 10:20, Ana María <ana@example.org>',
		'wrote:',
		'> diff --git a/open.c b/open.c',
		'> @@ -10,7 +10,8 @@',
		'>> +\tfd = open_later(name);',
		'',
		'Looks good.',
		'',
		'Reviewed-by: Bob <bob@example.org>',
		'-- ',
		'Bob',
		'',
	]),
	mailOf(
		headers('=?utf-8?B?W1BBVENIXSDDhG5kZXJu?=\r\n =?utf-8?Q?_der_Datei?=', 'qp', [
			'MIME-Version: 1.0',
			'Content-Type: text/plain; charset=iso-8859-1; format=flowed; delsp=yes',
			'Content-Transfer-Encoding: quoted-printable',
		]),
		patchLines.map((line) => line.replace(/=/g, '=3D').replace(/(.{40})/g, '$1=\r\n')),
	),
	mailOf(headers('[PATCH] Open files', 'b64', ['Content-Transfer-Encoding: base64']), [
		base64(patchLines.join('\n')),
		'',
	]),
	mailOf(
		headers('[PATCH] Open files', 'attached', ['MIME-Version: 1.0']).concat(
			multipart('b1', 'mixed', [
				multipart('b2', 'alternative', [
					['Content-Type: text/plain', '', 'See the patch.', ''],
					['Content-Type: text/html', '', '<p>See the <b>patch</b>&hellip;</p>', ''],
				]),
				[...named, 'Content-Transfer-Encoding: base64', '', base64(patchLines.join('\n')), ''],
				['Content-Type: message/rfc822', '', mailOf(headers('[PATCH] Inner', 'inner'), patchLines), ''],
			]),
		),
		[],
	),
	mailOf(headers('[RFC PATCH] A merge', 'merge'), ['A merge.', '---', ...mergeLines]),
	mailOf(headers('[GIT PULL] Fixes for 6.1', 'pull'), [
		'The following changes since commit 0123456789abcdef0123456789abcdef01234567:',
		'',
		'  Open files (2026-11-01 10:00:00 +0100)',
		'',
		'are available in the Git repository at:',
		'',
		'  https://git.example.org/~ana/editor tags/fixes',
		'',
		'for you to fetch changes up to 89abcdef0123456789abcdef0123456789abcdef:',
		'',
	]),
	`From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n${mailOf(headers('[PATCH 1/2] One', 'mbox'), patchLines, '\n')}\nFrom 1123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n${mailOf(headers('[PATCH 2/2] Two', 'mbox-2'), patchLines, '\n')}`,
	mailOf(headers('Fix it', 'plain'), [
		'From: Other <other@example.org>',
		'Subject: [PATCH] Fix it really',
		'',
		'Text before.',
		'-- >8 --',
		'Index: file.c',
		'===================================================================',
		'--- file.c\t2026-11-01 10:00:00.000000000 +0100',
		'+++ file.c\t1970-01-01 00:00:00.000000000 +0000',
		'@@ -1,2 +1,3 @@',
		' one',
		'+a long line that a mail program broke into two',
		'parts',
		'',
		'_______________________________________________',
		'editor-devel mailing list',
		'',
	]),
	// What stands at the first character of a text has nothing before it.
	mailOf(headers('[PATCH 0/1] A diffstat alone', 'stat', ['Content-Transfer-Encoding: base64']), [
		base64('\n 1 file changed\n'),
		'',
	]),
	mailOf(
		headers('[PATCH] Bytes', 'bytes', ['MIME-Version: 1.0']).concat(
			multipart('b1', 'mixed', [
				['Content-Type: application/octet-stream; x-default=true', '', ...patchLines],
				[
					'Content-Type: text/plain',
					'',
					'_______________________________________________',
					'editor-devel',
					'',
				],
			]),
		),
		[],
	),
	mailOf(
		headers('[PATCH net-next v3 0/2] A cover letter alone has the version', 'typed-0', [
			'Content-Type: text/plain; charset=utf-8; format=flowed',
		]),
		['Long lines were ', 'wrapped.', '', '> A quote, ', '> too. ', '>> Another one.', '-- ', 'Ana', ''],
	),
	mailOf(headers('[PATCH 1/2] Add a file', 'typed-1', reply('typed-0')), [
		'From: Ana <ana@machine.(none)>',
		'',
		'Index: linux/new.c',
		'===================================================================',
		'--- /dev/null',
		'+++ linux/new.c',
		'@@ -0,0 +1 @@',
		'+new',
		'Index: linux/old.c',
		'===================================================================',
		'--- linux.orig/old.c',
		'+++ linux/old.c',
		'@@ -1 +1 @@',
		'-old',
		'+new',
		'',
	]),
];
